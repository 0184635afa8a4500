//! Crashes and disk failures during a ladder cycle. All matches reported as played survive, and the next command
//! completes the season to the same bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use class_model::{Admission, ClassFolder, Event, Hash, Moment, Record, Student, Submission, Zone};
use class_operations::ladder::{CycleOrder, Ladder};
use class_operations::runs::{open_run, run_identity};
use class_operations::{OpenClass, Warning};
use explain::Error;
use faults::{Crash, Disk, Fault, Image, PointSample, each_crash, each_failure, scratch};
use ledger::{Ledger, RunFolder};
use run_folder::RecordedRun;
use runner::Event as RunEvent;

use crate::simulated::{AnyModule, OneByOne};

const TEXT: &str =
    "[class]\nname = \"Bots\"\ngame = \"tank-war\"\nzone = \"UTC\"\ndeadline = \"2099-12-01 23:59\"\n";
const NAMES: [&str; 3] = ["Ada", "Bee", "Cay"];
const CYCLES: u32 = 2;

/// Two times: when bots are handed in, and when all cycles are played.
fn moments() -> [Moment; 2] {
    ["2025-11-02 10:00", "2025-11-02 10:01"].map(|text| Zone::named("UTC").unwrap().read(text).unwrap())
}

/// Creates a class `ki` in which all students have handed in.
fn make_class(top: &Path) {
    let folder = ClassFolder::at(top.join("ki"));
    Record::create(&folder).unwrap();
    fs::write(folder.text(), TEXT).unwrap();
    let [received, _] = moments();
    let handed_in = NAMES.map(|name| {
        let hash = folder.keep(name.as_bytes()).unwrap();
        Event::Submitted(Submission {
            by: name.to_owned(),
            team: None,
            received,
            stated: false,
            clock: None,
            file: "bot.wasm".to_owned(),
            handed_in: hash,
            archive: None,
            admission: Admission::Accepted { module: hash },
        })
    });
    let enrolled = NAMES.map(|name| {
        let (id, name, alias) = (name.to_owned(), "Jane Doe".to_owned(), name.to_owned());
        Event::Enrolled(Student { id, name, email: None, alias, section: None, team: None })
    });
    let events = enrolled.into_iter().chain(handed_in).collect();
    Record::open(&folder)
        .unwrap()
        .write(&class_model::Actor::COMMAND_LINE, received, |_, _| Ok::<_, class_model::ClassError>(events))
        .unwrap();
}

/// Plays the rest of the season, then writes its table and its pages. Calls `promised` for each match reported as
/// played.
fn play(top: &Path, mut promised: impl FnMut()) -> Result<Vec<Warning>, Error> {
    let [_, at] = moments();
    let class = OpenClass::at(&top.join("ki"))?;
    let mut ladder = Ladder::open(&class, None, None)?;
    let mut warnings = ladder.note_completions()?;
    let order = CycleOrder { pairings: 1, games: 2, seed: Some(7), at: Some(at) };
    while ladder.cycles() < CYCLES {
        let mut cycle =
            ladder.next_cycle(&order, &AnyModule, &mut |_| Ok(())).map_err(|error| match error {
                class_operations::ladder::CycleError::Tournament(error) => error.into(),
                class_operations::ladder::CycleError::Other(error) => error,
            })?;
        warnings.extend(cycle.run.note_beginning());
        let complete = cycle.run.play(&OneByOne::default(), &AtomicBool::new(false), &mut |event| {
            if matches!(event, RunEvent::Played { .. }) {
                promised();
            }
        })?;
        warnings.extend(complete.warnings);
        ladder.add(cycle)?;
    }
    ladder.keep(&ladder.table(Some(at))?)?;
    Ok(warnings)
}

fn cycle(top: &Path, number: u32) -> RunFolder {
    RunFolder::at(top.join(format!("ki/ladder/{number:04}")))
}

/// Returns the number of recorded matches.
fn matches(top: &Path) -> u64 {
    let of = |number| {
        let folder = cycle(top, number);
        if folder.holds_run() { Ledger::open_read_only(&folder).unwrap().match_count().unwrap() } else { 0 }
    };
    (1..=CYCLES).map(of).sum()
}

/// The public files of a season, and the roots of its runs in the class's record.
struct SeasonKept {
    /// Texts, reports, tables and pages. The pages contain the root of every run, which covers every match.
    files: BTreeMap<PathBuf, Vec<u8>>,
    roots: Vec<Hash>,
}

impl SeasonKept {
    fn read(top: &Path) -> SeasonKept {
        let mut files = Image::read(&top.join("ki/ladder")).unwrap().files;
        // A process killed while it replaces a file leaves the temporary file behind.
        files.retain(|path, _| {
            !path.iter().any(|part| part == "private")
                && path.extension().is_none_or(|ending| ending != "new")
        });
        let facts = OpenClass::at(&top.join("ki")).unwrap().facts().unwrap();
        let root = |number| {
            let run = RecordedRun::open_read_only(&cycle(top, number)).unwrap();
            facts
                .track_record()
                .run(&run_identity(&run).unwrap())
                .expect("the class's record has the run")
                .root
        };
        SeasonKept { files: files.into_iter().collect(), roots: (1..=CYCLES).map(root).collect() }
    }

