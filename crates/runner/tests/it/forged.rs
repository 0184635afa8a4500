//! Forged records, with every hash and seal recomputed.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::format_push_string, reason = "speed is no matter here")]

#[path = "forged/changes.rs"]
mod changes;
#[path = "forged/fields.rs"]
mod fields;

use crate::common;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use common::{threads, validator};
use config::BotPlan;
use game::{Game, PerSeat, Seat};
use hash::Hash;
use job::MatchSettings;
use ledger::{Inputs, Ledger, LedgerError, MatchRow, RecordedMatch, RunFolder};
use referee::{Answer, Failure, Fault, LogMark, Loss, Record, Ticks, TrapKind};
use runner::{Candidate, Ending, EnteredTournament, RunCheck, Verification};
use tournament::EntrantId;

static GAMES: &[&dyn Game] = &[&tank_war::GAME];

/// A bot that names the first of its movable tanks.
const MOVER: &str = r#"(module
    (memory (export "memory") 1)
    (func (export "muster_buffer") (param i32) (result i32) i32.const 1024)
    (func (export "muster_choose") (param i32) (result i64)
        (i64.extend_i32_u (i32.ctz (i32.load8_u offset=1093 (i32.load8_u offset=1032 (i32.const 0)))))))"#;
/// A bot with this answer.
fn bot(answer: &str) -> String {
    format!(
        "(module (import \"muster\" \"offer\" (func $offer (param i64))) (memory (export \"memory\") 1)
            (func (export \"muster_buffer\") (param i32) (result i32) i32.const 1024)
            (func (export \"muster_choose\") (param i32) (result i64) {answer}))"
    )
}

const MOVER_ID: EntrantId = EntrantId(0);
const CRASHER_ID: EntrantId = EntrantId(1);

/// A run of two bots and a built-in player under the given clock.
fn played(folder: &Path, clock: &str) -> RunFolder {
    let clock = format!("kind = \"{clock}\"\nper_move = \"20s\"\nper_game = \"60s\"");
    played_by(folder, &clock, &[MOVER, &bot("unreachable")])
}

/// A run of the given bots and a built-in player.
fn played_by(folder: &Path, clock: &str, bots: &[&str]) -> RunFolder {
    let mut text =
        format!("[tournament]\nname = \"Forged\"\ngame = \"tank-war\"\nseed = 5\n[clock]\n{clock}\n");
    for number in 0..bots.len() {
        text += &format!("[[entrant]]\nname = \"bot {number}\"\nbot = \"{number}.wasm\"\n");
    }
    text += "[[entrant]]\nname = \"dice\"\nbot = \"builtin:random\"\n[[stage]]\nformat = \"round-robin\"\ngames = 2\n";
    let plan = config::parse("forged.toml", &text, GAMES).unwrap();
    let module_of = |bot: &BotPlan| match bot {
        BotPlan::File(name) => {
            let number: usize = name.strip_suffix(".wasm").unwrap().parse().unwrap();
            Some(Arc::from(wat::parse_str(bots[number]).unwrap()))
        }
        BotPlan::Builtin(_) | BotPlan::Opponent(_) => bot.built_in_module(),
    };
    let candidates: Vec<Candidate> = plan
        .entrants
        .iter()
        .map(|entrant| Candidate { module: module_of(&entrant.bot), plan: entrant.clone() })
        .collect();
    let folder = RunFolder::at(folder);
    let entered = EnteredTournament { plan, text, name: "forged.toml".to_owned(), candidates };
    let mut run = runner::begin(&folder, entered, validator()).unwrap();
    assert_eq!(run.play(&threads(2), &AtomicBool::new(false), &mut |_| {}).unwrap(), Ending::Complete);
    folder
}

/// A match on record.
struct OnFile<'a> {
    settings: &'a MatchSettings,
    row: MatchRow,
    record: Record,
}

/// Records a run again in another folder, with each match changed by `forge`.
fn told_anew(
    folder: &RunFolder,
    other: &Path,
    mut forge: impl FnMut(&OnFile<'_>) -> (MatchRow, Record),
) -> RunFolder {
    let recorded = RunCheck::open(folder, GAMES, validator()).unwrap();
    let ledger = Ledger::open_read_only(folder).unwrap();
    let threads = threads(1);
    let mut matches = Vec::new();
    ledger
        .for_each_match(None, |stored| {
            let row = stored.row;
            let record = recorded.replay(&row, &threads).unwrap().again;
            let (row, record) = forge(&OnFile { settings: recorded.settings(&row).unwrap(), row, record });
            matches.push(RecordedMatch::new(row, record));
            Ok::<(), LedgerError>(())
        })
        .unwrap();
    let entrants = ledger.entrants().unwrap();
    let modules: Vec<(Hash, Vec<u8>)> = entrants
        .iter()
        .filter_map(|entrant| entrant.module)
        .map(|hash| (hash, ledger.module(hash).unwrap().unwrap()))
        .collect();
    let modules: Vec<(Hash, &[u8])> = modules.iter().map(|(hash, bytes)| (*hash, &**bytes)).collect();
    let inputs = Inputs {
        header: &ledger.header().unwrap(),
        entrants: &entrants,
        modules: &modules,
        files: &ledger.files().unwrap(),
    };
    let other = RunFolder::at(other);
    other.create().unwrap();
    let mut forged = Ledger::create(&other, inputs).unwrap();
    forged.commit(&matches).unwrap();
    forged.seal(0).unwrap();
    let told = forged.check().unwrap();
    assert!(told.iter().all(|line| line.ends_with("is missing")), "no hash tells it: {told:?}");
    other
}

/// The match up to a ply in which a seat then fails, with all consequences as the referee would record them.
fn ended(file: &OnFile<'_>, plies: u32, (seat, fault, spent): (Seat, Fault, Ticks)) -> (MatchRow, Record) {
    let mut playing = file.settings.begin(file.row.start.as_deref()).unwrap();
    for played in file.record.played.iter().filter(|played| played.ply < plies) {
        let result = Ok(played.action.code() as i64);
        playing.answer(played.seat, Answer { result, offer: None, spent: played.spent });
    }
    for other in playing.waiting().iter() {
        let mut actions = Vec::new();
        playing.scene().position.legal_actions(other, &mut actions);
        let fine = Answer { result: Ok(actions[0].code() as i64), offer: None, spent: Ticks(7) };
        let failed = Answer { result: Err(Failure::new(fault, "so they say")), offer: None, spent };
        playing.answer(other, if other == seat { failed } else { fine });
    }
    let record = playing.into_record(file.record.closings.clone()).unwrap();
    (row_of(file, &record), record)
}

fn row_of(file: &OnFile<'_>, record: &Record) -> MatchRow {
    MatchRow::new(file.row.key, file.row.entrants, file.row.start.clone(), record)
}

fn as_it_was(file: &OnFile<'_>) -> (MatchRow, Record) {
    (file.row.clone(), file.record.clone())
}

fn seat_of(file: &OnFile<'_>, entrant: EntrantId) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| file.row.entrants[*seat] == entrant)
}

fn verify(folder: &RunFolder) -> Verification {
    RunCheck::open(folder, GAMES, validator()).unwrap().verify(&threads(2), &mut |_| {}).unwrap()
}

#[test]
fn who_came_last_cannot_become_champion_because_the_others_were_slow() {
    let temp = tempfile::tempdir().unwrap();
    let folder = played(&temp.path().join("run"), "fuel");
    assert_eq!(
        verify(&folder),
        Verification { matches: 6, root: verify(&folder).root, ..Verification::default() }
    );
    let slow = |file: &OnFile| match seat_of(file, CRASHER_ID) {
        Some(seat) => ended(file, 0, (seat.other(), Fault::Slow, Ticks(9_000))),
        None => as_it_was(file),
    };
    let seen = verify(&told_anew(&folder, &temp.path().join("slow"), slow));
    // A built-in player is never slow; and the crasher's failure in that ply is known.
    assert_eq!((seen.matches, seen.differences.len()), (6, 4), "{seen:?}");
    let count = |what: &str| seen.differences.iter().filter(|line| line.contains(what)).count();
    assert_eq!(
        (count("there is no bot in the seat"), count("failed by trap(unreachable)")),
        (2, 2),
        "{seen:?}"
    );

    let slow = |file: &OnFile| match seat_of(file, MOVER_ID) {
        Some(seat) if seat_of(file, CRASHER_ID).is_none() => {
            ended(file, 3, (seat, Fault::Slow, Ticks(9_000)))
        }
        _ => as_it_was(file),
    };
    let seen = verify(&told_anew(&folder, &temp.path().join("later"), slow));
    assert_eq!((seen.differences.len(), seen.unconfirmed.len(), seen.by_record), (0, 2, 2), "{seen:?}");
    assert!(seen.unconfirmed.values().all(|what| what.contains("is not slow here")), "{seen:?}");
}

#[test]
fn the_moves_before_a_slow_call_have_to_be_those_of_the_bots() {
    let temp = tempfile::tempdir().unwrap();
    let folder = played(&temp.path().join("run"), "fuel");
    let forge = |file: &OnFile| {
        let (Some(seat), None) = (seat_of(file, MOVER_ID), seat_of(file, CRASHER_ID)) else {
            return as_it_was(file);
        };
        let mut other =
            OnFile { settings: file.settings, row: file.row.clone(), record: file.record.clone() };
        let first = other.record.played.iter_mut().find(|played| played.seat == seat).unwrap();
        first.spent = Ticks(first.spent.0 + 1);
        ended(&other, 3, (seat, Fault::Slow, Ticks(9_000)))
    };
    let seen = verify(&told_anew(&folder, &temp.path().join("forged"), forge));
    assert_eq!((seen.differences.len(), seen.unconfirmed.len()), (2, 0), "{seen:?}");
    assert!(seen.differences[0].contains("ticks, was"), "{seen:?}");
}

#[test]
fn what_a_match_left_besides_its_row_is_compared_too() {
    let temp = tempfile::tempdir().unwrap();
    let folder = played(&temp.path().join("run"), "fuel");
    let is_fourth = |file: &OnFile| seat_of(file, CRASHER_ID).is_some() && seat_of(file, MOVER_ID).is_some();
    let changed = |name: &str, change: &dyn Fn(&mut Record)| {
        let forge = |file: &OnFile| {
            let (row, mut record) = as_it_was(file);
            if is_fourth(file) {
                change(&mut record);
            }
            (row, record)
        };
        verify(&told_anew(&folder, &temp.path().join(name), forge)).differences.join("\n")
    };
    let losses = |record: &mut Record, change: &dyn Fn(&mut Loss)| {
        record.losses.0.iter_mut().flatten().for_each(|loss| change(loss));
    };
    let detail =
        changed("detail", &|record| losses(record, &|loss| "it slept".clone_into(&mut loss.failure.detail)));
    assert!(detail.contains("failed by trap(unreachable) (it slept) in the record"), "{detail}");
    let view = changed("view", &|record| losses(record, &|loss| loss.view[40] ^= 1));
    assert!(view.contains("the recorded details of its failure differ"), "{view}");
    let log = changed("log", &|record| record.closings.0[0].log = b"I was here".to_vec());
    assert!(log.contains("the log of the first seat is not as recorded"), "{log}");
    let gone = changed("gone", &|record| record.losses = PerSeat::new(None, None));
    assert!(gone.contains("did not fail in the record") && gone.contains("is missing"), "{gone}");
    assert_eq!(changed("nothing", &|_| {}), "");
}

#[test]
fn the_plies_in_which_a_log_was_written_are_compared_too() {
    let temp = tempfile::tempdir().unwrap();
    let clock = "kind = \"fuel\"\nper_move = \"20s\"\nper_game = \"60s\"";
    let logger = MOVER
        .replacen("(module", "(module (import \"muster\" \"log\" (func $log (param i32 i32)))", 1)
        .replacen("(i64.extend_i32_u", "(call $log (i32.const 1024) (i32.const 4)) (i64.extend_i32_u", 1);
    let folder = played_by(&temp.path().join("run"), clock, &[&logger, &bot("unreachable")]);
    let forged = |name: &str, change: &dyn Fn(&mut LogMark)| {
        let forge = |file: &OnFile| {
            let (row, mut record) = as_it_was(file);
            let marks = record.closings.0.iter_mut().filter_map(|closing| closing.log_marks.last_mut());
            marks.for_each(change);
            (row, record)
        };
        let forged = told_anew(&folder, &temp.path().join(name), forge);
        verify(&forged).differences
    };
    assert_eq!(forged("as it was", &|_| {}), Vec::<String>::new());
    for (name, change) in
        [("ply", (|mark| mark.ply += 1) as fn(&mut LogMark)), ("offset", |mark| mark.offset += 1)]
    {
        let differences = forged(name, &change);
        assert_eq!(differences.len(), 4, "{differences:?}");
        assert!(differences[0].ends_with("seat wrote its log in different plies"), "{differences:?}");
    }
}

#[test]
fn a_fault_that_cannot_have_been_is_noticed_under_every_clock() {
    let temp = tempfile::tempdir().unwrap();
    for clock in ["cpu", "wall"] {
        let folder = played(&temp.path().join(clock), clock);
        let seen = verify(&folder);
        assert_eq!((seen.matches, seen.by_record, seen.differences), (6, 6, Vec::new()));
        // The mover against the built-in player, ended after three plies.
        let forged = |name: &str, entrant, fault, spent, change: &dyn Fn(&mut MatchRow, &mut Record)| {
            let forge = |file: &OnFile| {
                let (Some(_), None) = (seat_of(file, MOVER_ID), seat_of(file, CRASHER_ID)) else {
                    return as_it_was(file);
                };
                let seat = seat_of(file, entrant).unwrap();
                let (mut row, mut record) = ended(file, 3, (seat, fault, spent));
                change(&mut row, &mut record);
                (row, record)
            };
            let seen = verify(&told_anew(&folder, &temp.path().join(format!("{clock} {name}")), forge));
            assert!(seen.differences.len() <= 4, "{seen:?}");
            seen.differences.join("\n")
        };
        let dice = EntrantId(2);
        let trap = Fault::Trap(TrapKind::Unreachable);
        let whole = Ticks(20 * Ticks::PER_SECOND);
        let nothing: &dyn Fn(&mut MatchRow, &mut Record) = &|_, _| {};
        let in_losses = |change: &'static dyn Fn(&mut Loss)| {
            move |_: &mut MatchRow, record: &mut Record| {
                record.losses.0.iter_mut().flatten().for_each(|loss| change(loss));
            }
        };
        // A forgery that is possible by the rules cannot be detected.
        assert_eq!(forged("trap", MOVER_ID, trap, Ticks(5), nothing), "");
        assert_eq!(forged("timeout", MOVER_ID, Fault::Timeout, whole, nothing), "");
        let cases = [
            ("builtin", forged("builtin", dice, trap, Ticks(5), nothing), "there is no bot in the seat"),
            ("early", forged("early", MOVER_ID, Fault::Timeout, Ticks(5), nothing), "it had time left"),
            (
                "start",
                forged("start", MOVER_ID, Fault::StartTimeout, Ticks(5), nothing),
                "its instance had already started",
            ),
            ("answer", forged("answer", MOVER_ID, Fault::BadAnswer, Ticks(5), nothing), "no recorded answer"),
            (
                "legal",
                forged(
                    "legal",
                    MOVER_ID,
                    Fault::IllegalAction,
                    Ticks(5),
                    &in_losses(&|loss| {
                        "the answer was code 0 or 1 or 2 or 3 or 4 or 5".clone_into(&mut loss.failure.detail);
                    }),
                ),
                "by illegal-action",
            ),
            (
                "position",
                forged("position", MOVER_ID, trap, Ticks(5), &in_losses(&|loss| loss.position.push('0'))),
                "the recorded details of its failure differ",
            ),
            (
                "view",
                forged("view", MOVER_ID, trap, Ticks(5), &in_losses(&|loss| loss.view[40] ^= 1)),
                "the recorded details of its failure differ",
            ),
            (
                "ply",
                forged("ply", MOVER_ID, trap, Ticks(5), &in_losses(&|loss| loss.ply += 1)),
                "the recorded details of its failure differ",
            ),
            (
                "row",
                forged("row", MOVER_ID, trap, Ticks(5), &|row, _| row.outcome = game::Outcome::Draw),
                "was a draw",
            ),
            (
                "metrics",
                forged("metrics", MOVER_ID, trap, Ticks(5), &|row, _| row.metrics.0[0][0] += 1),
                "match 1.",
            ),
            (
                "gone",
                forged("gone", MOVER_ID, trap, Ticks(5), &|_, record| record.losses = PerSeat::default()),
                "the record ends before the game does",
            ),
        ];
        for (name, differences, named) in cases {
            assert!(differences.contains(named), "{clock}, {name}: {differences}");
        }
    }
}

#[test]
fn faults_that_were_are_possible_under_every_clock() {
    let temp = tempfile::tempdir().unwrap();
    let bots = [
        "unreachable",
        "i64.const -1",
        "i64.const 5",
        "(loop br 0) unreachable",
        "nop (loop br 0) unreachable",
        "(call $offer (i64.const 0)) (loop br 0) unreachable",
        "(drop (i32.load (i32.const -1))) i64.const 0",
    ]
    .map(bot);
    let mut bots: Vec<&str> = bots.iter().map(String::as_str).collect();
    bots.push(MOVER);
    for clock in ["cpu", "wall"] {
        let clock = format!("kind = \"{clock}\"\nper_move = \"2ms\"\nper_game = \"20ms\"");
        let folder = played_by(&temp.path().join(clock.replace(['"', '\n', ' '], "-")), &clock, &bots);
        let seen = verify(&folder);
        assert_eq!((seen.matches, seen.by_record, seen.differences), (72, 72, Vec::new()));
        let mut reasons = std::collections::BTreeSet::new();
        let ledger = Ledger::open_read_only(&folder).unwrap();
        ledger
            .for_each_match(None, |stored| {
                reasons.insert(stored.row.reason.to_string());
                Ok::<(), LedgerError>(())
            })
            .unwrap();
        let text = reasons.iter().cloned().collect::<Vec<_>>().join("\n");
        for fault in
            ["timeout", "trap(unreachable)", "bad-answer", "illegal-action", "both out of time", "double"]
        {
            assert!(text.contains(fault), "{fault} is not among\n{text}");
        }
    }
}

#[test]
fn a_match_that_no_schedule_asks_for_is_named() {
    let temp = tempfile::tempdir().unwrap();
    let folder = played(&temp.path().join("run"), "fuel");
    let mut number = 0;
    let forged = told_anew(&folder, &temp.path().join("forged"), |file| {
        number += 1;
        let (mut row, record) = as_it_was(file);
        if number == 6 {
            row.key = "7.1.1.1".parse().unwrap();
        }
        (row, record)
    });
    let seen = verify(&forged);
    assert!(seen.differences.iter().any(|line| line.contains("match 7.1.1.1")), "{seen:?}");
    assert!(seen.differences.iter().any(|line| line.contains("1 match is missing")), "{seen:?}");
    assert_eq!(seen.missing, None, "a run that is sealed was not interrupted");
}
