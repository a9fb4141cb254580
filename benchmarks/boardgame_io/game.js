/**
 * A game with the mechanics of Deblockle: cubes roll over the edge to a neighboring square, and what shows on top
 * decides what may follow in the same turn. Every move is checked against the legal ones, as a server has to.
 */
const SIZE = 7;
const CUBES = 4;

/** What a cube shows when it rolls: [top, north, east]; opposite faces add up to 7. */
const ROLLS = {
  n: ([top, north, east]) => [7 - north, top, east],
  s: ([top, north, east]) => [north, 7 - top, east],
  e: ([top, north, east]) => [7 - east, north, top],
  w: ([top, north, east]) => [east, north, 7 - top],
};
const STEPS = { n: [0, 1], s: [0, -1], e: [1, 0], w: [-1, 0] };

function setup() {
  const cubes = [];
  for (const player of ["0", "1"])
    for (let n = 0; n < CUBES; n++)
      cubes.push({ player, x: n + 1, y: player === "0" ? 0 : SIZE - 1, faces: [1, 2, 3] });
  return { cubes, rolled: null, home: { 0: 0, 1: 0 } };
}

/** The legal moves of a player: [cube, direction], or ["end"] when the turn may end. */
function legalMoves(G, player) {
  const found = G.rolled === null ? [] : [["end"]];
  const taken = new Set(G.cubes.map((cube) => cube.x + SIZE * cube.y));
  G.cubes.forEach((cube, number) => {
    if (cube.player !== player || (G.rolled !== null && G.rolled !== number)) return;
    for (const direction of "nsew") {
      const [x, y] = [cube.x + STEPS[direction][0], cube.y + STEPS[direction][1]];
      if (x >= 0 && y >= 0 && x < SIZE && y < SIZE && !taken.has(x + SIZE * y))
        found.push([number, direction]);
    }
  });
  return found;
}

/** Makes a move; returns whether the turn is over. */
function apply(G, [number, direction]) {
  if (number === "end") {
    G.rolled = null;
    return true;
  }
  const cube = G.cubes[number];
  cube.x += STEPS[direction][0];
  cube.y += STEPS[direction][1];
  cube.faces = ROLLS[direction](cube.faces);
  const again = G.rolled === null && cube.faces[0] > 3;
  G.rolled = again ? number : null;
  return !again;
}

/** The game as boardgame.io takes it. */
const game = {
  name: "rolling",
  setup,
  moves: {
    step: ({ G, playerID, events }, ...move) => {
      const isLegal = legalMoves(G, playerID).some((legal) => legal[0] === move[0] && legal[1] === move[1]);
      if (!isLegal) return "INVALID_MOVE";
      if (apply(G, move)) events.endTurn();
    },
  },
};

/** A random game as a list of [player, move]. */
function randomGame(moves, random) {
  const G = setup();
  const found = [];
  let player = "0";
  while (found.length < moves) {
    const legal = legalMoves(G, player);
    const move = legal.length ? legal[Math.floor(random() * legal.length)] : ["end"];
    found.push([Number(player), move]);
    if (apply(G, move)) player = player === "0" ? "1" : "0";
  }
  return found;
}

module.exports = { game, randomGame };
