//! The files on disk: locks, torn logs, and the size of a run.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use common::{begin, commit, entrants, files, full_match, header};
use game::{Game, PerSeat, Rules};
use ledger::{Inputs, Ledger, LedgerError, MatchRow, RecordedMatch, RunFolder, RunLock};
use referee::{Builtin, HostFailure, Limits, Match, MatchSeed, Player, Record};
use tank_war::TankWar;
use tournament::{EntrantId, MatchKey};

/// Set for the copy of this program that only holds a lock.
const HOLD: &str = "MUSTER_TEST_HOLD_LOCK";

#[test]
fn a_lock_names_its_holder_and_goes_away_with_it() {
    if let Some(folder) = std::env::var_os(HOLD) {
        let _lock = RunLock::take(&RunFolder::at(folder)).unwrap();
        println!("held");
        let _ = std::io::stdin().read_line(&mut String::new());
        return;
    }
    let temp = tempfile::tempdir().unwrap();
    let (folder, _ledger) = begin(&temp.path().join("run"));
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "disk::a_lock_names_its_holder_and_goes_away_with_it", "--nocapture"])
        .env(HOLD, folder.root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("held")));
    let refused = RunLock::take(&folder).unwrap_err();
    let LedgerError::Locked { holder, .. } = &refused else { panic!("{refused}") };
    assert!(holder.starts_with(&format!("process {} on ", child.id())), "{holder}");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(folder.private().join("lock").is_file());
    let lock = RunLock::take(&folder).unwrap();
    assert!(RunLock::take(&folder).is_err());
    drop(lock);
    // The content of the file does not matter.
    fs::write(folder.private().join("lock"), [0xff; 9000]).unwrap();
    RunLock::take(&folder).unwrap();
}

/// A copy of a run's files as they are on disk, with the log cut.
fn copy_cut(from: &RunFolder, to: &Path, log: &[u8]) -> RunFolder {
    let copy = RunFolder::at(to);
    fs::create_dir_all(copy.private()).unwrap();
    fs::copy(from.ledger(), copy.ledger()).unwrap();
    fs::write(copy.private().join("ledger.sqlite-wal"), log).unwrap();
    copy
}

#[test]
fn a_torn_log_gives_whole_batches_and_nothing_else() {
    let temp = tempfile::tempdir().unwrap();
    let (folder, mut ledger) = begin(&temp.path().join("run"));
    let batch = |number: u32| [1, 2, 3].map(|pairing| full_match(&format!("1.{number}.{pairing}.1")));
    let log = folder.private().join("ledger.sqlite-wal");
    let mut ends = vec![0];
    for number in 1..=6 {
        commit(&mut ledger, &batch(number)).unwrap();
        ends.push(fs::metadata(&log).unwrap().len() as usize);
    }
    let whole = fs::read(&log).unwrap();
    assert!(whole.len() > 6 * 4096);
    let full = std::env::var_os("MUSTER_FULL").is_some();
    // Every byte of the last frame's head and around the end of each batch, and some in between.
    let mut cuts: Vec<usize> = (0..whole.len()).step_by(if full { 61 } else { 1009 }).collect();
    cuts.extend(ends.iter().flat_map(|&end| end.saturating_sub(30)..(end + 30).min(whole.len() + 1)));
    cuts.push(whole.len());
    for cut in cuts {
        let to = tempfile::tempdir().unwrap();
        let copy = copy_cut(&folder, to.path(), &whole[..cut]);
        let batches = ends.iter().filter(|&&end| 0 < end && end <= cut).count();
        {
            let read = Ledger::open_read_only(&copy).unwrap();
            assert_eq!(read.match_count().unwrap(), 3 * batches as u64, "read, cut at {cut}");
        }
        let mut torn = Ledger::open(&copy).unwrap();
        assert_eq!(torn.match_count().unwrap(), 3 * batches as u64, "cut at {cut}");
        assert_eq!(torn.check().unwrap(), Vec::<String>::new(), "cut at {cut}");
        // The run continues from there.
        commit(&mut torn, &batch(20)).unwrap();
        drop(torn);
        assert_eq!(Ledger::open_read_only(&copy).unwrap().match_count().unwrap(), 3 * batches as u64 + 3);
    }
    // The log ends at the first changed bytes.
    for place in (40..whole.len()).step_by(if full { 97 } else { 2003 }) {
        let mut bad = whole.clone();
        bad[place] ^= 0x10;
        let to = tempfile::tempdir().unwrap();
        let copy = copy_cut(&folder, to.path(), &bad);
        let torn = Ledger::open(&copy).unwrap();
        let batches = ends.iter().filter(|&&end| 0 < end && end <= place).count();
        assert_eq!(torn.match_count().unwrap(), 3 * batches as u64, "flipped at {place}");
        assert_eq!(torn.check().unwrap(), Vec::<String>::new());
    }
}

/// The last record is one match with its failure and its log, alone in its batch.
#[test]
fn a_log_torn_at_any_byte_of_its_last_record_is_without_that_record_alone() {
    let temp = tempfile::tempdir().unwrap();
    let (folder, mut ledger) = begin(&temp.path().join("run"));
    commit(&mut ledger, &[full_match("1.1.1.1"), full_match("1.1.2.1")]).unwrap();
    let log = folder.private().join("ledger.sqlite-wal");
    let first = fs::metadata(&log).unwrap().len() as usize;
    commit(&mut ledger, &[full_match("1.1.3.1")]).unwrap();
    let whole = fs::read(&log).unwrap();
    assert!(whole.len() > first + 4096, "{first} and then {}", whole.len());
    let step = if std::env::var_os("MUSTER_FULL").is_some() { 1 } else { 23 };
    let copy = copy_cut(&folder, &temp.path().join("copy"), &whole);
    for cut in (first..whole.len()).step_by(step).chain([whole.len() - 1, whole.len()]) {
        let _ = fs::remove_file(copy.private().join("ledger.sqlite-shm"));
        copy_cut(&folder, copy.root(), &whole[..cut]);
        let torn = Ledger::open_read_only(&copy).unwrap();
        let due = if cut == whole.len() { 3 } else { 2 };
        assert_eq!(torn.match_count().unwrap(), due, "cut at {cut}");
        assert_eq!(torn.check().unwrap(), Vec::<String>::new(), "cut at {cut}");
    }
}

