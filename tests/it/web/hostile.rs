//! Tests names and log lines that would run as code in a page that does not escape them.

use crate::web::node::in_turn;
use crate::web::sample::{HOSTILE, samples};

#[test]
fn a_browser_shows_hostile_names_and_obeys_none() {
    for (site, sample) in samples().iter().enumerate() {
        let texts = serde_json::to_string(&HOSTILE).unwrap();
        let pages = sample.every_page();
        let arguments: Vec<&str> =
            [texts.as_str()].into_iter().chain(pages.iter().map(String::as_str)).collect();
        in_turn(site, "hostile.js", &arguments);
    }
}
