//! Tests the viewer in real browsers, Chromium and Firefox, and its scripts with the TypeScript compiler and a linter.

mod access;
mod analysis;
mod by_seed;
mod cutting;
mod file_games;
mod hostile;
mod lists;
mod long_log;
mod match_page;
pub(crate) mod node;
mod playing;
mod sample;
mod saving;
mod schemas;
mod scripts;
mod season;
pub(crate) mod shared;
mod stepping;
mod told;
mod whole;

use node::in_both_browsers;

#[test]
fn what_goes_wrong_in_a_page_is_noticed() {
    in_both_browsers("watching.js", &[]);
}
