/** Globals of the deployed scripts. */

/** The function around the modules of a script (`crates/viewer/build`). Workers are made from its text. */
declare function muster(): void;

/** The interface of a page for the console and for tests. Each page sets its own part. */
declare var musterPage: ReturnType<typeof import("../app/match/viewer.js").open> &
  ReturnType<typeof import("../app/play/page.js").open> &
  ReturnType<typeof import("../app/lists/matches.js").open>;
