"use strict";

/**
 * @typedef {{ save: number, text: string, advice: string[] }} Problem
 * @typedef {{ save: number, outcome: string, text: string, fault: string[], printed: string }} MatchResult
 * @typedef {{ save: number, plays: boolean, text: string, faults: string[] }} CheckResult
 * @typedef {{
 *   save: number, before: number, games: number, asked: number, wins: number, draws: number, losses: number,
 *   elo: string, stronger: string,
 * }} ComparisonResult
 * @typedef {{
 *   bot: string, game: string | null, opponent: string, save: number, stage: string, problem: Problem | null,
 *   played: MatchResult | null, check: CheckResult | null, comparison: ComparisonResult | null,
 * }} View
 */

/** Milliseconds between two requests, so that a comparison's games do not keep the browser busy. */
const PAUSE = 100;
/** Maximum number of consecutive failed requests, and milliseconds between two attempts. */
const ATTEMPTS = 5;
const PATIENCE = 1000;

/** The words for each stage. */
const STAGES = new Map([
  ["building", "being built"],
  ["playing", "playing a match"],
  ["checking", "being checked"],
  ["comparing", "being compared"],
  ["waiting", ""],
]);

/** The save whose match is in the frame. */
let framed = 0;

/** Gives the frame the height of the page in it, which is of this origin. */
const fitting = new ResizeObserver(([entry]) => {
  const page = entry?.target.ownerDocument;
  // A page that is loading has no height yet.
  if (page?.querySelector("main")?.getAttribute("aria-busy") !== "false") return;
  const frame = part("iframe");
  const border = frame.offsetHeight - frame.clientHeight;
  frame.style.height = `${page.documentElement.offsetHeight + border}px`;
});

/**
 * An element that the page has.
 *
 * @param {string} selector
 */
function part(selector) {
  const found = document.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return found;
}

/**
 * Fills a card: in a word, and the rest.
 *
 * @param {string} name
 * @param {"" | "good" | "waits" | "bad"} mood
 * @param {string} word
 * @param {string} more
 */
function card(name, mood, word, more) {
  part(`#${name}`).className = mood;
  part(`#${name} dd`).textContent = word;
  part(`#${name} dd.more`).textContent = more;
}

/** @param {View} view */
function showSave({ save, stage, problem }) {
  const doing = STAGES.get(stage) ?? stage;
  if (problem !== null && stage === "waiting") card("save", "bad", `Save ${save} is not a bot`, "");
  else card("save", stage === "waiting" ? "good" : "waits", `Save ${save}`, doing);
}

/** @param {MatchResult | null} played */
function showMatch(played) {
  if (played === null) return card("played", "", "–", "");
  const { outcome, text, fault } = played;
  const mood = fault.length > 0 ? "bad" : outcome === "won" ? "good" : "";
  return card("played", mood, fault.length > 0 ? "Failed" : capital(outcome), text);
}

/** @param {CheckResult | null} check */
function showCheck(check) {
  if (check === null) return card("check", "", "–", "");
  return card("check", check.plays ? "good" : "bad", check.plays ? "Plays" : "Fails", check.text);
}

/** @param {ComparisonResult | null} result */
function showComparison(result) {
  if (result === null) return card("comparison", "", "–", "Once there are two versions.");
  const { save, before, games, asked, wins, draws, losses, elo, stronger } = result;
  const mood = stronger === "stronger" ? "good" : stronger === "weaker" ? "bad" : "";
  const counts = `${games} of ${asked} games: won ${wins}, drawn ${draws}, lost ${losses}; Elo ${elo}`;
  return card("comparison", mood, `Save ${save}: ${stronger}`, `Against save ${before}, ${counts}`);
}

/**
 * Shows why the last save plays nothing, or how it failed.
 *
 * @param {View} view
 */
function showProblem({ problem, played, check }) {
  const tried = check?.save === played?.save ? (check?.faults ?? []) : [];
  const failed = played !== null && played.fault.length > 0 ? played.fault : tried;
  const lines = problem === null ? failed : [problem.text];
  const head = problem === null ? `Save ${played?.save} failed` : `Save ${problem.save} is not a bot`;
  part("#problem").hidden = lines.length === 0;
  fill("#problem h2", head);
  fill("#problem pre", lines.join("\n"));
  fill("#problem p", problem === null ? "" : problem.advice.join("; "));
}

/**
 * Sets a text, unless it stands there: what is read aloud is not read again.
 *
 * @param {string} selector
 * @param {string} text
 */
function fill(selector, text) {
  const element = part(selector);
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Puts the last match into the frame, where it stays while a save does not build.
 *
 * @param {View} view
 */
function showFrame({ problem, played }) {
  if (played === null) return;
  part("#shown").hidden = false;
  part("#older").hidden = problem === null;
  fill("#older", `This is the match of save ${played.save}; save ${problem?.save} does not play.`);
  part("#printed").hidden = played.printed === "";
  fill("#printed pre", played.printed);
  if (framed === played.save) return;
  framed = played.save;
  const frame = /** @type {HTMLIFrameElement} */ (part("iframe"));
  frame.onload = () => {
    fitting.disconnect();
    if (frame.contentDocument !== null) fitting.observe(frame.contentDocument.documentElement);
  };
  // The match before is no page to go back to.
  frame.contentWindow?.location.replace(new URL(`match?save=${framed}`, location.href).href);
  frame.dataset.save = String(framed);
}

/** @param {View} view */
function show(view) {
  document.title = `${view.bot} – muster watch`;
  fill("#bot", view.bot);
  fill("#place", view.game === null ? "muster watch" : `${view.game}, against ${view.opponent}`);
  showSave(view);
  showMatch(view.played);
  showCheck(view.check);
  showComparison(view.comparison);
  showProblem(view);
  showFrame(view);
  part("#main").ariaBusy = "false";
}

/** @param {string} word */
function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Asks for what is new until there is no answer any more. */
async function follow() {
  let revision = 0;
  let failures = 0;
  while (failures < ATTEMPTS) {
    try {
      const answer = await fetch(`state?after=${revision}`, { cache: "no-store" });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const news = /** @type {{ revision: number, view: View }} */ (await answer.json());
      revision = news.revision;
      failures = 0;
      show(news.view);
      await pause(PAUSE);
    } catch {
      failures += 1;
      part("#lost").hidden = false;
      await pause(PATIENCE);
      continue;
    }
    part("#lost").hidden = true;
  }
}

void follow();
