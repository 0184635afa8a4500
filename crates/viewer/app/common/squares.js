/** The squares of a board: their names, and their contents in words. */

const FACINGS = ["up", "up and right", "right", "down and right", "down", "down and left", "left", "up and left"];

/**
 * The name of a square: `d4`, or `row 3, column 4` if the columns have numbers.
 * @param {Drawing} drawing
 * @param {Square} square
 */
export function name(drawing, [column, row]) {
  const across = drawing.columnLabels[column] ?? String(column);
  const down = drawing.rowLabels[row] ?? String(row);
  return /^\d+$/.test(across) ? `row ${down}, column ${across}` : across + down;
}

/**
 * The screen reader texts of all squares, row by row.
 * @param {Drawing} drawing
 * @param {[SeatName, SeatName]} seats
 * @param {boolean} flipped
 */
export function spoken(drawing, seats, flipped) {
  const texts = drawing.cells.map((cell) => ground(cell, seats));
  for (const piece of drawing.pieces) {
    const index = piece.row * drawing.columns + piece.column;
    texts[index] = [pieceWords(piece, seats, flipped), texts[index]].filter(Boolean).join(", ");
  }
  return texts.map((text, index) => {
    const square = at(drawing, index);
    return `${name(drawing, square)}: ${text || "empty"}`;
  });
}

/**
 * @param {Piece} piece
 * @param {[SeatName, SeatName]} seats
 * @param {boolean} flipped
 */
export function pieceWords(piece, seats, flipped) {
  const owner = piece.seat === null ? "" : seats[piece.seat].word;
  const what = piece.name.startsWith(owner) ? piece.name : `${owner} ${piece.name}`;
  if (piece.facing === null || piece.facing === undefined) return what;
  const facing = FACINGS[(piece.facing + (flipped ? 4 : 0)) % 8];
  return `${what}, facing ${facing}`;
}

/**
 * @param {Drawing["cells"][number]} cell
 * @param {[SeatName, SeatName]} seats
 */
function ground(cell, seats) {
  const tones = {
    plain: "",
    blocked: "blocked",
    mined: "mine",
    danger: "dangerous ground",
    home: "home of",
    held: "held by",
  };
  const tone = tones[cell.tone];
  const owner = cell.seat === undefined || cell.seat === null ? "" : seats[cell.seat].word;
  return [owner ? `${tone} ${owner}` : tone, cell.circled ? "circle" : ""].filter(Boolean).join(", ");
}

/**
 * The square at an index of a drawing's cells.
 * @param {Drawing} drawing
 * @param {number} index
 * @returns {Square}
 */
export function at(drawing, index) {
  return [index % drawing.columns, Math.floor(index / drawing.columns)];
}

/**
 * @param {Square | null} one
 * @param {Square | null} other
 */
export function same(one, other) {
  return one === other || (one !== null && other !== null && one[0] === other[0] && one[1] === other[1]);
}

/**
 * The piece on a square; `null` if there is none.
 * @param {Drawing} drawing
 * @param {Square} square
 */
export function pieceAt(drawing, [column, row]) {
  return drawing.pieces.find((piece) => piece.column === column && piece.row === row) ?? null;
}

/**
 * The number of rows by which the first seat's homes are below the second's, or its pieces on a board without homes;
 * `NaN` if a seat has neither.
 * @param {Drawing} drawing
 */
function below({ cells, columns, pieces }) {
  const [first = NaN, second = NaN] = [0, 1].map((seat) => {
    const homes = cells.flatMap((cell, index) => (cell.seat === seat ? [Math.floor(index / columns)] : []));
    const rows = homes.length > 0 ? homes : pieces.flatMap((piece) => (piece.seat === seat ? [piece.row] : []));
    return rows.reduce((sum, row) => sum + row, 0) / rows.length;
  });
  return first - second;
}

/** Returns `true` if each seat has a side of the board. @param {Drawing} drawing */
export const hasSides = (drawing) => Boolean(below(drawing));

/** The seat whose side is nearer the top of the board. @param {Drawing} drawing @returns {Seat} */
export const topSeat = (drawing) => (below(drawing) > 0 ? 1 : 0);
