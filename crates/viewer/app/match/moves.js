/** The list of moves: one row per turn, with the score, the bots' logs and, on request, the time of each action. */

import * as dom from "../common/dom.js";
import * as log from "../common/log.js";
import * as words from "../common/words.js";
import * as turns from "./turns.js";

/**
 * @param {HTMLElement} container
 * @param {Story} story
 * @param {Playback} play
 */
export function create(container, story, play) {
  const groups = turns.of(story.steps);
  const areLong = turns.areLong(groups);
  const draw = log.drawer();
  const all = groups.flatMap((turn) => rows(story, turn, areLong, draw));
  const table = dom.table(heads(story, areLong), [...all, ...lastLogs(story, draw), resultRow(story)]);
  const list = dom.region("List of moves", table, "moves");
  const times = dom.button("Show times", () => showTimes(!list.classList.contains("timed")), { class: "plain" });
  const showTimes = (/** @type {boolean} */ areShown) => {
    list.classList.toggle("timed", areShown);
    times.setAttribute("aria-pressed", String(areShown));
  };
  showTimes(false);
  dom.fill(container, dom.make("div.headline", dom.make("h2", "Moves"), times), list);
  list.onclick = (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-ply]") : null;
    if (button instanceof HTMLElement) play.go(Number(button.dataset.ply));
  };
  const buttons = new Map(
    Array.from(list.querySelectorAll("button"), (button) => [Number(button.dataset.ply), button]),
  );
  follow(list, buttons, play);
}

/**
 * Marks the current ply, and keeps it in view.
 * @param {HTMLElement} list
 * @param {Map<number, HTMLElement>} buttons
 * @param {Playback} play
 */
function follow(list, buttons, play) {
  /** @type {HTMLElement | undefined} */
  let marked;
  play.watch(({ ply }) => {
    const button = buttons.get(ply);
    if (button === marked) return;
    marked?.removeAttribute("aria-current");
    marked = button;
    button?.setAttribute("aria-current", "step");
    // Measuring at once would lay out the page a second time.
    window.requestAnimationFrame(() => {
      if (marked !== button) return;
      if (button) keepInSight(list, button);
      else list.scrollTop = 0;
    });
  });
}

/**
 * Scrolls the list, but not the page, as far as needed.
 * @param {HTMLElement} list
 * @param {HTMLElement} button
 */
function keepInSight(list, button) {
  const [outer, inner] = [list.getBoundingClientRect(), button.getBoundingClientRect()];
  const edge = 48;
  const [above, below] = [outer.top + edge - inner.top, inner.bottom - outer.bottom + edge];
  if (above > 0) list.scrollTop -= above;
  else if (below > 0) list.scrollTop += below;
}

/**
 * @param {Story} story
 * @param {boolean} areLong
 */
function heads(story, areLong) {
  const { name = "", about = "" } = story.game.metrics[0] ?? {};
  const number = dom.make("th.n.number", { scope: "col" }, areLong ? "Turn" : "Ply");
  return [number, "Actions", dom.make("th.n", { scope: "col", title: about }, words.spaced(name))];
}

/**
 * @param {Story} story
 * @param {Step[]} turn
 * @param {boolean} areLong
 * @param {(lines: string[]) => HTMLElement} draw
 */
function rows(story, turn, areLong, draw) {
  const last = turn[turn.length - 1];
  if (!last) return [];
  const acts = turn.flatMap((step) => [plyButton(story, step), ...logs(story, step.ply - 1, draw)]);
  const row = dom.make(
    "tr",
    dom.make("th.n", { scope: "row" }, areLong ? last.turn : last.ply),
    dom.make("td", { class: turns.seatsOf(last).length === 1 ? "one" : "both" }, ...acts),
    dom.make("td.n", `${last.metrics[0][0] ?? ""} : ${last.metrics[1][0] ?? ""}`),
  );
  return [row];
}

/**
 * @param {Story} story
 * @param {Step} step
 */
function plyButton(story, step) {
  const button = dom.make("button.ply", { type: "button", "data-ply": step.ply });
  for (const action of step.actions) {
    const sign = dom.make("span.sign", { role: "img", "aria-label": story.sides[action.seat].word });
    const act = dom.make("span", { class: `act ${action.seat === 0 ? "first" : "second"}` }, sign);
    act.append(dom.make("span.text", action.text));
    act.append(dom.make("span.time", words.duration(action.ticks)));
    if (action.offered) act.append(dom.make("span.tag", { title: "the move's time ran out" }, "offer"));
    button.append(act);
  }
  if (step.chance !== undefined) button.append(dom.make("span.act", dom.make("span.text", words.chance(step))));
  return button;
}

/**
 * The bots' logs at a position, which stand below the action that they chose there.
 * @param {Story} story
 * @param {number} ply
 * @param {(lines: string[]) => HTMLElement} draw
 */
function logs(story, ply, draw) {
  return story.sides.flatMap(({ seat, word }) => {
    const lines = story.logged(seat, ply).map((line) => line.text);
    return lines.length === 0 ? [] : [dom.make("div.plylog", dom.make("b", word), draw(lines))];
  });
}

/**
 * The row with the logs of calls that led to no action.
 * @param {Story} story
 * @param {(lines: string[]) => HTMLElement} draw
 */
function lastLogs(story, draw) {
  const last = logs(story, story.plies, draw);
  return last.length === 0 ? [] : [dom.make("tr", dom.make("td"), dom.make("td", { colspan: 2 }, ...last))];
}

/** @param {Story} story */
function resultRow(story) {
  return dom.make("tr.result", dom.make("td"), dom.make("td", { colspan: 2 }, story.verdict));
}
