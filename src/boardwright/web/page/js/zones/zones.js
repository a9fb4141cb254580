// The table: zones as elements, which the style sheets lay out by their roles. A change touches only what has another
// value, so that what has the focus, or moves, stays the same element.

import { h } from "/js/lib/dom.js";
import { remember } from "/js/zones/drawings.js";
import { FieldZone } from "/js/zones/field-zone.js";
import { ItemsZone } from "/js/zones/items-zone.js";
import { isTitled } from "/js/zones/zone-head.js";

/** @typedef {import("/js/received.d.ts").TableData} TableData */
/** @typedef {import("/js/received.d.ts").Changes} Changes */
/** @typedef {TableData["zones"][number]} ZoneData */
/** @typedef {(text: string) => string} Rename */

const SAMPLE = "Player 1 Player 2 Player 3 Player 4 Player 5 Player 6";

export class Zones {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {ZoneData[]} */
    this.data = [];
    /** @type {(FieldZone | ItemsZone)[]} */
    this.zones = [];
    /** @type {Rename} */
    this.rename = (text) => text;
    /** The names that the texts have now. */
    this.names = SAMPLE;
  }

  /** Shows a table. @param {TableData} table */
  show(table) {
    remember(table.art);
    this.place.setAttribute("aria-label", table.title);
    this.place.style.fontFamily = table.font ?? "";
    this.build(table.zones);
  }

  /** @param {ZoneData[]} data */
  build(data) {
    const old = this.zones;
    this.data = data;
    this.zones = data.map((zone) => this.kept(old, zone) ?? this.made(zone));
    const boards = this.fields().filter((zone) => zone.data.role === "board");
    const rest = this.zones.filter((zone) => zone.data.role !== "board");
    const cards = rest.filter((zone) => zone.data.role === "cards");
    // Cards need the room beside the board: a track goes below it.
    const below = boards.length && cards.length ? rest.filter((zone) => zone.data.role === "track") : [];
    const beside = rest.filter((zone) => !below.includes(zone));
    const column = (/** @type {string} */ name, /** @type {{element: Element}[]} */ zones) =>
      zones.length ? h("div", { class: name }, ...zones.map(({ element }) => element)) : "";
    this.place.replaceChildren(column("boards", [...boards, ...below]), column("beside", beside));
    this.shareHeight();
    // Classes in place of :has(), which would be asked again whenever a mark changes.
    const isChoosing = !boards.length && cards.some((zone) => zone instanceof FieldZone);
    const { classList } = this.place;
    classList.toggle("both", boards.length > 0 && rest.length > 0);
    classList.toggle(
      "titled",
      boards.some((zone) => isTitled(zone.data)),
    );
    classList.toggle("with-cards", cards.length > 0);
    classList.toggle("with-track", below.length > 0);
    classList.toggle("choosing", isChoosing);
  }

  /** Tells the style sheet how wide boards one above the other are, in heights of all of them. */
  shareHeight() {
    const boards = this.fields().filter((zone) => zone.data.role === "board");
    const heights = boards.reduce((sum, each) => sum + 1 / each.shape, 0);
    this.place.style.setProperty("--shape", heights ? String(1 / heights) : null);
  }

  /** Takes one of the zones that were there and shows other data in it, in as much room. @param {(FieldZone | ItemsZone)[]} old @param {ZoneData} data */
  kept(old, data) {
    const at = old.findIndex((zone) => zone.data.kind === data.kind && zone.data.role === data.role);
    const [zone] = at < 0 ? [] : old.splice(at, 1);
    if (!zone) return undefined;
    const was = zone.data;
    Object.assign(zone, { data }).update(differing(was, data), null);
    return zone;
  }

  /** @param {ZoneData} data */
  made(data) {
    const element = h("div", { class: "zone", "data-role": data.role });
    return data.kind === "field" ? new FieldZone(element, data, this) : new ItemsZone(element, data, this);
  }

  /** Changes what has other values. @param {Changes} changes */
  change({ zones, at = [] }) {
    if (zones) this.build(zones);
    for (const { at: number, fields = {}, cells = [], items = [] } of at) {
      const data = Object.assign(this.data[number], fields);
      if (data.kind === "field") for (const [place, value] of cells) data.cells[place] = value;
      else for (const [place, changed] of items) Object.assign((data.items ?? [])[place], changed);
      this.zones[number].update(
        Object.keys(fields),
        [...cells, ...items].map(([place]) => place),
      );
      if ("frame" in fields) this.shareHeight();
    }
  }

  /** Shows boards from one side or the other, and the scores of those above whose side is above. @param {boolean} isFlipped */
  turn(isFlipped) {
    const boards = this.fields();
    for (const zone of boards) zone.turn(isFlipped);
    const far = boards.flatMap((zone) => zone.far);
    const isAbove = (/** @type {{data: ZoneData}} */ { data }) => far.includes(data.seat ?? -1) !== isFlipped;
    const scores = this.zones.filter(({ data }) => data.role === "score");
    const sorted = [...scores.filter(isAbove), ...scores.filter((zone) => !isAbove(zone))];
    const drawn = [...this.place.querySelectorAll('[data-role="score"]')];
    const isSorted = sorted.every(({ element }, number) => element === drawn[number]);
    if (far.length && !isSorted) drawn[0].before(...sorted.map(({ element }) => element));
  }

  /** Writes texts with other names of the players. @param {Rename} rename */
  setNames(rename) {
    const names = rename(SAMPLE);
    const isSame = names === this.names;
    Object.assign(this, { rename, names });
    if (!isSame) for (const zone of this.zones) zone.update(null, null);
  }

  /** The boards. @returns {FieldZone[]} */
  fields() {
    return this.zones.filter((zone) => zone instanceof FieldZone);
  }

  /** The part that the game has put into the player's hand, and whether undoing puts it back. */
  held() {
    return this.data.find(({ held }) => held) ?? null;
  }
}

/** The fields that have other values. @param {ZoneData} one @param {ZoneData} other */
function differing(one, other) {
  const isSame = (/** @type {string} */ name) =>
    JSON.stringify(Reflect.get(one, name)) === JSON.stringify(Reflect.get(other, name));
  return Object.keys({ ...one, ...other }).filter((name) => !isSame(name));
}
