// The players at a table: names, presence, scores, clocks.

import { dots } from "/js/lib/colors.js";
import { h, replaceKeepingFocus } from "/js/lib/dom.js";
import { seatName } from "/js/players/headline.js";
import { ratingText, ratingTitle } from "/js/players/rating.js";

/** @typedef {import("/js/received.d.ts").State} State */
/** @typedef {State["players"][number]} Player */

const LOW = 15000;

/** @type {Record<string, string>} */
const GONE = { resignation: "resigned", time: "out of time" };

export class Seats {
  /** @param {State} state @param {(seat: number) => void} join */
  constructor(state, join) {
    this.state = state;
    this.join = join;
    this.place = h("section", { class: "seats", id: "seats", "aria-label": "Players" });
    this.watching = h("p", { class: "quiet watching" });
    this.clocksSetAt = Date.now();
    this.timer = setInterval(() => this.tick(), 250);
  }

  close() {
    clearInterval(this.timer);
  }

  /** @param {State} state */
  show(state) {
    this.state = state;
    const { rule, delay, present } = state.spectators;
    const count = present ? `${present} watching` : "";
    const delayed = rule === "delayed" ? `spectators are ${delay} entries behind` : "";
    this.watching.textContent = [count, delayed].filter(Boolean).join(", ");
    replaceKeepingFocus(
      this.place,
      state.players.map((player) => this.seat(player)),
    );
    this.tick();
  }

  /** @param {State["clocks"]} clocks as they stand now */
  setClocks(clocks) {
    this.state.clocks = clocks;
    this.restartClocks();
    this.tick();
  }

  /** Counts the clocks of the state from now on. */
  restartClocks() {
    this.clocksSetAt = Date.now();
  }

  /** @param {Player} player */
  seat(player) {
    const { state } = this;
    const acts = state.status === "running" && state.actors.includes(player.seat);
    const won = state.outcome?.winners.includes(player.seat);
    const who = state.you.length > 1 ? seatName(state, player.seat) : "you";
    const notes = [player.you ? who : "", player.gone ? (GONE[player.gone] ?? `left: ${player.gone}`) : ""];
    const free = player.kind === "open" && state.status === "open" && !state.you.length;
    return h(
      "div",
      { class: `seat ${acts ? "acts" : ""} ${won ? "won" : ""}` },
      h("span", {
        class: `light ${player.present ? "on" : ""}`,
        title: player.present ? "Online" : "Offline",
        role: "img",
        "aria-label": player.present ? "online" : "offline",
      }),
      ...dots(state.colors[player.seat]),
      name(player),
      player.rating &&
        h("span", { class: "quiet", title: ratingTitle(player.rating) }, ratingText(player.rating)),
      h("span", { class: "quiet" }, notes.filter(Boolean).join(", ")),
      won ? h("span", { class: "visually-hidden" }, "won") : "",
      player.kind === "bot" ? h("span", { class: "quiet thinking", "data-seat": player.seat }) : "",
      h("span", { class: "score", title: "Final score" }, state.outcome?.scores[player.seat] ?? ""),
      h("span", {
        class: "clock",
        title: state.clocks.length ? "Time left" : null,
        "data-seat": player.seat,
      }),
      h("span", { class: "peek", "data-seat": player.seat }),
      free
        ? h("button", { type: "button", class: "primary", onclick: () => this.join(player.seat) }, "Sit here")
        : "",
    );
  }

  showThinking() {
    const { thinking, now } = this.state;
    for (const { seat, since } of thinking) {
      const place = this.place.querySelector(`.thinking[data-seat="${seat}"]`);
      const text = thinkingText(now - since + Date.now() - this.clocksSetAt);
      if (place && place.textContent !== text) place.textContent = text;
    }
  }

  tick() {
    this.showThinking();
    for (const clock of this.state.clocks) {
      const place = this.place.querySelector(`.clock[data-seat="${clock.seat}"]`);
      if (!place || clock.left === null) continue;
      const left = Math.max(0, clock.left - (clock.running ? Date.now() - this.clocksSetAt : 0));
      const text = `${Math.floor(left / 60000)}:${String(Math.floor(left / 1000) % 60).padStart(2, "0")}`;
      if (place.textContent !== text) place.textContent = text;
      place.classList.toggle("low", clock.running && left < LOW);
    }
  }
}

/** How long a bot has been thinking; nothing in its first second. @param {number} passed milliseconds */
function thinkingText(passed) {
  const seconds = Math.floor(passed / 1000);
  return seconds < 1 ? "" : `thinking, ${seconds} s`;
}

/** @param {Player} player */
function name(player) {
  if (player.kind === "open") return h("span", { class: "quiet" }, "open seat");
  if (player.kind === "bot") return h("span", {}, `${player.name} (bot)`);
  return h("a", { href: `#/player/${encodeURIComponent(player.name)}` }, player.name);
}
