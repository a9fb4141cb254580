// Lets Node find the modules of the page by the addresses that they have in a browser.

import { registerHooks } from "node:module";

const FOLDER = import.meta.resolve("../../../src/boardwright/web/page");

registerHooks({
  resolve: (name, context, next) => next(name.startsWith("/js/") ? `${FOLDER}${name}` : name, context),
});
