// The home page: what is mine, the games, and what goes on here.

import { get, session } from "/js/lib/api.js";
import { h, picture } from "/js/lib/dom.js";
import { choose } from "/js/lobby/newmatch.js";
import { remembered } from "/js/lib/remembered.js";
import { ago, sentence, terms } from "/js/i18n/words.js";

/** @typedef {import("/js/received.d.ts").GameCard} GameCard */
/** @typedef {import("/js/received.d.ts").MatchCard} MatchCard */

const REFRESH_INTERVAL = 5000;
const SEEN = "boardwright.seen";
const MOST = { due: 4, waiting: 4, watched: 2, finished: 3 };

/** @param {HTMLElement} place */
export async function show(place) {
  /** @type {GameCard[]} */
  const games = await get("/games");
  const mine = h("section", { class: "mine", id: "list-mine", "aria-label": "My matches" });
  const lists = h("div", { class: "lists" });
  const seen = Number(localStorage.getItem(SEEN) ?? 0);
  place.append(
    h("h1", { class: session() ? "visually-hidden" : "" }, "Choose a game"),
    mine,
    h("section", { class: "games", "aria-label": "Games" }, ...games.map(card)),
    lists,
    h("footer", {}, h("a", { href: "#/about" }, "About Boardwright")),
  );
  const refreshed = () => refresh(mine, lists, seen);
  await refreshed();
  for (const frame of place.querySelectorAll("[data-picture]"))
    loadPicture(/** @type {HTMLElement} */ (frame)).catch(() => undefined);
  const timer = setInterval(() => document.hidden || refreshed().catch(() => undefined), REFRESH_INTERVAL);
  localStorage.setItem(SEEN, String(Date.now()));
  return { close: () => clearInterval(timer) };
}

/** @param {HTMLElement} mine @param {HTMLElement} lists @param {number} seen when this page was seen before */
async function refresh(mine, lists, seen) {
  /** @type {[MatchCard[], MatchCard[], MatchCard[]]} */
  const [open, live, own] = await Promise.all([
    get("/matches?which=open"),
    get("/matches?which=live&limit=12"),
    session() ? get("/matches?which=mine&limit=40").catch(() => []) : [],
  ]);
  const others = open.filter((match) => !match.you.length);
  draw(mine, ownLists(own, seen));
  draw(lists, [
    list("Open tables", others, "open", "Nobody is waiting at the moment.", [
      "Open a table: choose a game above, then “Anyone”.",
    ]),
    list(
      "Live now",
      live.filter((match) => !match.you.length),
      "live",
      "No public match is being played.",
      ["Yours would be the first that others can watch."],
    ),
  ]);
}

/** Puts the lists in place; the focused link stays focused. @param {HTMLElement} place @param {HTMLElement[]} lists */
function draw(place, lists) {
  const focused = /** @type {HTMLAnchorElement | null} */ (place.querySelector("a:focus"))?.hash;
  place.replaceChildren(...lists);
  if (focused) /** @type {HTMLElement | null} */ (place.querySelector(`a[href="${focused}"]`))?.focus();
}

/** My turn, waiting, finished. @param {MatchCard[]} own @param {number} seen */
function ownLists(own, seen) {
  const running = own.filter(({ status }) => status !== "over");
  const watched = running.filter(({ players }) => players.every(({ kind }) => kind === "bot"));
  const due = running.filter((match) => match.your_turn);
  const waiting = running.filter((match) => !match.your_turn && !watched.includes(match));
  const over = own.filter(({ status, winners }) => status === "over" && winners !== null);
  const fresh = over.filter(({ changed }) => changed > seen);
  return [
    due.length && mineList(`Your turn (${due.length})`, "due", due, MOST.due),
    waiting.length && mineList("Waiting", "waiting", waiting, MOST.waiting),
    watched.length && mineList("Bots at play", "watched", watched, MOST.watched),
    over.length &&
      mineList(
        fresh.length ? `Finished (${fresh.length} new)` : "Finished",
        "finished",
        over,
        Math.max(MOST.finished, Math.min(fresh.length, 5)),
      ),
  ].filter((found) => found !== 0);
}

/** @param {string} title @param {string} kind @param {MatchCard[]} matches @param {number} most */
function mineList(title, kind, matches, most) {
  const name = encodeURIComponent(session()?.account.name ?? "");
  return h(
    "section",
    { class: `card own ${kind}`, id: `list-${kind}` },
    h("h2", {}, title),
    h("ul", { class: "plain" }, ...matches.slice(0, most).map((match) => row(match))),
    matches.length > most &&
      h("p", {}, h("a", { href: `#/player/${name}` }, `${matches.length - most} more`)),
  );
}

/** @param {HTMLElement} frame */
async function loadPicture(frame) {
  const drawn = picture(await get(`/games/${frame.dataset.picture}/picture.svg`));
  drawn.setAttribute("aria-hidden", "true");
  frame.replaceChildren(drawn);
}

/** @param {GameCard} game */
function card(game) {
  const minutes = game.minutes ? ` · ${game.minutes} min` : "";
  const wish = remembered(game);
  const bot = game.strengths.find((each) => each.bot === wish.bot);
  const hint = wish.against === "bot" && bot ? `Last choice: ${bot.name}` : "";
  return h(
    "article",
    { class: "card game", id: `game-${game.name}` },
    h("div", { class: "thumb", "data-picture": game.name }),
    h("h2", {}, game.title),
    h("p", { class: "summary" }, game.summary),
    h(
      "p",
      { class: "quiet facts-line" },
      h("span", { class: "together" }, `${seatsText(game.seats)}${minutes}`),
      h(
        "span",
        { class: "links" },
        h("a", { href: `#/rules/${game.name}`, "aria-label": `Rules of ${game.title}` }, "Rules"),
        h(
          "a",
          { href: `#/explore/${game.name}`, "aria-label": `Explore ${game.title} on a free board` },
          "Explore",
        ),
      ),
    ),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          type: "button",
          class: "primary play",
          "aria-label": `Play ${game.title}`,
          title: hint,
          onclick: () => choose(game),
        },
        "Play",
      ),
      h(
        "a",
        { class: "button learn", href: `#/learn/${game.name}`, "aria-label": `Learn ${game.title}` },
        "Learn",
      ),
    ),
  );
}

/** @param {number[]} seats */
function seatsText(seats) {
  const [first, last] = [seats[0], seats[seats.length - 1]];
  return first === last ? `${first} players` : `${first} to ${last} players`;
}

/** @param {string} title @param {MatchCard[]} matches @param {string} kind @param {string} none @param {string[]} invites */
function list(title, matches, kind, none, invites) {
  const content = matches.length
    ? [h("ul", { class: "plain" }, ...matches.map((match) => row(match)))]
    : [none, ...invites].map((text) => h("p", { class: "quiet" }, text));
  return h("section", { class: "card", id: `list-${kind}` }, h("h2", {}, title), ...content);
}

/** A match in a list. @param {MatchCard} match @param {string} [who] whose list it is, if not the reader's */
export function row(match, who = "") {
  const isForeign = match.status === "over" && !match.you.length;
  const href = `#/${isForeign ? "replay" : "match"}/${match.match}`;
  const about = match.status === "over" ? (match.rated ? "rated" : "casual") : terms(match);
  const state = match.unreadable === null ? about : "set aside";
  return h(
    "li",
    {},
    h("a", { href }, sentence(match, who)),
    h("span", { class: "quiet" }, ` ${state} · ${ago(match.changed || match.created)}`),
  );
}
