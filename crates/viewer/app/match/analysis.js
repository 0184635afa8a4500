/** The turns that cost a player expected points, by the game's reference bot, which a worker runs on request. */

import * as dom from "../common/dom.js";
import * as words from "../common/words.js";
import * as data from "../data.js";
import * as engine from "../engine.js";
import * as bots from "../host/bots.js";
import * as tables from "../play/table.js";
import * as curves from "./curves.js";
import * as turns from "./turns.js";

/** The reference's clock of one hour. A number of positions bounds its search. */
const LIMITS = "per_move=36000000000000 per_game=36000000000000 log=16777216";
const MEMORY = 64 << 20;
/** @type {[Seat, Seat]} */
const SEATS = [0, 1];

/**
 * Offers the analysis of a match of a built-in game.
 * @param {HTMLElement} container
 * @param {Story} story
 * @param {Playback} play
 * @param {{ mark: (more: Finding[]) => void, explore: Explore, balance: (points: number[]) => void }} stage
 */
export function create(container, story, play, stage) {
  if (story.isStandalone || story.game.name.includes("@")) return;
  const said = dom.make("span.said", { role: "status" });
  const button = dom.button("Find the mistakes", () => void start(), {
    class: "button",
    title: "Searches every turn with the game's reference bot",
  });
  const place = dom.make("div.analysis", dom.make("p", button, " ", said));
  container.append(place);
  play.watch(({ ply, viewer }) => {
    place.hidden = viewer !== null && story.session.frame(ply, viewer).position === null;
  });

  async function start() {
    button.disabled = true;
    try {
      const courses = await analyse(story, (done, all) => (said.textContent = `Turn ${done} of ${all} …`));
      show(courses);
    } catch (error) {
      button.disabled = false;
      said.textContent = `The analysis failed: ${words.reason(error)}`;
    }
  }

  /** @param {[Course, Course]} courses */
  function show(courses) {
    const found = SEATS.flatMap((seat) => findings(courses[seat], story, seat));
    stage.mark(found);
    stage.balance(expected(story, courses));
    for (const { ply, mark, seat } of found) tag(ply, mark, seat);
    const shown = SEATS.filter((seat) => story.row.outcome !== seat);
    const parts = shown.flatMap((seat) => explained(story, courses[seat], seat, shown.length > 1, stage.explore));
    const charts = [points(story, courses), curves.evaluations(story)].flatMap((curve) =>
      curve ? [curves.chart(story, curve, play)] : [],
    );
    dom.fill(place, dom.make("h3", "Mistakes"), ...parts, ...charts.map(({ element }) => element));
    dom.set(place, { "data-values": courses.map(({ values }) => values.map(String).join(" ")).join(";") });
    play.watch(({ ply }) => charts.forEach((each) => each.show(ply)));
  }
}

/** Adds the sign of a mistake to the list of moves. @param {number} ply @param {string} mark @param {Seat} seat */
function tag(ply, mark, seat) {
  const act = document.querySelector(`#moves [data-ply="${ply}"] .act.${seat === 0 ? "first" : "second"} .text`);
  act?.after(dom.make("span.tag", mark));
}

/**
 * Asks the reference about every turn of the match.
 * @param {Story} story
 * @param {(done: number, all: number) => void} onProgress
 * @returns {Promise<[Course, Course]>}
 */
async function analyse(story, onProgress) {
  const { session, steps, row } = story;
  const rules = await engine.module();
  const bot = await bots.admit(new Uint8Array(await data.reference()), MEMORY, () => {});
  const limits = (await engine.start()).limits(LIMITS);
  const seating = { bot, rules, game: null, key: new Uint8Array(32), settings: "", limits };
  /** @type {[SeatedBot, SeatedBot]} */
  const seated = [bots.seat(seating), bots.seat(seating)];
  const groups = turns.of(steps);
  for (const [index, [first]] of groups.entries()) {
    onProgress(index + 1, groups.length);
    for (const { seat } of first?.actions ?? []) {
      const live = session.branch((first?.ply ?? 1) - 1, LIMITS);
      const asked = seated[seat].ask(tables.question(live, seat, false, bot));
      const { failure } = await asked.finally(() => live.free());
      if (failure) throw new Error(`${failure.fault}: ${failure.detail}`);
    }
  }
  const comments = /** @type {[string, string]} */ (seated.map(commented));
  for (const each of seated) each.close();
  const outcome = row.faults.some(Boolean) ? "" : row.outcome === null ? "draw" : String(row.outcome);
  return /** @type {[Course, Course]} */ (SEATS.map((seat) => session.mistakes(seat, outcome, comments)));
}

