//! Whole sites: untrusted text does no harm, markup is well-formed, the same record gives the same bytes.

mod crashes;
mod data;
mod extents;
mod hall;
mod kept;
mod long_lists;
mod private;
mod progress;
mod rendered;
mod rulings;
mod sample;
mod sample_run;
mod sequential_tests;
mod tables;

use std::collections::BTreeMap;
use std::path::Path;

use game::{Game, PerSeat, Rules};
use ledger::{Adoption, Inputs, Ledger, RunFolder};
use quick_xml::events::Event;
use referee::{Limits, Played};
use replay::Recording;
use tournament::Ruling;
use tournament::rulings::{RulingAction, Since};

use self::rendered::{write, write_with};
pub(crate) use self::sample::NAMES;
use self::sample_run::{GAMES, run, toml};
use crate::page::{Shell, hall, index, matches};
use crate::site::drawn;
use crate::site_limits::SiteLimits;

fn recording<'a>(
    game: &'static dyn Game,
    rules: &'a Rules,
    limits: &'a Limits,
    played: &'a [Played],
) -> Recording<'a> {
    Recording { game, rules, limits, start: None, played, closings: PerSeat::default() }
}

fn match_page(game: &'static dyn Game, seed: u64) -> String {
    let record = sample::record(game, seed);
    let sheet = sample::sheet(game, &record);
    let shell = Shell::styled(&sheet.tournament, viewer::BOARD_STYLE);
    let rules = Rules::defaults(game.options());
    let limits = Limits::default();
    drawn(recording(game, &rules, &limits, &record.played), &sheet, &shell).unwrap()
}

/// Returns every kind of page, with hostile names on each.
fn all_pages() -> Vec<(String, String)> {
    let report = sample::report();
    let shell = Shell::new(&report.tournament.name);
    let mut pages = vec![
        ("index.html".to_owned(), index(&report, &crate::charts::all(&report), None, &shell)),
        ("hall.html".to_owned(), hall(&report, None)),
        ("matches/index.html".to_owned(), matches(&report, &shell)),
    ];
    pages.extend(
        (1..).zip(GAMES).map(|(number, game)| (format!("matches/{number}.html"), match_page(game, number))),
    );
    pages
}

/// Returns all files under a folder with their bytes.
pub(crate) fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![root.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
                found.insert(name, std::fs::read(path).unwrap());
            }
        }
    }
    found
}

fn site(folder: &RunFolder) -> BTreeMap<String, Vec<u8>> {
    files(&write(folder, &GAMES).unwrap())
}

fn text<'a>(files: &'a BTreeMap<String, Vec<u8>>, name: &str) -> &'a str {
    std::str::from_utf8(&files[name]).unwrap()
}

fn has_extension(file: &str, extension: &str) -> bool {
    Path::new(file).extension().is_some_and(|found| found == extension)
}

/// Returns the targets of a page's links. The icon of each page is part of its address and leads nowhere.
pub(crate) fn links(page: &str) -> impl Iterator<Item = &str> {
    let addresses = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    addresses.filter(|address| *address != viewer::ICON)
}

/// Returns the markup between `<svg` and `</svg>`.
fn pictures(page: &str) -> Vec<&str> {
    let parts = page.split("<svg").skip(1);
    parts.map(|part| &part[..part.find("</svg>").expect("an svg has an end")]).collect()
}

#[test]
fn every_picture_is_well_formed() {
    for (file, page) in all_pages() {
        let count = pictures(&page).len();
        assert!(count > 0 || file == "matches/index.html", "{file}");
        check_pictures(&file, &page);
    }
}

fn check_pictures(file: &str, page: &str) {
    for picture in pictures(page) {
        let picture = format!("<svg{picture}</svg>");
        let mut reader = quick_xml::Reader::from_str(&picture);
        reader.config_mut().check_end_names = true;
        let mut depth = 0;
        loop {
            match reader.read_event() {
                Ok(Event::Start(start)) => {
                    depth += 1;
                    assert!(start.attributes().all(|attribute| attribute.is_ok()), "{file}: {picture}");
                }
                Ok(Event::Empty(empty)) => {
                    assert!(empty.attributes().all(|attribute| attribute.is_ok()), "{file}: {picture}");
                }
                Ok(Event::End(_)) => depth -= 1,
                Ok(Event::Eof) => break,
                Ok(_) => {}
                Err(error) => panic!("{file}: {error} in {picture}"),
            }
        }
        assert_eq!(depth, 0, "{file}");
    }
}

