//! Tests the output of `muster check` and `muster play` for the author of a bot: each fault once, with everything
//! needed to reproduce it.

mod checking;
mod saving;
#[cfg(target_os = "linux")]
mod terminal;
#[cfg(target_os = "linux")]
mod undecided;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use crate::support::{bot_that_answers as bot, muster, run, told};

/// Plays the first legal action three times, then an action that is never legal twice in a row.
const ILLEGAL_AT_LAST: &str = "(if (i32.ge_u (i32.load offset=1036 (i32.const 0)) (i32.const 6))
    (then (return (i64.const 5)))) (call $first)";

/// Splits a shell command into words.
fn words(command: &str) -> Vec<&str> {
    command.split_whitespace().collect()
}

/// Returns the rest of the only line that begins with this.
fn after<'a>(told: &'a str, start: &str) -> &'a str {
    let mut found = told.lines().filter_map(|line| line.trim().strip_prefix(start));
    let one = found.next().unwrap_or_else(|| panic!("no line begins with {start:?}:\n{told}"));
    assert_eq!(found.next(), None, "one line begins with {start:?}:\n{told}");
    one
}

#[test]
fn a_fault_is_told_once_and_its_command_plays_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let bot = bot(folder.path(), "cheat.wasm", ILLEGAL_AT_LAST);
    let (code, told, err) = run(&["check", &bot, "--game", "tank-war"]);
    assert_eq!(code, 4, "{err}");
    let verdict = "accepted, but it failed: illegal-action in 8 of 8 trial matches of tank-war";
    assert_eq!(told.lines().next(), Some(&*format!("{bot}: {verdict}")));
    assert_eq!(after(&told, "tank-war: illegal-action in "), "8 of 8 trial matches");
    assert!(
        told.contains("), which the rules do not allow here\n") && told.contains("the answer was "),
        "{told}"
    );
    let place = after(&told, "as Up against ").to_owned();
    let ply = place.strip_prefix("builtin:random, at ply ").and_then(|rest| rest.split(',').next()).unwrap();
    let position = after(&told, "position: ");
    let command = after(&told, "play it again: ");
    let (code, played, err) = run(&words(command)[1..]);
    assert_eq!(code, 0, "{err}");
    assert!(
        after(&played, "Up failed at ply ").starts_with(&format!("{ply}: illegal-action: the answer was "))
    );
    assert_eq!(after(&played, "position: "), position);
    // The failed ply follows the complete ones.
    let complete: u32 = ply.parse::<u32>().unwrap() - 1;
    assert!(played.contains(&format!("after {complete} plies")), "{played}");
    let (_, json, _) = run(&["check", &bot, "--game", "tank-war", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let faults = json["trials"][0]["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 8);
    assert_eq!(faults[0]["replay"], command);
    assert_eq!(faults[0]["ply"].to_string(), ply);
}

#[test]
fn a_bot_of_another_game_is_told_which_one_it_plays() {
    let bot = crate::support::top().join("bots/tank-war/greedy/greedy.wasm").display().to_string();
    let made_for = "the bot plays tank-war without a fault; it was probably made for that";
    let (code, told, err) = run(&["check", &bot, "--game", "tank-chess"]);
    assert_eq!(code, 4, "{err}");
    assert_eq!(told.matches(made_for).count(), 1, "{told}");
    assert_eq!(told.matches("tank-chess: ").count(), 1, "{told}");
    let (code, told, err) = run(&["play", "tank-chess", &bot, "builtin:first"]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(told.matches(made_for).count(), 1, "{told}");
    let (code, told, err) = run(&["check", &bot]);
    assert_eq!(code, 0, "{err}");
    for game in ["tank-chess", "tank-battle"] {
        assert!(
            told.contains(&format!(
                "\n{game}: failed in all 8 trial matches; the bot was probably not made for it\n"
            )),
            "{told}"
        );
    }
    assert!(!told.contains("play it again"), "{told}");
}

#[test]
fn a_bot_that_plays_no_game_is_not_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let bot = bot(folder.path(), "crash.wasm", "unreachable");
    let (code, told, err) = run(&["check", &bot]);
    assert_eq!((code, told.matches("play it again: ").count()), (4, 3), "{told}");
    assert_eq!(told.lines().next(), Some(&*format!("{bot}: accepted, but it failed in every game")));
    assert!(err.contains("it failed in trial matches of every game") && err.contains("hint: "), "{err}");
}

#[test]
fn moves_that_an_offer_saved_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let bot =
        bot(folder.path(), "slow.wasm", "(call $offer (call $first)) (loop $ever (br $ever)) unreachable");
    let times = ["--per-move", "1ms", "--per-game", "10s"];
    let (code, told, err) = run(&[&["play", "tank-war", &bot, "builtin:first"][..], &times].concat());
    assert_eq!(code, 0, "{err}");
    let own = after(&told, "Up: ");
    let moves: u32 = own.split(' ').next().unwrap().parse().unwrap();
    assert!(moves > 5, "{told}");
    let offers = format!("{moves} of them offers, played because the move's time ran out");
    assert!(own.ends_with(&offers), "{told}");
}

#[test]
fn a_tournament_gives_its_clock_its_rules_and_the_entrants_settings() {
    let folder = tempfile::tempdir().unwrap();
    let slow =
        bot(folder.path(), "slow.wasm", "(call $offer (call $first)) (loop $ever (br $ever)) unreachable");
    let cup = folder.path().join("cup.toml");
    let text = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\n[clock]\nper_move = \"1ms\"\nper_game = \"3ms\"\n\
        [[entrant]]\nname = \"Slow one\"\nbot = \"slow.wasm\"\nsettings = \"it's 3\"\n\
        [[entrant]]\nname = \"Gone\"\nbot = \"gone.wasm\"\n[[stage]]\nformat = \"round-robin\"\n";
    fs::write(&cup, text).unwrap();
    let cup = cup.display().to_string();
    let (code, told, err) = run(&["check", &slow, "--tournament", &cup]);
    assert_eq!(code, 4, "{err}");
    assert!(told.contains("entered as Slow one with settings `it's 3`"), "{told}");
    assert!(told.contains("(1ms a move, 3ms a game)"), "{told}");
    assert!(told.contains("16 of 24 moves were offers, played because the move's time ran out"), "{told}");
    assert_eq!(after(&told, "tank-war: timeout in "), "8 of 8 trial matches");
    let command = after(&told, "play it again: ");
    assert!(command.contains(&format!("--tournament {cup}")), "{command}");
    assert!(command.contains(r"-settings 'it'\''s 3'"), "{command}");
    let (code, _, err) = run(&["play", "tank-chess", "builtin:first", "builtin:first", "--tournament", &cup]);
    assert_eq!((code, err.as_str()), (1, "error: the tournament plays tank-war, not tank-chess\n"));
    let (code, _, err) = run(&["check", &slow, "--tournament", &cup, "--stage", "2"]);
    assert!(code == 1 && err.contains("has no stage 2\nhint: use --stage 1 to 1"), "{err}");
}

#[test]
fn plies_are_counted_from_1_wherever_a_match_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    bot(folder.path(), "cheat.wasm", ILLEGAL_AT_LAST);
    let cup = folder.path().join("cup.toml");
    let text = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 1\n\
        [[entrant]]\nname = \"Cheat\"\nbot = \"cheat.wasm\"\n\
        [[entrant]]\nname = \"Other\"\nbot = \"builtin:first\"\n[[stage]]\nformat = \"round-robin\"\n";
    fs::write(&cup, text).unwrap();
    let out = folder.path().join("out").display().to_string();
    assert_eq!(run(&["run", &cup.display().to_string(), "--out", &out]).0, 0);
    let (code, told, err) = run(&["verify", &out, "--match", "1.1.1.1"]);
    assert_eq!(code, 0, "{err}");
    let numbers: Vec<u32> = told
        .lines()
        .filter(|line| line.ends_with("as recorded"))
        .filter_map(|line| line.split_whitespace().next()?.parse().ok())
        .collect();
    // Both seats act in every ply, each in a line.
    let plies = numbers.len() as u32 / 2;
    assert_eq!(numbers, (1..=plies).flat_map(|ply| [ply, ply]).collect::<Vec<_>>(), "{told}");
    let page = fs::read_to_string(Path::new(&out).join("site/matches/1.1.1.1.html")).unwrap();
    let drawn = |ply: u32| page.contains(&format!("id=\"ply-{ply}\""));
    assert_eq!([0, 1, plies, plies + 1].map(drawn), [false, true, true, false], "{plies} plies");
}

