/**
 * A board on the page: the engine's drawing, a grid of squares over it for keyboards and screen readers, and shapes
 * between the two. A sketch has its things instead of squares.
 */

import * as dom from "./dom.js";
import * as motion from "./motion.js";
import * as shapes from "./shapes.js";
import * as sketches from "./sketch.js";
import * as squares from "./squares.js";

let made = 0;

/**
 * Puts the engine's picture into an element. Makes its ids unique, so that a page can show several pictures.
 * @param {HTMLElement} element
 * @param {{ svg: string }} frame
 */
export function paint(element, frame) {
  element.dataset.picture ??= String((made += 1));
  const svg = frame.svg.replace(/( id="|"#|url\(#)/g, `$1b${element.dataset.picture}-`);
  const parsed = document.createElement("template");
  // eslint-disable-next-line no-restricted-properties -- markup from the engine, without any text from a bot
  parsed.innerHTML = svg;
  const [old] = element.children;
  const [fresh] = parsed.content.children;
  if (old && fresh) merge(old, fresh);
  else element.replaceChildren(parsed.content);
}

/**
 * Makes a picture equal to another. Parts that are equal stay, so that the browser lays out only the others.
 * @param {Element} old
 * @param {Element} fresh
 */
function merge(old, fresh) {
  for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const had = [...old.children];
  for (const part of [...fresh.children]) {
    const [next] = had;
    const found = had.findIndex((each) => each.isEqualNode(part));
    if (found >= 0) {
      for (const gone of had.splice(0, found + 1).slice(0, -1)) gone.remove();
    } else if (next?.tagName === "defs") {
      merge(next, part);
      had.shift();
    } else {
      old.insertBefore(part, next ?? null);
    }
  }
  for (const gone of had) gone.remove();
}

/**
 * @param {HTMLElement} container
 * @param {string} label the grid's label for screen readers
 * @param {[SeatName, SeatName]} seats
 * @param {BoardListener} asked
 */
export function create(container, label, seats, asked) {
  const picture = dom.make("div.picture", { "aria-hidden": "true" });
  const over = dom.svg("svg.over", { "aria-hidden": "true" });
  const grid = dom.make("div.squares", { role: "grid", "aria-label": label });
  container.classList.add("boardbox");
  const things = sketches.create(label, (code) => asked.onAct?.(code));
  dom.fill(container, picture, over, grid, things.element);

  /** @type {HTMLElement[]} in screen order, row by row */
  let cells = [];
  /** @type {Drawing | null} */
  let drawing = null;
  let flipped = false;
  /** The place on the screen that the Tab key focuses. */
  let reached = 0;

  /**
   * Converts a square to its place on the screen, or a place to its square.
   * @param {Square} square
   * @returns {Square}
   */
  function turned([column, row]) {
    if (!flipped || !drawing) return [column, row];
    return [drawing.columns - 1 - column, drawing.rows - 1 - row];
  }

  /**
   * A mark with the places of its squares on the screen.
   * @param {Mark} mark
   * @returns {Mark}
   */
  function seen(mark) {
    if (mark.kind === "loss") return { ...mark, at: turned(mark.at) };
    return { ...mark, from: turned(mark.from), to: turned(mark.to) };
  }

  /**
   * Shows a frame. Replaces the whole picture, and plays the events that led from the earlier one to it.
   * @param {{ svg: string, drawing: Drawing }} frame
   * @param {boolean} isFlipped
   * @param {Mark[]} marks
   */
  function show(frame, isFlipped, marks = []) {
    const isOther = !drawing || drawing.columns !== frame.drawing.columns || drawing.rows !== frame.drawing.rows;
    drawing = frame.drawing;
    flipped = isFlipped;
    const before = motion.shapes(picture);
    paint(picture, frame);
    motion.play(picture, before, marks.map(seen));
    things.show(drawing.sketch);
    grid.hidden = drawing.sketch !== null;
    if (isOther) lay(drawing.columns, drawing.rows);
    const spoken = squares.spoken(drawing, seats, flipped);
    cells.forEach((cell, index) => {
      const text = spoken[flipped ? spoken.length - 1 - index : index] ?? "";
      if (cell.getAttribute("aria-label") !== text) cell.setAttribute("aria-label", text);
    });
  }

  /**
   * Lays the grid over the picture.
   * @param {number} columns
   * @param {number} rows
   */
  function lay(columns, rows) {
    const view = picture.querySelector("svg.board")?.getAttribute("viewBox") ?? "0 0 1 1";
    dom.set(over, { viewBox: view });
    const [left = 0, top = 0, width = 1, height = 1] = view.split(" ").map(Number);
    const side = 20;
    const share = (/** @type {number} */ part, /** @type {number} */ whole) => `${(100 * part) / whole}%`;
    grid.style.left = share(-left, width);
    grid.style.top = share(-top, height);
    grid.style.width = share(columns * side, width);
    grid.style.height = share(rows * side, height);
    cells = [];
    const lines = Array.from({ length: rows }, () => {
      const across = Array.from({ length: columns }, () => dom.make("div.square", { role: "gridcell", tabindex: -1 }));
      cells.push(...across);
      return dom.make("div", { role: "row" }, ...across);
    });
    reached = 0;
    cells[0]?.setAttribute("tabindex", "0");
    dom.fill(grid, ...lines);
  }

  /** @param {EventTarget | null} target */
  function placeOf(target) {
    return target instanceof HTMLElement ? cells.indexOf(target) : -1;
  }

  /**
   * The square at a place on the screen; `null` if there is none.
   * @param {number} place
   */
  function squareAt(place) {
    return drawing && place >= 0 ? turned(squares.at(drawing, place)) : null;
  }

  /** @param {number} place */
  function reach(place) {
    const [from, to] = [cells[reached], cells[place]];
    if (!to) return;
    from?.setAttribute("tabindex", "-1");
    to.setAttribute("tabindex", "0");
    reached = place;
  }

  /**
   * The place that an arrow key, Home or End leads to; `null` for any other key.
   * @param {string} key
   */
  function next(key) {
    const across = drawing?.columns ?? 1;
    const column = reached % across;
    switch (key) {
      case "ArrowLeft":
        return column > 0 ? reached - 1 : reached;
      case "ArrowRight":
        return column < across - 1 ? reached + 1 : reached;
      case "ArrowUp":
        return reached >= across ? reached - across : reached;
      case "ArrowDown":
        return reached + across < cells.length ? reached + across : reached;
      case "Home":
        return reached - column;
      case "End":
        return reached - column + across - 1;
      default:
        return null;
    }
  }

  grid.onkeydown = (event) => {
    const square = squareAt(placeOf(event.target));
    if (!square || event.ctrlKey || event.altKey || event.metaKey) return;
    const place = event.shiftKey ? null : next(event.key);
    if (place !== null) {
      event.preventDefault();
      reach(place);
      cells[place]?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      asked.onPick?.(square);
    }
  };
  grid.addEventListener("focusin", (event) => {
    const place = placeOf(event.target);
    reach(place);
    asked.onPoint?.(squareAt(place));
  });
  grid.addEventListener("focusout", () => asked.onPoint?.(null));
  grid.onpointerover = (event) => {
    if (event.pointerType === "mouse") asked.onPoint?.(squareAt(placeOf(event.target)));
  };
  grid.onpointerleave = (event) => {
    if (event.pointerType === "mouse") asked.onPoint?.(squareAt(placeOf(document.activeElement)));
  };
  grid.onclick = (event) => {
    const square = squareAt(placeOf(event.target));
    if (square) asked.onPick?.(square);
  };

  /**
   * Replaces the shapes over the board.
   * @param {Shape[]} list
   */
  function draw(list) {
    dom.fill(over, ...list.map((shape) => shapes.drawn(shape, turned)));
  }

  /** Focuses the board. */
  function focus() {
    if (drawing?.sketch) things.focus();
    else cells[reached]?.focus();
  }

  /**
   * The element of a square, for pages with draggable pieces; `null` if there is none.
   * @param {Square} square
   */
  function cellOf(square) {
    const [column, row] = turned(square);
    return cells[row * (drawing?.columns ?? 0) + column] ?? null;
  }

  return { show, draw, focus, cellOf };
}
