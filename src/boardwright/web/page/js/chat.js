// What people at the table say to each other.

import { h } from "/js/dom.js";

export class Chat {
  /** @param {(text: string) => void} say */
  constructor(say) {
    this.say = say;
    this.list = h("ul", { class: "chat", id: "chat", "aria-label": "Chat", tabindex: 0 });
    this.form = this.makeForm();
  }

  makeForm() {
    const input = /** @type {HTMLInputElement} */ (
      h("input", {
        name: "text",
        maxlength: 500,
        "aria-label": "Say something",
        placeholder: "Say something",
        autocomplete: "off",
      })
    );
    const form = h("form", { class: "row", id: "say" }, input, h("button", { type: "submit" }, "Send"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (text) this.say(text);
      input.value = "";
    });
    return form;
  }

  /** @param {any[]} lines */
  add(lines) {
    for (const line of lines) this.list.append(h("li", {}, h("strong", {}, line.name), " ", line.text));
    this.list.scrollTop = this.list.scrollHeight;
  }
}
