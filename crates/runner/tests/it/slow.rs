//! A bot that burns more processor time than the CPU guard allows. The guard is tight.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use config::BotPlan;
use game::{Game, Seat};
use hash::Hash;
use ledger::{Inputs, Ledger, LedgerError, MatchRow, RecordedMatch, RunFolder};
use play::{LocalThreads, LocalValidator};
use referee::{CpuGuard, Fault, LogMark, Reason, Record};
use runner::{Candidate, Ending, EnteredTournament, RunCheck};
use sandbox::{Sandbox, SandboxOptions};
use tournament::{EntrantId, MatchKey};

static GAMES: &[&dyn Game] = &[&tank_war::GAME];

/// A bot that names the first of its movable tanks. Before its first move it walks through memory so that every step
/// misses the cache and, the first time, touches a page: this takes little fuel and much processor time.
const WALKER: &str = r#"(module
    (memory (export "memory") 800)
    (func (export "muster_buffer") (param i32) (result i32) i32.const 1024)
    (func (export "muster_choose") (param i32) (result i64) (local $n i32) (local $at i32)
        (if (i32.eqz (i32.load offset=1036 (i32.const 0))) (then
            (local.set $n (i32.const 3000000))
            (loop $again
                (local.set $at (i32.and (i32.const 0x1fffffc)
                    (i32.add (i32.add (local.get $at) (i32.load offset=65536 (local.get $at))) (i32.const 1052668))))
                (i32.store8 offset=65536 (local.get $at) (i32.const 0))
                (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))))
        (i64.extend_i32_u (i32.ctz (i32.load8_u offset=1093 (i32.load8_u offset=1032 (i32.const 0)))))))"#;

const TEXT: &str = "[tournament]\nname = \"Slow\"\ngame = \"tank-war\"\nseed = 5\n\
    [[entrant]]\nname = \"walker\"\nbot = \"walker.wasm\"\n\
    [[entrant]]\nname = \"two\"\nbot = \"builtin:random\"\n\
    [[entrant]]\nname = \"three\"\nbot = \"builtin:random\"\n\
    [[stage]]\nformat = \"round-robin\"\ngames = 2\n";
const WALKER_ID: EntrantId = EntrantId(0);

fn validator(guard: CpuGuard) -> LocalValidator {
    let options = SandboxOptions { cpu_guard: guard, ..SandboxOptions::default() };
    LocalValidator::new(Sandbox::new(&options).unwrap())
}

fn threads(validator: &LocalValidator) -> LocalThreads {
    LocalThreads::start(2, validator, GAMES).unwrap()
}

/// A guard that the walk exceeds at every check.
fn tight() -> LocalValidator {
    validator(CpuGuard { floor: Duration::from_micros(1), factor: 0 })
}

/// Plays a whole run in a folder. Returns its matches.
fn play(folder: &Path, validator: &LocalValidator) -> (RunFolder, Vec<MatchRow>) {
    play_with(folder, validator, WALKER)
}

/// The same with another bot in the walker's place.
fn play_with(folder: &Path, validator: &LocalValidator, walker: &str) -> (RunFolder, Vec<MatchRow>) {
    let module: Arc<[u8]> = wat::parse_str(walker).unwrap().into();
    let plan = config::parse("slow.toml", TEXT, GAMES).unwrap();
    let module_of = |bot: &BotPlan| matches!(bot, BotPlan::File(_)).then(|| Arc::clone(&module));
    let candidates: Vec<Candidate> = plan
        .entrants
        .iter()
        .map(|entrant| Candidate { module: module_of(&entrant.bot), plan: entrant.clone() })
        .collect();
    let folder = RunFolder::at(folder);
    let entered = EnteredTournament { plan, text: TEXT.to_owned(), name: "slow.toml".to_owned(), candidates };
    let mut run = runner::begin(&folder, entered, validator).unwrap();
    assert_eq!(
        run.play(&threads(validator), &AtomicBool::new(false), &mut |_| {}).unwrap(),
        Ending::Complete
    );
    drop(run);
    let mut rows = Vec::new();
    Ledger::open_read_only(&folder)
        .unwrap()
        .for_each_match(None, |stored| {
            rows.push(stored.verified().unwrap());
            Ok::<(), LedgerError>(())
        })
        .unwrap();
    (folder, rows)
}

fn of_walker(rows: &[MatchRow]) -> Vec<MatchKey> {
    rows.iter().filter(|row| row.entrants.0.contains(&WALKER_ID)).map(|row| row.key).collect()
}

