/** The script of the pages that list and compare matches, and of their workers. */

import * as compare from "./lists/compare.js";
import * as entrant from "./lists/entrant.js";
import * as matches from "./lists/matches.js";
import * as pages from "./pages.js";

pages.start({ compare: compare.open, entrant: entrant.open, matches: matches.open });
