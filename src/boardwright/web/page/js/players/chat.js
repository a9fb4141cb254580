// The chat of a table. Where it lies below the board, a button counts what has not been seen yet.

import { session } from "/js/lib/api.js";
import { button, h } from "/js/lib/dom.js";

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
  /** @param {string} match @param {{send: (text: string) => void, enter: () => void}} handlers `enter` asks who the reader is */
  constructor(match, handlers) {
    this.match = match;
    this.send = handlers.send;
    this.enter = button("enter-chat", "Sign in or take a name to chat", handlers.enter);
    this.input = /** @type {HTMLInputElement} */ (
      h("input", {
        name: "text",
        maxlength: 500,
        "aria-label": "Chat message",
        placeholder: "Chat message",
        autocomplete: "off",
      })
    );
    this.closed = h("p", { class: "quiet" }, "In a private match only its players chat.");
    this.submit = h("button", { type: "submit" }, "Send");
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
    const { input } = this;
    const form = h("form", { class: "row", id: "say" }, this.closed, this.enter, input, this.submit);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (text) this.send(text);
      input.value = "";
    });
    return form;
  }

  /** Lets those write who may. @param {import("/js/received.d.ts").State} state */
  update(state) {
    const isClosed = state.private && !state.you.length;
    const isKnown = session() !== null;
    this.closed.hidden = !isClosed;
    this.enter.hidden = isClosed || isKnown;
    this.input.hidden = this.submit.hidden = isClosed || !isKnown;
  }

  /** Puts back a message that the server refused. @param {string} text */
  giveBack(text) {
    this.input.value = `${text} ${this.input.value}`.trim();
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
