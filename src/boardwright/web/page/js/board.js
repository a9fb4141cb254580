// A board that can be played with mouse, touch and keyboard. It knows no game: the picture names its parts, and
// each move says which part one takes (subject), how it is turned (variant) and where it goes (target).

import { h, picture, speak, svg } from "/js/dom.js";
import { settings } from "/js/settings.js";

/** @typedef {{text: string, seat: number, subject: string, variant: string, target: string, covers: string[], label: string}} Move */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

const DRAG_STARTS = 8;

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {{play: (move: Move) => void, why: (subject: string, variant: string, target: string) => void}} acts
   */
  constructor(host, acts) {
    this.host = host;
    this.acts = acts;
    /** @type {any} */ (host).board = this;
    this.turner = h("div", { class: "turner", hidden: true });
    this.stage = h("div", { class: "stage" });
    this.caption = h("p", { class: "caption" });
    host.replaceChildren(this.stage, this.turner, this.caption);
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {Move[]} */
    this.moves = [];
    /** @type {Map<string, SVGGraphicsElement>} */
    this.parts = new Map();
    /** @type {Map<string, Box>} */
    this.boxes = new Map();
    /** @type {string | null} */
    this.subject = null;
    this.variant = "";
    /** @type {Move | null} */
    this.ghost = null;
    /** @type {string | null} */
    this.focused = null;
    /** @type {{x: number, y: number, subject: string, on: boolean} | null} */
    this.drag = null;
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.listen();
  }

  /** Shows a position. @param {{svg: string, moves: Move[], last: string[], still?: boolean}} now */
  show({ svg: text, moves, last, still = false }) {
    const hadFocus = this.stage.contains(document.activeElement);
    this.svg = picture(text);
    this.svg.setAttribute("role", moves.length ? "group" : "img");
    const title = this.svg.querySelector("title");
    this.svg.setAttribute("aria-label", title?.textContent ?? "Board");
    title?.remove();
    this.svg.classList.toggle("still", still);
    this.stage.replaceChildren(this.svg);
    this.moves = moves;
    this.parts = new Map();
    for (const part of this.svg.querySelectorAll("[data-name]")) {
      const name = /** @type {SVGGraphicsElement} */ (part).dataset.name ?? "";
      if (!this.parts.has(name)) this.parts.set(name, /** @type {SVGGraphicsElement} */ (part));
    }
    this.under = svg("g", { class: "bw-under" });
    this.over = svg("g", { class: "bw-over" });
    this.svg.append(this.under, this.over);
    this.boxes = new Map();
    this.last = last;
    const kept =
      this.subject !== null && moves.some((move) => move.subject === this.subject) ? this.subject : null;
    this.take(kept, false);
    if (hadFocus)
      this.focusPart(this.focused && this.parts.has(this.focused) ? this.focused : this.reachable()[0]);
  }

  // Geometry: boxes of the named parts in the picture's own measure

  /** @param {string} name @returns {Box | null} */
  box(name) {
    const known = this.boxes.get(name);
    if (known) return known;
    const part = this.parts.get(name);
    const frame = this.svg?.getScreenCTM();
    if (!part || !frame) return null;
    const inverse = frame.inverse();
    const seen = part.getBoundingClientRect();
    const a = new DOMPoint(seen.left, seen.top).matrixTransform(inverse);
    const b = new DOMPoint(seen.right, seen.bottom).matrixTransform(inverse);
    const box = { x: a.x, y: a.y, width: b.x - a.x, height: b.y - a.y };
    this.boxes.set(name, box);
    return box;
  }

  /** @param {Move} move @returns {{x: number, y: number}} */
  middle(move) {
    const names = move.covers.length ? move.covers : [move.target || move.subject];
    const boxes = names.map((name) => this.box(name)).filter((box) => box !== null);
    const sum = boxes.reduce(
      (at, box) => ({ x: at.x + box.x + box.width / 2, y: at.y + box.y + box.height / 2 }),
      { x: 0, y: 0 },
    );
    return { x: sum.x / Math.max(1, boxes.length), y: sum.y / Math.max(1, boxes.length) };
  }

  /** The move of the taken subject that a pointer means. @param {number} clientX @param {number} clientY @returns {Move | null} */
  moveAt(clientX, clientY) {
    const frame = this.svg?.getScreenCTM();
    if (!frame) return null;
    const at = new DOMPoint(clientX, clientY).matrixTransform(frame.inverse());
    let best = null;
    let nearest = Infinity;
    for (const move of this.choices()) {
      const names = move.covers.length ? move.covers : [move.target];
      const boxes = names.map((name) => this.box(name)).filter((box) => box !== null);
      const [left, top] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
      const right = Math.max(...boxes.map((box) => box.x + box.width));
      const bottom = Math.max(...boxes.map((box) => box.y + box.height));
      const inside = at.x >= left && at.x <= right && at.y >= top && at.y <= bottom;
      if (!inside) continue;
      const middle = this.middle(move);
      const distance = (middle.x - at.x) ** 2 + (middle.y - at.y) ** 2;
      if (distance < nearest) [nearest, best] = [distance, move];
    }
    return best;
  }

  /** @param {number} x @param {number} y @returns {string[]} */
  namesAt(x, y) {
    const names = document
      .elementsFromPoint(x, y)
      .map((element) => /** @type {SVGElement | null} */ (element.closest("[data-name]"))?.dataset.name);
    return [...new Set(names)].filter((name) => name !== undefined && this.parts.has(name)).map(String);
  }

  // Taking, turning, putting

  subjects() {
    return [...new Set(this.moves.map((move) => move.subject))];
  }

  variants() {
    return [
      ...new Set(this.moves.filter((move) => move.subject === this.subject).map((move) => move.variant)),
    ];
  }

  /** The moves that are one gesture away. */
  choices() {
    return this.moves.filter(
      (move) => move.subject === this.subject && move.variant === this.variant && move.target !== "",
    );
  }

  /** What the arrow keys can reach now. @returns {string[]} */
  reachable() {
    if (this.subject === null) return this.subjects().filter((name) => this.parts.has(name));
    return this.choices()
      .map((move) => move.target)
      .filter((name) => this.parts.has(name));
  }

  /** Takes a subject, or lets go of it. @param {string | null} subject @param {boolean} [talk] */
  take(subject, talk = true) {
    const same = subject === this.subject;
    this.subject = subject;
    this.ghost = null;
    const variants = this.variants();
    if (!same || !variants.includes(this.variant)) this.variant = variants[0] ?? "";
    this.offerTurns(variants);
    this.paint();
    if (!talk) return;
    if (subject === null) speak("Nothing taken.");
    else speak(`${this.label(subject)} taken. ${this.choices().length} places.`);
  }

  /** @param {boolean} flip whether to turn over instead of round */
  turn(flip) {
    const variants = this.variants();
    if (variants.length < 2) return;
    const isOver = (/** @type {string} */ variant) => variant.endsWith("f");
    const near = variants.filter(
      (variant) => isOver(variant) === (flip ? !isOver(this.variant) : isOver(this.variant)),
    );
    if (!near.length) return;
    const turned = this.variant.replace(/f$/, "");
    const same = near.find((variant) => variant.replace(/f$/, "") === turned);
    this.variant = flip ? (same ?? near[0]) : near[(near.indexOf(this.variant) + 1) % near.length];
    this.ghost = null;
    this.paint();
    speak(`Turned: ${this.variant || "as it is"}. ${this.choices().length} places.`);
  }

  /** @param {string[]} variants */
  offerTurns(variants) {
    const many = this.subject !== null && variants.length > 1;
    this.turner.hidden = !many;
    if (!many) return;
    const flips = variants.some((variant) => variant.endsWith("f"));
    this.turner.replaceChildren(
      h("button", { type: "button", onclick: () => this.turn(false) }, "Turn (R)"),
      flips ? h("button", { type: "button", onclick: () => this.turn(true) }, "Flip (F)") : "",
      h("button", { type: "button", onclick: () => this.take(null) }, "Put back (Esc)"),
    );
  }

  /** @param {Move} move @param {boolean} [touch] */
  put(move, touch = false) {
    const careful = settings().confirm || (touch && move.covers.length > 1);
    if (careful && this.ghost !== move) {
      this.showGhost(move);
      speak(`${move.label}. Once more to confirm.`);
      this.caption.textContent = `${move.label}: once more to confirm`;
      return;
    }
    this.subject = null;
    this.ghost = null;
    this.paint();
    this.acts.play(move);
  }

  /** A click, tap or Enter on a named part. @param {string[]} names @param {Move | null} meant @param {boolean} touch */
  press(names, meant, touch) {
    if (this.subject !== null && meant) return this.put(meant, touch);
    const name = names.find((candidate) => this.moves.some((move) => move.subject === candidate));
    if (name === undefined) {
      if (this.subject !== null && names.length) this.acts.why(this.subject, this.variant, names[0]);
      return undefined;
    }
    const own = this.moves.filter((move) => move.subject === name);
    if (own.length === 1 && own[0].target === "") return this.put(own[0], touch);
    const bare = own.filter((move) => move.target === "");
    if (bare.length === own.length) return this.putBare(bare, touch);
    return this.take(name === this.subject ? null : name);
  }

  /** Several moves of one subject without a target: the variant decides. @param {Move[]} moves @param {boolean} touch */
  putBare(moves, touch) {
    const subject = moves[0].subject;
    if (this.subject !== subject) return this.take(subject);
    const chosen = moves.find((move) => move.variant === this.variant);
    return chosen ? this.put(chosen, touch) : undefined;
  }

  // Showing what can be done

  /** @param {string} name */
  label(name) {
    const own = this.parts.get(name);
    return own?.getAttribute("aria-label") || name;
  }

  paint() {
    if (!this.under || !this.over) return;
    this.host.dataset.subject = this.subject ?? "";
    this.host.dataset.variant = this.variant;
    this.under.replaceChildren();
    this.over.replaceChildren();
    for (const part of this.parts.values()) {
      part.classList.remove("bw-subject", "bw-target", "bw-taken");
      part.removeAttribute("tabindex");
      if (part.hasAttribute("aria-label")) part.setAttribute("role", "img");
    }
    for (const name of this.last ?? []) this.frame(name, "bw-last");
    for (const name of this.subjects()) this.offer(name, name === this.subject ? "bw-taken" : "bw-subject");
    if (this.subject !== null) {
      this.frame(this.subject, "bw-taken-frame");
      for (const move of this.choices()) this.offerTarget(move);
    }
    const reachable = this.reachable();
    const stop = this.focused && reachable.includes(this.focused) ? this.focused : reachable[0];
    if (stop) this.parts.get(stop)?.setAttribute("tabindex", "0");
    if (!this.ghost) this.caption.textContent = "";
  }

  /** @param {string} name @param {string} look */
  offer(name, look) {
    const part = this.parts.get(name);
    if (!part) return;
    part.classList.add(look);
    part.setAttribute("role", "button");
    part.setAttribute("tabindex", "-1");
    if (!part.getAttribute("aria-label")) part.setAttribute("aria-label", name);
    if (look === "bw-subject" && this.subject === null) this.frame(name, "bw-subject-frame");
  }

  /** @param {Move} move */
  offerTarget(move) {
    const part = this.parts.get(move.target);
    if (part) {
      part.classList.add("bw-target");
      part.setAttribute("role", "button");
      part.setAttribute("tabindex", "-1");
      if (!part.getAttribute("aria-label")) part.setAttribute("aria-label", move.target);
    }
    for (const name of move.covers) this.frame(name, "bw-place");
    if (move.covers.length) return;
    const box = this.box(move.target);
    if (box)
      this.over?.append(
        svg("circle", {
          class: "bw-dot",
          cx: box.x + box.width / 2,
          cy: box.y + box.height / 2,
          r: Math.min(box.width, box.height) * 0.16,
        }),
      );
  }

  /** @param {string} name @param {string} look */
  frame(name, look) {
    const box = this.box(name);
    if (!box || !this.under || !this.over) return;
    const rect = svg("rect", {
      class: look,
      x: box.x,
      y: box.y,
      width: box.width,
      height: box.height,
      rx: Math.min(box.width, box.height) * 0.08,
    });
    this.over.append(rect);
  }

  /** @param {Move | null} move */
  showGhost(move) {
    if (move === this.ghost) return;
    this.ghost = move;
    for (const old of this.over?.querySelectorAll(".bw-ghost") ?? []) old.remove();
    this.caption.textContent = move ? move.label : "";
    if (!move) return;
    for (const name of move.covers.length ? move.covers : [move.target || move.subject])
      this.frame(name, "bw-ghost");
  }

  /** @param {string | undefined} name */
  focusPart(name) {
    const part = name === undefined ? undefined : this.parts.get(name);
    if (!part || name === undefined) return;
    this.focused = name;
    for (const other of this.parts.values())
      if (other.getAttribute("tabindex") === "0") other.setAttribute("tabindex", "-1");
    part.setAttribute("tabindex", "0");
    part.focus();
    const move = this.choices().find((choice) => choice.target === name) ?? null;
    if (this.subject !== null) this.showGhost(move);
    speak(move ? move.label : this.label(name));
  }

  // Listening

  listen() {
    const stage = this.stage;
    stage.addEventListener("pointerdown", (event) => {
      const name = this.namesAt(event.clientX, event.clientY).find((candidate) =>
        this.moves.some((move) => move.subject === candidate && move.target !== ""),
      );
      this.drag =
        name === undefined ? null : { x: event.clientX, y: event.clientY, subject: name, on: false };
    });
    stage.addEventListener("pointermove", (event) => {
      if (
        this.drag &&
        !this.drag.on &&
        Math.hypot(event.clientX - this.drag.x, event.clientY - this.drag.y) > DRAG_STARTS &&
        !this.moveAt(this.drag.x, this.drag.y)
      ) {
        this.drag.on = true;
        if (this.subject !== this.drag.subject) this.take(this.drag.subject);
      }
      if (this.subject !== null && (event.pointerType !== "touch" || this.drag?.on))
        this.showGhost(this.moveAt(event.clientX, event.clientY));
    });
    stage.addEventListener("pointerup", (event) => {
      const dragged = this.drag?.on;
      this.drag = null;
      const meant = this.moveAt(event.clientX, event.clientY);
      const touch = event.pointerType === "touch";
      if (dragged) {
        if (meant) this.put(meant, touch);
        else this.take(null, false);
        return;
      }
      this.press(this.namesAt(event.clientX, event.clientY), meant, touch);
    });
    stage.addEventListener(
      "wheel",
      (event) => {
        if (this.subject === null || this.variants().length < 2) return;
        event.preventDefault();
        this.turn(false);
        this.showGhost(this.moveAt(event.clientX, event.clientY));
      },
      { passive: false },
    );
    document.addEventListener("keydown", this.keys);
    stage.addEventListener("focusin", (event) => {
      const name = /** @type {SVGElement} */ (event.target).dataset?.name;
      if (name !== undefined && name !== this.focused) this.focused = name;
    });
  }

  close() {
    document.removeEventListener("keydown", this.keys);
  }

  /** Keys work on the board, and turn what the mouse has taken wherever the focus is. @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = /** @type {Element} */ (event.target);
    if (
      !this.host.contains(place) &&
      (this.subject === null || place.closest("input, select, textarea, dialog"))
    )
      return;
    const pressed = event.key.toLowerCase();
    if (pressed.startsWith("arrow")) this.step(pressed.slice(5));
    else if (pressed === "r") (this.turn(false), this.focusPart(this.nearestReachable()));
    else if (pressed === "f") (this.turn(true), this.focusPart(this.nearestReachable()));
    else if (pressed === "escape") this.letGo();
    else if (pressed === "n" || pressed === "p") this.walk(pressed === "n" ? 1 : -1);
    else if ((pressed === "enter" || pressed === " ") && this.stage.contains(document.activeElement))
      this.enter();
    else return;
    event.preventDefault();
  }

  letGo() {
    const back = this.subject;
    this.take(null);
    this.focusPart(back ?? undefined);
  }

  enter() {
    const name = this.focused;
    if (name === null) return;
    const meant = this.choices().find((move) => move.target === name) ?? null;
    const before = this.subject;
    this.press([name], meant, false);
    if (this.subject !== null && this.subject !== before) this.focusPart(this.nearestReachable());
  }

  /** @returns {string | undefined} */
  nearestReachable() {
    const names = this.reachable();
    const from = this.focused ? this.box(this.focused) : null;
    if (!from) return names[0];
    const gap = (/** @type {string} */ name) => {
      const box = this.box(name);
      return box ? Math.hypot(box.x - from.x, box.y - from.y) : Infinity;
    };
    return names.reduce(
      (best, name) => (best === undefined || gap(name) < gap(best) ? name : best),
      /** @type {string | undefined} */ (undefined),
    );
  }

  /** Goes through everything that can be reached, one by one. @param {1 | -1} way */
  walk(way) {
    const names = [...new Set(this.reachable())];
    const at = this.focused === null ? -1 : names.indexOf(this.focused);
    this.focusPart(names[at < 0 ? 0 : (at + way + names.length) % names.length]);
  }

  /** Moves the focus to the nearest part in a direction. @param {string} way */
  step(way) {
    const from = this.focused ? this.box(this.focused) : null;
    const names = this.reachable();
    if (!from || this.focused === null) return this.focusPart(names[0]);
    const [dx, dy] = /** @type {Record<string, [number, number]>} */ ({
      left: [-1, 0],
      right: [1, 0],
      up: [0, -1],
      down: [0, 1],
    })[way];
    let best;
    let least = Infinity;
    for (const name of names) {
      const box = this.box(name);
      if (!box || name === this.focused) continue;
      const x = box.x + box.width / 2 - from.x - from.width / 2;
      const y = box.y + box.height / 2 - from.y - from.height / 2;
      const ahead = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (ahead <= 0.5) continue;
      const cost = ahead + 2.5 * aside;
      if (cost < least) [least, best] = [cost, name];
    }
    return this.focusPart(best ?? this.focused);
  }
}