    /// Fails if the season differs, listing the files that are missing on one side or differ.
    #[track_caller]
    fn must_be(&self, expected: &SeasonKept) {
        let paths: BTreeSet<&PathBuf> = self.files.keys().chain(expected.files.keys()).collect();
        let differs = |path: &&&PathBuf| self.files.get(**path) != expected.files.get(**path);
        let other: Vec<&&PathBuf> = paths.iter().filter(differs).collect();
        assert!(other.is_empty() && self.roots == expected.roots, "another season: {other:?}");
    }
}

#[test]
fn a_cycle_that_stops_anywhere_is_played_on_to_the_same_season() {
    let top = scratch().unwrap();
    make_class(top.path());
    let disk = Disk::watch(top.path()).unwrap();
    assert_eq!(play(top.path(), || disk.acknowledge()).unwrap(), []);
    assert_eq!(disk.unseen().unwrap(), Vec::<PathBuf>::new());
    let (expected, all) = (SeasonKept::read(top.path()), matches(top.path()));
    assert!(all >= 8 && expected.files.len() > 50, "{all} matches, {} files", expected.files.len());
    let play_on = |left: &Path, crash: &Crash<'_>| {
        let (found, promised) = (matches(left), crash.acknowledged() as u64);
        // A match is recorded before it is reported.
        assert!(found >= promised, "{promised} were reported, {found} are there");
        play(left, || ()).unwrap();
        assert_eq!(matches(left), all);
    };
    let killed = PointSample { points: 50, losses: 0, seed: 15 };
    let tried = each_crash("ladder, killed", &disk.history(), killed, |left, crash| {
        play_on(left, crash);
        SeasonKept::read(left).must_be(&expected);
    });
    tried.tell();
    assert!(tried.points >= 50, "{tried}");
    // A power loss may damage an earlier report. Writing the report again restores it.
    let power_lost = PointSample { points: 25, losses: 2, seed: 16 };
    let tried = each_crash("ladder, without power", &disk.history(), power_lost, |left, crash| {
        play_on(left, crash);
        for number in 1..=CYCLES {
            let folder = cycle(left, number);
            report::write(&folder, &open_run(&folder).unwrap(), games::GAMES).unwrap();
        }
        SeasonKept::read(left).must_be(&expected);
    });
    tried.tell();
    assert!(tried.points >= 25, "{tried}");
}

#[test]
fn a_failure_is_told_and_the_cycle_is_played_on_to_the_same_season() {
    let before = scratch().unwrap();
    make_class(before.path());
    let class = Image::read(before.path()).unwrap();
    let recorded = Disk::watch(before.path()).unwrap();
    play(before.path(), || ()).unwrap();
    let (operations, expected) = (recorded.operations(), SeasonKept::read(before.path()));
    drop(recorded);
    let mut told = 0;
    let sample = PointSample { points: 40, losses: 0, seed: 17 };
    let tried = each_failure("ladder", operations, sample, |number, fault| {
        let top = scratch().unwrap();
        class.write(top.path()).unwrap();
        let disk = Disk::failing(top.path(), number, fault).unwrap();
        let mut promised = 0;
        let first = play(top.path(), || promised += 1);
        assert!(disk.was_hit());
        assert!(first.is_ok() || !matches!(fault, Fault::Short | Fault::Interrupted), "{first:?}");
        told += usize::from(first.map_or(true, |warnings| !warnings.is_empty()));
        assert!(matches(top.path()) >= promised);
        play(top.path(), || ()).unwrap();
        SeasonKept::read(top.path()).must_be(&expected);
    });
    tried.tell();
    assert!(told > tried.points / 10, "{told} of {tried}");
}

#[test]
fn a_cycle_whose_search_for_start_positions_is_stopped_has_not_begun() {
    let top = scratch().unwrap();
    make_class(top.path());
    let class = OpenClass::at(&top.path().join("ki")).unwrap();
    let ladder = Ladder::open(&class, None, None).unwrap();
    let order = CycleOrder { pairings: 1, games: 2, seed: Some(7), at: Some(moments()[1]) };
    let stopped = ladder.next_cycle(&order, &AnyModule, &mut |prepared| {
        let goes_on = prepared.find_openings(1, &AtomicBool::new(true), &mut |_| {});
        assert!(!goes_on, "the cycle has start positions that are searched for");
        Err(Error::new(explain::Kind::Incomplete, "interrupted"))
    });
    assert_eq!(stopped.err().unwrap().to_string(), "interrupted");
    assert!(!cycle(top.path(), 1).holds_run());
    play(top.path(), || ()).unwrap();
}
