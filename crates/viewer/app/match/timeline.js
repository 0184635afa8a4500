/** The curve of advantage, which is also the slider over all plies, with a mark for each finding. */

import * as dom from "../common/dom.js";
import * as words from "../common/words.js";
import * as curves from "./curves.js";
import * as sight from "./sight.js";

/** Names of the marks, and their paths around the point 0, 0. Their shapes differ, so colour is not essential. */
const KINDS = /** @type {const} */ ({
  fault: { one: "fault", many: "faults", path: "M0-7L7 6H-7z" },
  loss: { one: "loss", many: "losses", path: "M-4.5-4.5L4.5 4.5M4.5-4.5L-4.5 4.5" },
  offer: { one: "offer", many: "offers", path: "M0-6L5 0L0 6L-5 0z" },
  slow: { one: "slow move", many: "slow moves", path: "M-3-7V7M0-7V7M3-7V7" },
  decided: { one: "decisive blow", many: "", path: "M-6-1L0-7L6-1M-6 1L0 7L6 1" },
  mistake: { one: "mistake", many: "mistakes", path: "M-4-4Q-4-8 0-8T4-4Q4-2 0 0V2M0 5V7" },
});

/**
 * @param {HTMLElement} container
 * @param {Story} story
 * @param {Finding[]} found
 * @param {Playback} play
 */
export function create(container, story, found, play) {
  const plies = Math.max(1, story.plies);
  const slider = dom.make("input.slider", {
    type: "range",
    min: 0,
    max: story.plies,
    step: 1,
    value: 0,
    "aria-label": "Ply",
  });
  slider.oninput = () => play.go(Number(slider.value));
  const marks = dom.make("div.marks", { "aria-hidden": "true" });
  /** Adds marks to the curve and its legend. @param {Finding[]} more */
  function mark(more) {
    for (const finding of more) {
      const shape = sign(finding.kind, 18);
      shape.prepend(dom.svg("title", `Ply ${finding.ply}: ${finding.about}`));
      shape.style.left = `${(100 * finding.ply) / plies}%`;
      shape.onclick = () => play.go(finding.ply);
      marks.append(shape);
    }
    dom.fill(dom.byId("legend"), ...legend(found, play), eyes);
  }
  const eyes = sight.eyes(story, play);
  mark(found);
  const curve = curves.advantage(story);
  const pointed = dom.make("span.pointed", { "aria-hidden": "true" });
  const hover = curve.cursor("hover");
  const cursor = curve.cursor("cursor");
  slider.onpointermove = ({ clientX }) => {
    const { left, width } = slider.getBoundingClientRect();
    const ply = Math.round(Math.min(1, Math.max(0, (clientX - left) / width)) * story.plies);
    hover.go(ply);
    pointed.textContent = curve.told(ply);
  };
  slider.onpointerleave = () => {
    hover.go(null);
    pointed.textContent = curve.told(play.now().ply);
  };
  turnWheel(container, play);
  const title = dom.make("p.title", { title: curve.about }, curve.title, pointed);
  dom.fill(container, title, dom.make("div.scrubber", curve.picture, marks, slider));
  play.watch(({ ply }) => {
    slider.value = String(ply);
    slider.setAttribute("aria-valuetext", ply === 0 ? "start" : `after ply ${ply} of ${story.plies}`);
    cursor.go(ply);
    pointed.textContent = curve.told(ply);
  });
  return {
    /** Adds findings. @param {Finding[]} more */
    add(more) {
      found.push(...more);
      found.sort((one, other) => one.ply - other.ply);
      mark(more);
    },
  };
}

/**
 * Steps by the wheel over an element, one ply a notch.
 * @param {HTMLElement} element
 * @param {Playback} play
 */
export function turnWheel(element, play) {
  let turned = 0;
  element.addEventListener(
    "wheel",
    (event) => {
      // A pinch zooms the page.
      if (event.ctrlKey) return;
      event.preventDefault();
      // A trackpad sends many small turns.
      turned += event.deltaMode === 0 ? event.deltaY / 60 : event.deltaY;
      const steps = Math.sign(turned);
      if (Math.abs(turned) < 1) return;
      turned = 0;
      play.step(steps);
    },
    { passive: false },
  );
}

/**
 * @param {FindingKind} kind
 * @param {number} size
 */
function sign(kind, size) {
  const box = { class: `mark ${kind}`, viewBox: "-9 -9 18 18", width: size, height: size, "aria-hidden": "true" };
  return dom.svg("svg", box, dom.svg("path", { d: KINDS[kind].path }));
}

/**
 * The legend of the marks. Each entry goes to the next mark of its kind.
 * @param {Finding[]} found
 * @param {Playback} play
 */
function legend(found, play) {
  /** @type {HTMLElement[]} */
  const list = [];
  for (const kind of /** @type {FindingKind[]} */ (Object.keys(KINDS))) {
    const plies = found.filter((each) => each.kind === kind).map((each) => each.ply);
    if (plies.length === 0) continue;
    const { one, many } = KINDS[kind];
    const label = many ? words.counted(plies.length, one, many) : one;
    const goOn = () => play.go(plies.find((ply) => ply > play.now().ply) ?? plies[0] ?? 0);
    const button = dom.button(sign(kind, 14), goOn, { class: "plain", title: `Go to the next: ${one}` });
    button.append(` ${label}`);
    list.push(button);
  }
  return list;
}

/**
 * The nearest marked ply after or before `ply`; `ply` itself if there is none.
 * @param {Finding[]} found
 * @param {number} ply
 * @param {1 | -1} way
 */
export function next(found, ply, way) {
  const plies = found.map((each) => each.ply).filter((each) => (each - ply) * way > 0);
  return plies.length === 0 ? ply : way > 0 ? Math.min(...plies) : Math.max(...plies);
}
