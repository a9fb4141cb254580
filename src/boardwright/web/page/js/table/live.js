// The live connection of one match. It reconnects by itself and repeats requests that were not answered.

import { session, storeSession } from "/js/lib/api.js";
import { knownKeys, remember } from "/js/zones/drawings.js";

/** @typedef {import("/js/received.d.ts").LiveMessage} LiveMessage */
/** @typedef {import("/js/sent.d.ts").LiveRequest} LiveRequest */
/** @typedef {import("/js/received.d.ts").State} State */
/** @typedef {{message: (message: LiveMessage, request?: LiveRequest) => void, connected: (yes: boolean) => void}} Handlers */

const FIRST_DELAY = 300;
const LONGEST_DELAY = 5000;
const BAD_TOKEN = 4401;
const RECONNECT_AFTER = ["stopping"]; // any other reason to close the connection is final

export class Live {
  /** @param {string} match */
  constructor(match) {
    this.match = match;
    /** @type {Handlers | null} */
    this.handlers = null;
    /** What came before anybody listened. @type {LiveMessage[]} */
    this.early = [];
    this.delay = FIRST_DELAY;
    this.closed = false;
    this.count = 0;
    /** @type {Map<string, LiveRequest>} */
    this.pending = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** The first state; rejected with the reason if the server does not send one. @type {Promise<State>} */
    this.first = new Promise((resolve, reject) => {
      this.start = resolve;
      this.fail = reject;
    });
    this.open();
  }

  /** Passes on all messages after the first state, those that have come already too. @param {Handlers} handlers */
  listen(handlers) {
    this.handlers = handlers;
    for (const message of this.early.splice(0)) handlers.message(message);
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/matches/${this.match}/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.delay = FIRST_DELAY;
      /** @type {LiveRequest} */
      const hello = {
        type: "hello",
        token: session()?.token,
        include: ["table", "moves"],
        known: knownKeys(),
      };
      socket.send(JSON.stringify(hello));
      for (const request of this.pending.values()) socket.send(JSON.stringify(request));
      this.handlers?.connected(true);
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (event.code === BAD_TOKEN && session()) storeSession(null);
      this.fail?.(new Error("The server cannot be reached."));
      if (this.closed || this.socket !== socket) return;
      this.handlers?.connected(false);
      this.timer = setTimeout(() => this.open(), this.delay);
      this.delay = Math.min(this.delay * 2, LONGEST_DELAY);
    };
  }

  /** @param {LiveMessage} message */
  receive(message) {
    remember(message.art);
    if (message.type === "closed") {
      this.closed ||= !RECONNECT_AFTER.includes(message.code);
      this.fail?.(new Error(message.text));
    }
    const request = this.pending.get(message.id ?? "");
    this.pending.delete(message.id ?? "");
    if (message.type === "state" && this.start) {
      this.start(message.state);
      this.start = undefined;
    } else if (this.handlers) this.handlers.message(message, request);
    else this.early.push(message);
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
