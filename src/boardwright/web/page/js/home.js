// The home page: games, and lists of matches.

import { get, session } from "/js/api.js";
import { againstBot, choose, createMatch } from "/js/choose.js";
import { h, picture } from "/js/dom.js";

/** @typedef {import("/js/received.d.ts").GameCard} GameCard */
/** @typedef {import("/js/received.d.ts").MatchCard} MatchCard */

const REFRESH_INTERVAL = 5000;

/** @param {HTMLElement} place */
export async function show(place) {
  /** @type {GameCard[]} */
  const games = await get("/games");
  const lists = h("div", { class: "lists" });
  place.append(
    h(
      "section",
      { class: "hero" },
      h("h1", {}, "Choose a game"),
      h("p", {}, "Against a bot, on one screen with a friend, or online. No account needed."),
    ),
    h("section", { class: "games", "aria-label": "Games" }, ...games.map(card)),
    lists,
  );
  await refresh(lists);
  for (const frame of place.querySelectorAll("[data-picture]"))
    loadPicture(/** @type {HTMLElement} */ (frame));
  const timer = setInterval(() => document.hidden || refresh(lists).catch(() => undefined), REFRESH_INTERVAL);
  return { close: () => clearInterval(timer) };
}

/** @param {HTMLElement} lists */
async function refresh(lists) {
  /** @type {[MatchCard[], MatchCard[], MatchCard[]]} */
  const [open, live, mine] = await Promise.all([
    get("/matches?which=open"),
    get("/matches?which=live&limit=12"),
    session() ? get("/matches?which=mine&limit=20").catch(() => []) : [],
  ]);
  const drawn = [
    list("My matches", mine, "mine", "You have no matches yet."),
    list("Open matches: sit down", open, "open", "Nobody is waiting now. Open a match with “More…”."),
    list("Being played now: watch", live, "live", "No match is being played in public now."),
  ];
  const focused = /** @type {HTMLAnchorElement | null} */ (lists.querySelector("a:focus"))?.hash;
  lists.replaceChildren(...drawn);
  if (focused) /** @type {HTMLElement | null} */ (lists.querySelector(`a[href="${focused}"]`))?.focus();
}

/** @param {HTMLElement} frame */
async function loadPicture(frame) {
  const drawn = picture(await get(`/games/${frame.dataset.picture}/picture.svg`));
  drawn.setAttribute("aria-hidden", "true");
  frame.replaceChildren(drawn);
}

/** @param {GameCard} game */
function card(game) {
  const act = (
    /** @type {string} */ look,
    /** @type {string} */ text,
    /** @type {string} */ label,
    /** @type {() => void} */ what,
  ) => h("button", { type: "button", class: look, "aria-label": label, onclick: what }, text);
  return h(
    "article",
    { class: "card game", id: `game-${game.name}` },
    h("div", { class: "thumb", "data-picture": game.name }),
    h("h2", {}, game.title),
    h("p", {}, game.summary),
    h(
      "p",
      { class: "quiet" },
      seatsText(game.seats),
      " · ",
      h("a", { href: `#/rules/${game.name}`, "aria-label": `Rules of ${game.title}` }, "rules"),
    ),
    h(
      "div",
      { class: "row" },
      act("primary play-bot", "Play a bot", `Play a bot at ${game.title}`, () =>
        createMatch(againstBot(game)),
      ),
      act("more", "More…", `More… ways to play ${game.title}`, () => choose(game)),
    ),
  );
}

/** @param {number[]} seats */
function seatsText(seats) {
  const [first, last] = [seats[0], seats[seats.length - 1]];
  return first === last ? `${first} players` : `${first} to ${last} players`;
}

/** @param {string} title @param {MatchCard[]} matches @param {string} kind @param {string} none */
function list(title, matches, kind, none) {
  const content = matches.length
    ? h("ul", { class: "plain" }, ...matches.map((match) => row(match)))
    : h("p", { class: "quiet" }, none);
  return h("section", { class: "card", id: `list-${kind}` }, h("h2", {}, title), content);
}

/** A match in a list. @param {MatchCard} match */
export function row(match) {
  const names = match.players.map((player) => player.name || "open seat").join(", ");
  const won = match.winners?.map((seat) => match.players[seat].name).join(" and ");
  const result = match.status === "over" ? (won ? `${won} won` : "a draw") : match.status;
  const status = match.unreadable === null ? result : "cannot be read";
  const href = match.status === "over" ? `#/replay/${match.match}` : `#/match/${match.match}`;
  const day = new Date(match.changed || match.created).toLocaleDateString();
  return h(
    "li",
    {},
    h("a", { href }, h("strong", {}, match.title), ` ${names}`),
    h("span", { class: "quiet" }, ` ${status}, ${match.number} entries, ${day}`),
  );
}
