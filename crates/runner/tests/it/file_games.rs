//! Tournaments of a game from a file: its rules are an input of the run, as the bots are.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{GAMES, finish, keys, play, threads, validator};
use config::{FileError, FileSource, OpeningSearch};
use game::{Action, Game, PerSeat};
use game_file::{CallFailure, Form, RulesCalls};
use games::Opener;
use ledger::{Inputs, Ledger, MatchRow, PlayedRules, RecordedMatch, RunFolder, forge};
use referee::{Answer, Record, Ticks};
use run_folder::RecordedRun;
use runner::{Candidate, Ending, EnteredTournament, Event, RunCheck, adopt};
use tournament::MatchKey;

const DECLARATION: &str = r#"{"name":"take","title":"Take","seats":["Left","Right"],"max_plies":20,"chance":true,
    "actions":[{"name":"take","notation":"{count}","parts":[{"name":"count","min":1,"max":2}]}],
    "view":[{"name":"left","kind":"u8","count":1}],"has":["show"],
    "options":[{"name":"luck","min":0,"max":1,"about":"Has no effect."}]}"#;

/// Rules that a test writes in Rust: chance lays out six or seven pieces, the sides take one or two in turn, and the
/// last to take wins. Broken rules fail when one piece is left after two were taken; on a failing host, the first call
/// that takes two of six pieces fails.
struct Take {
    is_broken: bool,
    fails_host: AtomicBool,
}

impl Take {
    /// Returns the position with this number of pieces, or before they are laid out.
    fn position(left: Option<u32>, next: usize) -> String {
        let phase = match left {
            None => "chance 2 3".to_owned(),
            Some(0) => format!("win {} took the last piece", 1 - next),
            Some(_) => format!("act {}", 1 << next),
        };
        let mut fields = vec![String::new(); 10];
        fields[0] = phase;
        fields[1] = left.map_or_else(|| "- 0".to_owned(), |left| format!("{left} {next}"));
        if let Some(left @ 1..) = left {
            fields[5 + next] = String::from(if left == 1 { "0" } else { "0 1" });
            fields[7 + next] = left.to_string();
        }
        fields.join("\n")
    }

    fn answer(&self, request: &str) -> Result<String, String> {
        let fields: Vec<&str> = request.split('\n').collect();
        let (left, next) = fields[4].split_once(' ').unwrap_or(("-", "0"));
        let (left, next) = (left.parse::<u32>().ok(), next.parse().unwrap_or(0));
        let codes: Vec<u64> = fields[2].split(' ').filter_map(|code| code.parse().ok()).collect();
        match (fields[0], left) {
            // The fixed rules have one more value of the option.
            ("describe", _) if !self.is_broken => {
                Ok(DECLARATION.replace('\n', " ").replace("\"max\":1,", "\"max\":2,"))
            }
            ("describe", _) => Ok(DECLARATION.replace('\n', " ")),
            ("start", _) => Ok(Take::position(None, 0)),
            ("show", left) => Ok(left.unwrap_or(0).to_string()),
            ("apply", None) => Ok(Take::position(Some(6 + (codes[0] & 1) as u32), 0)),
            ("apply", Some(3)) if self.is_broken && codes == [1] => {
                Err("take.py:23, in apply: IndexError: list index out of range".to_owned())
            }
            ("apply", Some(left)) => Ok(Take::position(Some(left - 1 - codes[0] as u32), 1 - next)),
            (other, _) => Err(format!("there is no {other}")),
        }
    }
}

impl RulesCalls for Take {
    fn form(&self) -> Form {
        Form::Lines
    }

    fn call(&self, request: &[u8], answer: &mut Vec<u8>) -> Result<u64, CallFailure> {
        answer.clear();
        let request = std::str::from_utf8(request).unwrap();
        let is_host = request.starts_with("apply")
            && request.contains("\n6 0\n")
            && request.split('\n').nth(2) == Some("1 -")
            && self.fails_host.swap(false, Ordering::Relaxed);
        let told = if is_host { Err("out of memory".to_owned()) } else { self.answer(request) };
        let text = told.map_err(|what| CallFailure { what, trace: Vec::new(), fuel: 10, is_host })?;
        answer.extend_from_slice(text.as_bytes());
        Ok(10)
    }
}

struct Files;

