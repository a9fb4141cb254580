// Home: choose a game, an opponent, and play.

import { get, post, session, someone } from "/js/api.js";
import { h, picture, toast } from "/js/dom.js";
import { fields, values } from "/js/form.js";

/** @param {HTMLElement} place */
export async function show(place) {
  const [games, open, live] = await Promise.all([
    get("/games"),
    get("/matches?which=open"),
    get("/matches?which=live&limit=12"),
  ]);
  const mine = session() ? await get("/matches?which=mine&limit=20").catch(() => []) : [];
  place.append(
    h(
      "section",
      { class: "hero" },
      h("h1", {}, "Which game shall it be?"),
      h("p", {}, "Against a bot, on one screen with a friend, or online. No account needed."),
    ),
    h("section", { class: "games", "aria-label": "Games" }, ...games.map(card)),
    list("My matches", mine, "mine"),
    list("Open matches: sit down", open, "open"),
    list("Being played now: watch", live, "live"),
  );
  for (const frame of place.querySelectorAll("[data-picture]")) fill(/** @type {HTMLElement} */ (frame));
}

/** @param {HTMLElement} frame */
async function fill(frame) {
  const drawn = picture(await get(`/games/${frame.dataset.picture}/picture.svg`));
  drawn.setAttribute("aria-hidden", "true");
  frame.replaceChildren(drawn);
}

/** @param {any} game */
function card(game) {
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
      h(
        "button",
        {
          type: "button",
          class: "primary play-bot",
          "aria-label": `Play ${game.title} against a bot`,
          onclick: () => begin(game, botSeats(game)),
        },
        "Play a bot",
      ),
      h(
        "button",
        {
          type: "button",
          class: "more",
          "aria-label": `More ways to play ${game.title}`,
          onclick: () => choose(game),
        },
        "More…",
      ),
    ),
  );
}

/** @param {number[]} seats */
function seatsText(seats) {
  const [first, last] = [seats[0], seats[seats.length - 1]];
  return first === last ? `${first} players` : `${first} to ${last} players`;
}

/** Me at the first seat, the usual bot at the others. @param {any} game */
function botSeats(game) {
  const seats = Math.max(2, game.seats[0]);
  return { game: game.name, seats, players: ["me", ...Array(seats - 1).fill(usualBot(game))] };
}

/** @param {any} game */
function usualBot(game) {
  return ["level3", "greedy"].find((name) => game.bots.includes(name)) ?? game.bots[0];
}

/** @param {any} _game @param {any} wish */
async function begin(_game, wish) {
  try {
    await someone();
    const state = await post("/matches", wish);
    location.hash = `#/match/${state.match}`;
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), "error");
  }
}

/** All the ways to play one game. @param {any} game */
function choose(game) {
  const box = /** @type {HTMLDialogElement} */ (h("dialog", { "aria-label": `Play ${game.title}` }));
  const seats = h(
    "select",
    { name: "seats" },
    ...game.seats.map((/** @type {number} */ count) =>
      h("option", { value: count, selected: count === Math.max(2, game.seats[0]) }, `${count}`),
    ),
  );
  const bots = [...new Set([usualBot(game), ...game.bots])];
  const form = /** @type {HTMLFormElement} */ (
    h(
      "form",
      { class: "stack" },
      h("h2", {}, `Play ${game.title}`),
      h("label", {}, "Players", seats),
      h(
        "label",
        {},
        "Opponents",
        h(
          "select",
          { name: "against" },
          h("option", { value: "screen" }, "friends on this screen"),
          h("option", { value: "open", selected: true }, "people online"),
          h("option", { value: "private" }, "people I send the link to"),
          ...bots.map((bot) => h("option", { value: `bot:${bot}` }, `bot ${bot}`)),
        ),
      ),
      h(
        "label",
        {},
        "Clock",
        h(
          "select",
          { name: "clock" },
          ...[
            ["none", "none"],
            ["60", "60 seconds a turn"],
            ["300+5", "5 minutes + 5 seconds"],
            ["900+10", "15 minutes + 10 seconds"],
          ].map(([value, text]) => h("option", { value }, text)),
        ),
      ),
      h(
        "label",
        {},
        "Spectators",
        h(
          "select",
          { name: "spectators" },
          ...["allowed", "delayed", "forbidden"].map((rule) => h("option", { value: rule }, rule)),
        ),
      ),
      h(
        "details",
        {},
        h("summary", {}, "Options of the game"),
        h("div", { class: "stack" }, ...fields(game.options)),
      ),
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "primary", id: "begin" }, "Begin"),
        h(
          "button",
          {
            type: "button",
            id: "quick",
            onclick: () => {
              begin(game, { game: game.name, quick: true });
              box.close();
            },
          },
          "Quick match",
        ),
        h("button", { type: "button", onclick: () => box.close() }, "Cancel"),
      ),
    )
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin(game, wish(game, form));
    box.close();
  });
  box.append(form);
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}

/** @param {any} game @param {HTMLFormElement} form */
function wish(game, form) {
  const given = new FormData(form);
  const seats = Number(given.get("seats"));
  const against = String(given.get("against"));
  const others = against === "screen" ? "me" : against.startsWith("bot:") ? against.slice(4) : "open";
  const delayed = given.get("spectators") === "delayed";
  return {
    game: game.name,
    seats,
    players: ["me", ...Array(seats - 1).fill(others)],
    private: against === "private",
    clock: String(given.get("clock")),
    spectators: String(given.get("spectators")),
    delay: delayed ? 4 : 0,
    options: values(form, game.options),
  };
}

/** @param {string} title @param {any[]} matches @param {string} kind */
function list(title, matches, kind) {
  if (!matches.length) return "";
  const rows = matches.map((match) =>
    h(
      "li",
      {},
      h(
        "a",
        { href: `#/match/${match.match}` },
        h("strong", {}, match.title),
        " ",
        match.players.map((/** @type {any} */ player) => player.name ?? "open seat").join(", "),
      ),
      h("span", { class: "quiet" }, ` ${match.status}, ${match.number} entries`),
    ),
  );
  return h(
    "section",
    { class: "card", id: `list-${kind}` },
    h("h2", {}, title),
    h("ul", { class: "plain" }, ...rows),
  );
}
