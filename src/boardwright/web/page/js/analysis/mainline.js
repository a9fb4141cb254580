// The main line on the analysis screen: the entries of a match, and the places where one can stop. A move and the chance
// outcomes that follow it belong together, so that at every stop something is to be decided, or all is over.

import { MARKS } from "/js/board/candidates.js";
import { dots } from "/js/lib/colors.js";
import { h } from "/js/lib/dom.js";
import { entryText, undoneMark } from "/js/table/log.js";
import { Point } from "/js/analysis/variations.js";

/** @typedef {import("/js/received.d.ts").State} State */
/** @typedef {import("/js/received.d.ts").Moment} Moment */
/** @typedef {State["log"][number]} Entry */

export class MainLine {
  /** @param {Entry[]} entries @param {Pick<State, "players" | "colors">} seats */
  constructor(entries, seats) {
    this.entries = entries;
    this.seats = seats;
    this.points = [new Point(null, 0, null)];
    for (const { number } of entries) this.points.push(new Point(this.points[number - 1], number, null));
    /** The numbers of entries after which one can stop. */
    this.stops = this.points.map(({ entry }) => entry).filter((entry) => entries[entry]?.kind !== "chance");
  }

  /** Where one stops after an entry. @param {number} entry @returns {Point} */
  at(entry) {
    return this.points[this.stops[this.index(entry)]];
  }

  /** The number of the stop after an entry, from 0. @param {number} entry */
  index(entry) {
    const found = this.stops.findIndex((stop) => stop >= entry);
    return found < 0 ? this.stops.length - 1 : found;
  }

  /** The stop so many steps from that of an entry. @param {number} entry @param {number} steps @returns {Point | undefined} */
  beside(entry, steps) {
    return this.points[this.stops[this.index(entry) + steps]];
  }

  last() {
    return this.points[this.points.length - 1];
  }

  /** The last entry before a stop that is not chance. @param {number} stop @returns {Entry | undefined} */
  lastStep(stop) {
    return this.entries
      .slice(0, stop)
      .filter(({ kind }) => kind !== "chance")
      .at(-1);
  }

  /** Where a stop is in the match, in words. @param {number} stop */
  caption(stop) {
    const moves = this.entries.filter(({ kind }) => kind === "move");
    const entry = this.lastStep(stop);
    if (!entry)
      return `The start. ${moves.length === 1 ? "1 move follows." : `${moves.length} moves follow.`}`;
    const number = moves.filter((move) => move.number <= stop).length;
    return `Move ${number} of ${moves.length}. ${entryText(entry, this.seats)}`;
  }

  /**
   * The entries as rows of a list: each move with what followed it.
   * @param {Point} current @param {(entry: Entry) => Moment | undefined} moment @param {(point: Point) => void} go
   * @param {(entry: number) => Node | string} variations those that leave the line after an entry
   */
  rows(current, moment, go, variations) {
    const groups = this.entries.reduce((/** @type {Entry[][]} */ found, entry) => {
      if (entry.kind === "chance" && found.length) found[found.length - 1].push(entry);
      else found.push([entry]);
      return found;
    }, []);
    return groups.flatMap((group) => {
      const isHere = !current.step && group.some(({ number }) => number === current.entry);
      const others = group.map(({ number }) => variations(number));
      return [this.row(group, isHere, moment(group[0]), go), ...others];
    });
  }

  /** @param {Entry[]} group @param {boolean} isHere @param {Moment | undefined} moment @param {(point: Point) => void} go */
  row(group, isHere, moment, go) {
    const [first, ...rest] = group;
    const isSetup = first.kind === "chance";
    const [sign, words] = moment ? MARKS[moment.mark] : ["", ""];
    const text = (/** @type {Entry} */ entry) => entryText(entry, this.seats);
    const followed = isSetup ? "" : rest.map(text).join(" ");
    return h(
      "li",
      { value: first.number, class: `${first.undone ? "undone" : ""} ${isHere ? "here" : ""}`.trim() },
      ...dots(this.seats.colors[first.seat ?? -1]),
      moment
        ? h("span", { class: `mark-${moment.mark}`, role: "img", "aria-label": words, title: words }, sign)
        : "",
      h(
        "button",
        { type: "button", class: "linklike", onclick: () => go(this.at(first.number)) },
        isSetup ? "The start" : text(first),
        undoneMark(first),
      ),
      followed ? h("span", { class: "quiet followed" }, ` ${followed}`) : "",
    );
  }
}
