/** Prints random games as JSON, one a line: `node games.js COUNT MOVES`. */
const { randomGame } = require("./game.js");

const [, , count, moves] = process.argv.map(Number);
for (let n = 0; n < count; n++) process.stdout.write(`${JSON.stringify(randomGame(moves, Math.random))}\n`);
