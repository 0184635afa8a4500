/**
 * Lets a person choose an action: a piece and a square by two clicks, by dragging or with the keyboard, then a button
 * if several actions have the same squares. The rules define the piece, square and label of each action.
 */

import * as dom from "../common/dom.js";
import * as shapes from "../common/shapes.js";
import * as squares from "../common/squares.js";

/**
 * @param {HTMLElement} choices container for the buttons of actions
 * @param {(list: Shape[]) => void} draw
 * @param {(action: LegalAction) => void} play
 */
export function create(choices, draw, play) {
  /** @type {LegalAction[]} */
  let legal = [];
  /** @type {Drawing | null} */
  let drawing = null;
  /** @type {Square | null} */
  let chosen = null;
  /** @type {Shape[]} */
  let extra = [];
  /** Actions offered as buttons because they have the same squares. @type {LegalAction[]} */
  let offered = [];

  /** @param {Square | null} piece */
  const of = (piece) => legal.filter((action) => squares.same(action.piece, piece));

  function show() {
    const actions = chosen ? of(chosen) : [];
    const shown = drawing ? shapes.ofActions(drawing, of(chosen)) : [];
    draw([...extra, ...shapes.chosen(chosen), ...shown]);
    const buttons = offered.length > 0 ? offered : [...actions, ...of(null)].filter((action) => !action.target);
    dom.fill(
      choices,
      ...buttons.map((action) => dom.button(action.label ?? action.text, () => act(action), { class: "button" })),
    );
  }

  /** @param {LegalAction} action */
  function act(action) {
    set([]);
    play(action);
  }

  /** Plays an action if it is the only one meant; otherwise offers all as buttons. @param {LegalAction[]} meant */
  function decide(meant) {
    const [only] = meant;
    if (only && meant.length === 1) return act(only);
    offered = meant;
    show();
    return choices.querySelector("button")?.focus();
  }

  /** The actions that end at a square. If all end in one row, a square stands for its column. @param {Square} square */
  function at(square) {
    const actions = of(chosen);
    const exact = actions.filter((action) => squares.same(action.target, square));
    const rows = new Set(actions.map(({ target }) => target?.[1]));
    const isOfColumns = chosen === null && rows.size === 1 && of(square).length === 0;
    return exact.length > 0 || !isOfColumns ? exact : actions.filter(({ target }) => target?.[0] === square[0]);
  }

  /** @param {Square} square */
  function pick(square) {
    const piece = chosen;
    const aimed = at(square);
    const own = of(square);
    offered = [];
    if (aimed.length > 0) return decide(aimed);
    if (piece && squares.same(piece, square)) {
      // A second click on a piece plays its only action, or deselects it.
      if (own.length === 1) return decide(own);
      chosen = null;
    } else {
      chosen = own.length > 0 ? square : null;
    }
    return show();
  }

  /**
   * Sets the actions that a person may choose from; none if it is not their turn.
   * @param {LegalAction[]} actions
   * @param {Drawing | null} board
   */
  function set(actions, board = null) {
    legal = actions;
    drawing = board;
    chosen = null;
    offered = [];
    extra = [];
    show();
  }

  return {
    set,
    pick,
    /** @param {Square} square */
    canTake: (square) => of(square).length > 0,
    /** @param {Square} square */
    take(square) {
      offered = [];
      chosen = square;
      show();
    },
    release() {
      chosen = null;
      offered = [];
      show();
    },
    /** @param {Shape[]} list */
    note(list) {
      extra = list;
      show();
    },
  };
}
