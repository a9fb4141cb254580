// Requests to the server, with the token of the session stored in this browser.

import { settings } from "/js/lib/settings.js";

/** @typedef {import("/js/received.d.ts").Problem} Problem */
/** @typedef {import("/js/received.d.ts").Session} Session */

const KEY = "boardwright.session";
const DEVICES = "boardwright.devices";
const GUEST_NAMES = ["Otter", "Heron", "Lynx", "Finch", "Badger", "Marten", "Wren", "Hare", "Stoat", "Raven"];

/** @returns {Session | null} */
export function session() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** What proves that this browser has signed in before, by the name of the account. @returns {Record<string, string>} */
function devices() {
  try {
    return JSON.parse(localStorage.getItem(DEVICES) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {string} name of an account */
export const deviceFor = (name) => devices()[name.trim().toLowerCase()] ?? "";

/** Stores the session, or signs out with null; what makes this browser known stays. @param {Session | null} found */
export function storeSession(found) {
  if (found?.device) {
    const known = { ...devices(), [found.account.name.toLowerCase()]: found.device };
    localStorage.setItem(DEVICES, JSON.stringify(known));
  }
  if (found) localStorage.setItem(KEY, JSON.stringify(found));
  else localStorage.removeItem(KEY);
  dispatchEvent(new Event("session"));
}

/** A request that the server refused, or that did not reach it (status 0). */
export class RequestError extends Error {
  /** @param {number} status @param {Problem["error"]} error */
  constructor(status, error) {
    super(error.text);
    this.status = status;
    this.code = error.code;
    this.marks = error.marks;
  }
}

/**
 * Sends a request and returns the decoded answer; throws a RequestError for everything but success.
 * @template T
 * @param {string} method @param {string} path @param {object} [body]
 * @returns {Promise<T>}
 */
export async function request(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = {};
  const known = session();
  if (known) headers.Authorization = `Bearer ${known.token}`;
  const { language } = settings();
  if (language) headers["Accept-Language"] = language;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new RequestError(0, { code: "offline", text: "The server cannot be reached.", marks: [] });
  }
  const text = await response.text();
  const isJson = (response.headers.get("Content-Type") ?? "").includes("json") && text;
  const data = isJson ? JSON.parse(text) : text;
  if (response.ok) return data;
  if (response.status === 401 && known) storeSession(null);
  const unknown = { code: "unknown", text: `The server answered with status ${response.status}.`, marks: [] };
  throw new RequestError(response.status, data?.error ?? unknown);
}

/** @template T @param {string} path @returns {Promise<T>} */
export const get = (path) => request("GET", path);
/** @template T @param {string} path @param {object} [body] @returns {Promise<T>} */
export const post = (path, body = {}) => request("POST", path, body);

/** The guest who is being created. @type {Promise<Session> | null} */
let arriving = null;

/** The current session, or that of a new guest: the same one for all who ask at once. @param {string} [name] @returns {Promise<Session>} */
export async function ensureSession(name) {
  const known = session();
  if (known) return known;
  arriving ??= createGuest(name).finally(() => (arriving = null));
  return arriving;
}

/** @param {string} [name] */
async function createGuest(name) {
  /** @type {import("/js/sent.d.ts").NewGuest} */
  const guest = { name: name || GUEST_NAMES[Math.floor(Math.random() * GUEST_NAMES.length)] };
  /** @type {Session} */
  const created = await post("/guests", guest);
  storeSession(created);
  return created;
}
