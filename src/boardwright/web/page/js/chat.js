// The chat of a table. Where it lies below the board, a button counts what has not been seen yet.

import { session } from "/js/api.js";
import { h } from "/js/dom.js";

const KEY = "boardwright.chat";
const REMEMBERED = 50;
const ACTION_BAR = 72; // pixels at the bottom of a narrow window in which nothing is seen

/** The number of the last line that was seen of each match, the oldest match first. @returns {[string, number][]} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

export class Chat {
  /** @param {string} match @param {(text: string) => void} send */
  constructor(match, send) {
    this.match = match;
    this.send = send;
    const label = { "aria-label": "Chat", "aria-live": "polite", tabindex: 0, translate: "no" };
    this.list = h("ul", { class: "chat", id: "chat", ...label });
    this.form = this.makeForm();
    this.badge = h("span", { class: "badge", "aria-hidden": "true" });
    this.button = h(
      "button",
      { type: "button", id: "to-chat", onclick: () => this.show() },
      "Chat",
      this.badge,
    );
    /** The number of the last line that is shown. */
    this.last = 0;
    this.seen = stored().find(([known]) => known === match)?.[1] ?? 0;
    this.unread = 0;
    this.isInView = false;
    this.views = new IntersectionObserver((found) => this.onView(found), {
      rootMargin: `0px 0px -${ACTION_BAR}px 0px`,
    });
    this.views.observe(this.form);
  }

  close() {
    this.views.disconnect();
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
    const own = session()?.account.name;
    for (const line of lines.filter(({ number }) => number > this.last)) {
      const from = line.room === "spectators" ? " (spectator)" : "";
      this.list.append(h("li", {}, h("strong", {}, line.name + from), " ", line.text));
      this.last = line.number;
      if (line.number > this.seen && line.name !== own) this.unread += 1;
    }
    this.list.scrollTop = this.list.scrollHeight;
    if (this.isInView) this.markSeen();
    this.count();
  }

  /** @param {IntersectionObserverEntry[]} found */
  onView(found) {
    this.isInView = found.some(({ isIntersecting }) => isIntersecting);
    if (this.isInView) this.markSeen();
  }

  /** Remembers that all lines were seen. */
  markSeen() {
    if (this.last > this.seen) {
      const others = stored().filter(([match]) => match !== this.match);
      localStorage.setItem(KEY, JSON.stringify([...others, [this.match, this.last]].slice(-REMEMBERED)));
    }
    this.seen = this.last;
    this.unread = 0;
    this.count();
  }

  count() {
    const { unread } = this;
    this.badge.textContent = unread ? String(unread) : "";
    const words = unread === 1 ? "1 new message" : `${unread} new messages`;
    this.button.setAttribute("aria-label", unread ? `Chat, ${words}` : "Chat");
  }

  /** Brings the chat into view. */
  show() {
    this.form.scrollIntoView({ block: "end" });
    this.list.focus({ preventScroll: true });
  }
}
