/** Builds the elements of a page. Text is always inserted as text, never as markup. */

import * as words from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, string | number | boolean>} Attributes `true` sets one without a value, `false` removes one
 */

/**
 * Creates an HTML element: `make("p.soft", { id: "note" }, "Text")`.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag | `${Tag}.${string}`} kind the tag, and classes after dots
 * @param {Child | Attributes} [first] attributes, or the first child
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(kind, first, ...children) {
  const [tag, ...classes] = kind.split(".");
  const element = document.createElement(/** @type {Tag} */ (tag));
  return filled(element, classes, first, children);
}

/**
 * Creates an SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag | `${Tag}.${string}`} kind the tag, and classes after dots
 * @param {Child | Attributes} [first] attributes, or the first child
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(kind, first, ...children) {
  const [tag, ...classes] = kind.split(".");
  const element = document.createElementNS(SVG, /** @type {Tag} */ (tag));
  return filled(element, classes, first, children);
}

/**
 * @template {Element} Made
 * @param {Made} element
 * @param {string[]} classes
 * @param {Child | Attributes} first
 * @param {Child[]} children
 */
function filled(element, classes, first, children) {
  element.classList.add(...classes);
  if (typeof first === "object" && first && !(first instanceof Node)) set(element, first);
  else children.unshift(first);
  add(element, children);
  return element;
}

/**
 * Sets attributes, and removes those that are `false`.
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function set(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false) element.removeAttribute(key);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
}

/**
 * Replaces an element's children.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  add(element, children);
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function add(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Marks an element as being updated, or as up to date.
 * @param {Element} element
 * @param {boolean} isBusy
 */
export function setBusy(element, isBusy) {
  element.setAttribute("aria-busy", String(isBusy));
}

/**
 * Returns the element with an id; throws if there is none.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`missing element: #${id}`);
  return found;
}

/**
 * A name from an outside source, isolated from the direction of the text around it.
 * @param {string} text
 */
export function name(text) {
  return make("bdi", words.visible(text));
}

/**
 * The parts of a text in which backticks enclose code.
 * @param {string} text
 */
export function prose(text) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? make("code", part) : part));
}

/**
 * @param {Child} label
 * @param {() => void} act
 * @param {Attributes} [attributes]
 */
export function button(label, act, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, label);
  made.onclick = act;
  return made;
}

/**
 * A scrollable part of the page.
 * @param {string} label
 * @param {HTMLElement} child
 * @param {string} [kind]
 */
export function region(label, child, kind = "scroll") {
  return make("div", { class: kind, tabindex: 0, role: "region", "aria-label": label }, child);
}

/**
 * A table with a header row.
 * @param {(string | HTMLElement)[]} heads
 * @param {HTMLElement[]} rows
 */
export function table(heads, rows) {
  const cells = heads.map((head) => (head instanceof Node ? head : make("th", { scope: "col" }, head)));
  return make("table", make("thead", make("tr", ...cells)), make("tbody", ...rows));
}

/**
 * A drop-down list.
 * @param {[string | number, string][]} options value and text of each
 * @param {Attributes} [attributes]
 */
export function select(options, attributes = {}) {
  return make("select", attributes, ...options.map(([value, text]) => make("option", { value }, text)));
}
