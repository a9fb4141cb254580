// The page of a match that waits for players: what to send to whom, on which terms, and how to begin without them.

import { post, session } from "/js/lib/api.js";
import { clockText } from "/js/lib/clock.js";
import { share } from "/js/table/actions.js";
import { attempt, button, h, picture } from "/js/lib/dom.js";
import { optionsText } from "/js/lib/form.js";
import { invitationTo, reachText } from "/js/account/invitation.js";
import { kept } from "/js/i18n/names.js";
import { remembered } from "/js/lib/remembered.js";
import { signUp } from "/js/account/sign.js";
import { listed } from "/js/i18n/words.js";

/** @typedef {import("/js/table/table.js").Table} Table */
/** @typedef {import("/js/received.d.ts").State} State */

export class Waiting {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.place = h("section", {
      class: "waiting-page",
      id: "waiting",
      hidden: true,
      "aria-label": "Waiting",
    });
    this.shown = "";
  }

  /** Shows the page while the match is open. */
  update() {
    const { state } = this.table;
    const isOpen = state.status === "open";
    this.place.hidden = !isOpen;
    document.documentElement.classList.toggle("is-waiting", isOpen);
    const shown = JSON.stringify([isOpen, state.players, state.you]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.place.replaceChildren(...(isOpen ? this.content() : []));
  }

  close() {
    document.documentElement.classList.remove("is-waiting");
  }

  content() {
    const { state } = this.table;
    const isSeated = state.you.length > 0;
    return [
      !isSeated ? this.invited() : hasFreeSeats(state) ? this.invitation() : awaited(state),
      h(
        "div",
        { class: "card terms" },
        h("h2", {}, "The match"),
        facts(state, this.table.game),
        h("h2", {}, "Seats"),
        this.seats(),
        isSeated && this.ways(),
      ),
    ];
  }

  /** For whom waits: the link, as large as it gets. */
  invitation() {
    const { state } = this.table;
    const link = h("output", { class: "link", id: "link" }, "…");
    const note = h("p", { class: "quiet", id: "reach" });
    const code = h("div", { class: "qr", id: "qr" });
    const canShare = "share" in navigator;
    const [title, text] = state.private
      ? ["Send this link to your friend", "The match begins as soon as the last seat is taken."]
      : [
          "Your table is open",
          "Everybody who is here sees it on the home page. To play with somebody else, send the link.",
        ];
    const load = async () => {
      const found = await invitationTo(state.match);
      link.textContent = found.url;
      note.textContent = reachText(found);
      const drawn = picture(found.qr);
      drawn.setAttribute("role", "img");
      drawn.setAttribute("aria-label", "The link as a QR code");
      code.replaceChildren(drawn);
    };
    attempt(load);
    return h(
      "div",
      { class: "card invitation" },
      h("h2", {}, title),
      h("p", {}, text),
      link,
      h(
        "div",
        { class: "row" },
        button("share", "Copy link", () => share(state.match), { class: "primary" }),
        canShare && button("send", "Share…", () => send(state, link.textContent ?? "")),
      ),
      h("p", {}, whoMayJoin(state)),
      note,
      code,
      h("p", { class: "quiet" }, "A phone at the same table can scan the code."),
    );
  }

  /** For whom is invited. */
  invited() {
    const { state, game } = this.table;
    const names = state.players.filter(({ kind }) => kind === "person").map(({ name }) => name);
    const who = listed(names) || "Somebody";
    const mustSignUp = state.rated && (session()?.account.role ?? "guest") === "guest";
    return h(
      "div",
      { class: "card invitation" },
      h("h2", {}, `${who} ${names.length > 1 ? "invite" : "invites"} you to ${state.title}`),
      h("p", {}, game.summary),
      h("p", {}, whoMayJoin(state)),
      h(
        "div",
        { class: "row" },
        maySit(state) &&
          (mustSignUp
            ? button("join-signed-up", "Sign up to play", () => signUp(() => this.table.join()), {
                class: "primary",
              })
            : button("join", "Sit down and play", () => this.table.join(), { class: "primary" })),
        h("a", { class: "button", href: `#/learn/${state.game}` }, "Learn it first"),
      ),
    );
  }

  seats() {
    const row = (/** @type {State["players"][number]} */ player) => {
      const text =
        player.kind === "open"
          ? player.name
            ? `kept for ${player.name}`
            : "free"
          : player.kind === "bot"
            ? `${player.name} (bot)`
            : player.name;
      const isFree = player.kind === "open" && !player.name && !this.table.state.you.length;
      const sit = () => this.table.join(player.seat);
      return h(
        "li",
        { class: player.kind },
        h("span", {}, `${player.seat + 1}. ${player.you ? `${text}, you` : text}`),
        isFree && h("button", { type: "button", onclick: sit }, "Sit here"),
      );
    };
    return h("ul", { class: "plain" }, ...this.table.state.players.map(row));
  }

  /** How to begin, or to leave. */
  ways() {
    const { table } = this;
    if (!table.state.host)
      return h(
        "div",
        { class: "row" },
        button("leave", "Stand up", () => table.request("leave")),
      );
    const { bot } = remembered(table.game);
    const select = /** @type {HTMLSelectElement} */ (
      h(
        "select",
        { id: "stand-in", "aria-label": "Strength of the bot" },
        ...table.game.strengths.map((each) =>
          h("option", { value: each.bot, selected: each.bot === bot }, `${each.name} (bot)`),
        ),
      )
    );
    const start = () =>
      table.request("start", /** @type {import("/js/sent.d.ts").Start} */ ({ bot: select.value }));
    return h(
      "div",
      { class: "stack" },
      h("h2", {}, "Start with a bot instead"),
      h("div", { class: "row" }, select, button("start", "Start now", start)),
      h(
        "div",
        { class: "row" },
        button("cancel", "Close the match", () => closeMatch(table.state.match)),
      ),
    );
  }
}

