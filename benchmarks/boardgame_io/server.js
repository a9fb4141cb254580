/** Serves the game: `node server.js memory`, or `node server.js sqlite FILE`; prints the port. */
const { Server } = require("boardgame.io/server");
const { game } = require("./game.js");
const { Sqlite } = require("./sqlite.js");

const [, , store, file] = process.argv;
const options = { games: [game], origins: ["http://localhost"] };
if (store === "sqlite") options.db = new Sqlite(file);
console.info = console.log = () => {}; // standard output carries the port alone
Server(options)
  .run({ port: 0 })
  .then(({ appServer }) => process.stdout.write(`${appServer.address().port}\n`));