#[test]
fn elements_of_pages_are_closed_in_order() {
    const VOID: [&str; 4] = ["meta", "link", "br", "!DOCTYPE"];
    for (file, page) in all_pages() {
        let mut open: Vec<&str> = Vec::new();
        for part in page.split('<').skip(1) {
            let tag = part.split(['>', ' ', '\n']).next().unwrap();
            let is_empty = part.split('>').next().unwrap().ends_with('/');
            if let Some(closed) = tag.strip_prefix('/') {
                assert_eq!(open.pop(), Some(closed), "{file}: <{part}");
            } else if !VOID.contains(&tag) && !is_empty {
                open.push(tag);
            }
        }
        assert!(open.is_empty(), "{file}: {open:?}");
    }
}

#[test]
fn no_name_is_markup_and_nothing_is_loaded_or_run() {
    for (file, page) in all_pages() {
        // The page for a projector has its own script, which its policy allows by hash.
        let own = page.split("<script>").nth(1).and_then(|rest| rest.split("</script>").next());
        assert_eq!(own.is_some(), file == "hall.html", "{file}");
        if let Some(own) = own {
            assert!(page.contains(&format!("; script-src {};", viewer::source_hash(own))), "{file}");
        }
        let page = page.replace(&format!("<script>{}</script>", own.unwrap_or_default()), "");
        for harm in ["<script", "<img", "<i>", "<b>2026", "<b>which", "\u{202E}", "javascript:", "@import"] {
            assert!(!page.contains(harm), "{file}: {harm}");
        }
        let policy = page.split("Content-Security-Policy\" content=\"").nth(1).unwrap();
        assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{file}");
        assert!(!page.contains(" style=") && !has_handler(&page), "{file}");
        for link in links(&page) {
            assert!(!link.contains(':') && !link.starts_with('/'), "{file} links to {link}");
        }
    }
}

/// Returns `true` if a tag has an attribute such as `onclick`.
fn has_handler(page: &str) -> bool {
    let tags = page.split('<').skip(1).filter_map(|part| part.split('>').next());
    // Values of attributes are untrusted text: only the text outside quotation marks counts.
    tags.flat_map(|tag| tag.split('"').step_by(2))
        .any(|outside| outside.contains(" on") || outside.contains(" src"))
}

#[test]
fn pages_look_as_they_did() {
    let pages = all_pages();
    let body = |name: &str| {
        let (_, page) = pages.iter().find(|(file, _)| file == name).unwrap();
        let body = &page[page.find("<body>").unwrap()..];
        body.replace("><", ">\n<")
    };
    insta::assert_snapshot!("index", body("index.html"));
    insta::assert_snapshot!("matches", body("matches/index.html"));
    insta::assert_snapshot!("match", body("matches/1.html"));
}

#[test]
fn a_long_match_has_key_boards_and_all_actions_on_one_page() {
    let game: &'static dyn Game = &tank_chess::GAME;
    let record = sample::record(game, 3);
    assert!(record.plies > 100, "{}", record.plies);
    let page = match_page(game, 3);
    let count = |what: &str| page.matches(what).count();
    assert!(count("<li id=\"ply-") <= 24, "few boards are printed");
    assert!((50..=100).contains(&count(" id=\"ply-")), "{}", count(" id=\"ply-"));
    assert!(page.contains("<li id=\"ply-1\""));
    assert!(page.contains(&format!("<li id=\"ply-{}\"", record.plies)), "{}", record.plies);
    assert_eq!(count("<td class=\"n\">"), 2 * record.played.len());
    assert!(page.len() < 400_000, "{}", page.len());
}

