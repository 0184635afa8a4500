//! Tests a ladder season with the built program.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;

use crate::class::Class;
use crate::support::{is_full, muster, run, top, tree};

/// Creates a class of three, each with a bot of Tank War.
pub(super) fn class() -> Class {
    let class = Class::open("");
    for (student, bot) in [("1", "walker"), ("2", "scatter"), ("3", "greedy")] {
        let path = top().join(format!("bots/tank-war/{bot}/{bot}.wasm"));
        class.write(&format!("{bot}.wasm"), fs::read(path).unwrap());
        class.ok(&["submit"], &[student, &format!("{bot}.wasm")]);
    }
    class
}

/// Plays cycles, and returns the season.
pub(crate) fn ladder(class: &Class, cycles: &str) -> Value {
    let (code, out, err) = run(&["ladder", &class.path("ki"), "--cycles", cycles, "--seed", "7", "--json"]);
    assert_eq!(code, 0, "{out}{err}");
    serde_json::from_str(out.lines().last().unwrap()).unwrap()
}

fn line<'a>(season: &'a Value, alias: &str) -> &'a Value {
    season["standings"].as_array().unwrap().iter().find(|line| line["alias"] == alias).unwrap()
}

/// Removes the season's times, which no two seasons share.
pub(super) fn timeless(mut season: Value) -> Value {
    for line in season["standings"].as_array_mut().unwrap() {
        line["last_played"] = Value::Null;
    }
    season
}

