//! The pages for students: made from the layouts and the languages where that can be, and every command is run.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use game::Rules;
use games::GAMES;
use referee::{Limits, Match};
use support::{path_with_tools, told, top};

fn pages() -> PathBuf {
    top().join("docs/students")
}

#[test]
fn pages_are_made_from_the_layouts_and_the_languages() {
    let update = std::env::var_os("MUSTER_UPDATE").is_some();
    let mut due = vec![("languages.md".to_owned(), kit::languages_page(games::find("tank-war").unwrap()))];
    for game in GAMES {
        let mut playing = Match::new(*game, game.start(&Rules::defaults(game.options())), Limits::default());
        let seat = playing.waiting().iter().next().unwrap();
        let page = kit::game_page(*game, playing.ask(seat).view);
        due.push((format!("{}.md", game.name()), page));
    }
    for (name, text) in due {
        let path = pages().join(&name);
        if update {
            fs::write(&path, &text).unwrap();
        }
        assert!(
            fs::read_to_string(&path).unwrap_or_default() == text,
            "{name} is not what the code says; `MUSTER_UPDATE=1 cargo test --test students` writes it anew"
        );
    }
}

/// A block of a page: its language and its text.
struct Block<'a> {
    language: &'a str,
    text: &'a str,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let fenced = page.split("\n```").skip(1).step_by(2);
    let blocks = fenced.map(|block| block.split_once('\n').unwrap());
    blocks.map(|(language, text)| Block { language, text }).collect()
}

/// A command as a person types it. What is behind `#` is its exit code, if that is not 0.
fn follow(folder: &mut PathBuf, line: &str) {
    if let Some(directory) = line.strip_prefix("cd ") {
        folder.push(directory);
        return;
    }
    let (command, code) = line.split_once(" # ").unwrap_or((line, "0"));
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(&*folder).env("PATH", path_with_tools()).env("NO_COLOR", "1");
    shell.env("MUSTER_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled"));
    let (ended, out, err) = told(&shell.output().unwrap());
    assert_eq!(ended.to_string(), code, "{command}\n{out}{err}");
    // The script's mistake is named wherever the bot fails.
    let fails = ["muster check broken.wasm", "muster play tank-war broken.wasm", "muster why cup"];
    if fails.iter().any(|begin| command.starts_with(begin)) {
        for text in ["broken.js:7:", "trap(unreachable)", "advice: "] {
            assert!(format!("{out}{err}").contains(text), "{command}: no `{text}` in\n{out}{err}");
        }
    }
}

/// Every command of the page, and every file that it shows, in the page's order.
#[test]
fn the_commands_of_the_page_do_what_it_says() {
    let page = fs::read_to_string(pages().join("README.md")).unwrap();
    let home = tempfile::tempdir().unwrap();
    let mut folder = home.path().to_owned();
    let mut commands = 0;
    for Block { language, text } in blocks(&page) {
        if language == "sh" {
            for line in text.lines() {
                follow(&mut folder, line);
                commands += 1;
            }
        } else {
            let name = text.lines().next().unwrap().trim_start_matches(['#', '/', ' ']);
            fs::write(folder.join(name), text).unwrap();
        }
    }
    assert!(commands > 10, "{commands} commands");
}

/// Links lead to what is there.
#[test]
fn links_of_the_pages_lead_somewhere() {
    for entry in fs::read_dir(pages()).unwrap() {
        let path = entry.unwrap().path();
        let page = fs::read_to_string(&path).unwrap();
        let targets = page.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
        for target in targets.filter(|target| !target.starts_with("http")) {
            let file = target.split('#').next().unwrap();
            assert!(pages().join(file).exists(), "{}: {target}", path.display());
        }
    }
}
