// The live connection of one match: it comes back by itself and catches up.

import { session } from "/js/api.js";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;

export class Live {
  /**
   * @param {string} match
   * @param {{message: (message: any) => void, connected: (yes: boolean) => void}} ears
   */
  constructor(match, ears) {
    this.match = match;
    this.ears = ears;
    this.number = -1;
    this.wait = FIRST_WAIT;
    this.closed = false;
    this.count = 0;
    /** @type {Map<string, {message: any, done: (answer: any) => void}>} */
    this.unanswered = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${this.match}/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      const hello = { type: "hello", token: session()?.token, want: "state" };
      socket.send(JSON.stringify(hello));
      for (const { message } of this.unanswered.values()) socket.send(JSON.stringify(message));
      this.ears.connected(true);
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.closed || this.socket !== socket) return;
      this.ears.connected(false);
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  /** @param {any} message */
  hear(message) {
    if (message.type === "bye" && message.code && !["stopping", "slow"].includes(message.code))
      this.closed = true;
    const waiting = message.id === undefined ? undefined : this.unanswered.get(message.id);
    if (waiting) {
      this.unanswered.delete(message.id);
      waiting.done(message);
    }
    this.ears.message(message);
  }

  /**
   * Sends a request and answers when the server has; it is repeated after a lost connection.
   * @param {Record<string, any>} message
   * @returns {Promise<any>}
   */
  send(message) {
    const id = `${Date.now().toString(36)}-${++this.count}`;
    const whole = { ...message, id };
    return new Promise((done) => {
      this.unanswered.set(id, { message: whole, done });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(whole));
    });
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }
}
