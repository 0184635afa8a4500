//! A bot that burns more processor time than the CPU guard allows, which is set tight.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use config::BotPlan;
use game::Game;
use ledger::{Ledger, LedgerError, MatchRow, RunFolder};
use referee::{CpuGuard, Fault, Reason};
use runner::{Candidate, Ending, Entered, Recorded};
use sandbox::{Sandbox, SandboxOptions};
use tournament::{EntrantId, MatchKey};

static GAMES: &[&dyn Game] = &[&tank_war::GAME];

/// A bot that names the first of its tanks that can move. Before its first move it walks through memory so that every
/// step misses the cache and, the first time, touches a page: this takes little fuel and much processor time.
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

fn sandbox(guard: CpuGuard) -> Sandbox {
    Sandbox::new(&SandboxOptions { cpu_guard: guard, ..SandboxOptions::default() }).unwrap()
}

/// A guard that the walk exceeds at every check.
fn tight() -> Sandbox {
    sandbox(CpuGuard { floor: Duration::from_micros(1), factor: 0 })
}

/// Plays a whole run in a folder, and returns its matches.
fn play(folder: &Path, sandbox: Sandbox) -> (RunFolder, Vec<MatchRow>) {
    let module: Arc<[u8]> = wat::parse_str(WALKER).unwrap().into();
    let plan = config::parse("slow.toml", TEXT, GAMES).unwrap();
    let module_of = |bot: &BotPlan| matches!(bot, BotPlan::File(_)).then(|| Arc::clone(&module));
    let candidates: Vec<Candidate> = plan
        .entrants
        .iter()
        .map(|entrant| Candidate { module: module_of(&entrant.bot), plan: entrant.clone() })
        .collect();
    let folder = RunFolder::at(folder);
    let entered = Entered { plan, text: TEXT.to_owned(), name: "slow.toml".to_owned(), candidates };
    let mut run = runner::begin(&folder, entered, sandbox).unwrap();
    assert_eq!(run.play(2, &AtomicBool::new(false), &mut |_| {}).unwrap(), Ending::Complete);
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
    let (_, usual) = play(&temp.path().join("usual"), sandbox(CpuGuard::default()));
    let (folder, slow) = play(&temp.path().join("slow"), tight());
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
        assert_eq!(row.reason, Reason::Forfeit(winner.other(), Fault::Slow));
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
    let verify = |folder: &RunFolder, sandbox| {
        let seen = Recorded::open(folder, GAMES, sandbox).unwrap().verify(2, &mut |_| {}).unwrap();
        assert_eq!(seen.differences, Vec::<String>::new());
        assert_eq!((seen.matches, seen.by_record), (6, seen.unconfirmed.len() as u64));
        let named: Vec<MatchKey> = seen.unconfirmed.keys().copied().collect();
        let when: Vec<String> = seen.unconfirmed.into_values().collect();
        (named, when)
    };
    let (folder, rows) = play(&temp.path().join("slow"), tight());
    // A match that is slow both times is as recorded.
    assert_eq!(verify(&folder, tight()).0, []);
    let (named, when) = verify(&folder, sandbox(CpuGuard::default()));
    assert_eq!(named, of_walker(&rows));
    assert!(when.iter().all(|when| when.contains("was slow by the record and is not slow here")), "{when:?}");
    // A recorded match that is too slow on this machine is not reported as a difference.
    let (folder, rows) = play(&temp.path().join("usual"), sandbox(CpuGuard::default()));
    assert_eq!(verify(&folder, sandbox(CpuGuard::default())).0, []);
    let (named, when) = verify(&folder, tight());
    assert_eq!(named, of_walker(&rows));
    assert!(when.iter().all(|when| when.contains("is slow here and was not by the record")), "{when:?}");
}
