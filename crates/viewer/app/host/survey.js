/**
 * Makes all calls of a game's rules that a page may need for a match, in a worker. The page has the answers and never
 * runs the rules itself, so endless rules end only their worker.
 */

import * as engine from "../engine.js";
import * as botGame from "./game.js";

/** Milliseconds between two reports. */
const interval = 200;
/** @type {Viewer[]} */
const viewers = [null, 0, 1];
/** @type {Seat[]} */
const seats = [0, 1];

/**
 * @param {WebAssembly.Module} code of the engine
 * @param {GameModule} game
 * @param {(learned: Learned, share: number) => void} tell
 */
export const open = (code, game, tell) => {
  const call = botGame.open(game.compiled);
  /** @type {Learned} */
  let learned = [];
  // Equal requests have equal answers, and a call costs milliseconds.
  const ask = (/** @type {Uint8Array} */ request) => {
    const known = engine.recall(request, 0);
    if (known) return known;
    /** @type {Learned[number]} */
    const answered = [request, call(request)];
    engine.learn(0, [answered]);
    learned.push(answered);
    return answered[1];
  };
  const rules = engine.of(botGame.engine(code, ask));
  let told = performance.now();

  /** @param {number} share */
  const report = (share) => {
    if (share < 1 && performance.now() < told + interval) return;
    tell(learned, share);
    learned = [];
    told = performance.now();
  };

  /** Requests everything that a page may show after a ply. @param {Session} session @param {number} ply */
  const look = (session, ply) => {
    for (const viewer of viewers) void session.frame(ply, viewer).svg;
    for (const seat of seats) {
      session.legal(ply, seat);
      session.view(ply, seat);
    }
  };

  /** @param {Survey} asked */
  const survey = ({ opening, transcript, plies: from, isWhole, answers }) => {
    const begun = rules.live(opening);
    const recorded = transcript ? rules.open({ ...opening, transcript }) : begun.session;
    const live = recorded.branch(from ?? recorded.plies);
    for (const [seat, ...answer] of answers) live.answer(seat, ...answer);
    const { session, plies } = live;
    for (const viewer of viewers) live.overview(viewer);
    for (let ply = isWhole ? 0 : plies; ply <= plies; ply++) {
      look(session, ply);
      report(ply / (plies + 1));
    }
    if (transcript) recorded.free();
    begun.free();
    live.free();
    report(1);
  };

  rules.openGame(game, 0);
  report(1);
  return survey;
};