#[test]
fn the_same_record_gives_the_same_bytes_and_a_new_site_takes_the_place_of_the_old() {
    let toml = toml("tank-war", 6);
    let places = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let folders = places.each_ref().map(|place| run(place.path(), &toml, &NAMES, usize::MAX));
    let (one, other) = (site(&folders[0]), site(&folders[1]));
    assert_eq!(one, other);
    std::fs::write(folders[0].site().join("stale.html"), "of an older report").unwrap();
    assert_eq!(site(&folders[0]), one);
    let left: Vec<String> = std::fs::read_dir(places[0].path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| !["private", "site"].contains(&name.as_str()))
        .collect();
    assert_eq!(left, Vec::<String>::new());
}

#[test]
fn a_site_tells_who_won_and_links_what_is_there() {
    let place = tempfile::tempdir().unwrap();
    let folder = run(place.path(), &toml("tank-war", 6), &NAMES, usize::MAX);
    let site = site(&folder);
    for (file, bytes) in site.iter().filter(|(file, _)| has_extension(file, "html")) {
        let page = std::str::from_utf8(bytes).unwrap();
        for link in links(page) {
            if let Some(id) = link.strip_prefix('#') {
                let id = format!("id=\"{id}\"");
                assert!(page.contains(&id), "{file} links to {link}");
                continue;
            }
            let base = Path::new(file).parent().unwrap();
            let (address, about) = link.split_once('#').unwrap_or((link, ""));
            match address {
                "entrant.html" => assert!(about.parse::<usize>().is_ok_and(|entrant| entrant < 6), "{link}"),
                "match.html" | "../match.html" => {
                    let results = text(&site, "data/results.jsonl");
                    let key = about.split('/').next().unwrap_or_default();
                    assert!(results.contains(&format!("\"match\":\"{key}\"")), "{link}");
                }
                _ => {}
            }
            let target = base.join(address).to_string_lossy().replace("matches/../", "");
            assert!(site.contains_key(&target), "{file} links to {link}");
        }
    }
    let lines: Vec<serde_json::Value> =
        text(&site, "data/results.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // Five play (one is refused), two games each; four advance.
    assert_eq!(lines.len(), text(&site, "data/matches.csv").lines().count() - 1);
    assert_eq!(lines.iter().filter(|line| line["stage"] == "Qualification").count(), 20);
    assert!(lines.iter().all(|line| line["actions"].as_array().unwrap().len() as u64 == line["plies"]));
    let report: serde_json::Value = serde_json::from_str(text(&site, "data/report.json")).unwrap();
    assert_eq!(report["tournament"]["name"], "Cup <b>2026</b>");
    assert_eq!(report["tournament"]["complete"], true);
    let champion = report["stages"][1]["standings"][0]["entrant"].as_u64().unwrap() as usize;
    let finals = &report["stages"][1]["brackets"][0]["columns"][1]["ties"][0]["sides"];
    assert!(finals.as_array().unwrap().iter().any(|side| side["entrant"] == champion && side["won"] == true));
}

#[test]
fn files_for_spreadsheets_hold_no_formula() {
    let place = tempfile::tempdir().unwrap();
    let folder = run(place.path(), &toml("tank-war", 6), &NAMES, usize::MAX);
    let mut found = site(&folder);
    found.insert("gradebook.csv".to_owned(), std::fs::read(folder.private().join("gradebook.csv")).unwrap());
    for (file, bytes) in found.iter().filter(|(file, _)| has_extension(file, "csv")) {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&bytes[..]);
        let mut has_name = false;
        for record in reader.records() {
            for cell in &record.unwrap() {
                has_name |= cell == "'=cmd|' /C calc'!A0";
                let is_number = cell.parse::<f64>().is_ok();
                assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']) || is_number, "{file}: {cell}");
            }
        }
        let is_about_entrants = !["data/faults.csv", "data/lengths.csv"].contains(&file.as_str());
        assert_eq!(has_name, is_about_entrants, "{file}");
    }
}

