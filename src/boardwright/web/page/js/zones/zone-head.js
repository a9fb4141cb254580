// What zones of all kinds have in common: the line with title, value and note, and lines of small text below it.

import { h } from "/js/lib/dom.js";

/** @typedef {import("/js/zones/zones.js").ZoneData} ZoneData */
/** @typedef {import("/js/zones/zones.js").Rename} Rename */

/** The fields that `showHead` shows. */
export const HEAD = ["title", "note", "value", "lines", "color", "is_lit", "seat", "name", "words"];

/** Writes the head of a zone; what stands below it stays as it is. @param {HTMLElement} element @param {ZoneData} data @param {Rename} rename */
export function showHead(element, data, rename) {
  const { title = "", note = "", value = "", lines = [] } = data;
  for (const old of element.querySelectorAll(":scope > .zone-head, :scope > .zone-lines")) old.remove();
  const found = [];
  if (isTitled(data))
    found.push(
      h(
        "header",
        { class: "zone-head" },
        title && h("h2", { class: "zone-title" }, rename(title)),
        value && h("span", { class: "zone-value" }, value),
        note && h("span", { class: "zone-note" }, rename(note)),
      ),
    );
  if (lines.length)
    found.push(h("p", { class: "zone-lines" }, ...lines.map((line) => h("span", {}, rename(line)))));
  element.prepend(...found);
  mark(element, data, rename);
}

/** Whether a zone has a line above what it shows. @param {ZoneData} data */
export const isTitled = ({ title = "", note = "", value = "" }) => Boolean(title || note || value);

/** Says on the element of a zone whose it is, and what it is called if it is a part. @param {HTMLElement} element @param {ZoneData} data @param {Rename} rename */
function mark(element, data, rename) {
  const { color = "", is_lit = false, seat = null, name = "", words = "", title = "" } = data;
  const drawn = element.classList.contains("drawn") && "drawn";
  const css = ["zone", drawn, isTitled(data) && "titled", is_lit && "lit"]; // always in this order
  element.className = css.filter(Boolean).join(" ");
  element.style.setProperty("--zone", color || null);
  set(element, "data-seat", seat === null ? "" : String(seat));
  set(element, "data-name", name);
  set(element, "role", name ? "img" : "");
  set(element, "aria-label", name ? rename(words || title || name) : "");
}

/** Sets an attribute, or removes it where there is no value. @param {Element} element @param {string} name @param {string} value */
export function set(element, name, value) {
  if (value) element.setAttribute(name, value);
  else element.removeAttribute(name);
}
