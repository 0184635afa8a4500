//! Tests every kind of page with axe-core for accessibility. Chromium shows dark pages, too.

use crate::class::copies::page_with_scripts_and_sources;
use crate::support::is_full;
use crate::web::node::in_turn;
use crate::web::sample::samples;

#[test]
fn no_page_has_a_serious_barrier() {
    let shown = if is_full() { samples().as_slice() } else { &samples()[..1] };
    for sample in shown {
        let pages = sample.every_page();
        in_turn(0, "access.js", &pages.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

#[test]
fn the_page_of_near_copies_has_no_serious_barrier() {
    let (_folder, page) = page_with_scripts_and_sources();
    in_turn(0, "access.js", &[&page]);
}

#[test]
fn the_projector_s_page_fits_a_telephone() {
    for (site, sample) in samples().iter().enumerate() {
        in_turn(site, "narrow.js", &[&sample.page("hall.html")]);
    }
}
