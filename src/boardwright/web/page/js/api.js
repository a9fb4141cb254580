// Talking to the server: requests with the token of whoever is signed in here.

const KEY = "boardwright.session";

/** @typedef {{token: string, account: {id: string | number, name: string, role: string}}} Session */

/** @returns {Session | null} */
export function session() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** @param {Session | null} found */
export function keepSession(found) {
  if (found) localStorage.setItem(KEY, JSON.stringify(found));
  else localStorage.removeItem(KEY);
  dispatchEvent(new Event("session"));
}

/** What went wrong, in the server's words. */
export class Refused extends Error {
  /** @param {number} status @param {{code: string, text: string, marks?: string[]}} error @param {any} body */
  constructor(status, error, body) {
    super(error.text);
    this.status = status;
    this.code = error.code;
    this.marks = error.marks ?? [];
    this.body = body;
  }
}

/**
 * @param {string} method @param {string} path @param {any} [body]
 * @returns {Promise<any>}
 */
export async function ask(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = {};
  const who = session();
  if (who) headers.Authorization = `Bearer ${who.token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused(0, { code: "offline", text: "The server cannot be reached." }, null);
  }
  const text = await answer.text();
  const data = (answer.headers.get("Content-Type") ?? "").includes("json") && text ? JSON.parse(text) : text;
  if (answer.ok) return data;
  if (answer.status === 401 && who) keepSession(null);
  throw new Refused(
    answer.status,
    data?.error ?? { code: "trouble", text: `The server answered ${answer.status}.` },
    data,
  );
}

/** @param {string} path */
export const get = (path) => ask("GET", path);
/** @param {string} path @param {any} [body] */
export const post = (path, body = {}) => ask("POST", path, body);

/** Signs in as a guest if nobody is signed in. @param {string} [name] @returns {Promise<Session>} */
export async function someone(name) {
  const known = session();
  if (known) return known;
  const made = await post("/guests", { name: name || guestName() });
  keepSession(made);
  return made;
}

function guestName() {
  const words = ["Otter", "Heron", "Lynx", "Finch", "Badger", "Marten", "Wren", "Hare", "Stoat", "Raven"];
  return words[Math.floor(Math.random() * words.length)];
}