#[test]
fn grades_are_private_and_show_what_they_were_computed_from() {
    let place = tempfile::tempdir().unwrap();
    let folder = run(place.path(), &toml("tank-war", 6), &NAMES, usize::MAX);
    let site = site(&folder);
    assert!(site.keys().all(|file| !file.contains("grade")));
    for (file, bytes) in &site {
        assert!(!String::from_utf8_lossy(bytes).contains("0.5 * draws"), "{file}");
    }
    let book = std::fs::read_to_string(folder.private().join("gradebook.csv")).unwrap();
    let mut lines = book.lines();
    assert_eq!(
        lines.next(),
        Some("\u{FEFF}entrant,wins,draws,grade,how,note"),
        "spreadsheets know it for UTF-8"
    );
    let ada: Vec<&str> = lines.next().unwrap().split(',').collect();
    let (wins, draws, grade): (f64, f64, f64) =
        (ada[1].parse().unwrap(), ada[2].parse().unwrap(), ada[3].parse().unwrap());
    assert_eq!((ada[0], grade), ("Ada & Grace", (wins + 0.5 * draws).min(10.0)));
    let how = &book.lines().nth(1).unwrap().split('"').nth(1).unwrap();
    assert!(how.starts_with(&format!("min(10, {wins} + 0.5 * {draws}) = ")), "{how}");
    assert!(how.ends_with(&format!(" = {grade}")), "{how}");
    assert!(book.contains("refused: it imports `env.system`"), "{book}");
    assert!(!book.contains("A name that is much longer"), "guests are not graded: {book}");
}

#[test]
fn an_unfinished_run_has_a_partial_report_and_no_grades() {
    for most in [0, 7, 21] {
        let place = tempfile::tempdir().unwrap();
        let folder = run(place.path(), &toml("tank-war", 6), &NAMES, most);
        let site = site(&folder);
        assert!(text(&site, "index.html").contains("Not finished."), "{most}");
        assert_eq!(text(&site, "data/results.jsonl").lines().count(), most);
        assert!(!folder.private().join("gradebook.csv").exists());
    }
}

#[test]
fn a_ruling_is_shown_and_what_it_took_out_does_not_count() {
    let place = tempfile::tempdir().unwrap();
    let folder = run(place.path(), &toml("tank-war", 6), &NAMES, usize::MAX);
    let key = "2.2.1.1";
    let ruling = Ruling {
        since: Since { stage: 1, round: u32::MAX },
        order: RulingAction::Annul { game: key.parse().unwrap() },
        reason: "<i>the wrong bot</i>".to_owned(),
    };
    Ledger::open(&folder).unwrap().add_ruling(&ruling).unwrap();
    let site = site(&folder);
    let index = text(&site, "index.html");
    assert!(index.contains("match 2.2.1.1 does not count, in force from the end of Knockout"));
    assert!(index.contains("&lt;i&gt;the wrong bot&lt;/i&gt;"));
    assert!(text(&site, &format!("matches/{key}.html")).contains("By a ruling, this match does not count."));
    let taken_out = |line: &&str| line.split(',').nth(7) == Some("no");
    let out: Vec<&str> = text(&site, "data/matches.csv").lines().filter(taken_out).collect();
    assert_eq!(out.len(), 1);
    assert!(out[0].starts_with(key));
}

