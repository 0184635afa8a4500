/** The form in which the reader chooses the game and the players. */

import * as dom from "../common/dom.js";
import * as packed from "../common/packed.js";
import * as words from "../common/words.js";
import * as engine from "../engine.js";
import * as bots from "../host/bots.js";
import * as players from "./players.js";

/** @type {Seat[]} */
const seats = [0, 1];

/** @param {string} label @param {HTMLElement} field @param {string} [about] */
function row(label, field, about) {
  return dom.make("label.field", dom.make("span", label), field, about ? dom.make("small.soft", about) : null);
}

/** @param {[string | number, string][]} options @param {string | number} value */
function select(options, value) {
  const made = dom.select(options);
  made.value = String(value);
  return made;
}

/** @param {Game["options"][number]} option @param {string} value */
function optionField({ values, range }, value) {
  if (values) {
    return select(
      values.map((each) => [each, words.spaced(each)]),
      value,
    );
  }
  const [min = 0, max = 0] = range ?? [];
  return dom.make("input", { type: "number", min, max, value, required: true });
}

/** An option's value in a rules text, or its default. @param {string} text @param {Game["options"][number]} option */
function valueIn(text, option) {
  const found = text.split(/\s+/).find((word) => word.startsWith(`${option.name}=`));
  return found ? found.slice(option.name.length + 1) : option.default;
}

/**
 * Adapts the form to a match that continues a record, whose game, rules and times are fixed.
 * @param {HTMLFormElement} form
 * @param {string} title
 */
function goOn(form, title) {
  for (const part of form.querySelectorAll(".of-new")) part.toggleAttribute("hidden", true);
  const branch = dom.byId("branch");
  branch.textContent = title;
  branch.hidden = false;
  dom.byId("begin").textContent = "Play on";
}

/**
 * Shows the form, and calls `start` with the reader's choices.
 * @param {HTMLFormElement} form
 * @param {SetupFacts} facts
 * @param {(plan: Plan) => void} start
 */
export function show(form, facts, start) {
  const { games, record } = facts;
  const first = games.find((game) => game.name === facts.game) ?? games[0];
  if (!first) throw new Error("the list of games is empty");
  /** @type {KnownBot[]} */
  const own = [];
  const [gameField, timeField] = ["game", "time"].map((id) => /** @type {HTMLSelectElement} */ (dom.byId(id)));
  gameField.append(...games.map(({ name, title }) => dom.make("option", { value: name }, title)));
  gameField.value = first.name;
  const told = dom.byId("progress");

  const game = () => games.find((each) => each.name === gameField.value) ?? first;
  const known = () => [...players.samples(game().name), ...own];
  /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
  let ruleFields = new Map();
  /** @type {{ who: HTMLSelectElement, settings: HTMLInputElement }[]} */
  let seatFields = [];
  /** @type {KnownBot[]} */
  let list = [];

  function showRules() {
    ruleFields = new Map(
      game().options.map((option) => [option.name, optionField(option, valueIn(facts.rules, option))]),
    );
    const rows = game().options.map((option) => {
      const field = ruleFields.get(option.name);
      return field ? row(words.spaced(option.name), field, option.about) : null;
    });
    dom.fill(dom.byId("rules"), ...rows);
    dom.byId("rules").parentElement?.toggleAttribute("hidden", rows.length === 0);
  }

  /** @param {Seat} seat @param {string} value @param {string} settings */
  function seatRow(seat, value, settings) {
    /** @type {[number, string][]} */
    const seated = list.map((bot, index) => [index, `${bot.name}: ${bot.about}`]);
    const who = select([["person", "a person"], ...seated], value);
    const given = dom.make("input", { value: settings, placeholder: "depth=2", maxlength: 1024, spellcheck: false });
    const settingsRow = row("its settings", given);
    const reveal = () => (settingsRow.hidden = who.value === "person");
    who.onchange = reveal;
    reveal();
    seatFields[seat] = { who, settings: given };
    const { letter, word } = game().seats[seat];
    const played = record ? ` (played by ${words.visible(record.names[seat])})` : "";
    const order = seat === 0 ? "first" : "second";
    return [row(`${word}, ${letter}, the ${order} seat${played}`, who), settingsRow];
  }

  function showSeats() {
    const before = seatFields.map(({ who, settings }) => ({ who: who.value, settings: settings.value }));
    list = known();
    const last = players.samples(game().name).length - 1;
    const opponent = String(record ? last : Math.min(1, last));
    const mine = record?.seat ?? 0;
    const rows = seats.flatMap((seat) => {
      const usual = { who: seat === mine ? "person" : opponent, settings: record?.settings[seat] ?? "" };
      const { who, settings } = before[seat] ?? usual;
      return seatRow(seat, who === "-1" ? "person" : who, settings);
    });
    dom.fill(dom.byId("seats"), ...rows);
  }

  /** @param {Seat} seat @returns {Sitter} */
  function sitter(seat) {
    const { who, settings } = seatFields[seat] ?? {};
    const bot = list[Number(who?.value)];
    if (!bot || who?.value === "person") return { kind: "person" };
    const dice = record?.dice[seat];
    const key = dice ? packed.hex(dice) : bots.newKey();
    return { kind: "bot", bot, settings: settings?.value ?? "", key };
  }

  /** @returns {Opening} */
  function opening() {
    if (record) return record.opening;
    const rules = [...ruleFields].map(([name, field]) => `${name}=${field.value}`).join(" ");
    const ticks = Number(timeField.value);
    return { game: game().name, rules, limits: `per_move=${ticks} per_game=${ticks * 10_000}`, luck: engine.newLuck() };
  }

  /** @param {File | undefined} file */
  async function take(file) {
    if (!file) return;
    told.className = "soft";
    try {
      own.push(await players.own(file, (text) => (told.textContent = text)));
      told.textContent = "";
      showSeats();
      const other = seatFields[record?.seat === 1 ? 0 : 1];
      if (other) other.who.value = String(list.length - 1);
      other?.who.dispatchEvent(new Event("change"));
    } catch (error) {
      told.className = "notice";
      const reasons = error instanceof bots.Refusal ? error.objections : [];
      dom.fill(
        told,
        reasons.length > 0 ? "This module cannot play here: " : String(error),
        ...reasons.map(({ message, advice }) => dom.make("span.line", `${message} (${advice})`)),
      );
    }
  }

  const file = /** @type {HTMLInputElement} */ (dom.byId("file"));
  file.onchange = () => void take(file.files?.[0]);
  document.ondragover = (event) => event.preventDefault();
  document.ondrop = (event) => {
    event.preventDefault();
    if (!form.hidden) void take(event.dataTransfer?.files[0]);
  };

  gameField.onchange = () => {
    seatFields = [];
    showRules();
    showSeats();
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    form.hidden = true;
    start({ opening: opening(), sitters: [sitter(0), sitter(1)], record: record?.branch ?? null });
  };

  showRules();
  showSeats();
  if (record) goOn(form, record.branch.title);
  form.hidden = false;
}
