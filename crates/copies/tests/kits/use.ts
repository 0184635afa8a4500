// Everything that the kit has.
import { below, gameRemaining, history, kind, legalActions, log, number, offer, remaining, setting } from "./muster";
import { View, logBoard } from "./$kit";

export function choose(view: View): u64 {
  const codes = legalActions();
  const before = history();
  const text = setting("text");
  logBoard(view);
  offer(codes[0]);
  log(`${number("number", 3)} ${text === null ? "" : text} ${before.length} ${kind(codes[0])}`);
  if (remaining() < gameRemaining()) return codes[codes.length - 1];
  return codes[below(codes.length)];
}
