//! `muster play --watch` in a terminal, made by `script` of util-linux.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};

use super::plies_shown;
use crate::support::{missing, run, skip};

const MATCH: &str = "play tank-war builtin:first builtin:random --seed 3 --watch";

/// Starts the program with these arguments in a terminal with this many rows; `None` without `script`.
fn begin(rows: u16, arguments: &str, more: &[(&str, &str)]) -> Option<Child> {
    let command = format!("stty rows {rows} cols 100; {} {arguments}", env!("CARGO_BIN_EXE_muster"));
    let mut terminal = Command::new("script");
    terminal.args(["-qec", &command, "/dev/null"]).env("TERM", "xterm").env_remove("NO_COLOR");
    terminal.envs(more.iter().copied()).stdin(Stdio::piped()).stdout(Stdio::piped());
    match terminal.spawn() {
        Ok(child) => Some(child),
        Err(error) => {
            skip(&missing(&format!("script of util-linux: {error}")));
            None
        }
    }
}

/// Returns the remaining output to the terminal.
fn rest(mut child: Child) -> String {
    let mut sent = String::new();
    child.stdout.take().unwrap().read_to_string(&mut sent).unwrap();
    child.wait().unwrap();
    sent
}

fn watched(rows: u16, more: &[(&str, &str)]) -> Option<String> {
    begin(rows, &format!("{MATCH} --pace 1ms"), more).map(rest)
}

/// Returns the number of upward cursor movements in a text.
fn ups(sent: &str) -> usize {
    let is_up = |part: &&str| part.trim_start_matches(|digit: char| digit.is_ascii_digit()).starts_with('A');
    sent.split("\u{1b}[").skip(1).filter(is_up).count()
}

#[test]
fn one_ply_is_shown_in_place_of_the_other() {
    let Some(sent) = watched(60, &[]) else { return };
    let plain = run(&MATCH.split(' ').collect::<Vec<_>>()).1;
    let plies = plies_shown(&plain).len();
    assert_eq!(ups(&sent), plies, "{sent:?}");
    assert!(!sent.contains("\u{1b}[?"), "no mode of the terminal is switched: {sent:?}");
    for text in [&format!("ply {plies} of {plies}"), " used, ", " left", ";7m"] {
        assert!(sent.contains(text), "no {text:?}: {sent:?}");
    }
    // The last line is the last position, as without a terminal.
    assert_eq!(sent.lines().last().unwrap().trim(), plain.lines().last().unwrap());
}

#[test]
fn colours_and_places_are_left_out_where_they_cannot_be() {
    let Some(sent) = watched(60, &[("NO_COLOR", "1")]) else { return };
    assert!(ups(&sent) > 0 && !sent.contains("\u{1b}[0m") && !sent.contains(";7m"), "{sent:?}");
    let plies = plies_shown(&run(&MATCH.split(' ').collect::<Vec<_>>()).1).len();
    // In a small terminal, or one without capabilities, plies follow below one another.
    let low = watched(8, &[]).unwrap();
    assert_eq!(ups(&low), 0, "{low:?}");
    assert!(low.matches(", ply ").count() > plies, "{low:?}");
    let dumb = watched(60, &[("TERM", "dumb"), ("NO_COLOR", "1")]).unwrap();
    assert!(!dumb.contains('\u{1b}'), "{dumb:?}");
    assert_eq!(plies_shown(&dumb.replace('\r', "")).len(), plies, "{dumb:?}");
}

/// Control-C skips to the result, which is still printed.
#[test]
fn an_interrupt_goes_to_the_end() {
    let Some(mut child) = begin(60, &format!("{MATCH} --pace 1h"), &[]) else { return };
    let mut sent = Vec::new();
    let output = child.stdout.as_mut().unwrap();
    while !String::from_utf8_lossy(&sent).contains("ply 0 of") {
        let mut byte = [0];
        output.read_exact(&mut byte).unwrap();
        sent.push(byte[0]);
    }
    child.stdin.as_mut().unwrap().write_all(b"\x03").unwrap();
    let sent = rest(child);
    assert!(sent.contains(" wins as ") || sent.contains("a draw"), "{sent:?}");
    assert!(!sent.contains(", ply 1 of"), "{sent:?}");
}
