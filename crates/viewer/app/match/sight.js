/** The view of each seat: the board as the seat sees it, and the bytes that its bot is given, field by field. */

import * as dom from "../common/dom.js";

/**
 * A list to choose the seat whose view the board shows; `null` if nothing is hidden in the match.
 * @param {Story} story
 * @param {Playback} play
 */
export function eyes(story, play) {
  if (!story.steps.some((step) => step.hidden)) return null;
  /** @type {[number, string][]} */
  const choices = story.sides.map(({ seat, word }) => [seat, `Seen by ${word}`]);
  const select = dom.select([[-1, "Seen: everything"], ...choices], { "aria-label": "Point of view" });
  select.onchange = () => {
    const seat = Number(select.value);
    play.setViewer(seat === 0 || seat === 1 ? seat : null);
  };
  return select;
}

/**
 * Shows the fields of the view that a bot is given at the current ply.
 * @param {HTMLElement} container
 * @param {Story} story
 * @param {Playback} play
 */
export function told(container, story, play) {
  const body = dom.make("tbody");
  const choice = dom.select(
    story.sides.map(({ seat, word }) => [seat, word]),
    { "aria-label": "Seat" },
  );
  const table = dom.make("table.facts", body);
  const details = dom.make(
    "details.told",
    dom.make("summary", "The bot's view, field by field"),
    dom.make("p", "The view of ", choice, " after this ply:"),
    dom.region("View", table),
  );
  const show = () => {
    if (!details.open) return;
    const { fields } = story.session.view(play.now().ply, choice.value === "1" ? 1 : 0);
    dom.fill(body, ...fields.map(fieldRow));
  };
  details.ontoggle = show;
  choice.onchange = show;
  play.watch(show);
  dom.fill(container, details);
}

/** @param {ViewField} field */
function fieldRow({ name, about, values }) {
  const head = dom.make("th", { scope: "row" }, dom.make("code", name));
  head.append(dom.make("span.soft.small", ` ${about}`));
  return dom.make("tr", head, dom.make("td", dom.make("code", values.join(" "))));
}
