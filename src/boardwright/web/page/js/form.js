// A form generated from the JSON schema of a game's options.

import { h } from "/js/dom.js";

/** @typedef {{type?: string, enum?: unknown[], anyOf?: Schema[], default?: unknown, description?: string, minimum?: number, maximum?: number, properties?: Record<string, Schema>}} Schema */

/**
 * Fields for boolean, number and choice options; all others keep their defaults. Options in `between` have another
 * default between people, so they stay empty until the player fills them in.
 * @param {Schema} schema @param {Record<string, unknown>} between @returns {HTMLElement[]}
 */
export function fields(schema, between) {
  return Object.entries(schema.properties ?? {})
    .map(([name, part]) => field(name, plain(part), between[name]))
    .filter((made) => made !== null);
}

/**
 * The values that the player has chosen. @param {HTMLFormElement} form @param {Schema} schema
 * @param {Record<string, unknown>} between
 */
export function values(form, schema, between) {
  /** @type {Record<string, unknown>} */
  const found = {};
  for (const [name, whole] of Object.entries(schema.properties ?? {})) {
    const part = plain(whole);
    const input = /** @type {HTMLInputElement | null} */ (form.elements.namedItem(`option.${name}`));
    if (!input) continue;
    let value;
    if (part.type === "boolean") value = input.checked;
    else if (part.enum) value = part.enum[Number(input.value)];
    else if (part.type === "integer" || part.type === "number")
      value = input.value === "" ? part.default : Number(input.value);
    else value = input.value;
    const isChosen = name in between ? input.value !== "" : value !== part.default;
    if (isChosen && value !== undefined) found[name] = value;
  }
  return found;
}

/** The schema of an optional value without its null alternative. @param {Schema} part @returns {Schema} */
function plain(part) {
  const choices = part.anyOf?.filter((choice) => choice.type !== "null") ?? [];
  return choices.length === 1
    ? { ...choices[0], default: part.default, description: part.description ?? choices[0].description }
    : part;
}

/** @param {string} name @param {Schema} part @param {unknown} between @returns {HTMLElement | null} */
function field(name, part, between) {
  const id = `option.${name}`;
  const words = name.replaceAll("_", " ");
  const help = part.description ? h("small", {}, part.description) : "";
  if (part.type === "boolean") {
    const box = h("input", { type: "checkbox", name: id, checked: part.default === true });
    return h("label", { class: "check" }, box, h("span", {}, words, " ", help));
  }
  const input = part.enum ? choice(id, part.enum, part.default) : number(id, part, between);
  return input && h("label", {}, words, input, help);
}

/** @param {string} id @param {unknown[]} values @param {unknown} usual */
function choice(id, values, usual) {
  const text = (/** @type {unknown} */ value) => (value === null || value === "" ? "default" : String(value));
  const options = values.map((value, index) =>
    h("option", { value: index, selected: value === usual }, text(value)),
  );
  return h("select", { name: id }, ...options);
}

/** @param {string} id @param {Schema} part @param {unknown} between */
function number(id, part, between) {
  if (part.type !== "integer" && part.type !== "number") return null;
  const { minimum: min, maximum: max } = part;
  if (between === undefined)
    return h("input", { type: "number", name: id, value: part.default ?? "", min, max });
  const placeholder = `${part.default}, between people ${between}`;
  return h("input", { type: "number", name: id, placeholder, min, max });
}
