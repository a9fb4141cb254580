// The chat of a table.

import { h } from "/js/dom.js";

export class Chat {
  /** @param {(text: string) => void} send */
  constructor(send) {
    this.send = send;
    this.list = h("ul", { class: "chat", id: "chat", "aria-label": "Chat", tabindex: 0, translate: "no" });
    this.form = this.makeForm();
    /** The number of the last line that is shown. */
    this.last = 0;
  }

  makeForm() {
    const input = /** @type {HTMLInputElement} */ (
      h("input", {
        name: "text",
        maxlength: 500,
        "aria-label": "Chat message",
        placeholder: "Chat message",
        autocomplete: "off",
      })
    );
    const form = h("form", { class: "row", id: "say" }, input, h("button", { type: "submit" }, "Send"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (text) this.send(text);
      input.value = "";
    });
    return form;
  }

  /** Shows those lines that are not shown yet. @param {import("/js/received.d.ts").ChatMessage[]} lines */
  add(lines) {
    for (const line of lines.filter(({ number }) => number > this.last)) {
      const from = line.room === "spectators" ? " (spectator)" : "";
      this.list.append(h("li", {}, h("strong", {}, line.name + from), " ", line.text));
      this.last = line.number;
    }
    this.list.scrollTop = this.list.scrollHeight;
  }
}
