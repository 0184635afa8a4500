//! Tests matches saved as one HTML file, by the command line and by the page of a match: the file opens on its own, and
//! ends like the record.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{is_full, run, top};
use crate::web::node::{in_both_browsers, in_turn};
use crate::web::sample::{NAMES, samples};
use crate::web::stepping::last_plies;

/// Returns the data in a saved page.
fn data(page: &Path) -> Value {
    let text = fs::read_to_string(page).unwrap();
    let (_, rest) = text.split_once("<script type=\"application/json\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// Steps through the match of a page, whose end must equal the record.
fn stepped(site: usize, page: &Path, ending: &Value) {
    let list = page.with_extension("json");
    fs::write(&list, json!([ending]).to_string()).unwrap();
    let paths = [page.to_str().unwrap(), list.to_str().unwrap()];
    in_turn(site, "stepping.js", &[&paths[..], last_plies()].concat());
}

#[test]
fn a_match_saved_in_the_terminal_opens_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    for (site, sample) in samples().iter().enumerate() {
        let game = sample.game;
        let page = folder.path().join(format!("{game}.html"));
        let greedy = top().join(format!("bots/{game}/greedy/greedy.wasm"));
        let results = sample.results();
        let start = results.iter().find_map(|line| line["start"].as_str()).unwrap();
        let (code, told, err) = run(&[
            "play",
            game,
            greedy.to_str().unwrap(),
            "builtin:random",
            "--position",
            start,
            "--save",
            page.to_str().unwrap(),
        ]);
        assert_eq!(code, 0, "{err}");
        let row = &data(&page)["match"]["row"];
        let (reason, plies) = (row["reasonText"].as_str().unwrap(), &row["plies"]);
        assert!(told.contains(&format!("{reason} after {plies} ")), "{told}");
        // `stepping` tests the drawing of games, which does not depend on the source of a match.
        if is_full() || site == 0 {
            stepped(site, &page, &ending(row, told.lines().last().unwrap()));
        }
    }
}

/// A match of the bot that fails and whose log would run as code, from a site with all logs.
#[test]
fn a_match_saved_by_its_page_holds_that_match_alone() {
    let sample = &samples()[0];
    let run_folder = sample.run.to_str().unwrap();
    let (code, _, err) = run(&["report", run_folder, "--for-organiser"]);
    assert_eq!(code, 0, "{err}");
    let results = sample.results();
    let cheat = NAMES[3];
    let line = results.iter().find(|line| line["entrants"][1] == cheat && line["start"].is_string()).unwrap();
    let key = line["match"].as_str().unwrap();
    let page = sample.run.join("private/for/organiser/match.html");
    let saved = sample.run.join("saved");
    in_both_browsers("saving.js", &[page.to_str().unwrap(), key, saved.to_str().unwrap()]);
    let pages = ["chromium", "firefox"].map(|browser| saved.with_extension(format!("{browser}.html")));
    let [one, other] = pages.each_ref().map(|page| fs::read_to_string(page).ok());
    assert_eq!(one, other, "both browsers make the same bytes");
    if one.is_none() {
        return;
    }
    let data = data(&pages[0]);
    let told = data.to_string();
    // The first name is also the tournament's.
    for name in
        NAMES.iter().skip(1).filter(|name| !line["entrants"].as_array().unwrap().contains(&(**name).into()))
    {
        let written = serde_json::to_string(name).unwrap();
        assert!(!told.contains(&written), "{name} is in other matches");
    }
    assert_eq!(data["index"]["entrants"].as_array().unwrap().len(), 2);
    let log = data["private"]["seats"][1]["closing"]["log"].as_str().unwrap();
    assert!(log.starts_with("3c2f736372697074"), "the log begins with `</script`: {log}");
    let row = &data["match"]["row"];
    stepped(1, &pages[0], &ending(row, &crate::web::stepping::last_position(sample.game, line)));
}

#[test]
fn a_match_is_saved_as_a_picture_that_moves_or_shows_the_decisive_ply() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let connect4 = top().join("tournaments/rules/connect4.py").display().to_string();
    let leduc = top().join("tournaments/rules/leduc.ts").display().to_string();
    for (turn, game) in ["tank-chess", "tank-war", &connect4, &leduc].into_iter().enumerate() {
        let play = |more: &[&str]| {
            let words = ["play", game, "builtin:random", "builtin:random", "--seed", "5", "--save"];
            let (code, out, err) = run(&[&words, more].concat());
            assert_eq!(code, 0, "{err}");
            out
        };
        let (moving, still) = (file("moving.svg"), file("still.svg"));
        let told = play(&[&moving]);
        play(&[&still, "--still"]);
        let plies = told.split_once(" plies").unwrap().0.rsplit(' ').next().unwrap();
        // An image shows only well-formed XML; in a page, its parts can be looked at.
        let inline = fs::read_to_string(&moving).unwrap();
        let page = format!(
            "<!doctype html><title>Picture</title><img src=\"moving.svg\"><img src=\"still.svg\">{inline}"
        );
        fs::write(file("page.html"), page).unwrap();
        in_turn(turn, "picture.js", &[&file("page.html"), plies]);
        for picture in [moving, still] {
            let text = fs::read_to_string(picture).unwrap();
            assert!(!text.contains("<script") && !text.contains("href=\"http"), "{text}");
        }
    }
    let (code, _, err) =
        run(&["play", "tank-war", "builtin:first", "builtin:first", "--still", "--save", &file("x.html")]);
    assert!(code == 1 && err.contains("name a file that ends in .svg"), "{code} {err}");
}

fn ending(row: &Value, position: &str) -> Value {
    json!({
        "key": row["key"],
        "plies": row["plies"],
        "metrics": row["metrics"],
        "position": position,
        "reason": row["reasonText"],
    })
}
