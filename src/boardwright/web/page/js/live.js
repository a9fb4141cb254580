// The live connection of one match. It reconnects by itself and repeats requests that were not answered.

import { session } from "/js/api.js";

/** @typedef {import("/js/received.d.ts").LiveMessage} LiveMessage */
/** @typedef {import("/js/sent.d.ts").LiveRequest} LiveRequest */
/** @typedef {{message: (message: LiveMessage) => void, connected: (yes: boolean) => void}} Handlers */

const FIRST_DELAY = 300;
const LONGEST_DELAY = 5000;
const RECONNECT_AFTER = ["stopping", "slow"]; // any other reason to close the connection is final

export class Live {
  /** @param {string} match @param {Handlers} handlers */
  constructor(match, handlers) {
    this.match = match;
    this.handlers = handlers;
    this.delay = FIRST_DELAY;
    this.closed = false;
    this.count = 0;
    /** @type {Map<string, LiveRequest>} */
    this.pending = new Map();
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
      this.delay = FIRST_DELAY;
      /** @type {LiveRequest} */
      const hello = { type: "hello", token: session()?.token, want: "state" };
      socket.send(JSON.stringify(hello));
      for (const request of this.pending.values()) socket.send(JSON.stringify(request));
      this.handlers.connected(true);
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.closed || this.socket !== socket) return;
      this.handlers.connected(false);
      this.timer = setTimeout(() => this.open(), this.delay);
      this.delay = Math.min(this.delay * 2, LONGEST_DELAY);
    };
  }

  /** @param {LiveMessage} message */
  receive(message) {
    if (message.type === "bye" && !RECONNECT_AFTER.includes(message.code)) this.closed = true;
    if (message.id !== undefined) this.pending.delete(message.id);
    this.handlers.message(message);
  }

  /** Sends a request, now or after reconnecting. @param {LiveRequest} request */
  send(request) {
    const id = `${Date.now().toString(36)}-${++this.count}`;
    const identified = { ...request, id };
    this.pending.set(id, identified);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(identified));
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }
}