impl Opener for Files {
    fn open_module(&self, module: &[u8]) -> Result<&'static dyn Game, String> {
        let calls = Take {
            is_broken: module.starts_with(b"broken"),
            fails_host: AtomicBool::new(module.starts_with(b"on a failing host")),
        };
        Ok(game_file::open(module, Box::new(calls)).map_err(|error| error.to_string())?)
    }

    fn open_file(&self, path: &Path) -> Result<&'static dyn Game, String> {
        self.open_module(&fs::read(path).map_err(|error| error.to_string())?)
    }
}

/// Enters a tournament of the rules `take.py` in a folder.
fn entered(folder: &Path, rules: &str) -> EnteredTournament {
    entered_with(folder, rules, "", None)
}

/// The same with more lines, and a module for all entrants.
fn entered_with(folder: &Path, rules: &str, more: &str, module: Option<&str>) -> EnteredTournament {
    games::set_opener(&Files);
    fs::write(folder.join("take.py"), rules).unwrap();
    let mut text = "[tournament]\nname = \"Cup\"\ngame = \"take.py\"\nseed = 3\n\
        [[stage]]\nname = \"All\"\nformat = \"round-robin\"\ngames = 2\ncycles = 6\n"
        .to_owned();
    text.push_str(more);
    for name in ["Ada", "Ben", "Cem"] {
        let bot = if module.is_some() { "bot.wasm" } else { "builtin:random" };
        text.push_str(&format!("[[entrant]]\nname = \"{name}\"\nbot = \"{bot}\"\n"));
    }
    let source = FileSource {
        open_game: &|name| games::open_file(&folder.join(name)).map_err(|why| FileError::from_lines(&why)),
        read_text: &|_| Err("no file".into()),
        check_bot: &|_, _| Ok(()),
        read_class: &|_| Err("no class".into()),
    };
    let plan = config::parse_with("cup.toml", &text, GAMES, &source).unwrap();
    // From here on, only the run has the rules.
    fs::remove_file(folder.join("take.py")).unwrap();
    let candidate = |plan: &config::EntrantPlan| {
        let module = module.map(|text| Arc::from(wat::parse_str(text).unwrap()));
        Candidate { plan: plan.clone(), module }
    };
    let candidates = plan.entrants.iter().map(candidate).collect();
    EnteredTournament { plan, text, name: "cup.toml".to_owned(), candidates }
}

fn root(folder: &RunFolder) -> String {
    RecordedRun::open_read_only(folder).unwrap().root(GAMES).unwrap().expect("a complete run").to_string()
}

#[test]
fn a_run_keeps_its_rules_and_is_the_same_killed_or_not() {
    let temp = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| {
        let folder = RunFolder::at(temp.path().join(name));
        drop(runner::begin(&folder, entered(temp.path(), "fixed"), validator()).unwrap());
        folder
    });
    finish(&whole);
    let mut run = runner::resume(&killed, GAMES, validator()).unwrap();
    assert_eq!(play(&mut run, 7), Ending::Interrupted);
    drop(run);
    finish(&killed);
    assert_eq!(root(&whole), root(&killed));
    let ledger = Ledger::open_read_only(&whole).unwrap();
    let game = ledger.header().unwrap().game;
    assert_eq!(game, format!("take@{}", hash::Hash::digest(b"fixed")));
    assert!(ledger.header().unwrap().fingerprint.ends_with(&format!("; {game}")));
    // Games that swap seats share their luck, and not all have the same.
    let outcome = |key: MatchKey| {
        let row = ledger.find_match(key).unwrap().unwrap().row;
        row.played().unwrap()[0].action.as_chance().expect("an outcome").0
    };
    let pairs: Vec<[MatchKey; 2]> = keys(&whole).chunks(2).map(|pair| [pair[0], pair[1]]).collect();
    assert!(pairs.iter().all(|[one, other]| outcome(*one) == outcome(*other)));
    assert_eq!(pairs.iter().map(|[one, _]| outcome(*one)).collect::<BTreeSet<_>>().len(), 2);
}

