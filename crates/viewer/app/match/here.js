/** The position of the shown ply as text, with buttons to copy it as a test or as a question to a bot. */

import * as copying from "../common/copying.js";
import * as dom from "../common/dom.js";

/**
 * Adds the position and its buttons. They are hidden while the viewer may not see all of the position.
 * @param {HTMLElement} container
 * @param {Story} story
 * @param {Playback} play
 */
export function create(container, story, play) {
  /** @type {{ ply: number, position: string }} */
  let now = { ply: 0, position: "" };
  const text = dom.make("code");
  const { button, said } = copying.create();
  const test = button(
    "Copy as a test",
    () => testOf(story, now.ply, now.position),
    "Copy lines for the test file of muster test",
  );
  const ask = button(
    "Ask my bot here",
    () => questionOf(story, now.ply, now.position),
    "Copy a command; replace MY.wasm with your bot",
  );
  const place = dom.make(
    "p.here",
    "Position: ",
    text,
    " ",
    button("Copy", () => now.position),
    " ",
    test,
    " ",
    ask,
    said,
  );
  container.append(place);
  play.watch(({ ply, viewer }) => {
    const { position } = story.session.frame(ply, viewer);
    now = { ply, position: position ?? "" };
    text.textContent = position;
    place.hidden = position === null;
    for (const each of [test, ask]) each.hidden = acting(story, ply) === null;
  });
}

/**
 * The seat that a test or a question is about: one that acts at a position, the loser if both do; `null` at the end.
 * @param {Story} story
 * @param {number} ply
 */
function acting({ steps, sides, row }, ply) {
  const seats = (steps[ply + 1]?.actions ?? []).map((action) => action.seat);
  const failed = sides.find((side) => side.fault)?.seat;
  if (seats.length === 0) return ply + 1 === steps.length ? (failed ?? null) : null;
  const loser = row.outcome === null ? failed : 1 - row.outcome;
  return seats.find((seat) => seat === loser) ?? seats[0] ?? null;
}

/**
 * A position as `muster test` reads it, which forbids the action that was played.
 * @param {Story} story
 * @param {number} ply
 * @param {string} position
 */
function testOf(story, ply, position) {
  const seat = acting(story, ply) ?? 0;
  const played = story.steps[ply + 1]?.actions.find((action) => action.seat === seat);
  const name = story.index.kind === "match" ? "" : `match ${story.key}, `;
  const lines = [`name: ${name}ply ${ply + 1}`, `position: ${position}`, `seat: ${story.sides[seat].word}`];
  const demand = played
    ? `forbid: ${played.text}`
    : `expect: ${story
        .legal(ply, seat)
        .map(({ text }) => text)
        .join(" ")}`;
  return [...lines, demand, ""].join("\n");
}

/**
 * @param {Story} story
 * @param {number} ply
 * @param {string} position
 */
function questionOf(story, ply, position) {
  const { game, sides, opening } = story;
  const quoted = `'${position.replaceAll("'", "'\\''")}'`;
  const defaults = new Set(game.options.map((option) => `${option.name}=${option.default}`));
  const rules = (opening.rules ?? "").split(" ").filter((rule) => rule && !defaults.has(rule));
  const seat = sides[acting(story, ply) ?? 0].letter;
  // A game from a file has its hash in its name.
  const words = ["--game", game.name.split("@")[0], "--position", quoted, "--seat", seat];
  return ["muster call MY.wasm", ...words, ...rules.flatMap((rule) => ["--rule", rule])].join(" ");
}
