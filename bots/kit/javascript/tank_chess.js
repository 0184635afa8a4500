// Tank Chess: what a bot sees, and how it answers.
// Made from the layout in the rules' own code; do not edit.

import "./muster.js"; // Which plays, where the bot is run by node.

export const kind = (action) => Math.floor(action / 2 ** 48);

export const PLACE = 0;
export const place = (square, piece, facing) => 0 * 2 ** 48 + (square & 255) + (piece & 255) * 256 + (facing & 255) * 65536;
export const placeSquare = (action) => action & 255;
export const placePiece = (action) => Math.floor(action / 256) & 255;
export const placeFacing = (action) => Math.floor(action / 65536) & 255;

export const SHOOT = 1;
export const shoot = (firer, target, retreat, distance) => 1 * 2 ** 48 + (firer & 255) + (target & 255) * 256 + (retreat & 15) * 65536 + (distance & 15) * 1048576;
export const shootFirer = (action) => action & 255;
export const shootTarget = (action) => Math.floor(action / 256) & 255;
export const shootRetreat = (action) => Math.floor(action / 65536) & 15;
export const shootDistance = (action) => Math.floor(action / 1048576) & 15;

export const END_FIRING = 2;
export const endFiring = () => 2 * 2 ** 48;

export const MOVE = 3;
export const move = (from, to, facing) => 3 * 2 ** 48 + (from & 255) + (to & 255) * 256 + (facing & 255) * 65536;
export const moveFrom = (action) => action & 255;
export const moveTo = (action) => Math.floor(action / 256) & 255;
export const moveFacing = (action) => Math.floor(action / 65536) & 255;

export const END_TURN = 4;
export const endTurn = () => 4 * 2 ** 48;

export function logBoard(view) {
  const symbols = " KLLLLMMMHHDDOOkllllmmmhhddoo";
  const ground = "..........................##..#....##.....##..#............#..#........##........##..#####.......#..........##.............###....###.............##..........#.......#####..##........##........#..#............#..##.....##....#..##..........................";
  const labels = " 1 2 3 4 5 6 7 8 910111213141516";
  console.log("   a b c d e f g h i j k l m n o p");
  for (let index = 0; index < 16; index++) {
    const row = 15 - index;
    let line = labels.slice(2 * row, 2 * (row + 1));
    for (let column = 0; column < 16; column++) {
      const square = 16 * row + column;
      const symbol = symbols[view.board[square]] ?? " ";
      line += " " + (symbol === " " ? ground[square] : symbol);
    }
    console.log(line);
  }
}
