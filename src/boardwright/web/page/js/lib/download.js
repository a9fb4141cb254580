// Downloads of files that need the session's token.

import { session } from "/js/lib/api.js";
import { h, toast } from "/js/lib/dom.js";

/** @param {string} url @param {string} name the name of the file */
export async function download(url, name) {
  const known = session();
  const response = await fetch(url, { headers: known ? { Authorization: `Bearer ${known.token}` } : {} });
  if (!response.ok) return toast("The record is not available now.", "error");
  return save(await response.blob(), name);
}

/** @param {string} text @param {string} name the name of the file */
export const saveText = (text, name) => save(new Blob([`${text}\n`], { type: "text/plain" }), name);

/** @param {Blob} content @param {string} name the name of the file */
function save(content, name) {
  const link = /** @type {HTMLAnchorElement} */ (
    h("a", { href: URL.createObjectURL(content), download: name })
  );
  link.click();
  URL.revokeObjectURL(link.href);
}
