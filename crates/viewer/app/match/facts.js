/** The parts of the page that do not depend on the ply: title, result, links and conditions. */

import * as address from "../common/address.js";
import * as copying from "../common/copying.js";
import * as dom from "../common/dom.js";
import * as saving from "../common/saving.js";
import * as words from "../common/words.js";
import * as data from "../data.js";
import * as engine from "../engine.js";

/**
 * Fills the head of the page.
 * @param {HTMLElement} place above the title
 * @param {HTMLElement} title
 * @param {HTMLElement} result below the title
 * @param {Story} story
 */
export function head(place, title, result, story) {
  const [first, second] = story.sides;
  const { index, row, stage } = story;
  const isAlone = index.kind === "match";
  const linked = (/** @type {string} */ page, /** @type {string} */ label) =>
    index.single ? dom.name(label) : dom.make("a", { href: page }, dom.name(label));
  dom.fill(
    place,
    linked("index.html", index.name),
    !isAlone && " · ",
    !index.single && linked("matches.html", "Matches"),
    !index.single && " · ",
    !isAlone && stage ? dom.name(stage.name) : "",
    !isAlone && ` round ${row.round}, match ${story.key}`,
  );
  dom.fill(title, dom.name(first.name), " – ", dom.name(second.name));
  dom.fill(
    result,
    dom.make("strong", ...winner(story)),
    `: ${row.reasonText}, after ${words.counted(story.plies, "ply", "plies")}.`,
    ...bySeed(story),
    !row.counts && dom.make("span.tag", "does not count, by a ruling"),
  );
  document.title = [`${first.name} – ${second.name}`, ...(isAlone ? [] : [story.key]), index.name].join(" · ");
}

/** @param {Story} story */
function winner({ row, sides }) {
  return row.outcome === null ? ["Draw"] : [dom.name(sides[row.outcome].name), " won"];
}

/**
 * A note for a pairing that was decided by seed.
 * @param {Story} story
 */
function bySeed({ ahead }) {
  return ahead ? [" Level after the replays, so that ", dom.name(ahead.name), " is ahead by seed."] : [];
}

/**
 * Adds the links and buttons for actions on the match.
 * @param {HTMLElement} container
 * @param {Story} story
 * @param {Playback} play
 */
export function actions(container, story, play) {
  const on = dom.make("a.button", "Play on from here");
  play.watch(({ ply }) => {
    on.setAttribute("href", `play.html${address.write([story.key], ply)}`);
    on.classList.toggle("void", ply === story.plies && story.isOver);
  });
  const downloads = story.records.flatMap((record, seat) => (record ? [download(story, record, seat)] : []));
  if (story.isStandalone) return dom.fill(container, ...downloads);
  dom.fill(container, on, save(story, play), ...sharing(story, play), ...downloads);
  if (!story.index.single) void offerComparison(container, story.key);
}

/**
 * A button that saves the match as a single file, with the logs that this page shows. It opens at the shown ply.
 * @param {Story} story
 * @param {Playback} play
 */
function save({ opening, row, session, records }, play) {
  const own = records.some(Boolean) ? { seats: records } : null;
  const title = `Saves one self-contained HTML file${own ? " with the logs on this page" : ""}`;
  const button = dom.button("Save this match", () => void act(), { class: "button", title });
  const act = () =>
    data
      .alone(row.key)
      .then(({ site, rules }) => saving.match(site, { opening, row, session }, own, rules, play.now().ply))
      .catch(complain);
  const complain = (/** @type {Error} */ { message }) => {
    button.replaceWith(dom.make("span", { role: "alert" }, `The match cannot be saved: ${message}.`));
  };
  return button;
}

/**
 * Buttons that save the board as a picture, and copy the address of the shown ply.
 * @param {Story} story
 * @param {Playback} play
 */
function sharing(story, play) {
  const said = dom.make("span", { role: "alert" });
  const formats = /** @type {const} */ (["svg", "png"]);
  const saves = formats.map((format) => {
    const act = async () => {
      const { ply, viewer, flipped } = play.now();
      const { svg } = story.session.frame(ply, viewer, flipped);
      await saving.picture(`match-${story.row.key}-ply-${ply}`, svg, format);
    };
    const complain = (/** @type {unknown} */ error) => {
      said.textContent = `The picture cannot be saved: ${words.reason(error)}.`;
    };
    return dom.button(`Save as ${format.toUpperCase()}`, () => void act().catch(complain), {
      class: "button",
      title: "Saves the board as it is shown",
    });
  });
  const { button, said: copied } = copying.create();
  const link = button("Copy link", () => new URL(address.write([story.key], play.now().ply), location.href).href);
  link.className = "button";
  return [...saves, link, copied, said];
}

/**
 * Adds a link to the comparison with the return game, if there is one.
 * @param {HTMLElement} container
 * @param {string} key
 */
async function offerComparison(container, key) {
  const other = (await engine.start()).returnGame(key);
  if (other === null || !(await data.has(other))) return;
  const href = `compare.html${address.write([key, other])}`;
  container.insertBefore(
    dom.make("a.button", { href }, "Compare with the return game"),
    container.querySelector(".here"),
  );
}

/**
 * A button that downloads the file for `muster why FILE`.
 * @param {Story} story
 * @param {SeatRecord} record
 * @param {number} seat
 */
function download(story, record, seat) {
  const side = story.sides[seat === 0 ? 0 : 1];
  return dom.button(
    `Download ${side.word}'s record`,
    () => saving.file(`${story.key}-${side.word.toLowerCase()}.json`, "application/json", [JSON.stringify(record)]),
    { class: "button", title: "for muster why FILE" },
  );
}

/**
 * Shows the conditions under which the match was played.
 * @param {HTMLElement} container
 * @param {Story} story
 */
export function conditions(container, story) {
  const { opening, row, sides, index } = story;
  // The key of a game from a file ends with the hash of its module.
  const [, hash] = story.game.name.split("@");
  /** @type {[string, string][]} */
  const rows = [
    ["Game", `${story.game.title}, ${hash ? `module ${hash}` : `version ${story.game.version} of the rules`}`],
    // A game without options has no words for its rules.
    ...inWords(story).filter(([, value]) => value !== ""),
    ["Start position", opening.start ?? "the game's own"],
    ...sides.map(({ seat, word }) => /** @type {[string, string]} */ ([`${word} used`, used(row, seat)])),
    ["Times", index.times === "rounded" ? "an eighth off at most; the exports have the exact ones" : "exact"],
    ["Written by", `Muster ${index.muster}`],
  ];
  dom.fill(
    container,
    dom.make(
      "details",
      dom.make("summary", "Conditions"),
      dom.make(
        "table.facts",
        dom.make(
          "tbody",
          ...rows.map(([label, value]) =>
            dom.make("tr", dom.make("th", { scope: "row" }, label), dom.make("td", words.visible(value))),
          ),
        ),
      ),
    ),
  );
}

/**
 * Rules and limits, in words if the site has them.
 * @param {Story} story
 * @returns {[string, string][]}
 */
function inWords({ stage, opening }) {
  if (stage?.conditions) return stage.conditions.map(({ label, value }) => [label, value]);
  return [
    ["Rules", opening.rules ?? ""],
    ["Limits", opening.limits ?? ""],
  ];
}

/**
 * @param {MatchRow} row
 * @param {Seat} seat
 */
function used({ spent, memory }, seat) {
  return `${words.duration(spent[seat])} of time, ${words.count(Math.ceil(memory[seat] / 1024))} KiB of memory`;
}
