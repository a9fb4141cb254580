// Creating elements. Text from users is inserted as text, never as markup.

/**
 * @param {string} tag
 * @param {Record<string, unknown>} [props] attributes; `on…` are listeners, `class` the classes
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (key === "class") element.className = String(value);
    else if (key === "value" || key === "checked" || key === "selected")
      Object.assign(element, { [key]: value });
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(
    ...children
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => (typeof child === "number" ? String(child) : /** @type {Node | string} */ (child))),
  );
  return element;
}

/** Parses a picture from the server into an SVG element. @param {string} text @returns {SVGSVGElement} */
export function picture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.adoptNode(parsed)));
}

/** @param {string} tag @param {Record<string, string | number>} attributes @returns {SVGElement} */
export function svg(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** Shows a short message at the edge of the window; screen readers announce it. @param {string} text @param {"note" | "error"} [kind] */
export function toast(text, kind = "note") {
  const note = h("div", { class: `toast ${kind}` }, text);
  const open = [...document.querySelectorAll("dialog[open] .toasts")].at(-1);
  if (open)
    open.replaceChildren(note); // what a dialog says belongs into it, and replaces what it said before
  else document.getElementById("toasts")?.append(note);
  if (!open) setTimeout(() => note.remove(), 5000);
}

/** Takes away the messages at the edge of the window: what they were about is over. */
export function clearToasts() {
  document.getElementById("toasts")?.replaceChildren();
}

/** Announces a text to screen readers only. @param {string} text */
export function announce(text) {
  const place = document.getElementById("speech");
  if (place && text) place.textContent = text;
}

/**
 * An action that ignores calls while an earlier one is under way: a double click asks for one thing.
 * @template {unknown[]} T @param {(...given: T) => unknown} act @returns {(...given: T) => void}
 */
export function once(act) {
  let isUnderWay = false;
  return (...given) => {
    if (isUnderWay) return;
    const done = act(...given);
    if (!(done instanceof Promise)) return;
    isUnderWay = true;
    done.finally(() => (isUnderWay = false));
  };
}

/** A button; while its action is under way it ignores presses. @param {string} id @param {string} text @param {() => void} act @param {Record<string, unknown>} [more] */
export function button(id, text, act, more = {}) {
  return h("button", { type: "button", id, onclick: once(act), ...more }, text);
}

/** Runs an action with what a form says, and shows its error, if any. @param {HTMLFormElement} form @param {(given: FormData) => Promise<unknown>} act */
export function onSubmit(form, act) {
  const submit = once(() => attempt(() => act(new FormData(form))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
}

/** Replaces the children of a place; returns false if the focus was there and is lost. @param {HTMLElement} place @param {(Node | string)[]} children */
export function replaceKeepingFocus(place, children) {
  const focused = document.activeElement;
  if (!focused || !place.contains(focused)) {
    place.replaceChildren(...children);
    return true;
  }
  place.replaceChildren(...children);
  if (focused.id) document.getElementById(focused.id)?.focus({ preventScroll: true });
  return place.contains(document.activeElement);
}

/** Runs an asynchronous action and shows its error, if any, in place of the last one. @param {() => Promise<unknown>} act */
export async function attempt(act) {
  for (const old of document.querySelectorAll("dialog[open] .toasts")) old.replaceChildren();
  try {
    await act();
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), "error");
  }
}

/** Opens a modal dialog. @param {string} title @param {...Node} content @returns {HTMLDialogElement} */
export function dialog(title, ...content) {
  const box = /** @type {HTMLDialogElement} */ (h("dialog", { "aria-label": title }));
  box.append(h("h2", {}, title), h("div", { class: "toasts", role: "status" }), ...content);
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}
