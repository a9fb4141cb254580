// Replay: any match from its first entry to its last, and a branch from wherever one likes.

import { get, post, someone } from "/js/api.js";
import { Board } from "/js/board.js";
import { h, toast } from "/js/dom.js";

/** @param {HTMLElement} place @param {string} id @param {string} [at] */
export async function show(place, id, at) {
  const state = await get(`/matches/${id}`);
  const last = state.number;
  const board = new Board(h("section", { class: "board", id: "board", "aria-label": "Board" }), {
    play: () => undefined,
    why: () => undefined,
  });
  const slider = /** @type {HTMLInputElement} */ (
    h("input", { type: "range", id: "slider", min: 0, max: last, value: at ?? last, "aria-label": "Entry" })
  );
  const caption = h("p", { id: "entry", "aria-live": "polite" });
  const log = h("ol", { class: "log", "aria-label": "Log", tabindex: 0 });
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let playing;
  let wanted = 0;

  /** @param {number} number */
  async function go(number) {
    const mine = ++wanted;
    const to = Math.max(0, Math.min(last, number));
    slider.value = String(to);
    const position = await get(`/matches/${id}/positions/${to}`);
    if (mine !== wanted) return;
    board.show({ svg: position.svg, moves: [], last: position.last ?? [], still: true });
    const entry = to ? state.log[to - 1] : null;
    const who = entry && entry.seat !== null ? `${state.players[entry.seat].name}: ` : "";
    caption.textContent = entry
      ? `${to} of ${last}. ${who}${entry.label ?? entry.text ?? "something hidden"}`
      : `The start, before ${last} entries.`;
    for (const row of log.children) row.classList.toggle("here", Number(row.getAttribute("value")) === to);
  }

  function stop() {
    clearInterval(playing);
    playing = undefined;
    autoplay.textContent = "Play";
  }

  const autoplay = h(
    "button",
    {
      type: "button",
      id: "autoplay",
      onclick: () => {
        if (playing) return stop();
        if (Number(slider.value) >= last) go(0);
        autoplay.textContent = "Pause";
        playing = setInterval(
          () => (Number(slider.value) >= last ? stop() : go(Number(slider.value) + 1)),
          900,
        );
        return undefined;
      },
    },
    "Play",
  );
  const step = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => number} */ where) =>
    h("button", { type: "button", id: name, onclick: () => (stop(), go(where())) }, text);
  const branch = async () => {
    try {
      await someone();
      const bots = state.players.map((/** @type {any} */ _player, /** @type {number} */ seat) =>
        seat === 0 ? "me" : "greedy",
      );
      const made = await post(`/matches/${id}/branch`, { number: Number(slider.value), players: bots });
      location.hash = `#/match/${made.match}`;
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), "error");
    }
  };
  slider.addEventListener("input", () => (stop(), go(Number(slider.value))));
  for (const entry of state.log) {
    log.append(
      h(
        "li",
        { value: entry.number },
        h(
          "button",
          { type: "button", class: "linklike", onclick: () => (stop(), go(entry.number)) },
          `${entry.seat === null ? "" : `${state.players[entry.seat].name} `}${entry.label ?? entry.text ?? "hidden"}`,
        ),
      ),
    );
  }
  place.classList.add("table");
  place.append(
    h(
      "div",
      { class: "middle" },
      h("h1", {}, `${state.title}: replay`),
      board.host,
      caption,
      slider,
      h(
        "div",
        { class: "row" },
        step("first", "First", () => 0),
        step("back", "Back", () => Number(slider.value) - 1),
        autoplay,
        step("next", "Next", () => Number(slider.value) + 1),
        step("last", "Last", () => last),
      ),
    ),
    h(
      "aside",
      { class: "side", "aria-label": "Match" },
      h("p", {}, state.players.map((/** @type {any} */ player) => player.name).join(", ")),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", id: "branch", onclick: branch }, "Branch here, against bots"),
        h("a", { class: "button", href: state.record_url, download: `${id}.jsonl` }, "Record"),
        h("a", { class: "button", href: `#/match/${id}` }, "To the table"),
      ),
      h("h2", {}, "Log"),
      log,
    ),
  );
  await go(at === undefined ? last : Number(at));
  const close = () => {
    stop();
    board.close();
  };
  return { close };
}
