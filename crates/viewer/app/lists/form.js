/** The form fields that filter the list of matches. */

import * as dom from "../common/dom.js";
import * as words from "../common/words.js";
import * as filter from "./filter.js";

/** @typedef {Record<keyof MatchFilter, HTMLSelectElement | HTMLInputElement>} Fields */

/**
 * Fills the page's fields, and calls `changed` whenever the reader changes one.
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
    changed(read(fields, index));
  };
  form.onchange = () => {
    for (const field of [fields.entrant, fields.opponent]) {
      const isKnown = field.value === "" || numberOf(index, field.value) !== null;
      field.setCustomValidity(isKnown ? "" : "Type more of the name: it must match one entrant");
      if (!field.reportValidity()) return;
    }
    tell();
  };
  form.onsubmit = (event) => event.preventDefault();
  form.onreset = (event) => {
    event.preventDefault();
    write(fields, index, filter.parse(""));
    tell();
  };
  return {
    /** @param {MatchFilter} asked */
    show(asked) {
      fields.entrant.value = nameOf(index, asked.entrant);
      relate(form, fields, index);
      write(fields, index, asked);
    },
  };
}

/**
 * @param {Fields} fields
 * @param {SiteIndex} index
 */
function choices(fields, index) {
  const numbered = (/** @type {string[]} */ names) => names.map((name, number) => choice(number, words.visible(name)));
  const named = index.entrants.map((_, number) => dom.make("option", { value: nameOf(index, number) }));
  dom.byId("entrants").append(...named);
  fields.seat.append(...numbered(index.game.seats.map(({ word }) => word)));
  fields.reason.append(...numbered(index.reasons.map(({ text }) => text)));
  fields.stage.append(...numbered(index.stages.map(({ name }) => name)));
}

/**
 * The name of an entrant in the fields; empty for `null`.
 *
 * @param {SiteIndex} index
 * @param {number | null} number
 */
const nameOf = (index, number) => words.visible(index.entrants[number ?? -1]?.name ?? "");

/**
 * The entrant with that name, or the only one whose name contains the text; `null` if there is none.
 *
 * @param {SiteIndex} index
 * @param {string} text
 */
function numberOf(index, text) {
  const sought = text.trim().toLowerCase();
  const names = index.entrants.map((_, number) => nameOf(index, number).toLowerCase());
  const found = names.includes(sought) ? names.indexOf(sought) : names.findIndex((name) => name.includes(sought));
  const isOnly = names[found] === sought || names.filter((name) => name.includes(sought)).length === 1;
  return found >= 0 && isOnly ? found : null;
}

/**
 * @param {string | number} value
 * @param {string} text
 */
const choice = (value, text) => dom.make("option", { value }, text);

/**
 * Adapts the fields to each other: opponent and seat need an entrant, and results refer to the entrant or to a seat.
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

/**
 * @param {Fields} fields
 * @param {SiteIndex} index
 */
function read(fields, index) {
  const { least, most, entrant, opponent, ...others } = fields;
  const asked = Object.entries(others).map(([name, field]) => [name, field.value]);
  for (const { name, value } of [entrant, opponent]) {
    if (value !== "") asked.push([name, String(numberOf(index, value) ?? "")]);
  }
  asked.push(["plies", `${least.value}-${most.value}`]);
  return filter.parse(new URLSearchParams(asked).toString());
}

/**
 * @param {Fields} fields
 * @param {SiteIndex} index
 * @param {MatchFilter} asked
 */
function write(fields, index, asked) {
  for (const [name, value] of Object.entries(asked)) {
    const field = fields[/** @type {keyof MatchFilter} */ (name)];
    field.value = value === null ? "" : String(value);
  }
  for (const name of /** @type {const} */ (["entrant", "opponent"])) fields[name].value = nameOf(index, asked[name]);
}