/** The log of a bot: lines, each after its ply and a space. @param {SeatedBot} seated */
function commented(seated) {
  const decoder = new TextDecoder();
  return seated
    .logged()
    .flatMap(({ ply, bytes }) =>
      decoder
        .decode(bytes)
        .split("\n")
        .filter(Boolean)
        .map((line) => `${ply} ${line}`),
    )
    .join("\n");
}

/**
 * @param {Course} course
 * @param {Story} story
 * @param {Seat} seat
 */
function findings({ losses }, { sides }, seat) {
  return losses.flatMap((loss) => {
    if (loss.mark === null) return [];
    const about = `${loss.mark} ${sides[seat].word}: ${cost(loss)}`;
    return [{ ply: loss.ply + 1, kind: /** @type {const} */ ("mistake"), seat, about, mark: loss.mark }];
  });
}

/** @param {number} points */
const decimal = (points) => (points / 10_000).toFixed(2);

/** @param {TurnLoss} loss */
const cost = ({ played, before, after }) =>
  `${played} cost ${decimal(before - after)} of a point (${decimal(before)} → ${decimal(after)})`;

/**
 * The explanation of a seat's result.
 * @param {Story} story
 * @param {Course} course
 * @param {Seat} seat
 * @param {boolean} isNamed
 * @param {Explore} explore
 */
function explained(story, { explanation, plies, losses }, seat, isNamed, explore) {
  const who = isNamed ? `${story.sides[seat].word}: ` : "";
  if (explanation === "nothing") {
    const most = Math.max(0, ...losses.map(({ before, after }) => before - after));
    const text = `no turn cost more than ${decimal(most)} of a point, which is within the reference's error.`;
    return [dom.make("p", `${who || "A gradual loss: "}${text}`)];
  }
  const head = `${who}A gradual loss: ${plies.length} turns cost about the same.`;
  const items = plies.flatMap((ply) => {
    const loss = losses.find((each) => each.ply === ply);
    return loss ? [item(story, loss, who, explore)] : [];
  });
  return [...(explanation === "gradual" ? [dom.make("p", head)] : []), ...items];
}

/**
 * @param {Story} story
 * @param {TurnLoss} loss
 * @param {string} who
 * @param {Explore} explore
 */
function item(story, loss, who, explore) {
  const then = loss.then ? `, then ${loss.then}` : "";
  const better =
    loss.better === loss.played
      ? "The reference would have made the same move; it found the refutation only afterwards."
      : loss.better && `The reference would have played ${loss.better}${then}. `;
  const show = dom.button("Show", () => explore(loss.ply, line(story, loss)), {
    class: "small",
    title: "Plays the reference's moves on the board",
  });
  return dom.make(
    "p",
    dom.make("strong", `${who ? `${who}ply` : "Ply"} ${loss.ply + 1}: ${cost(loss)}. `),
    better,
    loss.better && loss.better !== loss.played ? show : null,
  );
}

/**
 * The positions after the reference's moves.
 * @param {Story} story
 * @param {TurnLoss} loss
 * @returns {Explored[]}
 */
function line({ session }, loss) {
  const live = session.branch(loss.ply);
  try {
    return loss.line.map((codes) => {
      codes.forEach((code, seat) => {
        if (code !== null) live.answer(seat === 0 ? 0 : 1, { code });
      });
      const { plies } = live.overview();
      const marks = (plies[plies.length - 1]?.events ?? []).flatMap(({ mark }) => mark ?? []);
      /** @type {[Frame, Frame]} */
      const frames = [live.frame(null, false), live.frame(null, true)];
      // A picture is drawn when it is first read, which needs the match.
      for (const frame of frames) void frame.svg;
      return { frames, marks };
    });
  } finally {
    live.free();
  }
}

/**
 * The first seat's expected points by ply: the last value of either course, and the result at the end.
 * @param {Story} story
 * @param {[Course, Course]} courses
 */
function expected({ steps, row }, courses) {
  const [own, others] = courses.map(({ values }) => new Map(values));
  let last = 5000;
  const points = steps.map(({ ply }) => {
    last = own?.get(ply) ?? 10_000 - (others?.get(ply) ?? 10_000 - last);
    return last / 10_000;
  });
  return [...points.slice(0, -1), row.outcome === null ? 0.5 : 1 - row.outcome];
}

/**
 * Each seat's expected points.
 * @param {Story} story
 * @param {[Course, Course]} courses
 * @returns {import("./curves.js").Curve}
 */
function points({ steps }, courses) {
  const values = courses.map((course) => {
    const known = new Map(course.values);
    return steps.map(({ ply }) => (known.has(ply) ? (known.get(ply) ?? 0) / 10_000 : null));
  });
  return {
    title: "expected points",
    about: "estimated by the reference: 1 is a win, 0.5 a draw, 0 a loss",
    values,
    bars: false,
    range: [0, 1],
    shown: (value) => value.toFixed(2),
  };
}
