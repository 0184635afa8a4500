//! Tests sites with the data of earlier versions, opened by the newest viewer.
//!
//! `tests/sites/schema-1` has the data of three small sites, one of them with all logs, as the first version wrote
//! them. They are never rewritten, since a reader may keep such a site for years. When the schema changes,
//! `app/data.js` learns to read the new one and keeps reading this one, and that day's data join these, in `schema-2`,
//! and in the list below.

use std::fs;
use std::path::Path;

use crate::support::{top, tree};
use crate::web::node::in_turn;
use crate::web::sample::{Sample, samples};
use crate::web::{lists, stepping};

const SCHEMAS: [u32; 1] = [1];

#[test]
fn the_newest_viewer_opens_the_sites_of_every_schema() {
    for schema in SCHEMAS {
        // Each game in the browser that does not step through it in its newest schema.
        for (site, newest) in (1..).zip(samples()) {
            let older = renewed(newest, schema);
            let results = older.results();
            let with_start = results.iter().filter(|line| line["start"].is_string());
            let shortest = with_start.min_by_key(|line| line["plies"].as_u64()).unwrap();
            stepping::agree(site, &older, &[shortest], stepping::last_plies());
            if newest.game == "tank-war" {
                let list = lists::expected(&older);
                in_turn(site, "lists.js", &[&older.page(""), list.to_str().unwrap()]);
                shows_logs(site, &older);
            }
        }
    }
}

/// Returns a site with the newest viewer and the data of an earlier schema.
fn renewed(newest: &Sample, schema: u32) -> Sample {
    let data = top().join(format!("tests/sites/schema-{schema}")).join(newest.game);
    let run =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join("schemas").join(schema.to_string()).join(newest.game);
    let _ = fs::remove_dir_all(&run);
    let site = run.join("site");
    let viewer = tree(Path::new(&newest.page(""))).into_iter().filter(|(path, _)| !path.starts_with("data"));
    for (path, bytes) in viewer.chain(tree(&data)) {
        let path = site.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    Sample { game: newest.game, run }
}

/// Shows the match of a bot that logs, and then fails.
fn shows_logs(number: usize, site: &Sample) {
    let results = site.results();
    let line = results.iter().find(|line| line["entrants"][1] == crate::web::sample::NAMES[3]).unwrap();
    let saved = site.run.join("saved");
    let arguments = [&site.page("match.html"), line["match"].as_str().unwrap(), saved.to_str().unwrap()];
    in_turn(number, "saving.js", &arguments);
}