#[test]
fn who_is_slow_twice_loses_by_name_and_nobody_else_is_touched() {
    let temp = tempfile::tempdir().unwrap();
    let (_, usual) = play(&temp.path().join("usual"), &validator(CpuGuard::default()));
    let (folder, slow) = play(&temp.path().join("slow"), &tight());
    assert_eq!((usual.len(), of_walker(&slow).len()), (6, 4));
    let ledger = Ledger::open_read_only(&folder).unwrap();
    for (row, usual) in slow.iter().zip(&usual) {
        assert!(usual.reason.forfeits().is_empty(), "{}", usual.reason);
        if !of_walker(&slow).contains(&row.key) {
            assert!(row == usual, "{}", row.key);
            continue;
        }
        let winner = row.outcome.winner().unwrap();
        assert_eq!(row.entrants[winner.other()], WALKER_ID);
        assert_eq!(row.reason, Reason::Forfeit { seat: winner.other(), fault: Fault::Slow });
        let (loss, _) = &ledger.private_parts(row.key).unwrap()[winner.other()];
        let detail = &loss.as_ref().unwrap().failure.detail;
        assert!(
            detail.contains("ms of processor time for ")
                && detail.ends_with("a seat may take 1µs and 0 times its virtual time"),
            "{detail}"
        );
    }
}

#[test]
fn verify_tells_by_name_who_was_slow_on_one_machine_alone() {
    let temp = tempfile::tempdir().unwrap();
    let verify = |folder: &RunFolder, validator: &LocalValidator| {
        let recorded = RunCheck::open(folder, GAMES, validator).unwrap();
        let seen = recorded.verify(&threads(validator), &mut |_| {}).unwrap();
        assert_eq!(seen.differences, Vec::<String>::new());
        assert_eq!((seen.matches, seen.by_record), (6, seen.unconfirmed.len() as u64));
        let named: Vec<MatchKey> = seen.unconfirmed.keys().copied().collect();
        let when: Vec<String> = seen.unconfirmed.into_values().collect();
        (named, when)
    };
    let (folder, rows) = play(&temp.path().join("slow"), &tight());
    // A match that is slow both times is as recorded.
    assert_eq!(verify(&folder, &tight()).0, []);
    let (named, when) = verify(&folder, &validator(CpuGuard::default()));
    assert_eq!(named, of_walker(&rows));
    assert!(when.iter().all(|when| when.contains("was slow in the record but is not slow here")), "{when:?}");
    // A recorded match that is too slow on this machine is not reported as a difference.
    let (folder, rows) = play(&temp.path().join("usual"), &validator(CpuGuard::default()));
    assert_eq!(verify(&folder, &validator(CpuGuard::default())).0, []);
    let (named, when) = verify(&folder, &tight());
    assert_eq!(named, of_walker(&rows));
    assert!(when.iter().all(|when| when.contains("is slow here but was not in the record")), "{when:?}");
}

/// A bot that logs a line in every call, and from its third call on walks like [`WALKER`].
const LATE: &str = r#"(module
    (import "muster" "log" (func $log (param i32 i32)))
    (memory (export "memory") 800)
    (global $calls (mut i32) (i32.const 0))
    (data (i32.const 512) "as ever\0a")
    (func (export "muster_buffer") (param i32) (result i32) i32.const 1024)
    (func (export "muster_choose") (param i32) (result i64) (local $n i32) (local $at i32)
        (call $log (i32.const 512) (i32.const 8))
        (global.set $calls (i32.add (global.get $calls) (i32.const 1)))
        (if (i32.gt_u (global.get $calls) (i32.const 2)) (then
            (local.set $n (i32.const 3000000))
            (loop $again
                (local.set $at (i32.and (i32.const 0x1fffffc)
                    (i32.add (i32.add (local.get $at) (i32.load offset=65536 (local.get $at))) (i32.const 1052668))))
                (i32.store8 offset=65536 (local.get $at) (i32.const 0))
                (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))))
        (i64.extend_i32_u (i32.ctz (i32.load8_u offset=1093 (i32.load8_u offset=1032 (i32.const 0)))))))"#;