/// Answers with the first legal action, after a line for the log.
const TALKATIVE: &str = "(call $log (i32.const 512) (i32.const 18)) (call $first)";

/// Returns the numbers of the shown plies, in order.
fn plies_shown(told: &str) -> Vec<u32> {
    let numbers = told.lines().filter_map(|line| line.strip_prefix("ply ")?.split(':').next()?.parse().ok());
    numbers.collect()
}

#[test]
fn a_watched_match_tells_what_happened_and_what_was_logged_in_its_ply() {
    let folder = tempfile::tempdir().unwrap();
    let bot = bot(folder.path(), "talker.wasm", TALKATIVE);
    let (code, told, err) = run(&["play", "tank-war", "builtin:random", &bot, "--seed", "3", "--watch"]);
    assert_eq!(code, 0, "{err}");
    let plies = plies_shown(&told);
    assert_eq!(plies, (1..=plies.len() as u32).collect::<Vec<_>>());
    // One part per ply: it has its line of the log, and its events before the board.
    for part in told.split("\nply ").skip(1) {
        assert_eq!(part.matches("  Down logs: thinking about it\n").count(), 1, "{part}");
        assert!(
            part.contains(" moves to ") || part.contains(" fires at ") || part.contains("destroy"),
            "{part}"
        );
    }
    assert!(!told.contains("Down logged:"), "nothing is told twice:\n{told}");
    let (_, unwatched, _) = run(&["play", "tank-war", "builtin:random", &bot, "--seed", "3"]);
    assert_eq!(unwatched.matches("  thinking about it\n").count(), plies.len(), "{unwatched}");
}

