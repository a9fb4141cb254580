// Downloads of files that need the session's token.

import { session } from "/js/api.js";
import { h, toast } from "/js/dom.js";

/** @param {string} url @param {string} name the name of the file */
export async function download(url, name) {
  const known = session();
  const response = await fetch(url, { headers: known ? { Authorization: `Bearer ${known.token}` } : {} });
  if (!response.ok) return toast("The record is not available now.", "error");
  const link = /** @type {HTMLAnchorElement} */ (
    h("a", { href: URL.createObjectURL(await response.blob()), download: name })
  );
  link.click();
  return URL.revokeObjectURL(link.href);
}
