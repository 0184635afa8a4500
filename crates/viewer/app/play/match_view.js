/** A match that the reader plays or watches: board, buttons, notation and moves. */

import * as board from "../common/board.js";
import * as dom from "../common/dom.js";
import * as squares from "../common/squares.js";
import * as words from "../common/words.js";
import * as handover from "./handover.js";
import * as dragging from "./dragging.js";
import * as selecting from "./selection.js";
import * as players from "./players.js";
import * as moveList from "./move_list.js";
import * as table from "./table.js";

/** @param {Seat} seat @returns {Seat} */
const otherThan = (seat) => (seat === 0 ? 1 : 0);

/** Maximum number of plies in the text about a bot's last turn. */
const turnMost = 12;

/**
 * @param {Rules} rules
 * @param {WebAssembly.Module} rulesCode
 * @param {Game} game
 * @param {Plan} plan
 * @param {{ again(): void, swapped(): void, review: ((names: [string, string]) => void) | null }} after actions for the
 *   end of the match
 */
export function open(rules, rulesCode, game, plan, after) {
  const [status, choices, notes] = [dom.byId("status"), dom.byId("choices"), dom.byId("notes")];
  const people = plan.sitters.filter((sitter) => sitter.kind === "person").length;
  let flipped = false;
  /** The seat of the person at the screen. @type {Seat | null} */
  let looking = null;
  let isHandingOver = false;
  let isClosed = false;
  /** @type {LegalAction[]} */
  let legal = [];
  let painted = { plies: 0, flipped };
  /** The ply and seat for which a person is choosing an action. */
  let choosing = "";

  const view = board.create(dom.byId("board"), "Board", game.seats, {
    onPick: (square) => selection.pick(square),
    onAct: (code) => legal.some((action) => action.code === code) && play(code),
  });
  const selection = selecting.create(choices, view.draw, ({ code }) => play(code));
  dragging.listen(dom.byId("board"), squareOf, selection);

  const match = table.open(rules, rulesCode, plan, {
    onChange: show,
    onNote: (text) => (notes.textContent = text),
  });
  const { drawing: start } = match.live.session.frame(0);
  const hasSides = squares.hasSides(start);
  const topSeat = squares.topSeat(start);
  /** @type {Seat} */
  const person = plan.sitters[0].kind === "person" ? 0 : 1;
  // The side of a lone person is at the bottom.
  flipped = people === 1 && hasSides && person === topSeat;
  // A sketch stays as its author drew it.
  const isFree = people === 1 && !hasSides && !start.sketch;

  /** Plays an action of the person at the screen. @param {number} code */
  function play(code) {
    const [seat] = match.persons();
    legal = [];
    choosing = "";
    if (seat !== undefined) match.play(seat, code);
  }

  /** @param {Element | null} element @returns {Square | null} */
  function squareOf(element) {
    if (!element) return null;
    const { columns, rows } = match.live.frame(eyes(false)).drawing;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        if (view.cellOf([column, row]) === element) return [column, row];
      }
    }
    return null;
  }

  /** The viewer for whom the board is drawn. @param {boolean} hidden `true` if something is hidden @returns {Viewer} */
  function eyes(hidden) {
    if (match.live.verdict()) return null;
    if (people === 1) return plan.sitters[0].kind === "person" ? 0 : 1;
    return people === 2 && hidden ? looking : null;
  }

  const nameOf = (/** @type {Seat} */ seat) => {
    const sitter = plan.sitters[seat];
    if (sitter.kind === "bot") return sitter.bot.name;
    return people === 1 ? "you" : game.seats[seat].word;
  };

  /** Hides the board if the next person must not see what the last one saw. Returns `true` if it did.
   * @param {Seat | undefined} next @param {boolean} isSecret */
  function mustHide(next, isSecret) {
    if (people < 2 || next === undefined || next === looking) return false;
    if (looking === null || !isSecret) {
      looking = next;
      return false;
    }
    isHandingOver = true;
    choosing = "";
    selection.set([]);
    dom.byId("match").classList.add("hidden-board");
    handover.show(game.seats[next].word, () => {
      isHandingOver = false;
      looking = next;
      dom.byId("match").classList.remove("hidden-board");
      show();
    });
    return true;
  }

  /** Shows the current state of the match. */
  function show() {
    if (isHandingOver || isClosed) return;
    const [next] = match.persons();
    const overview = match.live.overview(looking ?? eyes(true));
    const hidden = (overview.plies.at(-1) ?? overview.start).hidden;
    const { phase } = match.live.frame(null);
    const atOnce = "act" in phase && phase.act.length > 1;
    if (mustHide(next, hidden || atOnce)) return;
    const frame = match.live.frame(eyes(hidden), flipped);
    const { plies } = overview;
    const isNext = plies.length === painted.plies + 1 && painted.flipped === flipped;
    view.show(frame, flipped, isNext ? plies.at(-1)?.events.flatMap(({ mark }) => mark ?? []) : []);
    painted = { plies: plies.length, flipped };
    showStrips(frame);
    // A selected piece stays selected when a bot starts to think.
    const asked = next === undefined ? "" : `${match.live.plies} ${next}`;
    if (asked !== choosing || next === undefined) {
      legal = next === undefined ? [] : match.live.legal(next);
      selection.set(legal, frame.drawing);
    }
    choosing = asked;
    markOwn(frame);
    showStatus(next, overview, frame);
    moveList.showMoves(dom.byId("moves"), match, overview, game.seats);
    moveList.showLogs(dom.byId("logs"), match, match.live.plies);
    showControls(next);
    const main = dom.byId("board");
    main.dataset.ply = String(match.live.plies);
    main.dataset.position = frame.position ?? "";
  }

  /** @param {Frame} frame */
  function showStrips(frame) {
    const above = isFree || flipped ? otherThan(isFree ? person : topSeat) : topSeat;
    /** @type {[HTMLElement, Seat][]} */
    const strips = [
      [dom.byId("above"), above],
      [dom.byId("below"), otherThan(above)],
    ];
    for (const [element, seat] of strips) {
      const pairs = frame.drawing.notes[seat].map(([label, value]) =>
        dom.make("span", `${label} `, dom.make("b", value)),
      );
      element.className = `strip ${seat === 0 ? "first" : "second"}`;
      dom.fill(
        element,
        dom.make(
          "p.who",
          dom.make("span.sign"),
          dom.make("b", dom.name(nameOf(seat))),
          nameOf(seat) === game.seats[seat].word ? "" : ` ${game.seats[seat].word}`,
        ),
        dom.make("p.notes", ...pairs),
      );
    }
  }

  /** Marks the pieces that can be dragged. @param {Frame} frame */
  function markOwn(frame) {
    for (const piece of frame.drawing.pieces) {
      const square = /** @type {Square} */ ([piece.column, piece.row]);
      view.cellOf(square)?.classList.toggle("own", selection.canTake(square));
    }
  }

  /** @param {Seat | undefined} next @param {Overview} overview @param {Frame} frame */
  function showStatus(next, overview, frame) {
    const verdict = match.live.verdict();
    const thinking = match.thinking().map((seat) => nameOf(seat));
    const { fault } = match.live.frame(null);
    const text = fault
      ? `The rules of this game failed, so neither side loses: ${fault.split("\n", 1)[0]}.`
      : verdict
        ? inWords(verdict)
        : [
            next === undefined ? "" : toDo(next, frame.prompts[next]),
            thinking.length > 0 ? `${words.list(thinking)} ${thinking.length > 1 ? "are" : "is"} thinking.` : "",
          ].join(" ");
    const last = people === 1 ? spokenLast(overview) : null;
    const shown = [last, text].filter(Boolean).join(" · ").trim();
    if (status.textContent !== shown) status.textContent = shown;
  }

  /** Updates the prompt for a person. @param {Seat} next @param {string} prompt */
  function toDo(next, prompt) {
    if (people === 1) return `${prompt || "Your move"}.`;
    return prompt ? `${game.seats[next].word}: ${prompt}.` : `${game.seats[next].word} to move.`;
  }

  /** The bot's last turn in words. @param {Overview} overview */
  function spokenLast(overview) {
    /** @type {string[]} */
    const texts = [];
    for (const { actions } of overview.plies.slice(-turnMost).reverse()) {
      const own = actions.filter(({ seat }) => plan.sitters[seat].kind === "bot");
      if (own.length < actions.length && texts.length > 0) break;
      texts.unshift(...own.map(({ text }) => text));
      if (own.length < actions.length) break;
    }
    const bot = plan.sitters[0].kind === "bot" ? 0 : 1;
    return texts.length > 0 ? `${nameOf(bot)}: ${texts.join(", ")}` : "";
  }

  /** @param {Verdict} verdict */
  function inWords({ outcome, reason, failures }) {
    const winner = outcome === null ? "" : nameOf(outcome);
    const won = winner === "you" ? "You win" : `${winner} wins`;
    const end = outcome === null ? `A draw: ${reason}.` : `${won}: ${reason}.`;
    const why = failures.flatMap((failure, seat) =>
      failure ? [`${nameOf(seat === 0 ? 0 : 1)}: ${failure.words}.`] : [],
    );
    return [end, ...why].join(" ");
  }

  const now = /** @type {HTMLElement} */ (dom.byId("controls").parentElement);
  const over = dom.byId("over");
  const samples = players.samples(game.name);
  // A random move would not help.
  const helpers = samples.length > 1 ? samples : [];
  const helper = /** @type {HTMLSelectElement} */ (dom.byId("helper"));
  dom.fill(helper, ...helpers.map((bot, index) => dom.make("option", { value: index }, bot.name)));
  helper.value = String(helpers.length - 1);

  /** Finds a button of the page and sets its action. @param {string} name @param {() => void} act */
  function button(name, act) {
    const found = /** @type {HTMLButtonElement} */ (now.querySelector(`button[name=${name}]`));
    found.onclick = act;
    return found;
  }
  const undo = button("undo", () => match.undo());
  const ask = button("hint", () => void hint());
  const finish = button("finish", () => void complete());
  const again = button("again", after.again);
  const other = button("other", after.swapped);
  const named = (/** @type {Seat} */ seat) => (nameOf(seat) === "you" ? "Player" : nameOf(seat));
  button("review", () => after.review?.([named(0), named(1)])).hidden = after.review === null;
  button("turn", turn).hidden = start.sketch !== null;
  button("fresh", () => location.reload());

  /** @param {Seat | undefined} next */
  function showControls(next) {
    const isOver = match.live.verdict() !== null;
    undo.disabled = people === 0 || match.live.plies <= match.floor;
    ask.disabled = next === undefined;
    dom.byId("notation").hidden = next === undefined;
    ask.hidden = helper.hidden = helpers.length === 0 || people === 0;
    finish.hidden = ask.hidden || promptWord() === "";
    other.hidden = !isOver || people !== 1;
    const ends = isOver && over.hidden;
    over.hidden = !isOver;
    dom.byId("verdict").classList.toggle("card", isOver);
    if (ends) again.focus();
  }

  function turn() {
    flipped = !flipped;
    show();
  }

  async function hint() {
    const [next] = match.persons();
    const bot = helpers[Number(helper.value)];
    if (next === undefined || !bot) return;
    const ply = match.live.plies;
    notes.textContent = `${bot.name} is looking for a hint.`;
    const action = await match.hint(next, bot).catch(() => null);
    if (ply !== match.live.plies) return;
    notes.textContent = action ? `${bot.name} would play ${action.text}.` : `${bot.name} found no hint.`;
    if (action) selection.note(hintShapes(action));
  }

  /** The first word of the prompt for the person who is to act; empty without one. */
  function promptWord() {
    const [next] = match.persons();
    return next === undefined ? "" : (match.live.frame(null).prompts[next].split(" ")[0] ?? "");
  }

  /** Plays the helper's choices for the person while the prompt begins with the same word, such as `Place`. */
  async function complete() {
    const [seat] = match.persons();
    const bot = helpers[Number(helper.value)];
    if (!bot || seat === undefined) return;
    const word = promptWord();
    while (match.persons()[0] === seat && promptWord() === word) {
      const { plies } = match.live;
      const action = await match.hint(seat, bot).catch(() => null);
      if (action === null || match.live.plies !== plies) return;
      play(action.code);
      if (match.live.plies === plies) return;
    }
  }

  /** @param {LegalAction} action @returns {Shape[]} */
  function hintShapes(action) {
    if (action.piece && action.target && !squares.same(action.piece, action.target)) {
      return [{ kind: "arrow", from: action.piece, to: action.target }];
    }
    const at = action.target ?? action.piece;
    return at ? [{ kind: "cell", at, colour: "yellow" }] : [];
  }

  const form = /** @type {HTMLFormElement} */ (dom.byId("notation"));
  const field = /** @type {HTMLInputElement} */ (form.querySelector("input"));
  form.onsubmit = (event) => {
    event.preventDefault();
    const [next] = match.persons();
    if (next === undefined) return;
    try {
      const code = match.live.parse(next, field.value.trim());
      if (!legal.some((action) => action.code === code)) {
        notes.textContent = `${match.live.format(next, code)} is not legal here.`;
        return;
      }
      field.value = "";
      notes.textContent = "";
      match.play(next, code);
    } catch (error) {
      notes.textContent = words.reason(error);
    }
  };

  return {
    match,
    cellOf: view.cellOf,
    undo: () => !undo.disabled && match.undo(),
    hint: () => void hint(),
    turn,
    focusBoard: view.focus,
    focusNotation: () => field.focus(),
    close() {
      isClosed = true;
      match.close();
    },
  };
}
