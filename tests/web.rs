//! The viewer in real browsers, Chromium and Firefox, and its scripts under the TypeScript compiler and a linter.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "web/access.rs"]
mod access;
#[path = "web/hostile.rs"]
mod hostile;
#[path = "web/lists.rs"]
mod lists;
#[path = "web/long_log.rs"]
mod long_log;
#[path = "web/match_page.rs"]
mod match_page;
#[path = "web/node.rs"]
mod node;
#[path = "web/playing.rs"]
mod playing;
#[path = "web/sample.rs"]
mod sample;
#[path = "web/saving.rs"]
mod saving;
#[path = "web/schemas.rs"]
mod schemas;
#[path = "web/scripts.rs"]
mod scripts;
#[path = "web/season.rs"]
mod season;
#[path = "web/stepping.rs"]
mod stepping;
mod support;
#[path = "web/told.rs"]
mod told;
#[path = "web/whole.rs"]
mod whole;

use node::in_both_browsers;

#[test]
fn what_goes_wrong_in_a_page_is_noticed() {
    in_both_browsers("watching.js", &[]);
}
