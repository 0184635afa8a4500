// Ledger: an account for each tank. Boxes are paid in, danger is paid out, interest is what it has advanced; the richest one
// moves.

import { View, makeMove } from "./tank_war";

class Account {
  paid: i32 = 0;
  owed: i32 = 0;
  interest: f32 = 0;

  total(): f32 {
    return <f32>this.paid - 1.25 * <f32>this.owed + this.interest;
  }
}

const accounts: Account[] = [];

function audit(view: View, tank: i32): Account {
  const account = accounts[tank];
  const seat: i32 = view.seat;
  const column: i32 = view.column(6 * seat + tank);
  account.paid = 0;
  account.owed = 0;
  for (let row = 0; row < 6; row++) {
    const box = 6 * row + column;
    if (<i32>view.owner(box) != seat) account.paid += 2;
    const held: i32 = view.tank(box);
    if (held < 12 && held / 6 != seat) account.owed += 3;
  }
  account.interest = <f32>view.advanced(6 * seat + tank) * 0.4;
  return account;
}

export function choose(view: View): u64 {
  while (accounts.length < 6) accounts.push(new Account());
  let richest = -1;
  let most: f32 = -1000;
  for (let tank = 0; tank < 6; tank++) {
    if (((view.movable(view.seat) >> <u8>tank) & 1) == 0) continue;
    const total = audit(view, tank).total();
    if (total > most) {
      most = total;
      richest = tank;
    }
  }
  return makeMove(richest);
}
