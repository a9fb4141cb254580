// Options of a game in words, from their JSON schema, and fields for them.

import { choices } from "/js/lib/choices.js";
import { h } from "/js/lib/dom.js";

/** @typedef {{const: unknown, title: string, description: string, seats?: number[]}} Worded a value in words */
/** @typedef {{type?: string, enum?: unknown[], oneOf?: Worded[], anyOf?: Schema[], default?: unknown, title?: string, description?: string, minimum?: number, maximum?: number, properties?: Record<string, Schema>}} Schema */
/** @typedef {Record<string, unknown>} Values */

/**
 * A field for each option that people choose; all others keep their defaults.
 * @param {Schema} schema @param {number} seats @param {Values} chosen @param {(name: string, value: unknown) => void} set
 * @returns {[string, HTMLElement][]} by the name of the option, those with values in words first
 */
export function fields(schema, seats, chosen, set) {
  const made = Object.entries(schema.properties ?? {}).map(([name, whole]) => {
    const part = plain(whole);
    const value = chosen[name] ?? part.default;
    const give = (/** @type {unknown} */ given) => set(name, given);
    return /** @type {[string, HTMLElement | null]} */ ([name, field(name, part, seats, value, give)]);
  });
  return /** @type {[string, HTMLElement][]} */ (made.filter(([, found]) => found !== null));
}

/** The values that fit that many players. @param {Schema} part @param {number} seats */
const fitting = (part, seats) => (part.oneOf ?? []).filter((each) => each.seats?.includes(seats) ?? true);

/** The chosen values that can be played by that many. @param {Schema} schema @param {number} seats @param {Values} chosen */
export function possible(schema, seats, chosen) {
  return Object.fromEntries(
    Object.entries(chosen).filter(([name, value]) => {
      const part = plain(schema.properties?.[name] ?? { oneOf: [] });
      return (
        value !== undefined && (!part.oneOf || fitting(part, seats).some((each) => each.const === value))
      );
    }),
  );
}

/** What differs from the usual game, in words. @param {Schema} schema @param {number} seats @param {Values} values */
export function optionsText(schema, seats, values) {
  const said = Object.entries(schema.properties ?? {}).map(([name, whole]) => {
    const part = plain(whole);
    const value = values[name];
    const worded = fitting(part, seats).find((each) => each.const === value);
    if (value === undefined || value === null || (value === part.default && name !== "variant")) return "";
    if (worded) return worded.title;
    if (part.type === "boolean") return `${titleOf(name, part)}: ${value ? "yes" : "no"}`;
    return part.type === "integer" || part.type === "number" ? `${titleOf(name, part)}: ${value}` : "";
  });
  return said.filter(Boolean).join(", ");
}

/** @param {string} name @param {Schema} part */
const titleOf = (name, part) =>
  part.title ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

/** The schema of an optional value without its null alternative. @param {Schema} part @returns {Schema} */
function plain(part) {
  const found = part.anyOf?.filter((choice) => choice.type !== "null") ?? [];
  return found.length === 1 ? { ...found[0], ...part, anyOf: undefined, type: found[0].type } : part;
}

/**
 * @param {string} name @param {Schema} part @param {number} seats @param {unknown} value
 * @param {(value: unknown) => void} set @returns {HTMLElement | null}
 */
function field(name, part, seats, value, set) {
  const title = titleOf(name, part);
  if (part.enum) {
    const worded = part.oneOf ? fitting(part, seats) : part.enum.map(unworded);
    if (worded.length < 2) return null;
    const items = worded.map((each, index) => ({
      value: String(index),
      title: each.title,
      text: each.description,
    }));
    const now = worded.findIndex((each) => each.const === value);
    return choices(title, `option.${name}`, items, String(Math.max(0, now)), {
      onchange: (index) => set(worded[Number(index)].const),
    });
  }
  const help = part.description ? h("small", {}, part.description) : "";
  if (part.type === "boolean") {
    const box = /** @type {HTMLInputElement} */ (
      h("input", { type: "checkbox", name: `option.${name}`, checked: value === true })
    );
    box.addEventListener("change", () => set(box.checked));
    return h("label", { class: "check" }, box, h("span", {}, title, " ", help));
  }
  return part.type === "integer" || part.type === "number"
    ? number(name, part, title, help, value, set)
    : null;
}

/** @param {unknown} value @returns {Worded} */
const unworded = (value) => ({
  const: value,
  title: value === null || value === "" ? "Default" : String(value),
  description: "",
});

/**
 * @param {string} name @param {Schema} part @param {string} title @param {Node | string} help @param {unknown} value
 * @param {(value: unknown) => void} set
 */
function number(name, part, title, help, value, set) {
  const { minimum: min, maximum: max } = part;
  const input = /** @type {HTMLInputElement} */ (
    h("input", { type: "number", name: `option.${name}`, value: value ?? "", min, max })
  );
  input.addEventListener("change", () => set(input.value === "" ? undefined : Number(input.value)));
  return h("label", {}, title, input, help);
}
