// A board: a frame that never changes, and a symbol or none for each of its places.

import { makeReadable } from "/js/zones/art.js";
import { svg } from "/js/lib/dom.js";
import { frameOf, groupOf, symbolArt, symbolOf } from "/js/zones/drawings.js";
import { HEAD, set, showHead } from "/js/zones/zone-head.js";

/** @typedef {import("/js/received.d.ts").Field} Field */
/** @typedef {import("/js/zones/zones.js").Zones} Zones */

/** So many heights wide, a board is a strip. */
const FLAT = 2.5;

export class FieldZone {
  /** @param {HTMLElement} element @param {Field} data @param {Zones} zones */
  constructor(element, data, zones) {
    this.element = element;
    this.data = data;
    this.zones = zones;
    /** @type {SVGElement[]} */
    this.spots = [];
    this.drawn = svg("svg", {});
    /** All that is turned half around with the board. */
    this.inner = svg("g", {});
    /** Whether it is seen from the other side. */
    this.isFlipped = false;
    element.classList.add("drawn");
    this.update(null, null);
  }

  /** @param {string[] | null} fields those with other values; null means all @param {number[] | null} cells */
  update(fields, cells) {
    const { element, data, zones } = this;
    const isNew = (/** @type {string} */ name) => fields?.includes(name) ?? true;
    if (HEAD.some(isNew)) showHead(element, data, zones.rename);
    if (isNew("frame")) return this.draw();
    if (isNew("over")) this.drawOver();
    if (isNew("previews")) this.drawPreviews();
    if (isNew("cells") || isNew("held")) return this.fillAll();
    return cells?.forEach((number) => this.fill(number));
  }

  /** Draws the board anew. */
  draw() {
    const { element, data } = this;
    const frame = frameOf(data.frame);
    this.drawn.remove();
    this.drawn = svg("svg", {
      class: ["places", frame.is_plain && "plain", this.shape > FLAT && "flat"].filter(Boolean).join(" "),
      viewBox: frame.box.join(" "),
    });
    const [left, top, wide, high] = frame.box;
    const around = `rotate(180 ${left + wide / 2} ${top + high / 2})`;
    this.inner = svg("g", this.isFlipped ? { class: "flipped", transform: around } : {});
    this.drawn.append(this.inner);
    this.spots = frame.spots.map(({ name, x, y, outline = 0 }) => {
      const spot = svg("g", { class: "place", transform: `translate(${x} ${y})` });
      set(spot, "data-name", name);
      spot.append(svg("path", { class: "outline", d: frame.outlines[outline], "fill-opacity": 0 }));
      return spot;
    });
    this.inner.append(groupOf(frame.ground, "frame-ground"), ...this.spots);
    if (this.isFlipped) makeReadable(this.inner);
    this.drawOver();
    this.drawPreviews();
    this.fillAll();
    element.append(this.drawn);
  }

  /** Draws what the symbols cannot say. */
  drawOver() {
    this.inner.querySelector(":scope > .over")?.remove();
    if (!this.data.over) return;
    const over = groupOf(this.data.over, "over");
    if (this.isFlipped) makeReadable(over);
    this.inner.append(over);
  }

  /** Draws, hidden, what will lie where moves end. */
  drawPreviews() {
    for (const old of this.drawn.querySelectorAll(":scope > [data-name]")) old.remove();
    for (const { name, art } of this.data.previews ?? []) {
      const preview = svg("g", { "data-name": name, display: "none" });
      preview.append(symbolArt(art));
      this.drawn.append(preview);
    }
  }

  /** Its width, in heights. */
  get shape() {
    const [, , wide, high] = frameOf(this.data.frame).box;
    return wide / high;
  }

  /** The seats that look at it from the other side. */
  get far() {
    return frameOf(this.data.frame).far ?? [];
  }

  get canFlip() {
    return frameOf(this.data.frame).flips ?? false;
  }

  /** Whether the seats look at it from the other side. @param {number[]} seats */
  isFar(seats) {
    return seats.length > 0 && seats.every((seat) => this.far.includes(seat));
  }

  /** Shows it from one side or, if it can be seen from there, the other. @param {boolean} isFlipped */
  turn(isFlipped) {
    const before = this.isFlipped;
    this.isFlipped = isFlipped && this.canFlip;
    if (this.isFlipped !== before) this.draw();
  }

  /** Shows the symbols of all places. */
  fillAll() {
    this.spots.forEach((_, number) => this.fill(number));
  }

  /** Shows the symbol of a place. @param {number} number */
  fill(number) {
    const { data, spots, zones } = this;
    const spot = spots[number];
    const { name, words = "" } = frameOf(data.frame).spots[number];
    const key = data.cells[number];
    spot.querySelector(":scope > .art")?.remove();
    if (key !== null) {
      const art = symbolArt(key);
      if (this.isFlipped) makeReadable(art);
      spot.append(art);
    }
    const said = key === null ? "" : (symbolOf(key).words ?? "");
    const label = [words || name, said].filter(Boolean).join(", ");
    set(spot, "role", label ? "img" : "");
    set(spot, "aria-label", zones.rename(label));
    spot.classList.toggle("in-hand", name !== "" && name === data.held);
  }
}
