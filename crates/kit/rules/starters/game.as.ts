// Tic-tac-toe.

import { act, Bytes, draw, makeMove, payloadOf, Ply, Rules, win } from "./muster_rules";

const LINES: StaticArray<i32> = [0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 3, 6, 1, 4, 7, 2, 5, 8, 0, 4, 8, 2, 4, 6];
/** The place of the seat to move behind the nine squares. */
const NEXT = 9;

export class Game extends Rules {
  declaration(): string {
    return `{
      "title": "Tic-tac-toe", "seats": ["Cross", "Nought"], "max_plies": 9,
      "about": "Cross and Nought take turns to mark one of nine squares. Three own marks in a line win; a full board is a draw.",
      "metrics": [{"name": "marks", "about": "Own marks on the board."}],
      "actions": [{"name": "mark", "notation": "{square}", "about": "Marks a free square.",
                   "parts": [{"name": "square", "min": 0, "max": 8, "about": "A square, row by row from the top."}]}],
      "view": [{"name": "board", "kind": "u8", "count": 9,
                "about": "By square, row by row from the top: 0 free, 1 Cross, 2 Nought."}],
      "grids": [{"field": "board", "columns": "abc", "rows": ["3", "2", "1"], "click": "square", "pieces": {
          "1": {"seat": 0, "symbol": "X", "name": "cross"}, "2": {"seat": 1, "symbol": "O", "name": "nought"}}}],
      "has": ["show", "metrics"]
    }`;
  }

  sharedBytes(): i32 {
    return 10;
  }

  start(options: string): void {}

  turn(): string {
    const next = this.shared[NEXT], last = 1 - next;
    for (let line = 0; line < 8; line++) {
      let own = 0;
      for (let place = 0; place < 3; place++) own += i32(this.shared[LINES[3 * line + place]] == last + 1);
      if (own == 3) return win(last, "three in a line");
    }
    return this.count(0) > 0 ? act(next) : draw("the board is full");
  }

  legal(seat: i32, moves: Bytes): void {
    for (let square = 0; square < 9; square++) {
      if (!this.shared[square]) moves.put<u64>(makeMove(0, square));
    }
  }

  apply(ply: Ply): void {
    const seat = ply.first < 0 ? 1 : 0;
    this.shared[<i32>payloadOf(ply.code(seat))] = <u8>(seat + 1);
    this.shared[NEXT] = <u8>(1 - seat);
  }

  show(seat: i32, view: Bytes): void {
    for (let square = 0; square < 9; square++) view.put<u8>(this.shared[square]);
  }

  metrics(seat: i32, values: Bytes): void {
    values.put<i64>(this.count(seat + 1));
  }

  private count(value: i32): i32 {
    let found = 0;
    for (let square = 0; square < 9; square++) found += i32(this.shared[square] == value);
    return found;
  }
}
