/** The card that explains why a seat lost and how to find out more. */

import * as dom from "../common/dom.js";
import * as words from "../common/words.js";
import * as findings from "./findings.js";
import * as told from "./told.js";
import * as turns from "./turns.js";

/** Maximum number of log lines on the card. */
const LINES = 5;

/**
 * @param {HTMLElement} container
 * @param {Story} story
 * @param {Playback} play
 */
export function create(container, story, play) {
  const losers = story.sides.filter((side) => side.fault || story.row.outcome === 1 - side.seat);
  dom.fill(container, ...losers.map((side) => card(story, side, play)));
}

/**
 * @param {Story} story
 * @param {Side} side
 * @param {Playback} play
 */
function card(story, side, play) {
  const moment = side.fault ? story.plies : (findings.lastLeadChange(story.steps) ?? story.plies);
  const what = story.row.outcome === null ? "fail" : "lose";
  return dom.make(
    "section.card.why-lost",
    { "aria-label": `Why did ${side.name} ${what}?` },
    dom.make("h2", "Why did ", dom.name(side.name), ` ${what}?`),
    ...(side.fault ? failed(story, side, side.fault, play) : beaten(story, side.seat, play)),
    dom.make("p", ...(side.fault ? failingTime(story, side.seat) : turnTime(story, side.seat, moment))),
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
  const head = `Its bot failed when it was asked for ply ${story.plies + 1}: `;
  const advice = told.advice(story.records[seat]?.loss?.backtrace ?? []) ?? fault.advice;
  return [
    dom.make("p", head, dom.make("strong", fault.name), `, ${fault.about}. `),
    advice ? dom.make("p", `What to do: ${advice.replace(/[^?]$/, "$&.")}`) : null,
    dom.make("p", jump("Show the position it was asked on", story.plies, play)),
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
 * @param {Story} story
 * @param {Seat} seat
 * @param {Playback} play
 */
function beaten(story, seat, play) {
  const metric = words.spaced(story.game.metrics[0]?.name ?? "");
  const end = dom.make("p", "The match ended: ", dom.make("strong", story.row.reasonText), ".");
  const step = story.steps[findings.lastLeadChange(story.steps) ?? -1];
  if (!step) return [end, dom.make("p", `Neither side ever led in ${metric}.`)];
  const values = `${step.metrics[seat][0]} to ${step.metrics[seat === 0 ? 1 : 0][0]}`;
  const lead = findings.lead(step) * (seat === 0 ? 1 : -1);
  const became = ["it fell behind", "the sides drew level", "it took the lead"][lead + 1];
  const said = `In ply ${step.ply} ${became} in ${metric} for the last time, ${values}. `;
  return [end, dom.make("p", said, jump(`Show ply ${step.ply}`, step.ply, play))];
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
  return [usual === null ? `${took}.` : `${took}; half of its turns took no more than ${words.duration(usual)}.`];
}

/**
 * The time of the last turn up to a ply, compared with the median turn.
 * @param {Story} story
 * @param {Seat} seat
 * @param {number} ply
 */
function turnTime(story, seat, ply) {
  const groups = turns.of(story.steps);
  const usual = turns.quantile(groups, seat, 0.5);
  const own = groups.filter((turn) => (turn[0]?.ply ?? 0) <= ply && turns.time(turn, seat) !== null);
  const turn = own[own.length - 1];
  const ticks = turn ? turns.time(turn, seat) : null;
  if (!turn || ticks === null || usual === null) return [];
  const times = usual > 0 ? ticks / usual : 1;
  const compared =
    times >= 1.5
      ? `${times.toFixed(times < 10 ? 1 : 0)} times its usual time`
      : times <= 0.67
        ? "less than its usual time"
        : "about its usual time";
  return [
    "Its last turn up to then, ",
    ...whichTurn(turn, seat),
    `, took ${words.duration(ticks)}: ${compared} (the median is ${words.duration(usual)}).`,
  ];
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
  return [dom.make("p", "The last it logged:"), linesOf(last)];
}

/** @param {Story} story */
function again(story) {
  const command = `muster why RUN ${story.key}`;
  const done = dom.make("span", { role: "status" });
  const copy = dom.button("Copy", () => void copied(command).then((text) => (done.textContent = text)), {
    class: "small",
  });
  const about = "To run it again on your machine, RUN being the run's folder: ";
  return dom.make("p.again", about, dom.make("code", command), " ", copy, done);
}

/**
 * Copies a text and returns a message. A browser may deny this to a page opened from a folder.
 * @param {string} text
 */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return " copied";
  } catch {
    return " this browser does not allow it: select the text";
  }
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
