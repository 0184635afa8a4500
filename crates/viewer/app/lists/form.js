/** The fields that choose which matches are listed. */

import * as dom from "../common/dom.js";
import * as words from "../common/words.js";
import * as filter from "./filter.js";

/** @typedef {Record<keyof MatchFilter, HTMLSelectElement | HTMLInputElement>} Fields */

/**
 * Fills the page's fields and tells whenever the reader changes one.
 *
 * @param {SiteIndex} index
 * @param {(asked: MatchFilter) => void} changed
 */
export function create(index, changed) {
  const form = /** @type {HTMLFormElement} */ (dom.byId("filter"));
  const fields = /** @type {Fields} */ (
    Object.fromEntries([...form.querySelectorAll("[name]")].map((field) => [field.getAttribute("name"), field]))
  );
  choices(fields, index);
  const tell = () => {
    relate(form, fields, index);
    changed(read(fields));
  };
  form.onchange = tell;
  form.onsubmit = (event) => event.preventDefault();
  form.onreset = (event) => {
    event.preventDefault();
    write(fields, filter.parse(""));
    tell();
  };
  return {
    /** @param {MatchFilter} asked */
    show(asked) {
      fields.entrant.value = String(asked.entrant ?? "");
      relate(form, fields, index);
      write(fields, asked);
    },
  };
}

/**
 * @param {Fields} fields
 * @param {SiteIndex} index
 */
function choices(fields, index) {
  const numbered = (/** @type {string[]} */ names) => names.map((name, number) => choice(number, words.visible(name)));
  const entrants = index.entrants.map(({ name }) => name);
  fields.entrant.append(...numbered(entrants));
  fields.opponent.append(...numbered(entrants));
  fields.seat.append(...numbered(index.game.seats.map(({ word }) => word)));
  fields.reason.append(...numbered(index.reasons.map(({ text }) => text)));
  fields.stage.append(...numbered(index.stages.map(({ name }) => name)));
}

/**
 * @param {string | number} value
 * @param {string} text
 */
const choice = (value, text) => dom.make("option", { value }, text);

/**
 * An opponent and a seat are an entrant's; results are an entrant's, or a seat's.
 *
 * @param {HTMLFormElement} form
 * @param {Fields} fields
 * @param {SiteIndex} index
 */
function relate(form, fields, index) {
  const named = fields.entrant.value !== "";
  for (const part of form.querySelectorAll("[data-of=entrant]")) part.toggleAttribute("hidden", !named);
  for (const part of form.querySelectorAll("[data-of=stages]")) {
    part.toggleAttribute("hidden", index.stages.length < 2);
  }
  if (!named) fields.opponent.value = fields.seat.value = "";
  const [first, second] = index.game.seats.map(({ word }) => word);
  const results = named
    ? [choice("won", "won"), choice("lost", "lost"), choice("drawn", "drawn")]
    : [choice("first", `won by ${first}`), choice("second", `won by ${second}`), choice("drawn", "drawn")];
  const kept = results.find(({ value }) => value === fields.result.value);
  fields.result.replaceChildren(choice("", "any"), ...results);
  fields.result.value = kept?.value ?? "";
}

/** @param {Fields} fields */
function read(fields) {
  const { least, most, ...others } = fields;
  const asked = Object.entries(others).map(([name, field]) => [name, field.value]);
  asked.push(["plies", `${least.value}-${most.value}`]);
  return filter.parse(new URLSearchParams(asked).toString());
}

/**
 * @param {Fields} fields
 * @param {MatchFilter} asked
 */
function write(fields, asked) {
  for (const [name, value] of Object.entries(asked)) {
    const field = fields[/** @type {keyof MatchFilter} */ (name)];
    field.value = value === null ? "" : String(value);
  }
}