/// Records a run again in another folder, with each match changed by `forge` and every hash recomputed.
fn told_anew(folder: &RunFolder, other: &Path, forge: &dyn Fn(&mut MatchRow, &mut Record)) -> RunFolder {
    let ledger = Ledger::open_read_only(folder).unwrap();
    let mut matches = Vec::new();
    ledger
        .for_each_match(None, |stored| {
            let mut row = stored.verified().unwrap();
            let mut record = ledger.whole(row.clone()).unwrap().record().unwrap();
            forge(&mut row, &mut record);
            matches.push(RecordedMatch::new(row, record));
            Ok::<(), LedgerError>(())
        })
        .unwrap();
    let entrants = ledger.entrants().unwrap();
    let hashes: Vec<Hash> = entrants.iter().filter_map(|entrant| entrant.module).collect();
    let bytes: Vec<Vec<u8>> = hashes.iter().map(|hash| ledger.module(*hash).unwrap().unwrap()).collect();
    let modules: Vec<_> = hashes.iter().zip(&bytes).map(|(hash, bytes)| (*hash, &**bytes)).collect();
    let (header, files) = (ledger.header().unwrap(), ledger.files().unwrap());
    let inputs = Inputs { header: &header, entrants: &entrants, modules: &modules, files: &files };
    let other = RunFolder::at(other);
    other.create().unwrap();
    let mut forged = Ledger::create(&other, inputs).unwrap();
    forged.commit(&matches).unwrap();
    forged.seal(0).unwrap();
    assert_eq!(forged.check().unwrap(), Vec::<String>::new());
    other
}

/// The name of a forgery, its change of a match with a slow seat, and its detection; `None` if it is not detected.
type Forgery = (&'static str, fn(&mut MatchRow, &mut Record, Seat), Option<&'static str>);

/// A regression: for a match that was slow both times, only the moves were compared, so logs, details and memory could
/// be forged and pass verification.
#[test]
fn what_a_match_that_was_slow_both_times_determines_is_compared_and_the_rest_called_unproven() {
    let temp = tempfile::tempdir().unwrap();
    let (folder, rows) = play_with(&temp.path().join("run"), &tight(), LATE);
    let late: Vec<&MatchRow> = rows.iter().filter(|row| row.entrants.0.contains(&WALKER_ID)).collect();
    assert!(late.iter().all(|row| !row.reason.forfeits().is_empty() && row.plies == 2), "{rows:?}");
    let forgeries: [Forgery; 7] = [
        ("nothing", |_, _, _| {}, None),
        ("the log before", |_, record, seat| record.closings[seat].log[0] = b'A', Some("the log of")),
        ("its plies", |_, record, seat| record.closings[seat].log_marks[1].offset += 1, Some("the log of")),
        (
            "a log of the other seat",
            |_, record, seat| {
                record.closings[seat.other()].log = b"I do cheat!".to_vec();
                record.closings[seat.other()].log_marks = vec![LogMark { ply: 0, offset: 0 }];
            },
            Some("the log of"),
        ),
        (
            "memory of the other seat",
            |row, _, seat| row.memory[seat.other()] += 65_536,
            Some("bytes of memory"),
        ),
        (
            "the detail",
            |_, record, seat| {
                if let Some(loss) = &mut record.losses[seat] {
                    loss.failure.detail = "so they say".to_owned();
                }
            },
            None,
        ),
        (
            "the log of the slow call",
            |_, record, seat| {
                let log = &mut record.closings[seat].log;
                let last = log.len() - 2;
                log[last] = b'R';
            },
            None,
        ),
    ];
    for (number, (what, forge, told)) in forgeries.iter().enumerate() {
        let forge = |row: &mut MatchRow, record: &mut Record| {
            if let Some(seat) = Seat::BOTH.into_iter().find(|seat| row.entrants[*seat] == WALKER_ID) {
                forge(row, record, seat);
            }
        };
        let forged = told_anew(&folder, &temp.path().join(number.to_string()), &forge);
        let tight = tight();
        let recorded = RunCheck::open(&forged, GAMES, &tight).unwrap();
        let seen = recorded.verify(&threads(&tight), &mut |_| {}).unwrap();
        if let Some(told) = told {
            assert_eq!(seen.differences.len(), late.len(), "{what}: {seen:?}");
            assert!(seen.differences.iter().all(|line| line.contains(told)), "{what}: {seen:?}");
        } else {
            assert_eq!(seen.differences, Vec::<String>::new(), "{what}");
            assert_eq!(seen.unproven.len(), late.len(), "{what}: {seen:?}");
            let named = |line: &String| line.contains("the log, time, detail");
            assert!(seen.unproven.values().all(named), "{what}: {seen:?}");
        }
    }
}
