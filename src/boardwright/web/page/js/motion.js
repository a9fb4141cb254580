// Moves in motion: what was taken goes from where it was to where it is now. Animations change no attributes, so the
// picture can be patched meanwhile.

import { svg } from "/js/dom.js";

/** @typedef {import("/js/board.js").Board} Board */
/** @typedef {import("/js/board.js").Step} Step */
/** @typedef {import("/js/parts.js").Box} Box */

const STEP = 240;
const PAUSE = 160;
const NEAR = 1.6;

/** Whether things may move on this screen now. */
export const moves = () => !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Motion {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.last = 0;
    /** When the steps that were shown last will have been seen, by the clock of `performance.now`. */
    this.until = 0;
  }

  /** Remembers steps that are shown without motion. @param {Step[]} steps */
  seen(steps) {
    this.last = Math.max(this.last, ...steps.map(({ number }) => number));
  }

  /** Looks where things are before a change; the function it returns moves them after it. @param {Step[]} steps @param {boolean} [isAgain] whether steps that were seen move, too */
  prepare(steps, isAgain = false) {
    const added = moves() ? steps.filter(({ number }) => isAgain || number > this.last) : [];
    this.seen(steps);
    const starts = added.map((step) => ({ step, start: this.start(step) }));
    return () => {
      starts.forEach(({ step, start }, index) => this.play(step, start, index * STEP));
      if (added.length) this.until = performance.now() + added.length * STEP + PAUSE;
    };
  }

  /** The art of what a step takes, and where it is. @param {Step} step */
  start({ subject, target }) {
    const part = target ? this.board.parts.get(subject) : undefined;
    const box = part && this.board.parts.box(subject);
    const held = part?.matches(".held") ? part : part?.querySelector(".held");
    return box && held ? { box, art: copy(held), isRolling: held.matches(".rolls") } : null;
  }

  /** @param {Step} step @param {ReturnType<Motion["start"]>} start @param {number} delay */
  play(step, start, delay) {
    const { parts } = this.board;
    for (const name of step.covers.length ? step.covers : step.target ? [step.target] : []) {
      const part = parts.get(name);
      const end = parts.box(name);
      if (!part || !end) continue;
      const now = /** @type {SVGGraphicsElement} */ (part.querySelector(".held") ?? part);
      if (!start) appear(now, delay);
      else if (start.isRolling && isNear(start.box, end)) this.roll(start.art, now, start.box, end, delay);
      else this.slide(start.art, now, start.box, end, delay);
    }
  }

  /** Adds a copy of art that goes from a box to another one. @param {SVGElement} art @param {Box} from @param {Box} to @param {number} delay @param {[string, string]} [scales] */
  fly(art, from, to, delay, scales = ["scale(1)", "scale(1)"]) {
    const frame = svg("g", { class: "bw-moves" });
    const moving = copy(art);
    frame.append(moving);
    this.board.svg.append(frame);
    const size = /** @type {SVGGraphicsElement} */ (moving).getBBox();
    moving.setAttribute("transform", `translate(${-size.x - size.width / 2} ${-size.y - size.height / 2})`);
    const at = (/** @type {Box} */ box, /** @type {string} */ scale) => {
      const fit = Math.min(box.width / size.width, box.height / size.height) * 0.9;
      return `translate(${box.x + box.width / 2}px, ${box.y + box.height / 2}px) scale(${fit}) ${scale}`;
    };
    const frames = [{ transform: at(from, scales[0]) }, { transform: at(to, scales[1]) }];
    const motion = frame.animate(frames, { duration: STEP, delay, fill: "both", easing: "ease-in-out" });
    motion.onfinish = motion.oncancel = () => frame.remove();
  }

  /** @param {SVGElement} art @param {SVGElement} now @param {Box} from @param {Box} to @param {number} delay */
  slide(art, now, from, to, delay) {
    this.fly(art, from, to, delay);
    now.animate({ opacity: [0, 0, 1], offset: [0, 0.95, 1] }, { duration: STEP + delay });
  }

  /** Tips a cube over an edge: its face shrinks toward the edge while the next one grows. @param {SVGElement} art @param {SVGElement} now @param {Box} from @param {Box} to @param {number} delay */
  roll(art, now, from, to, delay) {
    const isAcross = Math.abs(to.x - from.x) > Math.abs(to.y - from.y);
    const flat = isAcross ? "scale(0.02, 1)" : "scale(1, 0.02)";
    const edge = { ...from, x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    this.fly(art, from, edge, delay, ["scale(1)", flat]);
    this.fly(now, edge, to, delay, [flat, "scale(1)"]);
    now.animate({ opacity: [0, 0, 1], offset: [0, 0.95, 1] }, { duration: STEP + delay });
  }
}

/** @param {SVGElement} part @param {number} delay */
function appear(part, delay) {
  part.animate(
    { opacity: [0, 0, 1], offset: [0, delay / (delay + STEP), 1] },
    { duration: STEP + delay, easing: "ease-out" },
  );
}

/** @param {Box} from @param {Box} to */
const isNear = (from, to) => Math.hypot(to.x - from.x, to.y - from.y) < NEAR * Math.max(to.width, to.height);

/** A copy that is no named part. @param {Element} art @returns {SVGElement} */
function copy(art) {
  const made = /** @type {SVGElement} */ (art.cloneNode(true));
  for (const part of [made, ...made.querySelectorAll("*")])
    for (const name of ["data-name", "role", "aria-label", "tabindex"]) part.removeAttribute(name);
  made.removeAttribute("transform");
  made.removeAttribute("display");
  return made;
}
