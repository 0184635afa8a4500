/** The script of the pages that show or play a match, and of their workers. */

import * as viewer from "./match/viewer.js";
import * as pages from "./pages.js";
import * as play from "./play/page.js";

pages.start({ match: viewer.open, play: play.open });