#[test]
fn recorded_matches_stay_when_rules_change() {
    let temp = tempfile::tempdir().unwrap();
    let folder = RunFolder::at(temp.path().join("run"));
    let mut run = runner::begin(&folder, entered(temp.path(), "broken"), validator()).unwrap();
    let Ending::HostFailed { matches: void } = play(&mut run, usize::MAX) else { panic!("the rules fail") };
    drop(run);
    let told = void[0].to_string();
    for part in ["\" against \"", "take.py:23, in apply: IndexError", "in the position"] {
        assert!(told.contains(part), "{told}");
    }
    let before: BTreeSet<MatchKey> = keys(&folder).into_iter().collect();
    assert!(!before.is_empty() && void.iter().all(|void| !before.contains(&void.key)));
    let changes = adopt(&folder, GAMES, &entered(temp.path(), "fixed"), validator()).unwrap().unwrap();
    assert_eq!(changes, ["other rules of the game"]);
    assert_eq!(adopt(&folder, GAMES, &entered(temp.path(), "fixed"), validator()).unwrap(), None);
    let all = finish(&folder);
    assert_eq!(all.len(), before.len() + void.len());
    let run = RecordedRun::open_read_only(&folder).unwrap();
    let rules = PlayedRules::read(&run.ledger.files().unwrap()).unwrap();
    assert_eq!(rules.earlier[0].matches, before);
    let names = |key| run.game_of(GAMES, key).unwrap().key();
    assert!(void.iter().all(|void| names(void.key) == run.header.game));
    assert!(before.iter().all(|key| names(*key) != run.header.game));
    assert!(run.impossible_changes(GAMES, None).unwrap().is_empty());
    drop(run);

    // A list that contradicts the history of adopted changes.
    let list = rules.to_string();
    let first = rules.earlier[0].matches.first().unwrap();
    for forged in [list.replace(&format!(" {first}"), ""), rules.now.unwrap()] {
        let bytes =
            format!("UPDATE file SET bytes = CAST('{forged}' AS BLOB) WHERE name = 'rules of the game'");
        forge::change(&folder.ledger(), &bytes).unwrap();
        forge::seal_again(&folder.ledger()).unwrap();
        let seen = RunCheck::open(&folder, GAMES, validator()).unwrap();
        let told = seen.verify(&threads(2), &mut |_| {}).unwrap().differences;
        let due = "adopted change 1: its list of earlier rules has other matches than those played by then";
        assert!(told.iter().any(|line| line == due), "{told:?}");
    }
}

#[test]
fn a_later_stage_may_need_fixed_rules_and_start_positions_stay_those_of_the_broken_rules() {
    let temp = tempfile::tempdir().unwrap();
    let folder = RunFolder::at(temp.path().join("run"));
    let openings = "[stage.openings]\nrandom = 4\nplies = 4\nbalanced = false\n";
    let entered = |rules, more: &str| entered_with(temp.path(), rules, &format!("{openings}{more}"), None);
    let mut prepared = runner::prepare(entered("broken", ""), validator()).unwrap();
    assert!(prepared.find_openings(1, &AtomicBool::new(false), &mut |_| {}));
    let mut run = prepared.begin(&folder).unwrap();
    assert!(matches!(play(&mut run, usize::MAX), Ending::HostFailed { .. }));
    drop(run);
    let last = "[[stage]]\nname = \"Last\"\nformat = \"round-robin\"\n[stage.rules]\nluck = 2\n";
    adopt(&folder, GAMES, &entered("fixed", last), validator()).unwrap().unwrap();
    let played = finish(&folder);
    assert!(played.iter().any(|key| key.stage() == 1));
    let run = RecordedRun::open_read_only(&folder).unwrap();
    let plan = run.plan(GAMES).unwrap();
    assert_ne!(run.opening_games(&plan).unwrap()[0].key(), plan.game.key());
    let mut search = OpeningSearch::new(&plan.stages[0], plan.game, run.seed()).unwrap();
    loop {
        let candidates = search.candidates(1);
        if candidates.is_empty() {
            break;
        }
        search.take(candidates.into_iter().map(config::Candidate::judged));
    }
    assert_ne!(Some(search.finish()), plan.stages[0].found, "fixed rules find other positions");
}