#[test]
fn shots_and_losses_are_drawn_over_the_board() {
    let (_, told, _) =
        run(&["play", "tank-war", "builtin:first", "builtin:random", "--seed", "3", "--watch"]);
    let board = |part: &&str| part.contains(" fires at ") && part.contains(" destroys ");
    let part = told.split("\nply ").find(board).unwrap_or_else(|| panic!("nothing was shot:\n{told}"));
    let lost = part.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    assert!(lost.map(|line| line.matches('x').count()).sum::<usize>() > 0, "{part}");
}

#[test]
fn a_match_is_stepped_through_forwards_backwards_and_by_number() {
    let step = |wishes: &str| {
        let arguments = ["play", "tank-war", "builtin:first", "builtin:random", "--watch", "--step"];
        let mut child = muster()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(wishes.as_bytes()).unwrap();
        let (code, told, err) = told(&child.wait_with_output().unwrap());
        assert_eq!(code, 0, "{err}");
        assert!(told.contains(" wins as ") || told.contains("a draw"), "the result is told:\n{told}");
        plies_shown(&told)
    };
    assert_eq!(step("\n3\nb\nwhat\n\nq\n"), [1, 3, 2, 3]);
    assert_eq!(step("\n"), [1], "who goes away has seen enough");
    let whole = step("e\n");
    assert_eq!(whole, (1..=whole.len() as u32).collect::<Vec<_>>());
    assert_eq!(step("999\n"), [whole.len() as u32], "a number beyond the end is the last ply");
    let (code, _, err) = run(&["play", "tank-war", "builtin:first", "builtin:first", "--step"]);
    assert!(code == 2 && err.contains("--watch"), "{err}");
}

#[test]
fn a_log_that_was_cut_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let talker = bot(folder.path(), "talker.wasm", TALKATIVE);
    let cup = folder.path().join("cup.toml");
    let text = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\n[limits]\nlog = \"20B\"\n\
        [[entrant]]\nname = \"A\"\nbot = \"talker.wasm\"\n\
        [[entrant]]\nname = \"B\"\nbot = \"builtin:first\"\n[[stage]]\nformat = \"round-robin\"\n";
    fs::write(&cup, text).unwrap();
    let cup = cup.display().to_string();
    for watch in [&[][..], &["--watch"]] {
        let play = ["play", "tank-war", &talker, "builtin:first", "--tournament", &cup];
        let (code, told, err) = run(&[&play[..], watch].concat());
        assert_eq!(code, 0, "{err}");
        let own = told.lines().find(|line| line.starts_with("Up: ") && line.contains(" moves in "));
        let moves: u64 = own.unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        // The log keeps 20 bytes of its beginning and 5 of its end.
        let cut = format!(" [{} bytes of this log were cut here]\n", moves * 18 - 25);
        assert_eq!(told.matches(&cut).count(), 1, "{told}");
    }
}
