// A zone of things one after the other: pieces, cards, buttons, numbers.

import { h, svg } from "/js/lib/dom.js";
import { symbolArt, symbolOf } from "/js/zones/drawings.js";
import { HEAD, set, showHead } from "/js/zones/zone-head.js";

/** @typedef {import("/js/received.d.ts").Items} Items */
/** @typedef {import("/js/received.d.ts").Item} Item */
/** @typedef {import("/js/zones/zones.js").Zones} Zones */

/** The rows of the columns of a track, as in the style sheet, and how many things are as small as several. */
const ROWS = 60;
const FEW = 3;

/** From so many things on they lie closer to each other. */
const SEVERAL = 3;
const MANY = 20;

export class ItemsZone {
  /** @param {HTMLElement} element @param {Items} data @param {Zones} zones */
  constructor(element, data, zones) {
    this.element = element;
    this.data = data;
    this.zones = zones;
    this.list = h("div", { class: "items" });
    element.append(this.list);
    this.update(null, null);
  }

  /** @param {string[] | null} fields those with other values; null means all @param {number[] | null} changed */
  update(fields, changed) {
    const { element, data, zones, list } = this;
    if (!fields || fields.some((name) => HEAD.includes(name))) showHead(element, data, zones.rename);
    const items = data.items ?? [];
    if (!fields || ["items", "most", "scale", "columns", "held"].some((name) => fields.includes(name))) {
      list.style.setProperty("--scale", String(data.scale ?? 1));
      list.style.setProperty("--columns", data.columns ? String(data.columns) : null);
      const count = Math.max(items.length, data.most ?? 0);
      while (list.children.length > count) list.lastElementChild?.remove();
      while (list.children.length < count) list.append(h("div"));
      items.forEach((_, number) => this.fill(number));
      for (let number = items.length; number < count; number++) this.keepRoom(number);
      list.classList.toggle("none", !count);
      list.classList.toggle("several", count >= SEVERAL);
      list.classList.toggle("many", count >= MANY);
    } else for (const number of changed ?? []) this.fill(number);
    if (data.role === "track" && data.columns) this.share(data.columns);
    const largest = items.map(({ art }) => art && symbolOf(art).box).find(Boolean);
    if (!largest) return;
    list.style.setProperty("--item-high", String(largest[3]));
    list.style.setProperty("--item-wide", String(largest[2]));
  }

  /** Lets the things of each column share its height below the first row: however many one has, the others stay. @param {number} columns */
  share(columns) {
    for (let column = 0; column < columns; column++) {
      const own = [...this.list.children].filter(
        (_, number) => number % columns === column && number >= columns,
      );
      const seen = own.filter((place) => !place.classList.contains("hidden"));
      const span = Math.floor(ROWS / Math.max(FEW, seen.length));
      seen.forEach((place, row) => {
        /** @type {HTMLElement} */ (place).style.gridArea =
          `${2 + row * span} / ${column + 1} / span ${span} / auto`;
      });
    }
  }

  /** Keeps the room of a thing that was there or can come, so that nothing below moves. @param {number} number */
  keepRoom(number) {
    const place = /** @type {HTMLElement} */ (this.list.children[number]);
    const { offsetHeight: high, offsetWidth: wide } = place;
    place.className = high ? "item hidden" : "item free hidden";
    if (high) Object.assign(place.style, { minHeight: `${high}px`, minWidth: `${wide}px` });
    place.replaceChildren(); // what was there may be a secret of who sat here before
    for (const name of ["data-name", "data-turns", "data-turn", "role", "aria-label"]) set(place, name, "");
  }

  /** Shows an item in its element. @param {number} number */
  fill(number) {
    const { rename } = this.zones;
    const item = (this.data.items ?? [])[number];
    const { art = null, name = "", title = "", text = "", caption = "", color = "" } = item;
    const place = /** @type {HTMLElement} */ (this.list.children[number]);
    const symbol = art === null ? null : symbolOf(art);
    const words = item.words || symbol?.words || title;
    place.className = classes(item, name !== "" && name === this.data.held);
    Object.assign(place.style, { minHeight: "", minWidth: "" });
    place.style.setProperty("--item", color || null);
    set(place, "data-name", item.is_hidden ? "" : name);
    set(place, "data-turns", item.shows ?? "");
    set(place, "data-turn", item.shows ? String(item.turn ?? 0) : "");
    place.style.setProperty("--turn", item.shows ? String(item.turn ?? 0) : null);
    set(place, "role", words ? "img" : "");
    set(place, "aria-label", rename(words));
    place.replaceChildren(
      ...(art !== null && symbol ? [drawing(art, symbol.box)] : []),
      ...[
        ["title", title],
        ["text", text],
        ["caption", caption],
      ].flatMap(([css, said]) => (said ? [h("span", { class: `item-${css}` }, rename(said))] : [])),
    );
  }
}

/** @param {string} key @param {[number, number, number, number]} box */
function drawing(key, box) {
  const drawn = svg("svg", { viewBox: box.join(" ") });
  drawn.style.setProperty("--w", String(box[2]));
  drawn.style.setProperty("--h", String(box[3]));
  drawn.append(symbolArt(key));
  return drawn;
}

/** @param {Item} item @param {boolean} isHeld */
function classes({ art = null, text = "", title = "", ...item }, isHeld) {
  return [
    "item",
    art === null && !text ? (title ? "plain-item" : "free") : "",
    text ? "text-item" : "",
    item.is_hidden ? "hidden" : "",
    item.is_faded ? "faded" : "",
    item.is_lit ? "lit" : "",
    item.is_main ? "main" : "",
    isHeld ? "in-hand" : "",
  ]
    .filter(Boolean)
    .join(" ");
}