/// Everything else is as in a match with other luck, and every hash is recomputed.
#[test]
fn a_changed_outcome_of_chance_is_found_by_the_record_alone() {
    let temp = tempfile::tempdir().unwrap();
    let folder = RunFolder::at(temp.path().join("run"));
    let entered = entered_with(temp.path(), "fixed", "[clock]\nkind = \"wall\"\n", None);
    drop(runner::begin(&folder, entered, validator()).unwrap());
    let keys = finish(&folder);
    let check = RunCheck::open(&folder, GAMES, validator()).unwrap();
    let matches: Vec<RecordedMatch> = keys
        .iter()
        .map(|key| {
            let row = check.find(*key).unwrap().unwrap();
            let record = if *key == keys[3] {
                with_other_luck(&check, &row)
            } else {
                check.replay(&row, &threads(1)).unwrap().again
            };
            RecordedMatch::new(MatchRow::new(row.key, row.entrants, row.start, &record), record)
        })
        .collect();
    let ledger = Ledger::open_read_only(&folder).unwrap();
    let header = ledger.header().unwrap();
    let hash = job::rules_hash(&header.game).unwrap();
    let module = ledger.module(hash).unwrap().unwrap();
    let inputs = Inputs {
        header: &header,
        entrants: &ledger.entrants().unwrap(),
        modules: &[(hash, &module[..])],
        files: &ledger.files().unwrap(),
    };
    let forged = RunFolder::at(temp.path().join("forged"));
    forged.create().unwrap();
    let mut other = Ledger::create(&forged, inputs).unwrap();
    other.commit(&matches).unwrap();
    other.seal(0).unwrap();
    drop(other);
    let seen = RunCheck::open(&forged, GAMES, validator()).unwrap();
    let told = seen.verify(&threads(2), &mut |_| {}).unwrap().differences;
    let due = format!(
        "match {}: it cannot have been played: the outcome of chance in ply 1 is not that of the dice",
        keys[3]
    );
    assert_eq!(told, [due]);
}

/// Returns the record of a match whose outcome of chance was the other one.
fn with_other_luck(check: &RunCheck, row: &MatchRow) -> Record {
    let (outcome, seen_by) = row.played().unwrap()[0].action.as_chance().unwrap();
    let mut playing = check.settings(row).unwrap().begin(None).unwrap();
    while let Some(seat) = playing.waiting().iter().next() {
        let mut legal = vec![Action::chance(1 - outcome, seen_by)];
        if !playing.awaits_chance() {
            legal.clear();
            playing.scene().position.legal_actions(seat, &mut legal);
        }
        let result = Ok(legal[0].code() as i64);
        playing.answer(seat, Answer { result, offer: None, spent: Ticks::ZERO });
    }
    playing.into_record(PerSeat::default()).unwrap()
}

/// A bot that takes one piece, so that only its own positions take two. It traps if the game is drawn after a random ply, as it is where the rules failed.
const WARY: &str = r#"(module
    (import "muster" "position_here" (func $here (param i32 i32) (result i32)))
    (import "muster" "position_playout" (func $playout (param i32 i32) (result i32)))
    (import "muster" "position_phase" (func $phase (param i32) (result i32)))
    (memory (export "memory") 1)
    (func (export "muster_buffer") (param i32) (result i32) i32.const 1024)
    (func (export "muster_choose") (param i32) (result i64)
        (i32.eq (call $phase (call $playout (call $here (i32.const 0) (i32.const 0)) (i32.const 1))) (i32.const 8))
        (if (then unreachable))
        i64.const 0))"#;

#[test]
fn a_host_failure_in_a_bots_own_position_voids_the_match() {
    let temp = tempfile::tempdir().unwrap();
    let roots = ["fixed", "on a failing host"].map(|rules| {
        let folder = RunFolder::at(temp.path().join(rules));
        let entered = entered_with(temp.path(), rules, "", Some(WARY));
        let mut run = runner::begin(&folder, entered, validator()).unwrap();
        let mut void = 0;
        let mut follow = |event: Event| void += usize::from(matches!(event, Event::Void { .. }));
        let ending = run.play(&threads(1), &AtomicBool::new(false), &mut follow).unwrap();
        assert_eq!(ending, Ending::Complete);
        let ledger = Ledger::open_read_only(&folder).unwrap();
        let rows = keys(&folder).into_iter().map(|key| ledger.find_match(key).unwrap().unwrap().row);
        (rows.map(|row| (row.key, row.transcript, row.outcome, row.reason)).collect::<Vec<_>>(), void)
    });
    assert_eq!((roots[0].1, roots[1].1), (0, 1));
    assert_eq!(roots[0].0, roots[1].0);
}
