// Moves in motion: what others move goes from where it was to where it is now, and looks as it will there. Animations
// change no attributes, so the table can change meanwhile.

import { copyInPlace, heldArt } from "/js/zones/art.js";
import { svg } from "/js/lib/dom.js";
import { goalOf, partOf, placesOf } from "/js/lib/moves.js";
import { around } from "/js/zones/parts.js";

/** @typedef {import("/js/lib/moves.js").Move} Move */
/** @typedef {import("/js/lib/moves.js").Gesture} Gesture */
/** @typedef {import("/js/lib/moves.js").Step} Step */
/** @typedef {import("/js/zones/parts.js").Box} Box */
/** @typedef {{parts: import("/js/zones/parts.js").Parts, top: HTMLElement, overlay: SVGSVGElement}} Drawn the table as it is drawn now */
/** @typedef {{box: Box, art: SVGElement | null, isRolling?: boolean}} Start where a step begins, and what it takes if that is drawn */
/** @typedef {{step: Step, start: Start | null, places: Map<string, SVGElement>}} Way a step, and its places as they were */

const STEP = 240;
const PAUSE = 160;
const NEAR = 1.6;
const STILL = "scale(1, 1)";

/** Whether things may move on this screen now. */
export const moves = () => !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Motion {
  /** @param {Drawn} board */
  constructor(board) {
    this.board = board;
    this.last = 0;
    /** @type {Move | null} the move that was just put down here: what it moves lies there already */
    this.landed = null;
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
    const ways = added.map((step) => this.look(step));
    return () => {
      ways.forEach((way, index) => this.play(way, index * STEP));
      if (added.length) this.until = performance.now() + added.length * STEP + PAUSE;
    };
  }

  /** Whether a move tips its subject over an edge. @param {Move} move */
  rolls({ gesture }) {
    const { parts } = this.board;
    const [subject, target] = [partOf(gesture), goalOf(gesture)];
    const [from, to] = [parts.box(subject), target ? parts.box(target) : null];
    const isRolling = heldArt(parts.get(subject))?.matches(".rolls") ?? false;
    return isRolling && from !== null && to !== null && isNear(from, to);
  }

  /** @param {Step} step @returns {Way} */
  look(step) {
    const { parts } = this.board;
    const places = new Map();
    for (const name of placesOf(step)) {
      const part = parts.get(name);
      if (part) places.set(name, copyInPlace(parts, part));
    }
    return { step, start: this.start(step), places };
  }

  /** Where a step begins: at its subject or, if that is another player's, at what the table shows of the own one. @param {Step} step @returns {Start | null} */
  start({ seat, gesture }) {
    const { parts, top } = this.board;
    const subject = partOf(gesture);
    const part = goalOf(gesture) ? parts.get(subject) : undefined;
    const owner = part?.closest("[data-seat]")?.getAttribute("data-seat");
    if (owner && owner !== String(seat)) {
      const own = /** @type {HTMLElement | null} */ (
        top.querySelector(`[data-role="rival"][data-seat="${seat}"]`) ??
          top.querySelector(`[data-seat="${seat}"]`)
      );
      return own && { box: shrunk(parts.boxOf(own)), art: null };
    }
    const art = heldArt(part);
    const box = parts.box(subject);
    return art && box && { box, art: copyInPlace(parts, art), isRolling: art.matches(".rolls") };
  }

  /** @param {Way} way @param {number} delay */
  play({ step, start, places }, delay) {
    const { landed, board } = this;
    this.landed = null;
    if (landed && isSameWay(landed.gesture, step.gesture)) return;
    const ends = placesOf(step).flatMap((name) => {
      const [part, box] = [board.parts.get(name), board.parts.box(name)];
      const now = heldArt(part) ?? part?.querySelector(".art") ?? null; // null where it is off the board now
      return part && box ? [{ now, box, before: places.get(name) }] : [];
    });
    const whole = around(ends.map(({ box }) => box));
    for (const { now, box, before } of ends) {
      if (before) this.keep(before, delay, !start);
      if (!start) continue;
      now?.animate({ opacity: [0, 0] }, { duration: STEP + delay });
      const after = now && copyInPlace(board.parts, now);
      if (start.isRolling && isNear(start.box, box)) this.roll(start, after, box, delay);
      else if (after) this.fly(after, box, [within(start.box, whole, box), box], delay);
    }
  }

  /** Shows a place as it was until what moves has arrived; it fades where nothing is seen to come. @param {SVGElement} before @param {number} delay @param {boolean} isFading */
  keep(before, delay, isFading) {
    const frame = svg("g", { class: "bw-before" });
    frame.append(before);
    this.board.overlay.append(frame);
    const frames = { opacity: [1, 1, isFading ? 0 : 1], offset: [0, delay / (delay + STEP), 1] };
    removeAfter(frame, frame.animate(frames, { duration: STEP + delay }));
  }

  /** Moves a copy that lies in a box from a box to another one. @param {SVGElement} copy @param {Box} box @param {[Box, Box]} way @param {number} delay @param {[string, string]} [scales] */
  fly(copy, box, way, delay, scales = [STILL, STILL]) {
    const frame = svg("g", { class: "bw-moves" });
    frame.append(copy);
    this.board.overlay.append(frame);
    const from = middle(box);
    const frames = way.map((at, index) => {
      const to = middle(at);
      const size = `scale(${at.width / box.width}) ${scales[index]}`;
      return { transform: `translate(${to.x}px, ${to.y}px) ${size} translate(${-from.x}px, ${-from.y}px)` };
    });
    removeAfter(frame, frame.animate(frames, { duration: STEP, delay, fill: "both", easing: "ease-in-out" }));
  }

  /** Tips a cube over an edge: its face shrinks toward the edge while the next one grows, if it is still there. @param {Start} start @param {SVGElement | null} after @param {Box} to @param {number} delay */
  roll({ art, box: from }, after, to, delay) {
    const isAcross = Math.abs(to.x - from.x) > Math.abs(to.y - from.y);
    const flat = isAcross ? "scale(0.02, 1)" : "scale(1, 0.02)";
    const edge = { ...from, x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    if (art) this.fly(art, from, [from, edge], delay, [STILL, flat]);
    if (after) this.fly(after, to, [edge, to], delay, [flat, STILL]);
  }
}

/** Whether two gestures take the same part to the same place. @param {Gesture} one @param {Gesture} other */
const isSameWay = (one, other) => partOf(one) === partOf(other) && goalOf(one) === goalOf(other);

/** @param {SVGElement} frame @param {Animation} motion */
function removeAfter(frame, motion) {
  motion.onfinish = motion.oncancel = () => frame.remove();
}

/** @param {Box} from @param {Box} to */
const isNear = (from, to) => Math.hypot(to.x - from.x, to.y - from.y) < NEAR * Math.max(to.width, to.height);

/** @param {Box} box */
const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

/** A small box in the middle of another. @param {Box} box @returns {Box} */
function shrunk(box) {
  const [size, { x, y }] = [Math.min(box.width, box.height) / 3, middle(box)];
  return { x: x - size / 2, y: y - size / 2, width: size, height: size };
}

/** Where a part of a whole lies if the whole fits into a box. @param {Box} box @param {Box} whole @param {Box} part @returns {Box} */
function within(box, whole, part) {
  const scale = Math.min(box.width / whole.width, box.height / whole.height);
  const [center, from, at] = [middle(box), middle(whole), middle(part)];
  const [width, height] = [part.width * scale, part.height * scale];
  const [x, y] = [center.x + (at.x - from.x) * scale, center.y + (at.y - from.y) * scale];
  return { x: x - width / 2, y: y - height / 2, width, height };
}
