/** The list of moves, ply by ply, and the bots' logs. */

import * as dom from "../common/dom.js";
import * as logs from "../common/log.js";
import * as words from "../common/words.js";

/** @type {Seat[]} */
const seats = [0, 1];

/** The time of an action in words; empty if unknown. @param {number | undefined} milliseconds @param {number} ticks */
function time(milliseconds, ticks) {
  if (milliseconds !== undefined) return words.duration(milliseconds * 1e7);
  return ticks > 0 ? words.duration(ticks) : "";
}

/**
 * @param {HTMLElement} container
 * @param {Table} match
 * @param {Overview} overview
 * @param {[SeatName, SeatName]} names
 */
export function showMoves(container, match, overview, names) {
  const cell = (/** @type {Overview["plies"][number]} */ ply, /** @type {Seat} */ seat) => {
    const action = ply.actions.find((each) => each.seat === seat);
    if (!action) return dom.make("td");
    return dom.make(
      "td",
      dom.make("span.text", action.text),
      dom.make("span.time", time(match.took(seat, ply.ply), action.ticks)),
    );
  };
  const cells = (/** @type {Overview["plies"][number]} */ ply) =>
    ply.chance === undefined
      ? seats.map((seat) => cell(ply, seat))
      : [dom.make("td", { colspan: 2 }, dom.make("span.text", words.chance(ply)))];
  const rows = overview.plies.map((ply) => dom.make("tr", dom.make("td.n", words.count(ply.ply + 1)), ...cells(ply)));
  if (rows.length === 0) {
    dom.fill(container);
    return;
  }
  let [scroll] = container.getElementsByClassName("moves");
  if (!scroll) {
    const table = dom.table(["Ply", ...names.map(({ word }) => word)], []);
    scroll = dom.region("List of moves", table, "moves act");
    dom.fill(container, dom.make("h2", "Moves"), scroll);
  }
  // Keeps unchanged rows, so that a long match is not laid out again at every ply.
  const shown = [...scroll.querySelectorAll("tbody tr")];
  const from = shown.findIndex((row, at) => !row.isEqualNode(rows[at] ?? null));
  for (const row of shown.splice(from < 0 ? shown.length : from)) row.remove();
  scroll.querySelector("tbody")?.append(...rows.slice(shown.length));
  scroll.scrollTop = scroll.scrollHeight;
}

/**
 * Shows the log of each bot's last answer.
 * @param {HTMLElement} container
 * @param {Table} match
 * @param {number} plies
 */
export function showLogs(container, match, plies) {
  const draw = logs.drawer();
  const parts = seats.flatMap((seat) => {
    const sitter = match.sitters[seat];
    if (sitter.kind === "person") return [];
    for (let ply = plies; ply >= Math.max(0, plies - 2); ply--) {
      const text = match.logged(seat, ply);
      if (text === "") continue;
      const lines = text.replace(/\n$/, "").split("\n");
      const title = dom.make("h2", "Log of ", dom.name(sitter.bot.name), ` at ply ${words.count(ply + 1)}`);
      return [title, dom.make("div.lines", draw(lines))];
    }
    return [];
  });
  dom.fill(container, ...parts);
}
