/** What each seat could see: the board through its eyes, and the bytes that its bot was shown, field by field. */

import * as dom from "../common/dom.js";

/**
 * Chooses through whose eyes the board is shown; nothing where nobody hides anything.
 * @param {Story} story
 * @param {Playback} play
 */
export function eyes(story, play) {
  if (!story.steps.some((step) => step.hidden)) return null;
  /** @type {[number, string][]} */
  const choices = story.sides.map(({ seat, word }) => [seat, `Seen by ${word}`]);
  const select = dom.select([[-1, "Seen: everything"], ...choices], { "aria-label": "What the board shows" });
  select.onchange = () => {
    const seat = Number(select.value);
    play.setViewer(seat === 0 || seat === 1 ? seat : null);
  };
  return select;
}

/**
 * The fields of the view that a bot is given at the ply that is shown.
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
    dom.make("summary", "What a bot is shown here, field by field"),
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
