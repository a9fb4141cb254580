// Fair chance: this browser contributes a share to the seed of a match, after it has seen the server's commitment,
// and checks at the end that chance came from both.

import { get, post, RequestError, session } from "/js/lib/api.js";
import { h } from "/js/lib/dom.js";

/** @typedef {import("/js/received.d.ts").State} State */
/** @typedef {import("/js/received.d.ts").Commitment} Commitment */
/** @typedef {import("/js/sent.d.ts").NewMatch} NewMatch */
/** @typedef {Commitment & {share: string}} Contribution */

const KEY = "boardwright.shares";
const KEPT = 200;
const TRIES = 3;

/** Creates a match, or joins one with `quick`, with a share of the seed. @param {NewMatch} order @returns {Promise<State>} */
export async function create(order) {
  for (let left = TRIES; ; left--) {
    /** @type {import("/js/sent.d.ts").CommitmentQuery} */
    const query = order.quick ? { quick: order } : {};
    const { match, share } = contribute(await post("/commitments", query));
    try {
      return await post("/matches", { ...order, match, share });
    } catch (error) {
      // With `quick`, the match that waited may be full by now, or another one may wait.
      if (left === 1 || !(error instanceof RequestError) || error.code !== "stale_commitment") throw error;
    }
  }
}

/** The body of a request to join an open match. @param {State} state @param {number} [seat] */
export function joining(state, seat) {
  const { share } = contribute({ match: state.match, commitment: state.commitment ?? "" });
  /** @type {import("/js/sent.d.ts").Join} */
  const body = { seat, share };
  return body;
}

/** Asks for the rematch, or joins it. @param {string} match @returns {Promise<State>} */
export async function rematch(match) {
  const { share } = contribute(await get(`/matches/${match}/rematch`));
  /** @type {import("/js/sent.d.ts").Rematch} */
  const body = { share };
  return post(`/matches/${match}/rematch`, body);
}

/**
 * What can be said of the chance of a match to which this browser contributed; nothing for other matches.
 * @param {State} state @returns {Promise<{text: string, good: boolean} | null>}
 */
export async function check(state) {
  const mine = contributions().find((known) => known.match === state.match);
  if (!mine || state.status === "open" || !state.you.length) return null;
  const fault = headerFault(mine, state.commitment, state.shares);
  if (fault || state.status !== "over") return fault ? { text: fault, good: false } : null;
  return checkRecord(mine, state.record_url);
}

/** @param {Contribution} mine @param {string} url */
async function checkRecord(mine, url) {
  const known = session();
  const headers = known ? { Authorization: `Bearer ${known.token}` } : undefined;
  const lines = (await (await fetch(url, { headers })).text()).trim().split("\n");
  const header = JSON.parse(lines[0]);
  const { seed } = JSON.parse(lines[lines.length - 1]);
  const fault = headerFault(mine, header.commitment, header.shares);
  if (fault) return { text: fault, good: false };
  const hasChance = lines.some((line) => JSON.parse(line).kind === "chance");
  const what = hasChance ? "Dice" : "Record";
  if (!globalThis.crypto.subtle) return { text: UNCHECKED, good: true };
  return (await sha256(seed ?? "")) === mine.commitment
    ? { text: `${what} checked: commitment and your share agree.`, good: true }
    : { text: "The dice are not fair: the seed is not the one that the server committed to.", good: false };
}

const UNCHECKED =
  "Dice: the record has the commitment and your share. The seed is not checked, because this page was not loaded over HTTPS; `boardwright verify` checks the record.";

/** What is wrong with a header, or "". @param {Contribution} mine @param {string | null} commitment @param {string[]} shares */
function headerFault(mine, commitment, shares) {
  if (commitment !== mine.commitment)
    return "The dice are not fair: the server has replaced the seed that it committed to.";
  return shares.includes(mine.share) ? "" : "The dice are not fair: the server has left out your share.";
}

/** SHA-256 of bytes in hexadecimal, in hexadecimal. @param {string} hex */
async function sha256(hex) {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** @param {Uint8Array} bytes */
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * The share for a match: a new random one, kept in this browser with the commitment it was made for. A second request
 * for the same match sends the same share, and a commitment that was seen first is never replaced.
 * @param {Commitment} promised @returns {Contribution}
 */
function contribute({ match, commitment }) {
  const known = contributions();
  const earlier = known.find((each) => each.match === match);
  if (earlier) return earlier;
  const made = { match, commitment, share: toHex(crypto.getRandomValues(new Uint8Array(32))) };
  localStorage.setItem(KEY, JSON.stringify([made, ...known].slice(0, KEPT)));
  return made;
}

/** @returns {Contribution[]} */
function contributions() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** A line that says whether chance came from the seed and the share that this browser knows. */
export class FairnessNote {
  constructor() {
    this.place = h("p", { class: "quiet", id: "fairness", role: "status" });
    this.checked = "";
  }

  /** @param {State} state */
  async update(state) {
    const checked = JSON.stringify([state.status, state.commitment, state.shares]);
    if (checked === this.checked) return;
    this.checked = checked;
    const found = await check(state).catch(() => null);
    if (checked !== this.checked) return;
    this.place.textContent = found?.text ?? "";
    this.place.classList.toggle("bad", found?.good === false);
  }
}
