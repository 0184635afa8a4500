/** The strips above and below the board: the entrant, the clock, the score and captured pieces. */

import * as dom from "../common/dom.js";
import * as words from "../common/words.js";

/**
 * @param {HTMLElement} above
 * @param {HTMLElement} below
 * @param {Story} story
 */
export function create(above, below, story) {
  const strips = [strip(story, 0), strip(story, 1)];

  /**
   * @param {Readonly<PlaybackState>} shown
   * @param {Frame} frame
   */
  function show(shown, frame) {
    const top = story.topSeat === 0 ? 0 : 1;
    const order = shown.flipped ? [1 - top, top] : [top, 1 - top];
    [above, below].forEach((place, index) => {
      const { element } = strips[order[index] ?? 0] ?? {};
      if (element && place.firstChild !== element) place.replaceChildren(element);
    });
    const step = story.steps[shown.ply];
    if (!step) return;
    for (const each of strips) each.show(step, frame);
  }

  return { show };
}

/**
 * @param {Story} story
 * @param {Seat} seat
 */
function strip(story, seat) {
  const side = story.sides[seat];
  const turn = dom.make("span.turn", { role: "img", title: "to move" });
  const clock = dom.make("span.clock");
  const notes = dom.make("p.notes");
  const name = side.link ? dom.make("a", { href: side.link }, dom.name(side.name)) : dom.name(side.name);
  const who = dom.make("p.who", turn, dom.make("span.sign", { "aria-hidden": "true" }));
  who.append(dom.make("strong", name), dom.make("span", side.word));
  if (story.row.outcome === seat) who.append(dom.make("span.tag.good", "won"));
  if (side.fault) who.append(dom.make("span.tag.bad", side.fault.name));
  const kind = seat === 0 ? "first" : "second";
  const element = dom.make("div", { class: `strip ${kind}` }, who, notes, clock);

  /**
   * @param {Step} step
   * @param {Frame} frame
   */
  function show(step, frame) {
    const acts = "act" in frame.phase && frame.phase.act.includes(seat);
    dom.set(turn, { "aria-label": acts ? "to move" : "not to move" });
    turn.classList.toggle("on", acts);
    clock.textContent = `${words.duration(step.left[seat])} left`;
    const action = step.actions.find((each) => each.seat === seat);
    const total = `${words.duration(step.spent[seat])} used`;
    clock.title = action ? `${words.duration(action.ticks)} now, ${total}` : total;
    const values = frame.drawing.notes[seat];
    const shownNotes = values.map(([label, value]) => dom.make("span", `${label} `, dom.make("b", value)));
    dom.fill(notes, ...shownNotes);
  }

  return { element, show };
}
