//! Evidence on a match of a run that is played here.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use evidence::{Host, Outcome, Package, Problem, Question, RepeatedAnswers, Retraced};
use explain::{Error, Explain, Kind};
use game::Seat;
use games::GAMES;
use job::MatchSettings;
use ledger::RunFolder;
use play::{LocalThreads, LocalValidator, RetraceEnd, RetraceQuestion, RetraceSummary, Workbench};
use referee::Reason;
use run_folder::RecordedRun;
use runner::{Candidate, Ending, EnteredTournament};
use sandbox::{Sandbox, SandboxOptions};
use tournament::MatchKey;

/// The match between the module, in the first seat, and a built-in player.
const MATCH: &str = "1.1.1.1";

/// A machine that plays.
struct Machine;

impl Host for Machine {
    fn ask(&self, question: &Question<'_>) -> Result<Retraced, Problem> {
        let Question { game, rules, record, played, module, size } = question;
        let bench = LocalValidator::new(sandbox());
        let module = bench.admit(module, *size).unwrap().unwrap().ready;
        let settings = MatchSettings::new(*game, rules.clone(), record.limits);
        let question = RetraceQuestion {
            settings: &settings,
            record,
            played,
            module: &module,
            until: RetraceEnd::Difference,
        };
        let RetraceSummary { answers, last, closing } = bench.retrace(&question).unwrap();
        Ok(Retraced { answers, same_fault: last.map(|last| last.is_same_fault()), closing })
    }
}

/// A machine that cannot play.
struct Nowhere;

impl Host for Nowhere {
    fn ask(&self, _: &Question<'_>) -> Result<Retraced, Problem> {
        Err(Problem::Module(Error::new(Kind::Host, "there is no sandbox here")))
    }
}

fn sandbox() -> Sandbox {
    Sandbox::new(&SandboxOptions::default()).unwrap()
}

/// Plays a complete run in this folder.
fn play(folder: &RunFolder) -> RecordedRun {
    let text = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 7\n\
                [[entrant]]\nname = \"Ann\"\nbot = \"walker.wasm\"\n\
                [[entrant]]\nname = \"Bob\"\nbot = \"builtin:random\"\n\
                [[stage]]\nformat = \"round-robin\"\ngames = 2\n";
    let walker = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/tank-war/walker/walker.wasm");
    let plan = config::parse("cup.toml", text, GAMES).unwrap();
    let module = |name: &str| (name == "Ann").then(|| fs::read(&walker).unwrap().into());
    let candidates = plan
        .entrants
        .iter()
        .map(|entrant| Candidate { plan: entrant.clone(), module: module(&entrant.name) })
        .collect();
    let entered = EnteredTournament { plan, text: text.to_owned(), name: "cup.toml".to_owned(), candidates };
    let validator = LocalValidator::new(sandbox());
    let threads = LocalThreads::start(1, &validator, GAMES).unwrap();
    let mut run = runner::begin(folder, entered, &validator).unwrap();
    assert_eq!(run.play(&threads, &AtomicBool::new(false), &mut |_| {}).unwrap(), Ending::Complete);
    drop(run);
    RecordedRun::open_read_only(folder).unwrap()
}

/// The evidence for the entrant at a seat, written and read again.
fn evidence(run: &RecordedRun, seat: Seat) -> Package {
    let key: MatchKey = MATCH.parse().unwrap();
    let subject = run.checked_subject(GAMES).unwrap();
    let whole = run.ledger.whole(run.find(key).unwrap().unwrap()).unwrap();
    let record = run.seat_record(&subject, &whole, seat).unwrap();
    let package = Package::assemble(run, key, record).unwrap();
    Package::read(&package.write().unwrap()).unwrap()
}

#[test]
fn a_match_of_a_complete_run_is_proven_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let run = play(&RunFolder::at(folder.path().join("run")));
    let package = evidence(&run, Seat::First);
    let root = run.root(GAMES).unwrap().unwrap().to_string();
    assert_eq!(package.root(), Some(root.as_str()));
    let findings = evidence::check(&package, Some(&root), &Machine).unwrap();
    assert!(findings.problem.is_none(), "{:?}", findings.problem);
    assert_eq!((findings.number.as_str(), findings.entrant.as_str()), (MATCH, "Ann"));
    assert!(
        matches!(findings.outcome, Some(Outcome::ByTheRules(Reason::Rules { .. }))),
        "{:?}",
        findings.outcome
    );
    assert!(matches!(findings.answers, Some(RepeatedAnswers { count: 1.., same_fault: false })));
    assert!(findings.log_as_recorded);
    assert_eq!((findings.unproven, findings.root), (None, Some(root)));
}

#[test]
fn what_was_found_before_a_problem_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let run = play(&RunFolder::at(folder.path().join("run")));
    let package = evidence(&run, Seat::First);
    let other = "0".repeat(64);
    let findings = evidence::check(&package, Some(&other), &Machine).unwrap();
    assert!(findings.outcome.is_some() && findings.log_as_recorded && findings.root.is_none());
    let problem = findings.problem.unwrap();
    assert!(matches!(problem, Problem::OtherRoot(_)), "{problem:?}");
    assert_eq!(problem.kind(), Kind::Damaged);

    let findings = evidence::check(&package, None, &Nowhere).unwrap();
    assert!(findings.outcome.is_some() && findings.answers.is_none() && !findings.log_as_recorded);
    let problem = Error::from(findings.problem.unwrap());
    assert_eq!((problem.kind, problem.what.as_str()), (Kind::Host, "there is no sandbox here"));
}

#[test]
fn the_part_of_a_built_in_player_needs_no_sandbox() {
    let folder = tempfile::tempdir().unwrap();
    let run = play(&RunFolder::at(folder.path().join("run")));
    let findings = evidence::check(&evidence(&run, Seat::Second), None, &Nowhere).unwrap();
    assert!(findings.problem.is_none(), "{:?}", findings.problem);
    assert!(findings.outcome.is_some() && findings.root.is_some() && findings.answers.is_none());
}
