/** The card that explains why a seat lost and how to find out more. */

import * as copying from "../common/copying.js";
import * as dom from "../common/dom.js";
import * as words from "../common/words.js";
import * as told from "./told.js";
import * as turns from "./turns.js";

/** Maximum number of log lines on the card. */
const LINES = 5;
/** A turn is slow if it took at least this many times the median. */
const SLOW = 1.5;

/**
 * @param {HTMLElement} container
 * @param {Story} story
 * @param {Playback} play
 */
export function create(container, story, play) {
  const losers = story.sides.filter((side) => side.fault || story.row.outcome === 1 - side.seat);
  const cards = losers.map((side) => card(story, side, play));
  dom.fill(container, ...(cards.length > 0 ? cards : [drawn(story, play)]));
}

/**
 * The card of a draw.
 * @param {Story} story
 * @param {Playback} play
 */
function drawn(story, play) {
  const title = "Why was it a draw?";
  const heading = dom.make("h2", title);
  return dom.make("section.card.why-lost.drawn", { "aria-label": title }, heading, ...decision(story, play));
}

/**
 * @param {Story} story
 * @param {Side} side
 * @param {Playback} play
 */
function card(story, side, play) {
  const moment = side.fault ? story.plies : (story.decided?.ply ?? story.plies);
  const what = story.row.outcome === null ? "fail" : "lose";
  return dom.make(
    "section.card.why-lost",
    { "aria-label": `Why did ${side.name} ${what}?` },
    dom.make("h2", "Why did ", dom.name(side.name), ` ${what}?`),
    ...(side.fault ? failed(story, side, side.fault, play) : decision(story, play)),
    side.fault ? dom.make("p", ...failingTime(story, side.seat)) : slowTurn(story, side.seat, moment),
    failingCall(story, side),
    ...lastLines(story, side.seat, side.fault ? story.plies + 1 : moment),
    story.index.single ? null : again(story),
  );
}

/**
 * @param {Story} story
 * @param {Side} side
 * @param {NamedFault} fault
 * @param {Playback} play
 */
function failed(story, { seat }, fault, play) {
  const head = `The bot failed at ply ${story.plies + 1}: `;
  const advice = told.advice(story.records[seat]?.loss?.backtrace ?? []) ?? fault.advice;
  return [
    dom.make("p", head, dom.make("strong", fault.name), `, ${fault.about}. `),
    advice ? dom.make("p", "Suggestion: ", ...dom.prose(advice.replace(/[^?]$/, "$&."))) : null,
    dom.make("p", jump("Show the position", story.plies, play)),
  ];
}

/**
 * The details of the failed call, if the reader may see them.
 * @param {Story} story
 * @param {Side} side
 */
function failingCall(story, { seat, fault }) {
  const call = story.records[seat]?.loss;
  const said = told.told(fault?.name ?? "", call?.detail ?? "");
  const lines = [said, ...told.trace(call?.backtrace ?? [])].filter((line) => line !== "");
  return lines.length === 0 ? null : linesOf(lines);
}

/**
 * @param {string[]} texts
 */
function linesOf(texts) {
  const lines = texts.map((text) => dom.make("span.logline", words.visible(text)));
  return dom.make("p.lines", ...lines);
}

/**
 * The decisive blow, and how the match ended.
 * @param {Story} story
 * @param {Playback} play
 */
function decision({ decided, row }, play) {
  const score = decided?.score ? `; ${decided.score}` : "";
  return [
    decided?.text
      ? dom.make("p", dom.make("strong", `${decided.text}.`), " ", jump(`Show ply ${decided.ply}`, decided.ply, play))
      : null,
    dom.make("p", "The match ended: ", dom.make("strong", `${row.reasonText}${score}`), "."),
  ];
}

/**
 * The marks of the decisive blow: the piece that strikes, its line, and the piece that is hit.
 * @param {Story} story
 * @param {number} ply
 * @returns {Shape[]}
 */
export function shapesAt({ decided }, ply) {
  if (decided?.ply !== ply) return [];
  return decided.marks.flatMap((mark) => /** @type {Shape[]} */ (shapesOf(mark)));
}

/** @param {Mark} mark */
function shapesOf(mark) {
  if (mark.kind === "loss") return [{ kind: "cell", at: mark.at, colour: "red" }];
  const { from, to } = mark;
  return [
    { kind: "cell", at: from, colour: "orange" },
    { kind: "shot", from, to },
  ];
}

/**
 * The time of the failed call, compared with the median turn.
 * @param {Story} story
 * @param {Seat} seat
 */
function failingTime(story, seat) {
  const ticks = story.row.spent[seat] - (story.steps[story.plies]?.spent[seat] ?? 0);
  const usual = turns.quantile(turns.of(story.steps), seat, 0.5);
  const took = `The failing call took ${words.duration(Math.max(0, ticks))}`;
  return [!usual ? `${took}.` : `${took}; half of its turns took no more than ${words.duration(usual)}.`];
}

/**
 * The time of the last turn up to a ply, if it was much longer than the median turn.
 * @param {Story} story
 * @param {Seat} seat
 * @param {number} ply
 */
function slowTurn(story, seat, ply) {
  const groups = turns.of(story.steps);
  const usual = turns.quantile(groups, seat, 0.5);
  const own = groups.filter((turn) => (turn[0]?.ply ?? 0) <= ply && turns.time(turn, seat) !== null);
  const turn = own[own.length - 1];
  const ticks = turn ? turns.time(turn, seat) : null;
  if (!turn || !ticks || !usual || ticks < SLOW * usual) return null;
  const times = ticks / usual;
  return dom.make(
    "p",
    "Its last turn before that, ",
    ...whichTurn(turn, seat),
    `, took ${words.duration(ticks)}: ${times.toFixed(times < 10 ? 1 : 0)} times its median.`,
  );
}

/**
 * The action of a turn, or its range of plies.
 * @param {Step[]} turn
 * @param {Seat} seat
 */
function whichTurn(turn, seat) {
  const [first] = turn;
  const last = turn[turn.length - 1];
  if (turn.length > 1) return [`plies ${first?.ply} to ${last?.ply}`];
  return [dom.make("code", first?.actions.find((action) => action.seat === seat)?.text)];
}

/**
 * The last lines of the log up to a ply, if the reader may see them.
 * @param {Story} story
 * @param {Seat} seat
 * @param {number} ply
 */
function lastLines(story, seat, ply) {
  const logged = [...story.logs[seat]].filter(([at]) => at < ply);
  const log = logged.flatMap(([, entry]) => entry.map((line) => line.text));
  const loss = story.records[seat]?.loss;
  const account = [loss?.detail ?? "", ...(loss?.backtrace ?? [])].map(words.visible);
  const last = told.logBefore(log, account).slice(-LINES);
  if (last.length === 0) return [];
  return [dom.make("p", "Last lines of its log:"), linesOf(last)];
}

/** @param {Story} story */
function again(story) {
  const command = `muster why RUN ${story.key}`;
  const { button, said } = copying.create();
  const about = "Run it again on your machine (RUN is the run's folder): ";
  return dom.make(
    "p.again",
    about,
    dom.make("code", command),
    " ",
    button("Copy", () => command),
    said,
  );
}

/**
 * A button that shows a ply.
 * @param {string} label
 * @param {number} ply
 * @param {Playback} play
 */
function jump(label, ply, play) {
  const show = () => {
    play.go(ply);
    dom.byId("board").scrollIntoView({ block: "nearest" });
  };
  return dom.button(label, show, { class: "small" });
}