#[test]
fn a_change_that_the_run_took_over_is_shown() {
    let place = tempfile::tempdir().unwrap();
    let folder = run(place.path(), &toml("tank-war", 6), &NAMES, 3);
    let mut ledger = Ledger::open(&folder).unwrap();
    let (header, files, mut entrants) =
        (ledger.header().unwrap(), ledger.files().unwrap(), ledger.entrants().unwrap());
    // The change text in the record is not what the site shows.
    let changes = vec!["nothing at all".to_owned()];
    let old = header.toml.replacen("No. 1", "<b>Ada</b>", 1);
    for (changes, before) in [(changes, old), (Vec::new(), format!("{}# a trial\n", header.toml))] {
        let adoption = Adoption { changes, matches: 3, rulings: 0, before };
        let inputs = Inputs { header: &header, entrants: &entrants, modules: &[], files: &files };
        ledger.adopt(&adoption, inputs, None).unwrap();
    }
    let before = site(&folder);
    let index = text(&before, "index.html");
    assert!(index.contains("href=\"#changes\""));
    assert!(
        index.contains(
            "After 3 matches:<ul><li>entrant 1 &quot;&lt;b&gt;Ada&lt;/b&gt;&quot;: name is &quot;No. 1&quot;, was \
             &quot;&lt;b&gt;Ada&lt;/b&gt;&quot;</li></ul>"
        )
    );
    assert!(index.contains("<li>only comments, spaces or the order of keys</li>"));
    // The description of the format names late entrants.
    entrants[5].joined = 1;
    let adoption = Adoption { changes: Vec::new(), matches: 3, rulings: 0, before: header.toml.clone() };
    let inputs = Inputs { header: &header, entrants: &entrants, modules: &[], files: &files };
    ledger.adopt(&adoption, inputs, None).unwrap();
    assert!(!index.contains("joined when it had begun"));
    assert!(text(&site(&folder), "index.html").contains("joined when it had begun"));
}

#[test]
fn a_swiss_shows_who_asked_for_a_bye_and_who_meets_again() {
    let entrants = toml("tank-war", 5);
    let (entrants, _) = entrants.split_once("[[stage]]").unwrap();
    // 1 meets 3 first. When both others rest, no other opponent is left for them.
    let swiss = "[[stage]]\nformat = \"swiss\"\nrounds = 3\n\
                 requested_byes = { \"No. 2\" = [2], \"No. 5\" = [2] }\n";
    let temp = tempfile::tempdir().unwrap();
    let folder = run(&temp.path().join("run"), &format!("{entrants}{swiss}"), &[], usize::MAX);
    let site = site(&folder);
    let page = text(&site, "matches/index.html");
    assert_eq!(page.matches("meet again: every pairing of this round has a rematch.").count(), 1);
    assert_eq!(page.matches("Asked for a bye: ").count(), 1);
}

#[test]
fn without_room_for_all_pages_the_report_says_which_there_are() {
    let place = tempfile::tempdir().unwrap();
    let folder = run(place.path(), &toml("tank-war", 6), &NAMES, usize::MAX);
    let room = SiteLimits { pages: 6, ..SiteLimits::default() };
    let files = files(&write_with(&folder, &GAMES, room).unwrap());
    let pages = |files: &BTreeMap<String, Vec<u8>>| -> Vec<String> {
        let is_match = |file: &&String| file.starts_with("matches/") && !file.ends_with("index.html");
        files.keys().filter(is_match).cloned().collect()
    };
    let found = pages(&files);
    assert_eq!(found.len(), 6);
    assert!(found.iter().filter(|file| file.starts_with("matches/2.")).count() >= 3, "{found:?}");
    assert!(text(&files, "matches/index.html").contains("6 of them have a page"));
    // The size of the first page determines how much room there is for others.
    let room = SiteLimits { bytes: files[&found[5]].len(), ..SiteLimits::default() };
    let files = crate::tests::files(&write_with(&folder, &GAMES, room).unwrap());
    assert_eq!(pages(&files), found[5..]);
    assert!(text(&files, "data/results.jsonl").lines().count() > 20);
}

#[test]
fn damage_is_named_and_the_old_site_stays() {
    let place = tempfile::tempdir().unwrap();
    let folder = run(place.path(), &toml("tank-war", 6), &NAMES, usize::MAX);
    let before = site(&folder);
    assert!(write(&folder, &[&tank_chess::GAME]).is_err(), "a game that is not there");
    let ledger = folder.ledger();
    let mut bytes = std::fs::read(&ledger).unwrap();
    let at = bytes.windows(9).rposition(|window| window == b"both side" || window == b"neither s").unwrap();
    bytes[at] ^= 1;
    std::fs::write(&ledger, bytes).unwrap();
    let error = write(&folder, &GAMES).unwrap_err().to_string();
    assert!(error.contains("damaged") && error.contains("match "), "{error}");
    assert_eq!(files(&folder.site()), before);
}