/** Whether a seat is free for whoever comes. @param {State} state */
const hasFreeSeats = ({ players }) => players.some(({ kind, name }) => kind === "open" && !name);

/** For whom waits for certain people: nobody else needs the link. @param {State} state */
function awaited(state) {
  const names = listed(kept(state));
  return h(
    "div",
    { class: "card invitation" },
    h("h2", {}, `Waiting for ${names}`),
    h("p", {}, whoMayJoin(state)),
    h("p", {}, `The match begins as soon as ${names} ${kept(state).length > 1 ? "agree" : "agrees"}.`),
  );
}

/** Whether the reader may take a free seat. @param {State} state */
function maySit(state) {
  return hasFreeSeats(state) || kept(state).includes(session()?.account.name ?? "");
}

/** @param {State} state */
function whoMayJoin(state) {
  const names = kept(state);
  if (names.length)
    return `${names.length > 1 ? "The free seats are" : "The free seat is"} kept for ${listed(names)}.`;
  const free = state.players.filter(({ kind }) => kind === "open").length;
  const seats = free === 1 ? "One seat is free" : `${free} seats are free`;
  if (state.rated) return `${seats}. Only registered players can sit down, because the match is rated.`;
  return `${seats}. Whoever has the link can sit down; no account is needed.`;
}

/** @param {State} state @param {import("/js/received.d.ts").GameCard} game */
function facts(state, game) {
  const rows = [
    ["Game", `${state.title}, ${state.players.length} players`],
    ["Variant", optionsText(game.options, state.players.length, state.options) || "The usual game"],
    ["Clock", clockText(state.clock)],
    [
      "Ratings",
      state.rated
        ? "Rated: ratings change by the result, unless players have the same address"
        : "Casual: ratings stay as they are",
    ],
    [
      "Spectators",
      { allowed: "Allowed", delayed: "Allowed, some moves behind", forbidden: "None" }[state.spectators.rule],
    ],
  ];
  return h(
    "dl",
    { class: "facts" },
    ...rows.flatMap(([name, text]) => [h("dt", {}, name), h("dd", {}, text)]),
  );
}

/** @param {State} state @param {string} url */
function send(state, url) {
  return navigator.share({ title: `A match of ${state.title}`, url }).catch(() => undefined);
}

/** @param {string} match */
function closeMatch(match) {
  return attempt(async () => {
    await post(`/matches/${match}/cancel`);
    location.hash = "#/";
  });
}
