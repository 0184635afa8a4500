//! Tests the output of `muster why`, `muster call` and `muster log` on a recorded match, and a bot that is asked again.

pub(crate) mod evidence;
mod reference;

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{run, top};
use game::Seat;
use ledger::{Ledger, RunFolder};
use referee::MatchSeed;
use tournament::{MatchKey, RunSeed, match_seed};

/// Writes a bot that logs two lines, and then answers with this; `$random` is a random legal action. `ply` is at 1036.
fn bot(folder: &Path, name: &str, answer: &str) -> String {
    let text = format!(
        "(module
            (import \"muster\" \"legal_actions\" (func $legal (param i32 i32) (result i32)))
            (import \"muster\" \"offer\" (func $offer (param i64)))
            (import \"muster\" \"log\" (func $log (param i32 i32)))
            (import \"muster\" \"random\" (func $dice (result i64)))
            (memory (export \"memory\") 3)
            (data (i32.const 512) \"thinking about it\\0a@cell 42 red\\0a\")
            (func (export \"muster_buffer\") (param i32) (result i32) i32.const 1024)
            (func $ply (result i32) (i32.load offset=1036 (i32.const 0)))
            (func $random (result i64) (local $count i64)
                (local.set $count (i64.extend_i32_u (call $legal (i32.const 65536) (i32.const 4096))))
                (i64.load (i32.add (i32.const 65536) (i32.mul (i32.const 8)
                    (i32.wrap_i64 (i64.rem_u (call $dice) (local.get $count)))))))
            (func $give_up unreachable)
            (func (export \"muster_choose\") (param i32) (result i64)
                (call $log (i32.const 512) (i32.const 31)) {answer}))"
    );
    let path = folder.join(name);
    fs::write(&path, wat::parse_str(text).unwrap()).unwrap();
    path.display().to_string()
}

/// Gives up in the fifth ply.
const GIVES_UP: &str = "(if (i32.eq (call $ply) (i32.const 4)) (then (call $give_up))) (call $random)";

/// Plays a tournament of these entrants; returns the run's folder.
pub(crate) fn played(folder: &Path, game: &str, clock: &str, entrants: &[(&str, &str, &str)]) -> PathBuf {
    let mut text = format!("[tournament]\nname = \"Cup\"\ngame = \"{game}\"\nseed = 7\n{clock}");
    for (name, bot, settings) in entrants {
        text += &format!("[[entrant]]\nname = \"{name}\"\nbot = \"{bot}\"\nsettings = \"{settings}\"\n");
    }
    text += "[[stage]]\nformat = \"round-robin\"\n";
    let toml = folder.join("cup.toml");
    fs::write(&toml, text).unwrap();
    let out = folder.join("run");
    let (code, _, err) = run(&["run", toml.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    out
}

fn sample(path: &str) -> String {
    top().join("bots").join(path).display().to_string()
}

/// Splits a command line with some words in single quotes.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('\'').enumerate();
    let word = |(index, part): (usize, &str)| match index % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    };
    parts.flat_map(word).collect()
}

fn why(arguments: &[&str]) -> String {
    let (code, told, err) = run(&[&["why"], arguments].concat());
    assert_eq!(code, 0, "{told}{err}");
    told
}

#[test]
fn a_fault_is_explained_and_happens_again() {
    let folder = tempfile::tempdir().unwrap();
    bot(folder.path(), "quitter.wasm", GIVES_UP);
    let out = played(
        folder.path(),
        "tank-war",
        "",
        &[("Quitter", "quitter.wasm", "depth=4"), ("Random", "builtin:random", "")],
    );
    let out = out.to_str().unwrap();
    let told = why(&[out, "1.1.1.1"]);
    assert!(told.contains(" lost to Random: forfeit: trap(unreachable) after 4 plies\n"), "{told}");
    assert!(told.contains(" failed at ply 5\n"), "{told}");
    assert_eq!(told.matches("at give_up").count(), 2, "recorded and again:\n{told}");
    assert!(
        told.contains("  its log of that ply ends with:\n    thinking about it\n    @cell 42 red\n"),
        "{told}"
    );
    assert!(told.contains("; 4 moves took "), "{told}");
    assert!(told.contains("  4 answers as recorded, then the same fault at ply 5\n"), "{told}");
    // The printed command leads to the same fault.
    let command = told.lines().find_map(|line| line.split_once("alone: ")).unwrap().1;
    let command = command.replace("MY.wasm", &folder.path().join("quitter.wasm").display().to_string());
    assert!(command.ends_with(" --settings depth=4"), "{command}");
    let command = words(&command);
    let command: Vec<&str> = command[1..].iter().map(String::as_str).collect();
    let (code, told, err) = run(&command);
    // A single position is asked as ply 1, in which this bot does not give up.
    assert_eq!(code, 0, "{err}");
    assert!(told.starts_with("answer: ") && told.contains("\nlog:\n  thinking about it\n"), "{told}");
    // The winner can ask, too.
    let word = if told.contains("legal for Up") { "Down" } else { "Up" };
    let told = why(&[out, "1.1.1.1", "--seat", word]);
    assert!(told.contains(" won against Quitter: ") && told.contains("no module to ask again"), "{told}");
}

#[test]
fn a_saved_seat_plays_again_elsewhere_and_another_module_is_compared() {
    let folder = tempfile::tempdir().unwrap();
    let quitter = bot(folder.path(), "quitter.wasm", GIVES_UP);
    let out = played(
        folder.path(),
        "tank-war",
        "",
        &[("Quitter", "quitter.wasm", ""), ("Greedy", &sample("tank-war/greedy/greedy.wasm"), "")],
    );
    let file = folder.path().join("match.json").display().to_string();
    let told = why(&[out.to_str().unwrap(), "1.1.1.1", "--save", &file]);
    assert!(told.contains(&format!("saved: {file}\n")), "{told}");
    fs::remove_dir_all(&out).unwrap();
    let told = why(&[&file]);
    assert!(told.contains("hint: ask it again with --bot MY.wasm"), "{told}");
    let told = why(&[&file, "--bot", &quitter]);
    assert!(told.contains("  4 answers as recorded, then the same fault at ply 5\n"), "{told}");
    assert!(!told.contains("it is not the module that played"), "{told}");
    let mended = bot(folder.path(), "mended.wasm", "(call $random)");
    let told = why(&[&file, "--bot", &mended]);
    assert!(told.contains("  note: it is not the module that played\n"), "{told}");
    let mended = "  4 answers as recorded, then no fault at ply 5, where it failed by trap(unreachable) in the match\n";
    assert!(told.contains(mended), "{told}");
    let exits = bot(
        folder.path(),
        "negative.wasm",
        "(if (i32.eq (call $ply) (i32.const 4)) (then (return (i64.const -1)))) (call $random)",
    );
    let told = why(&[&file, "--bot", &exits]);
    assert!(
        told.contains("then a different fault at ply 5, where it failed by trap(unreachable) in the match\n"),
        "{told}"
    );
    assert!(told.contains("    bad-answer: the answer was -1"), "{told}");
    let other = bot(folder.path(), "other.wasm", "(drop (call $dice)) (i64.const -1)");
    let told = why(&[&file, "--bot", &other]);
    assert!(
        told.contains("  no answer as recorded, then a different one at ply 1; in the match: "),
        "{told}"
    );
    // An invalid file is reported.
    fs::write(&file, "{}").unwrap();
    let (code, _, err) = run(&["why", &file]);
    assert!(code == 1 && err.contains("is not a match: missing field `format`"), "{err}");
    let (code, _, err) = run(&["why", "nowhere.json"]);
    assert!(code == 1 && err.starts_with("error: cannot read nowhere.json: "), "{err}");
}

#[test]
fn a_saved_seat_holds_its_own_dice_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    bot(folder.path(), "quitter.wasm", GIVES_UP);
    let out = played(
        folder.path(),
        "tank-war",
        "",
        &[("Quitter", "quitter.wasm", ""), ("Random", "builtin:random", "")],
    );
    let header = Ledger::open_read_only(&RunFolder::at(&out)).unwrap().header().unwrap();
    let key: MatchKey = "1.1.1.1".parse().unwrap();
    let seed = MatchSeed::new(match_seed(RunSeed::from(header.seed), key));
    let hex = |bytes: &[u8; 32]| blake3::Hash::from_bytes(*bytes).to_hex().to_string();
    for (seat, word) in Seat::BOTH.into_iter().zip(["first", "second"]) {
        let file = folder.path().join(format!("{word}.json"));
        why(&[out.to_str().unwrap(), "1.1.1.1", "--seat", word, "--save", file.to_str().unwrap()]);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(&hex(&seed.seat_key(seat))));
        assert!(!text.contains(&hex(&seed.seat_key(seat.other()))));
        assert!(!text.contains(&hex(seed.bytes())));
        assert_eq!(text.contains("7468696e6b696e67"), word == quitters_seat(&out), "only its own log");
    }
}

/// Returns the seat of the bot that logs.
fn quitters_seat(out: &Path) -> &'static str {
    let (_, told, _) = run(&["log", out.to_str().unwrap(), "1.1.1.1"]);
    if told.contains("Up logs: thinking") { "first" } else { "second" }
}

#[test]
fn every_bot_answers_as_recorded_when_it_is_asked_again() {
    let slow = "(call $offer (call $random)) (if (i32.rem_u (call $ply) (i32.const 3)) (then (loop $ever (br $ever)))) (call $random)";
    let games: [(&str, &str, &[&str]); 3] = [
        (
            "tank-war",
            "",
            &[
                "tank-war/gambler/gambler.wasm",
                "tank-war/scatter/scatter.wasm",
                "tank-war/teacher/teacher.wasm",
            ],
        ),
        (
            "tank-battle",
            "[limits]\nplies = 40\n",
            &["tank-battle/scatter/scatter.wasm", "tank-battle/greedy/greedy.wasm"],
        ),
        (
            "tank-chess",
            "[limits]\nplies = 60\n",
            &["tank-chess/scatter/scatter.wasm", "tank-chess/greedy/greedy.wasm"],
        ),
    ];
    for (game, limits, bots) in games {
        let folder = tempfile::tempdir().unwrap();
        let mut entrants = vec![("Slow", bot(folder.path(), "slow.wasm", slow))];
        let names = ["A", "B", "C"];
        entrants.extend(names.iter().zip(bots).map(|(name, path)| (*name, sample(path))));
        let listed: Vec<(&str, &str, &str)> =
            entrants.iter().map(|(name, path)| (*name, path.as_str(), "ms=1")).collect();
        let clock = format!("[clock]\nper_move = \"3ms\"\nper_game = \"5s\"\n{limits}");
        let out = played(folder.path(), game, &clock, &listed);
        let ledger = Ledger::open_read_only(&RunFolder::at(&out)).unwrap();
        let mut matches = 0;
        for stored in ledger.matches_after(None, 100).unwrap() {
            let key = stored.row.unwrap().row.key.to_string();
            for seat in ["first", "second"] {
                let told = why(&[out.to_str().unwrap(), &key, "--seat", seat]);
                let to_the_end = told.contains(" as recorded, to the end of the match\n");
                assert!(to_the_end || told.contains("then the same fault at ply "), "{game} {key}:\n{told}");
            }
            matches += 1;
        }
        assert_eq!(matches, entrants.len() * (entrants.len() - 1) / 2, "{game}");
    }
}

#[test]
fn a_loss_by_the_rules_shows_the_position_in_which_it_was_decided() {
    let folder = tempfile::tempdir().unwrap();
    let out = played(
        folder.path(),
        "tank-war",
        "",
        &[
            ("Greedy", &sample("tank-war/greedy/greedy.wasm"), ""),
            ("Scatter", &sample("tank-war/scatter/scatter.wasm"), ""),
        ],
    );
    let told = why(&[out.to_str().unwrap(), "1.1.1.1"]);
    assert!(told.contains(" lost to Greedy: "), "{told}");
    let (_, rest) = told.split_once("\n  position before ply ").unwrap();
    let (ply, rest) = rest.split_once(": ").unwrap();
    assert!(
        told.lines().any(|line| line.starts_with("decided by ") && line.contains(&format!("ply {ply}: "))),
        "{told}"
    );
    let (code, verified, err) = run(&["verify", out.to_str().unwrap(), "--match", "1.1.1.1"]);
    assert_eq!(code, 0, "{err}");
    let positions: Vec<&str> = verified
        .lines()
        .filter_map(|line| line.strip_prefix("start  ").or(line.strip_prefix("       ")))
        .collect();
    let ply: usize = ply.parse().unwrap();
    assert_eq!(rest.lines().next(), Some(positions[ply - 1]), "{told}");
    assert!(told.contains("  time for that move: "), "{told}");
}

#[test]
fn a_draw_needs_a_seat_and_a_seat_is_found_by_any_of_its_names() {
    let folder = tempfile::tempdir().unwrap();
    let out = played(
        folder.path(),
        "tank-war",
        "[limits]\nplies = 1\n",
        &[("A", "builtin:first", ""), ("B", "builtin:first", "")],
    );
    let out = out.to_str().unwrap();
    let (code, _, err) = run(&["why", out, "1.1.1.1"]);
    assert_eq!(
        (code, err.as_str()),
        (1, "error: the match is a draw: choose a seat\nhint: add --seat Up or --seat Down\n")
    );
    for seat in ["first", "U", "up"] {
        assert!(why(&[out, "1.1.1.1", "--seat", seat]).contains(" as Up drew with "), "{seat}");
    }
    let (code, _, err) = run(&["why", out, "1.1.1.1", "--seat", "white"]);
    assert!(code == 1 && err.contains("hint: the seats are first or U (Up), second or D (Down)"), "{err}");
    let (code, _, err) = run(&["why", out]);
    assert!(code == 1 && err.contains("is a run: name one of its matches"), "{err}");
    let (code, _, err) = run(&["why", out, "1.9.1.1"]);
    assert!(code == 1 && err.contains("the run has no match 1.9.1.1"), "{err}");
    let (code, _, err) = run(&["log", folder.path().to_str().unwrap(), "1.1.1.1"]);
    assert!(code == 1 && err.contains("hint: give a folder written by `muster run`"), "{err}");
}

#[test]
fn a_log_is_printed_ply_by_ply_with_what_was_dropped() {
    let folder = tempfile::tempdir().unwrap();
    bot(folder.path(), "quitter.wasm", GIVES_UP);
    let out = played(
        folder.path(),
        "tank-war",
        "[limits]\nlog = \"120B\"\n",
        &[("Quitter", "quitter.wasm", ""), ("First", "builtin:first", "")],
    );
    let out = out.to_str().unwrap();
    let log = |more: &[&str]| run(&[&["log", out, "1.1.1.1"], more].concat());
    let (code, told, err) = log(&[]);
    assert_eq!(code, 0, "{err}");
    let plies: Vec<&str> = told.lines().filter(|line| line.starts_with("ply ")).collect();
    assert_eq!(plies.len(), 5, "{told}");
    assert!(plies[0].starts_with("ply 1: U:") && plies[4] == "ply 5: not played", "{told}");
    // The log has 155 bytes. It keeps the first 120, and the complete lines within the last 30.
    assert_eq!(told.matches(" logs: thinking about it\n").count(), 4, "the fifth was cut: {told}");
    assert_eq!(told.matches(" logs: @cell 42 red\n").count(), 4, "the fourth was cut: {told}");
    assert!(told.contains(" logs: [22 bytes of this log were cut here]\n"), "{told}");
    let (_, one, _) = log(&["--ply", "2"]);
    assert_eq!(one.lines().filter(|line| line.starts_with("ply ")).collect::<Vec<_>>(), [plies[1]], "{one}");
    let silent = if told.contains("Up logs") { "Down" } else { "Up" };
    let (_, none, _) = log(&["--seat", silent]);
    assert_eq!(none, format!("{silent} logged nothing here\n"));
    let (code, _, err) = log(&["--ply", "6"]);
    assert_eq!((code, err.as_str()), (1, "error: there is no ply 6; the match has 4\n"));
}

#[test]
fn a_call_asks_about_one_position() {
    let folder = tempfile::tempdir().unwrap();
    let greedy = sample("tank-war/greedy/greedy.wasm");
    let position = "uuuuuu/uuuuuu/uuuudu/dddddd/dddddd/dddddd U:-0-100 D:00013- 5";
    let call = |bot: &str, more: &[&str]| run(&[&["call", bot, "--game", "tank-war"], more].concat());
    let (code, told, err) = call(&greedy, &["--position", position, "--seat", "D"]);
    assert_eq!(code, 0, "{err}");
    assert!(told.starts_with("answer: ") && told.contains(", legal for Down\n"), "{told}");
    assert!(told.contains(" of 100ms\nmemory: "), "{told}");
    let quitter = bot(folder.path(), "quitter.wasm", "(call $give_up) unreachable");
    let (code, told, err) = call(&quitter, &["--per-move", "5ms"]);
    assert_eq!((code, err.as_str()), (4, "error: the bot failed: trap(unreachable)\n"));
    assert!(told.contains("  at give_up") && told.contains("  advice: log what you know"), "{told}");
    assert!(
        told.contains(" of 5ms\n") && told.ends_with("log:\n  thinking about it\n  @cell 42 red\n"),
        "{told}"
    );
    let offers =
        bot(folder.path(), "offers.wasm", "(call $offer (call $random)) (loop $ever (br $ever)) unreachable");
    let (code, told, _) = call(&offers, &["--per-move", "1ms"]);
    assert!(
        code == 0 && told.contains("legal for Up, an offer, played because the move's time ran out\n"),
        "{told}"
    );
    let over = "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:------ D:000000 3";
    let (code, _, err) = call(&greedy, &["--position", over]);
    assert!(code == 1 && err.contains("the game is over in this position: "), "{err}");
    let battle = sample("tank-battle/greedy/greedy.wasm");
    let (code, _, err) = run(&["call", &battle, "--game", "tank-battle", "--seat", "second"]);
    assert!(code == 1 && err.contains("'s turn in this position"), "{err}");
}

#[test]
fn a_report_for_an_entrant_is_written_when_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    bot(folder.path(), "quitter.wasm", GIVES_UP);
    let out = played(
        folder.path(),
        "tank-war",
        "",
        &[("Quitter <b>", "quitter.wasm", ""), ("Random", "builtin:random", "")],
    );
    let (public, run_folder) = (crate::support::tree(&out.join("site")), out.to_str().unwrap());
    assert!(!out.join("private/for").exists());
    let report = |more: &[&str]| run(&[&["report", run_folder], more].concat());
    let (code, told, err) = report(&["--for", "Quitter <b>", "--for", "Random", "--for-organiser"]);
    assert_eq!(code, 0, "{err}");
    let names = ["1-quitter--b", "2-random", "organiser"];
    for (name, reader) in names.into_iter().zip(["Quitter <b>", "Random", "the organiser"]) {
        let site = out.join("private/for").join(name);
        assert!(told.contains(&format!("report for {reader}: {}\n", site.display())), "{told}");
        assert!(site.join("index.html").is_file() && site.join("data/p/00000.js").is_file(), "{name}");
    }
    assert_eq!(crate::support::tree(&out.join("site")), public);
    let (code, _, err) = report(&["--for", "Nobody"]);
    assert_eq!(code, 1);
    assert!(
        err.contains("no entrant is named \"Nobody\"\nhint: the entrants are Quitter <b>, Random"),
        "{err}"
    );
}
