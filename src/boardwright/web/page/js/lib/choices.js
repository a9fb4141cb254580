// A row of choices: radio buttons that look like chips, with a sentence about the one that is chosen.

import { h } from "/js/lib/dom.js";

/** @typedef {{value: string, title: string, text?: string}} Item */

/**
 * @param {string} legend @param {string} name @param {Item[]} items @param {string} chosen
 * @param {{onchange?: (value: string) => void, cards?: boolean}} [more] as `cards` each choice shows its sentence
 */
export function choices(legend, name, items, chosen, { onchange, cards = false } = {}) {
  const says = h("p", { class: "quiet says" });
  const tell = (/** @type {string} */ value) => {
    says.textContent = items.find((item) => item.value === value)?.text ?? "";
  };
  const chip = (/** @type {Item} */ { value, title, text }) => {
    const input = h("input", { type: "radio", name, value, checked: value === chosen });
    input.addEventListener("change", () => {
      tell(value);
      onchange?.(value);
    });
    return h(
      "label",
      { class: "chip" },
      input,
      h("span", { class: "chip-title" }, title),
      cards && text && h("small", {}, text),
    );
  };
  tell(chosen);
  const hasWords = !cards && items.some(({ text }) => text);
  return h(
    "fieldset",
    { class: `choices ${cards ? "cards" : ""}`, "data-choices": name },
    h("legend", {}, legend),
    h("div", { class: "chips" }, ...items.map(chip)),
    hasWords && says,
  );
}

/**
 * Numbered selects, each with one of the same kinds.
 * @param {string} title @param {string} name @param {string[]} chosen @param {string[][]} kinds values with their texts
 * @param {(chosen: string[]) => void} onchange
 */
export function selects(title, name, chosen, kinds, onchange) {
  const select = (/** @type {string} */ now, /** @type {number} */ place) => {
    const made = /** @type {HTMLSelectElement} */ (
      h(
        "select",
        { name: `${name}${place}` },
        ...kinds.map(([value, text]) => h("option", { value, selected: value === now }, text)),
      )
    );
    made.addEventListener("change", () =>
      onchange(chosen.map((each, index) => (index === place ? made.value : each))),
    );
    return h("label", {}, `${title} ${place + 1}`, made);
  };
  return h("div", { class: "pair" }, ...chosen.map(select));
}