/// Returns the pairings of a cycle, without its time.
fn pairs(class: &Class, number: u32) -> String {
    let text = fs::read_to_string(class.path(&format!("ki/ladder/{number:04}.toml"))).unwrap();
    text.lines().filter(|line| !line.starts_with("date")).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_replay_of_an_annulled_game_counts_even_if_it_has_the_same_moves() {
    let class = class();
    let games = |season: &Value| -> u64 {
        let lines = season["standings"].as_array().unwrap().iter();
        lines.map(|line| line["score"]["games"].as_u64().unwrap()).sum()
    };
    let before = games(&ladder(&class, "1"));
    let cycle = class.path("ki/ladder/0001");
    for game in ["1.1.1.1", "1.1.1.2", "1.2.1.1", "1.3.1.1"] {
        let (code, out, err) = run(&["rule", &cycle, "replay", game, "--reason", "power cut"]);
        assert_eq!(code, 0, "{out}{err}");
    }
    // The bots are deterministic: the resumed cycle has the same games again.
    let after = ladder(&class, "1");
    assert_eq!((&after["cycles"], games(&after)), (&Value::from(1), before));
}

#[test]
fn every_cycle_is_a_run_that_verifies_and_the_season_is_one_fit_of_all() {
    let class = class();
    let season = ladder(&class, "2");
    assert_eq!(season["cycles"], 2);
    assert_eq!(season["standings"].as_array().unwrap().len(), 3);
    // Three pairings of two games in each.
    let games: u64 = ["Ada", "Bee", "Duo"]
        .iter()
        .map(|alias| line(&season, alias)["score"]["games"].as_u64().unwrap())
        .sum();
    assert!(games > 0 && games <= 2 * 2 * 3 * 2, "copies count once: {games}");
    for number in ["0001", "0002"] {
        let (code, out, err) = run(&["verify", &class.path(&format!("ki/ladder/{number}"))]);
        assert_eq!(code, 0, "{out}{err}");
    }
    assert_ne!(pairs(&class, 1), pairs(&class, 2), "another seed, and so other openings");

    // A new version is a new line of the same bot.
    class.hand_in("1", 5);
    let season = ladder(&class, "1");
    let ada = line(&season, "Ada");
    assert_eq!((&ada["current"], ada["versions"].as_array().unwrap().len()), (&Value::from(2), 2));
    assert_eq!(ada["versions"][0]["last_cycle"], 2);
    assert_eq!(ada["versions"][1]["first_cycle"], 3);
    for version in ada["versions"].as_array().unwrap() {
        let [low, value, high] = ["low", "value", "high"].map(|end| version["rating"][end].as_f64().unwrap());
        assert!(low < value && value < high, "{version}");
    }

    // The stored season equals the printed one, and printing only the table plays nothing.
    let kept: Value =
        serde_json::from_str(&fs::read_to_string(class.path("ki/ladder/season.json")).unwrap()).unwrap();
    assert_eq!(kept, season);
    assert_eq!(ladder(&class, "0"), season);
    let versions = fs::read_to_string(class.path("ki/ladder/versions.csv")).unwrap();
    assert_eq!(versions.lines().filter(|line| line.starts_with("Ada,")).count(), 2, "{versions}");
    let (code, table, _) = run(&["ladder", &class.path("ki"), "--cycles", "0"]);
    assert!(code == 0 && table.contains("after 3 cycles"), "{table}");
}

#[test]
fn a_season_that_is_killed_goes_on_as_if_it_had_not_been() {
    let whole = class();
    let expected = timeless(ladder(&whole, "3"));
    // A cycle has some ten lines.
    for lines in (0..32).step_by(if is_full() { 1 } else { 6 }) {
        let killed = class();
        let mut child = muster()
            .args(["ladder", &killed.path("ki"), "--cycles", "3", "--seed", "7", "--json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let told = BufReader::new(child.stdout.take().unwrap()).lines().take(lines).count();
        child.kill().unwrap();
        child.wait().unwrap();
        let done = (1..=3)
            .filter(|number| Path::new(&killed.path(&format!("ki/ladder/{number:04}/site"))).is_dir())
            .count();
        let season = timeless(ladder(&killed, &(3 - done).to_string()));
        assert_eq!(season, expected, "killed after {told} lines, with {done} cycles done");
        for number in 1..=3 {
            assert_eq!(pairs(&killed, number), pairs(&whole, number));
        }
    }
}

#[test]
fn a_ladder_of_one_is_refused_and_says_who_is_missing() {
    let class = Class::open("");
    class.bot("a.wasm", 1);
    class.ok(&["submit"], &["1", "a.wasm"]);
    let (code, _, err) = run(&["ladder", &class.path("ki")]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("a cycle needs two active versions; the class has 1"), "{err}");
    assert!(!Path::new(&class.path("ki/ladder")).exists());
}

/// Returns the files in a folder, with their bytes.
fn files(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let named = |(path, bytes): (PathBuf, Vec<u8>)| (path.to_str().unwrap().to_owned(), bytes);
    tree(Path::new(folder)).into_iter().map(named).collect()
}

#[test]
fn the_season_is_pages_that_lead_to_every_match_and_a_frozen_one_has_nothing_later() {
    let class = class();
    ladder(&class, "1");
    let own = class.path("ki/ladder/site");
    let first = files(&own);
    ladder(&class, "0");
    assert!(files(&own) == first, "written twice, the same bytes");

    // Participants see the state at the freeze, which is complete by itself.
    class.ok(&["freeze"], &[]);
    ladder(&class, "1");
    let public = class.path("public");
    let publish = |arguments: &[&str]| {
        let command = ["ladder", &class.path("ki"), "--cycles", "0", "--site", &public];
        run(&[&command, arguments].concat())
    };
    let (code, out, err) = publish(&["--as", "participants"]);
    assert!(code == 0 && out.contains("after one cycle"), "{out}{err}");
    let shown = files(&public);
    let page =
        |files: &BTreeMap<String, Vec<u8>>, name: &str| String::from_utf8(files[name].clone()).unwrap();
    let (index, whole) = (page(&shown, "index.html"), page(&files(&own), "index.html"));
    assert!(index.contains("cycles/0001/index.html") && !index.contains("/0002"), "{index}");
    assert!(index.contains("later ones are held back") && !whole.contains("held back"));
    assert!(whole.contains("../0002/site/index.html"), "{whole}");
    assert!(!shown.keys().any(|name| name.starts_with("cycles/0002")));

    // A lost match is one click away, and no page has names or ids.
    let lost = shown.keys().filter(|name| name.starts_with("bots/")).find_map(|name| {
        let page = page(&shown, name);
        let link = page.split("href=\"../cycles/").nth(1)?.split('#').next()?.to_owned();
        Some(format!("cycles/{link}"))
    });
    assert!(shown.contains_key(&lost.unwrap()));
    for (name, bytes) in &shown {
        let text = String::from_utf8_lossy(bytes);
        assert!(!text.contains("Jane Doe") && !text.contains("students.csv"), "{name}");
    }

    // After the release, the pages show everything; and no other folder is ever replaced.
    class.ok(&["release"], &["--to", "participants"]);
    assert_eq!(publish(&["--as", "participants"]).0, 0);
    assert!(files(&public).keys().any(|name| name.starts_with("cycles/0002")));
    fs::create_dir(class.path("thesis")).unwrap();
    fs::write(class.path("thesis/thesis.txt"), "years").unwrap();
    let folder = class.path("thesis");
    let (code, _, err) = run(&["ladder", &class.path("ki"), "--cycles", "0", "--site", &folder]);
    assert!(code == 1 && err.contains("is not the site of a season"), "{code} {err}");
    assert_eq!(files(&folder).len(), 1);
}
