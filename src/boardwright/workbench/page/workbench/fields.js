// The fields of the position as a tree. What the last step has changed is marked, and every value can be edited.

import { h } from "/js/lib/dom.js";

/** @typedef {(position: unknown) => void} Put */
/** @typedef {Record<string, unknown> | unknown[]} Branch */

const OPEN = 12; // branches with more children are folded

/**
 * @param {unknown} now the fields @param {unknown} before the fields of the position before
 * @param {Put} put is called with the whole position after a value was edited
 */
export function fields(now, before, put) {
  const tree = h("div", {});
  for (const [key, value] of entries(now))
    tree.append(
      branch(key, value, child(before, key), (changed) =>
        put({ .../** @type {object} */ (now), [key]: changed }),
      ),
    );
  return tree;
}

/** @param {string} key @param {unknown} now @param {unknown} before @param {Put} put @returns {HTMLElement} */
function branch(key, now, before, put) {
  const isChanged = JSON.stringify(now) !== JSON.stringify(before);
  if (typeof now !== "object" || now === null) return leaf(key, now, isChanged, put);
  const own = entries(now);
  if (own.every(([, value]) => typeof value !== "object" || value === null) && Array.isArray(now))
    return leaf(key, now, isChanged, put);
  if (!own.length) return leaf(key, now, isChanged, put);
  const inside = own.map(([name, value]) =>
    branch(name, value, child(before, name), (changed) =>
      put(replaced(/** @type {Branch} */ (now), name, changed)),
    ),
  );
  const size = Array.isArray(now) ? `[${own.length}]` : `{${own.length}}`;
  const attributes = { class: isChanged ? "changed" : "", open: own.length <= OPEN };
  return h("details", attributes, h("summary", {}, `${key} ${size}`), ...inside);
}

/** @param {string} key @param {unknown} value @param {boolean} isChanged @param {Put} put */
function leaf(key, value, isChanged, put) {
  const shown = h(
    "span",
    { class: "value", role: "button", tabindex: 0, title: "Edit" },
    JSON.stringify(value),
  );
  const line = h("div", { class: isChanged ? "leaf changed" : "leaf" }, `${key}: `, shown);
  const edit = () => {
    const box = /** @type {HTMLInputElement} */ (
      h("input", { value: JSON.stringify(value), "aria-label": key })
    );
    box.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") put(read(box.value));
      if (event.key === "Escape") box.replaceWith(shown);
    });
    shown.replaceWith(box);
    box.select();
  };
  shown.addEventListener("click", edit);
  shown.addEventListener("keydown", (event) => event.key === "Enter" && edit());
  return line;
}

/** What was typed: JSON, or else a text. @param {string} text */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param {Branch} where @param {string} key @param {unknown} value @returns {Branch} */
function replaced(where, key, value) {
  return Array.isArray(where)
    ? where.map((old, place) => (String(place) === key ? value : old))
    : { ...where, [key]: value };
}

/** @param {unknown} value @returns {[string, unknown][]} */
const entries = (value) => (typeof value === "object" && value !== null ? Object.entries(value) : []);

/** @param {unknown} value @param {string} key */
const child = (value, key) => Object.fromEntries(entries(value))[key];
