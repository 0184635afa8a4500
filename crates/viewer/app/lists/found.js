/**
 * The matches that pass a filter. A site may have a million matches, so only the necessary ones are loaded: without a
 * filter, the blocks that the reader views; for an entrant, the entrant's own matches; otherwise, block after block.
 */

import * as data from "../data.js";
import * as filter from "./filter.js";
import * as tally from "./tally.js";

/** Number of matches in a block of the list. */
const BLOCK = 65536;

/** @type {Promise<MatchRows>[]} */
const blocks = [];

/** @param {number} block */
const load = (block) => (blocks[block] ??= data.list(block));

/**
 * @param {SiteIndex} index
 * @param {MatchFilter} asked
 * @param {(share: number) => void} progress
 * @returns {Promise<FoundMatches>}
 */
export async function find(index, asked, progress) {
  if (Object.values(asked).every((value) => value === null)) return everything(index);
  const faults = index.reasons.map((_, reason) => tally.isFault(index, reason));
  if (asked.entrant !== null) {
    if (asked.entrant >= index.entrants.length) return among([]);
    const rows = await data.entrant(asked.entrant);
    return among([{ rows, picked: filter.select(asked, rows, faults) }]);
  }
  const parts = [];
  for (let block = 0; block < index.lists; block++) {
    const rows = await load(block);
    parts.push({ rows, picked: filter.select(asked, rows, faults) });
    progress((block + 1) / index.lists);
  }
  return among(parts);
}

/**
 * @param {SiteIndex} index
 * @returns {FoundMatches}
 */
function everything(index) {
  const at = async (/** @type {number} */ place) => {
    return { rows: await load(Math.floor(place / BLOCK)), index: place % BLOCK };
  };
  return { count: index.matches, slice: (from, to) => Promise.all(places(from, to).map(at)) };
}

/**
 * The matches picked from all blocks.
 *
 * @param {{ rows: MatchRows, picked: Uint32Array }[]} parts
 * @returns {FoundMatches}
 */
export function among(parts) {
  const count = parts.reduce((sum, { picked }) => sum + picked.length, 0);
  const at = (/** @type {number} */ place) => {
    let left = place;
    for (const { rows, picked } of parts) {
      if (left < picked.length) return { rows, index: picked[left] };
      left -= picked.length;
    }
    throw new RangeError(`match ${place} is out of range: the list has ${count}`);
  };
  return { count, slice: async (from, to) => places(from, Math.min(to, count)).map(at) };
}

/**
 * @param {number} from
 * @param {number} to
 */
const places = (from, to) => Array.from({ length: Math.max(to - from, 0) }, (_, place) => from + place);