/// The content of a log may never have reached the disk, if writing it failed.
#[test]
fn a_log_that_is_found_goes_into_the_main_file_before_anything_is_added() {
    let temp = tempfile::tempdir().unwrap();
    let (folder, mut ledger) = begin(&temp.path().join("run"));
    commit(&mut ledger, &[full_match("1.1.1.1"), full_match("1.1.2.1")]).unwrap();
    let log = fs::read(folder.private().join("ledger.sqlite-wal")).unwrap();
    let found = copy_cut(&folder, &temp.path().join("found"), &log);
    let without_log = copy_cut(&found, &temp.path().join("before"), &[]);
    assert_eq!(Ledger::open_read_only(&without_log).unwrap().match_count().unwrap(), 0);
    let _taken_up = Ledger::open(&found).unwrap();
    let without_log = copy_cut(&found, &temp.path().join("after"), &[]);
    assert_eq!(Ledger::open_read_only(&without_log).unwrap().match_count().unwrap(), 2);
}

/// A game of two players who move at random.
fn random_game(number: u64) -> Record {
    struct Quick(referee::BuiltinPlayer);
    impl Player for Quick {
        fn choose(&mut self, ask: referee::Ask<'_>) -> Result<referee::Answer, HostFailure> {
            // The usual time of a move of a small wasm bot.
            self.0.choose(ask).map(|answer| referee::Answer { spent: referee::Ticks(4321), ..answer })
        }
    }
    let game: &'static TankWar = &TankWar;
    let position = game.start(&Rules::defaults(game.options()));
    let playing = Match::new(game, position, Limits::default());
    let seed = MatchSeed::from_number(number);
    let mut players =
        PerSeat::from_fn(|seat| Box::new(Quick(Builtin::Random.player(&seed, seat))) as Box<dyn Player>);
    referee::play(playing, &mut players, |_| true).unwrap().unwrap()
}

#[test]
fn the_log_stays_small_and_a_match_takes_little_room() {
    let matches: u32 = if std::env::var_os("MUSTER_FULL").is_some() { 999_000 } else { 40_000 };
    let temp = tempfile::tempdir().unwrap();
    let (folder, mut ledger) = begin(&temp.path().join("run"));
    let games: Vec<Record> = (0..200).map(random_game).collect();
    let plies: u32 = games.iter().map(|record| record.plies).sum();
    let log = folder.private().join("ledger.sqlite-wal");
    let mut longest = 0;
    for first in (0..matches).step_by(500) {
        let batch: Vec<RecordedMatch> = (first..(first + 500).min(matches))
            .map(|number| {
                let record = &games[number as usize % games.len()];
                let key = MatchKey::new(0, number / 1000, number % 1000 / 2, (number % 2) as u16).unwrap();
                let seats = PerSeat::new(EntrantId(number % 999), EntrantId(number % 1000));
                RecordedMatch::new(MatchRow::new(key, seats, None, record), record.clone())
            })
            .collect();
        ledger.commit(&batch).unwrap();
        longest = longest.max(fs::metadata(&log).unwrap().len());
    }
    drop(ledger);
    let size = fs::metadata(folder.ledger()).unwrap().len();
    let each = size / u64::from(matches);
    let mut out = std::io::stderr();
    writeln!(
        out,
        "{matches} matches of {} plies on average: {each} bytes each, {} MB in all, log at most {} KiB",
        plies / 200,
        size / 1_000_000,
        longest / 1024
    )
    .unwrap();
    assert!(each < 400, "{each} bytes a match");
    assert!(longest < 40 << 20, "a log of {longest} bytes");
    assert!(!log.exists(), "the log goes away when the ledger is closed");
}

#[test]
fn a_folder_that_cannot_be_used_is_told_by_name() {
    let temp = tempfile::tempdir().unwrap();
    let missing = RunFolder::at(temp.path().join("missing"));
    assert!(matches!(Ledger::open(&missing), Err(LedgerError::NoRun { .. })));
    assert!(matches!(Ledger::open_read_only(&missing), Err(LedgerError::NoRun { .. })));
    assert!(!missing.root().exists());
    fs::write(temp.path().join("file"), b"").unwrap();
    let file = RunFolder::at(temp.path().join("file"));
    assert!(matches!(file.create(), Err(LedgerError::NotAFolder { .. })));
    let home = RunFolder::at(temp.path().join("home"));
    fs::create_dir_all(home.site().join("data")).unwrap();
    assert!(matches!(home.create(), Err(LedgerError::Occupied { .. })));
    assert!(!home.private().exists());
    fs::write(home.site().join("data/report.json"), b"{}").unwrap();
    home.create().unwrap();
    let under_a_file = RunFolder::at(temp.path().join("file/run"));
    let error = under_a_file.create().unwrap_err();
    assert!(error.to_string().contains("file/run") || error.to_string().contains("file\\run"), "{error}");
    let inputs = Inputs { header: &header(), entrants: &entrants(), modules: &[], files: &files() };
    assert!(Ledger::create(&missing, inputs).is_err());
}
