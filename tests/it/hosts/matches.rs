//! Sample bots act and log in the browser's host as in the sandbox: in Node, and in the workers of a page.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::hosts::asked::{Asked, due};
use crate::hosts::field::fields;
use crate::hosts::scripts::{answers, exchanged};
use crate::support::{is_full, missing, run, say, skip};
use crate::web::node::{self, BROWSERS, SKIPPED};
use crate::web::shared::Turn;

fn questions(seats: &[Asked]) -> Vec<&Value> {
    seats.iter().map(|one| &one.question).collect()
}

#[test]
fn bots_act_and_log_in_a_browser_as_in_the_sandbox() {
    for field in fields() {
        let Some(found) = answers("play.js", questions(&field.seats)) else { return };
        for (index, (one, found)) in field.seats.iter().zip(found).enumerate() {
            assert_eq!(found, due(one), "{} match {}, {}", field.game, index / 2, one.question["module"]);
        }
    }
}

/// Number of matches of each game that are played in browsers' workers by default: one in each browser.
const SOME: usize = BROWSERS.len();

/// Returns the page on which people play, from a minimal run.
fn page() -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("workers");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let (toml, out) = (folder.join("short.toml"), folder.join("run"));
    let mut text = String::from("[tournament]\nname = 'Short'\ngame = 'tank-war'\n");
    for name in ["One", "Other"] {
        text.push_str(&format!("[[entrant]]\nname = '{name}'\nbot = 'builtin:random'\n"));
    }
    text.push_str("[[stage]]\nformat = 'round-robin'\n");
    fs::write(&toml, text).unwrap();
    let (code, _, err) = run(&["run", toml.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    out.join("site/play.html").display().to_string()
}

/// Returns the answers without the details that a page cannot know: a worker reports neither dropped log bytes nor
/// memory.
fn told(asked: &Asked) -> Value {
    let mut due = due(asked);
    let parts = due.as_object_mut().unwrap();
    parts.remove("dropped");
    parts.remove("memory");
    due
}

/// Returns the bots' answers in the workers of a browser's page; `None` if the browser cannot run here.
fn done_in(browser: &str, page: &str, seats: &[Asked]) -> Option<Vec<Value>> {
    let turn = Turn::wait_for(browser);
    let done = node::command("workers.js", &[browser, page]).and_then(|mut node| {
        turn.hand_to(&mut node);
        exchanged(&mut node, &questions(seats)).ok_or("there is no Node")
    });
    let (status, answers) = match done {
        Ok((status, _)) if status.code() == Some(SKIPPED) => {
            skip(&missing(&format!("there is no {browser}")));
            return None;
        }
        Ok(done) => done,
        Err(why) => {
            skip(&missing(why));
            return None;
        }
    };
    assert!(status.success(), "node workers.js {browser} {page} failed");
    assert_eq!(answers.len(), seats.len(), "{browser} answered for every seat");
    Some(answers)
}

#[test]
fn bots_act_and_log_in_the_workers_of_a_page_as_in_the_sandbox() {
    let page = page();
    for (game, field) in fields().iter().enumerate() {
        for (at, browser) in BROWSERS.into_iter().enumerate() {
            let chosen = (game + at) % SOME;
            let seats = if is_full() { &field.seats[..] } else { &field.seats[2 * chosen..][..2] };
            let Some(found) = done_in(browser, &page, seats) else { continue };
            for (index, (one, found)) in seats.iter().zip(found).enumerate() {
                let what =
                    format!("{browser}: {} match {}, {}", field.game, index / 2, one.question["module"]);
                assert_eq!(found, told(one), "{what}");
            }
            if is_full() {
                let answers: usize = seats.iter().map(|one| one.answers.len()).sum();
                say(&format!(
                    "{browser}: {} matches of {} with {answers} answers",
                    seats.len() / 2,
                    field.game
                ));
            }
        }
    }
}
