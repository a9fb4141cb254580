// The best moves in a position with their worth, their reasons and lines that a click plays on the board.

import { button, h, toast } from "/js/lib/dom.js";
import { percent } from "/js/board/graph.js";

/** @typedef {import("/js/received.d.ts").Option} Option */
/** @typedef {import("/js/received.d.ts").LineMove} LineMove */
/** @typedef {{play: (moves: LineMove[]) => void, preview: (move: string | null) => void}} Handlers */

export const MARKS = {
  forced: ["", "only move"],
  best: ["★", "best move"],
  good: ["✓", "good move"],
  unclear: ["", "not clearly worse than the best move"],
  mistake: ["?", "mistake"],
  turning_point: ["??", "turning point"],
};

/** What a move is worth, in words. @param {Option} option */
export function worth(option) {
  if (option.turns === null) return percent(option.value);
  if (!option.turns) return "draws";
  return `${option.turns > 0 ? "wins" : "loses"} in ${Math.abs(option.turns)}`;
}

/** What a move is, is worth and changes, in sentences. @param {Option} option */
export function sentences(option) {
  const move = /[.!?]$/.test(option.description) ? option.description : `${option.description}.`;
  const value =
    option.turns === null
      ? `Chance to win: ${percent(option.value)}.`
      : `It ${worth(option)}${option.turns ? ` turn${Math.abs(option.turns) > 1 ? "s" : ""}` : ""}.`;
  return [move, `${option.why} ${value}`];
}

/** @param {Option[]} best @param {string} played the move that was played, or nothing @param {Handlers} handlers */
export function candidates(best, played, handlers) {
  return h("ol", { class: "candidates" }, ...best.map((option) => candidate(option, played, handlers)));
}

/** @param {Option} option @param {string} played @param {Handlers} handlers */
function candidate(option, played, handlers) {
  const moves = option.line.map((move, place) =>
    h(
      "button",
      { type: "button", class: "step", onclick: () => handlers.play(option.line.slice(0, place + 1)) },
      move.description,
    ),
  );
  const show = () => handlers.preview(option.move);
  const hide = () => handlers.preview(null);
  return h(
    "li",
    { "data-move": option.move, onmouseenter: show, onmouseleave: hide, onfocusin: show, onfocusout: hide },
    h("b", { title: "from 0 % (lost) to 100 % (won)" }, worth(option)),
    option.move === played ? h("em", {}, " played") : "",
    h("p", { class: "line" }, ...moves),
    h("p", { class: "quiet" }, option.why),
  );
}

/** What was wrong with a move, and a better one. @param {import("/js/received.d.ts").Moment | undefined} moment @param {(moves: LineMove[]) => void} show */
export function verdict(moment, show) {
  if (!moment || !["mistake", "turning_point"].includes(moment.mark) || !moment.best.length) return "";
  const [sign, words] = MARKS[moment.mark];
  const [better] = moment.best;
  return h(
    "p",
    { id: "verdict" },
    h("b", { class: `mark-${moment.mark}` }, `${sign} ${words}. `),
    "Better: ",
    button("better", better.description, () => show(better.line.slice(0, 1)), { class: "step" }),
  );
}

/** A button that downloads a drawing as an SVG file. @param {string} id @param {string} text @param {() => SVGElement | null} drawing */
export function svgButton(id, text, drawing) {
  return button(id, text, () => {
    const copy = /** @type {SVGElement | undefined} */ (drawing()?.cloneNode(true));
    if (!copy) return toast("Nothing of this is drawn as a board.", "error");
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    const file = new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
    const link = /** @type {HTMLAnchorElement} */ (
      h("a", { href: URL.createObjectURL(file), download: `${id.replace("save-", "")}.svg` })
    );
    link.click();
    URL.revokeObjectURL(link.href);
  });
}
