/** What the deployed script defines beside its modules. */

/** The function around all that `crates/viewer/build` put together. A worker is made of its text. */
declare function muster(): void;

/** What pages let a reader's console reach, and tests: each its own part of it. */
declare var musterPage: ReturnType<typeof import("../app/match/viewer.js").open> &
  ReturnType<typeof import("../app/play/page.js").open> &
  ReturnType<typeof import("../app/lists/matches.js").open>;
