/** `play.html`: a new match, or one that continues from a ply of a recorded match (`#KEY/PLY`). */

import * as address from "../common/address.js";
import * as dom from "../common/dom.js";
import * as keys from "../common/keys.js";
import * as support from "../common/support.js";
import * as words from "../common/words.js";
import * as data from "../data.js";
import * as bots from "../host/bots.js";
import * as engine from "../engine.js";
import * as game from "../game.js";
import * as matchView from "./match_view.js";
import * as review from "./review.js";
import * as setup from "./setup.js";

/** The match on the page. @type {ReturnType<typeof matchView.open> | null} */
let table = null;

/**
 * A recorded match, up to a ply.
 * @param {string} key
 * @param {number | null} ply
 * @returns {Promise<SetupFacts["record"]>}
 */
async function recorded(key, ply) {
  const index = await data.index();
  const { opening, row, session } = await data.match(key);
  const told = await data.privateOf(key).catch(() => null);
  const from = Math.min(ply ?? session.plies, session.plies);
  const names = /** @type {[string, string]} */ (row.entrants.map((entrant) => index.entrants[entrant]?.name ?? ""));
  const { phase } = session.frame(from);
  const of = (/** @type {Seat} */ seat) => told?.seats[seat] ?? null;
  return {
    branch: {
      session,
      ply: from,
      title: `Match ${key}, ${names.map(words.visible).join(" – ")}, from ply ${from} on.`,
    },
    opening,
    names,
    seat: ("act" in phase && phase.act[0]) || 0,
    settings: [of(0)?.settings ?? "", of(1)?.settings ?? ""],
    dice: [of(0)?.dice ?? null, of(1)?.dice ?? null],
  };
}

/** @param {Rules} rules @param {SiteIndex | null} index @returns {Promise<SetupFacts>} */
async function facts(rules, index) {
  const place = address.read(location.hash);
  const [key] = place?.keys ?? [];
  const sample = sampleBots[0]?.game ?? "";
  if (key === undefined) {
    const name = index?.game?.name ?? sample;
    return { games: rules.games(), game: name, rules: index?.stages?.[0]?.rules ?? "", record: null };
  }
  const record = await recorded(key, place?.ply ?? null);
  // The match may have been played with earlier rules, which have just been opened.
  const games = rules.games();
  return { games, game: record?.opening.game ?? sample, rules: record?.opening.rules ?? "", record };
}

/** @param {Plan} plan @returns {Plan} the same plan with swapped seats and new dice */
function swapped(plan) {
  const [first, second] = plan.sitters;
  return redrawn({ ...plan, sitters: [second, first] });
}

/** @param {Plan} plan @returns {Plan} the same plan with new dice, unless it continues a record */
function redrawn(plan) {
  if (plan.record) return plan;
  const opening = { ...plan.opening, luck: engine.newLuck() };
  const drawn = (/** @type {Sitter} */ sitter) => (sitter.kind === "bot" ? { ...sitter, key: bots.newKey() } : sitter);
  return { ...plan, opening, sitters: [drawn(plan.sitters[0]), drawn(plan.sitters[1])] };
}

/**
 * @param {Rules} rules
 * @param {WebAssembly.Module} code
 * @param {Game[]} games
 * @param {SiteIndex | null} site
 * @param {Plan} plan
 */
async function sit(rules, code, games, site, plan) {
  const played = games.find((each) => each.name === plan.opening.game);
  if (!played) throw new Error(`unknown game ${plan.opening.game}`);
  table?.close();
  const { record } = plan;
  await game.survey(plan.opening, record ? { transcript: record.session.transcript(), plies: record.ply } : {});
  dom.byId("match").hidden = false;
  dom.byId("notes").textContent = "";
  dom.byId("title").textContent = played.title;
  document.title = `Play ${played.title}`;
  const again = (/** @type {Plan} */ next) => void sit(rules, code, games, site, next).catch(complain);
  /** @param {[string, string]} names */
  async function look(names) {
    if (site && table) location.assign(await review.addressOf(rules, site, plan.opening, table.match.live, names));
  }
  table = matchView.open(rules, code, played, plan, {
    again: () => again(redrawn(plan)),
    swapped: () => again(swapped(plan)),
    // The viewer beside this page has the rules and the reference of its own game.
    review: site?.game.name === played.name ? (names) => void look(names).catch(complain) : null,
  });
}

/** @param {unknown} error */
const complain = (error) => support.complain("This cannot be played: ", error);

async function start() {
  try {
    const [rules, code] = await Promise.all([engine.start(), engine.module()]);
    const index = await data.index().catch(() => null);
    if (index) dom.fill(dom.byId("tournament"), dom.name(index.name));
    if (index) await data.openGame(index, index.game);
    const known = await facts(rules, index);
    const form = /** @type {HTMLFormElement} */ (dom.byId("setup"));
    setup.show(form, known, (plan) => void sit(rules, code, known.games, index, plan).catch(complain));
    keys.listen({
      u: () => table?.undo(),
      h: () => table?.hint(),
      f: () => table?.turn(),
      n: () => table?.focusNotation(),
      b: () => table?.focusBoard(),
    });
    window.onhashchange = () => location.reload();
  } catch (error) {
    complain(error);
  }
  dom.setBusy(dom.byId("main"), false);
}

/** Shows the form for a match, then the match. */
export function open() {
  if (support.isThere()) void start();
  return { now: () => table, admit: bots.admit, seat: bots.seat, rules: engine.module };
}
