//! Whole pages and files: strangers' texts do no harm, markup is well-formed, equal input gives equal bytes.

use game::{Game, Rules};

use crate::page::{MatchPages, Shell, index, matches};
use crate::replay::Replay;
use crate::sample;

fn match_pages(game: &'static dyn Game, seed: u64) -> Vec<(String, String)> {
    let record = sample::record(game, seed);
    let sheet = sample::sheet(game, &record);
    let shell = Shell::new(&sheet.tournament);
    let rules = Rules::defaults(game.options());
    let mut replay = Replay::new(game, &rules, None, &record.played).unwrap();
    let mut pages = MatchPages::new(&shell, &sheet);
    while let Some(ply) = replay.peek().unwrap() {
        pages.push(&replay.step(&ply));
        replay.advance(&ply);
    }
    pages.finish(&replay.scene(), None)
}

fn all_pages() -> Vec<(String, String)> {
    let report = sample::report();
    let shell = Shell::new(&report.tournament.name);
    let mut pages = vec![
        ("index.html".to_owned(), index(&report, &shell)),
        ("matches.html".to_owned(), matches(&report, &shell)),
    ];
    for (number, game) in (1..).zip([&tank_war::GAME as &'static dyn Game, &tank_battle::GAME, &tank_chess::GAME]) {
        for (file, page) in match_pages(game, number) {
            pages.push((format!("matches/{number}-{file}"), page));
        }
    }
    pages
}

#[test]
fn dump() {
    let root = std::path::Path::new("/tmp/t/site");
    std::fs::create_dir_all(root.join("matches")).unwrap();
    for (file, page) in all_pages() {
        println!("{file} {}", page.len());
        std::fs::write(root.join(file), page).unwrap();
    }
}
