/** The page of a match: reads the address, and assembles the parts of the page. */

import * as address from "../common/address.js";
import * as board from "../common/board.js";
import * as dom from "../common/dom.js";
import * as support from "../common/support.js";
import * as data from "../data.js";
import * as analysis from "./analysis.js";
import * as annotations from "./annotations.js";
import * as balance from "./balance.js";
import * as controls from "./controls.js";
import * as curves from "./curves.js";
import * as facts from "./facts.js";
import * as findings from "./findings.js";
import * as here from "./here.js";
import * as loss from "./loss.js";
import * as moves from "./moves.js";
import * as playback from "./playback.js";
import * as pointing from "./pointing.js";
import * as printing from "./printing.js";
import * as seats from "./seats.js";
import * as sight from "./sight.js";
import * as spoken from "./spoken.js";
import * as story from "./story.js";
import * as timeline from "./timeline.js";

/** @type {{ story: Story, play: Playback } | null} */
let current = null;

async function start() {
  window.onhashchange = follow;
  try {
    if (support.isThere()) await show();
  } catch (error) {
    support.complain("This match cannot be shown: ", error);
  }
  dom.setBusy(dom.byId("main"), false);
}

async function show() {
  const asked = address.read(location.hash);
  const key = asked?.keys[0] ?? (await data.index()).single;
  if (!key) throw new Error("the address does not name a match; choose one from the list of matches");
  const told = await story.load(key);
  await build(told, asked?.ply ?? told.index.ply ?? 0);
}

/**
 * Assembles the page: first the board, which is drawn before the rest is made.
 * @param {Story} told
 * @param {number} ply
 */
async function build(told, ply) {
  dom.byId("match").hidden = false;
  const found = findings.of(told);
  const play = playback.create(
    told.plies,
    told.steps.map((step) => step.turn),
    ply,
  );
  current = { story: told, play };
  facts.head(dom.byId("place"), dom.byId("title"), dom.byId("result"), told);
  const staged = stage(told, found, play);
  // A page in the background draws no frames.
  await new Promise((resolve) => {
    window.requestAnimationFrame(() => window.setTimeout(resolve));
    window.setTimeout(resolve, 100);
  });
  loss.create(dom.byId("loss"), told, play);
  analysis.create(dom.byId("loss"), told, play, staged);
  moves.create(dom.byId("moves"), told, play);
  curves.create(dom.byId("curves"), told, play);
  sight.told(dom.byId("sight"), told, play);
  facts.actions(dom.byId("actions"), told, play);
  here.create(dom.byId("actions"), told, play);
  facts.conditions(dom.byId("conditions"), told);
  printing.create(dom.byId("printed"), told, found);
  play.watch((shown) => address.show([told.key], shown.ply));
}

/**
 * Creates the board with its strips, timeline and controls.
 * @param {Story} told
 * @param {Finding[]} found
 * @param {Playback} play
 */
function stage(told, found, play) {
  const place = dom.byId("board");
  const names = /** @type {[SeatName, SeatName]} */ (told.sides);
  const shown = board.create(place, "Board", names, {
    onPoint: (square) => pointer.point(square),
    onPick: (square) => pointer.pick(square),
  });
  const pointer = pointing.create(told, dom.byId("hint"), shown.draw);
  const strips = seats.create(dom.byId("above"), dom.byId("below"), told);
  const course = timeline.create(dom.byId("timeline"), told, found, play);
  timeline.turnWheel(place, play);
  /** @type {Pick<PlaybackState, "ply" | "viewer" | "flipped"> | undefined} */
  let last;
  let timer = 0;
  controls.create(dom.byId("controls"), told, found, play, { focus: shown.focus, hits: pointer.all });
  play.watch((state) => {
    window.clearTimeout(timer);
    spoken.show(dom.byId("events"), told, state);
    const { ply, viewer, flipped } = state;
    if (last && last.ply === ply && last.viewer === viewer && last.flipped === flipped) return;
    const frame = told.session.frame(ply, viewer, flipped);
    shown.show(frame, flipped, last && last.flipped === flipped ? way(told.steps, last.ply, ply) : []);
    last = { ply, viewer, flipped };
    pointer.move(frame, ply, [...annotations.shapesAt(told, ply), ...loss.shapesAt(told, ply)]);
    strips.show(state, frame);
    dom.set(place, { "data-ply": ply, "data-position": frame.position ?? false });
  });

  /** Plays a variation from a ply until the reader navigates. @type {Explore} */
  function explore(ply, line) {
    play.go(ply);
    const { flipped } = play.now();
    const next = (/** @type {number} */ index) => {
      const seen = line[index];
      if (!seen) return;
      last = undefined;
      shown.show(seen.frames[flipped ? 1 : 0], flipped, seen.marks);
      pointer.move(seen.frames[0], ply, []);
      dom.set(place, { "data-position": seen.frames[0].position ?? false });
      timer = window.setTimeout(next, 1000, index + 1);
    };
    window.clearTimeout(timer);
    timer = window.setTimeout(next, 600, 0);
    place.scrollIntoView({ block: "nearest" });
  }

  const bar = balance.create(dom.byId("balance"), told, play);
  return { mark: course.add, explore, balance: bar.set };
}

/**
 * The marks of the events that lead from one ply to the next, or back; none for a leap.
 * @param {Step[]} steps
 * @param {number} from
 * @param {number} to
 * @returns {Mark[]}
 */
function way(steps, from, to) {
  if (Math.abs(to - from) !== 1) return [];
  const marks = (steps[Math.max(from, to)]?.events ?? []).flatMap(({ mark }) => mark ?? []);
  if (to > from) return marks;
  return marks.flatMap((mark) => (mark.kind === "move" ? { ...mark, from: mark.to, to: mark.from } : []));
}

/** Handles a new address: goes to another ply of this match, or loads another match. */
function follow() {
  const asked = address.read(location.hash);
  if (asked && current && asked.keys[0] === current.story.key) current.play.go(asked.ply ?? 0);
  else location.reload();
}

/** Shows the match that the address names. */
export function open() {
  void start();
  return { story: () => current?.story ?? null };
}
