"use strict";
const dom = (() => {
const SVG = "http://www.w3.org/2000/svg";
function make(tag, attributes = {}, ...children) {
const element = document.createElement(tag);
set(element, attributes);
add(element, children);
return element;
}
function svg(tag, attributes = {}, ...children) {
const element = document.createElementNS(SVG, tag);
set(element, attributes);
add(element, children);
return element;
}
function set(element, attributes) {
for (const [key, value] of Object.entries(attributes)) {
if (value === false) element.removeAttribute(key);
else element.setAttribute(key, value === true ? "" : String(value));
}
}
function fill(element, ...children) {
element.replaceChildren();
add(element, children);
}
function add(element, children) {
for (const child of children) {
if (child === null || child === undefined || child === false) continue;
element.append(child instanceof Node ? child : String(child));
}
}
function byId(id) {
const found = document.getElementById(id);
if (!found) throw new Error(`the page has no element #${id}`);
return found;
}
function name(text) {
return make("bdi", {}, words.visible(text));
}
function button(label, act, attributes = {}) {
const made = make("button", { type: "button", ...attributes }, label);
made.addEventListener("click", act);
return made;
}
function region(label, child, kind = "scroll") {
return make("div", { class: kind, tabindex: 0, role: "region", "aria-label": label }, child);
}
function table(heads, rows) {
const cells = heads.map((head) => (head instanceof Node ? head : make("th", { scope: "col" }, head)));
return make("table", {}, make("thead", {}, make("tr", {}, ...cells)), make("tbody", {}, ...rows));
}
function select(options, attributes = {}) {
return make("select", attributes, ...options.map(([value, text]) => make("option", { value }, text)));
}
return { make, svg, region, table, select, set, fill, byId, name, button };
})();
