//! Written records are read back, completely or not at all.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use common::{MODULE, begin, commit, entrants, files, full_match, header, key, results};
use game::Seat;
use hash::Hash;
use ledger::{Adoption, Inputs, Ledger, LedgerError, RunFolder, parse_ruling, ruling_text};
use referee::Closing;
use tournament::rulings::{PastGames, RulingAction, Since};
use tournament::{EntrantId, Ruling};

#[test]
fn everything_comes_back_as_it_was_written() {
    let temp = tempfile::tempdir().unwrap();
    let (folder, mut ledger) = begin(&temp.path().join("run"));
    let matches = ["1.1.1.1", "1.1.2.1", "1.2.1.1", "2.1.1.1"].map(full_match);
    commit(&mut ledger, &matches).unwrap();
    drop(ledger);
    for ledger in [Ledger::open_read_only(&folder).unwrap(), Ledger::open(&folder).unwrap()] {
        assert_eq!(ledger.header().unwrap(), header());
        assert_eq!(ledger.entrants().unwrap(), entrants());
        assert_eq!(ledger.files().unwrap(), files());
        let hash = entrants()[0].module.unwrap();
        assert_eq!(ledger.module(hash).unwrap().unwrap(), MODULE);
        assert_eq!(ledger.module(Hash::from([0; 32])).unwrap(), None);
        assert_eq!(ledger.match_count().unwrap(), 4);
        for (row, record) in &matches {
            assert_eq!(ledger.find_match(row.key).unwrap().unwrap().verified().unwrap(), *row);
            let parts = ledger.private_parts(row.key).unwrap();
            assert_eq!(parts[Seat::First].0, None);
            assert_eq!(parts[Seat::Second].0.as_ref(), record.losses[Seat::Second].as_deref());
            let log = &parts[Seat::First].1;
            let written = Closing { memory_peak: 0, ..record.closings[Seat::First].clone() };
            assert_eq!(*log, written);
            assert_eq!(row.played().unwrap(), record.played);
        }
        let of_first: Vec<_> = results(&ledger, 0).unwrap().into_iter().map(|(key, _)| key).collect();
        assert_eq!(of_first, ["1.1.1.1", "1.1.2.1", "1.2.1.1"].map(key));
        assert_eq!(ledger.check().unwrap(), Vec::<String>::new());
    }
}

#[test]
fn a_batch_is_written_whole_or_not_at_all() {
    let temp = tempfile::tempdir().unwrap();
    let (_, mut ledger) = begin(&temp.path().join("run"));
    commit(&mut ledger, &[full_match("1.1.1.1")]).unwrap();
    let again = ["1.1.2.1", "1.1.3.1", "1.1.1.1", "1.1.4.1"].map(full_match);
    assert!(matches!(commit(&mut ledger, &again), Err(LedgerError::Sqlite { .. })));
    assert_eq!(ledger.match_count().unwrap(), 1);
    assert!(ledger.private_parts(key("1.1.2.1")).unwrap()[Seat::Second].0.is_none());
    // The ledger can still be written to after that.
    commit(&mut ledger, &again[..2]).unwrap();
    assert_eq!(ledger.match_count().unwrap(), 3);
    assert_eq!(ledger.check().unwrap(), Vec::<String>::new());
}

#[test]
fn a_run_is_never_begun_over_another() {
    let temp = tempfile::tempdir().unwrap();
    let (folder, mut ledger) = begin(&temp.path().join("run"));
    commit(&mut ledger, &[full_match("1.1.1.1")]).unwrap();
    let inputs = Inputs { header: &header(), entrants: &entrants(), modules: &[], files: &files() };
    let again = Ledger::create(&folder, inputs);
    assert!(matches!(again, Err(LedgerError::HoldsRun { .. })));
    assert_eq!(ledger.match_count().unwrap(), 1);
}

#[test]
fn what_a_run_that_was_killed_at_its_beginning_left_is_no_obstacle() {
    let temp = tempfile::tempdir().unwrap();
    let folder = RunFolder::at(temp.path().join("run"));
    folder.create().unwrap();
    for (name, bytes) in [
        ("ledger.new", &b"half a database"[..]),
        ("ledger.new-journal", b"a journal"),
        ("ledger.sqlite-wal", b"a log of something else"),
        ("ledger.sqlite-shm", b""),
    ] {
        std::fs::write(folder.private().join(name), bytes).unwrap();
    }
    assert!(!folder.holds_run(), "there is no run before it is whole");
    let (_, ledger) = begin(folder.root());
    assert_eq!(ledger.check().unwrap(), Vec::<String>::new());
    assert!(!folder.private().join("ledger.new").exists());
}

#[test]
fn rulings_have_one_text_each() {
    let round = |stage, round| Since { stage, round };
    let cases = [
        (
            RulingAction::Withdraw { entrant: EntrantId(2), games: PastGames::Keep },
            round(0, 3),
            "withdraw entrant=3 games=keep since=1.4 reason=for a reason=",
        ),
        (
            RulingAction::Disqualify { entrant: EntrantId(0), games: PastGames::Annul },
            round(1, u32::MAX),
            "disqualify entrant=1 games=annul since=2.end reason=for a reason=",
        ),
        (
            RulingAction::Annul { game: key("1.3.2.1+2") },
            round(0, 0),
            "annul game=1.3.2.1+2 since=1.1 reason=for a reason=",
        ),
        (
            RulingAction::Replay { game: key("1.3.2.1") },
            round(0, 0),
            "replay game=1.3.2.1 since=1.1 reason=for a reason=",
        ),
        (RulingAction::Undo { ruling: 0 }, round(9, 9), "undo ruling=1 since=10.10 reason=for a reason="),
    ];
    for (order, since, text) in cases {
        let ruling = Ruling { since, order, reason: "for a reason=".to_owned() };
        assert_eq!(ruling_text(&ruling), text);
        assert_eq!(parse_ruling(text), Some(ruling));
        for cut in 0..text.len() - 13 {
            assert_eq!(parse_ruling(&text[..cut]), None, "{}", &text[..cut]);
        }
    }
    for text in [
        "",
        "withdraw",
        "withdraw entrant=0 games=keep since=1.4 reason=x",
        "withdraw entrant=+3 games=keep since=1.4 reason=x",
        "withdraw  entrant=3 games=keep since=1.4 reason=x",
        "withdraw entrant=99999999999 games=keep since=1.4 reason=x",
        "undo ruling=1 since=1.0 reason=x",
        "undo ruling=1 since=70000.1 reason=x",
        "undo ruling=1 since=1.1 more=1 reason=x",
    ] {
        assert_eq!(parse_ruling(text), None, "{text}");
    }
    let lines = Ruling {
        since: round(0, 0),
        order: RulingAction::Undo { ruling: 0 },
        reason: "two\nlines\u{1b}".to_owned(),
    };
    assert_eq!(ruling_text(&lines), "undo ruling=1 since=1.1 reason=two lines");
}

#[test]
fn rulings_are_kept_in_their_order_and_a_replay_opens_its_stage() {
    let temp = tempfile::tempdir().unwrap();
    let (folder, mut ledger) = begin(&temp.path().join("run"));
    commit(&mut ledger, &[full_match("1.1.1.1")]).unwrap();
    ledger.seal(0).unwrap();
    assert_eq!(ledger.sealed_stages().unwrap(), [0]);
    let since = Since { stage: 0, round: u32::MAX };
    let orders = [
        RulingAction::Annul { game: key("1.1.1.1") },
        RulingAction::Replay { game: key("1.1.1.1") },
        RulingAction::Undo { ruling: 1 },
    ];
    let rulings: Vec<Ruling> =
        orders.into_iter().map(|order| Ruling { since, order, reason: format!("{order:?}") }).collect();
    for (number, ruling) in (1..).zip(&rulings) {
        assert_eq!(ledger.sealed_stages().unwrap().len(), usize::from(number < 3));
        assert_eq!(ledger.add_ruling(ruling).unwrap(), number);
    }
    drop(ledger);
    let ledger = Ledger::open_read_only(&folder).unwrap();
    assert_eq!(ledger.rulings().unwrap().as_slice(), rulings);
    assert_eq!(ledger.check().unwrap(), Vec::<String>::new());
}

#[test]
fn an_adopted_change_replaces_what_the_run_plays_from_and_is_written_down() {
    let temp = tempfile::tempdir().unwrap();
    let (folder, mut ledger) = begin(&temp.path().join("run"));
    commit(&mut ledger, &[full_match("1.1.1.1"), full_match("2.1.1.1")]).unwrap();
    ledger.seal(0).unwrap();
    ledger.seal(1).unwrap();
    let before = header().toml;
    let mut header = header();
    header.toml.push_str("# one more\n");
    let identity = ledger.identity().unwrap();
    let (module, hash) = (b"another".as_slice(), Hash::digest(b"another"));
    let mut entrants = entrants();
    entrants[1].joined = 1;
    entrants[1].module = Some(hash);
    let files = [("other.txt".to_owned(), "three\n".to_owned())].into();
    let changes = vec!["entrant 2 is new".to_owned(), "`date` is \"today\"".to_owned()];
    let adoption = Adoption { changes, matches: 2, rulings: 0, before };
    let inputs = Inputs { header: &header, entrants: &entrants, modules: &[(hash, module)], files: &files };
    ledger.adopt(&adoption, inputs, Some(1)).unwrap();
    drop(ledger);
    let ledger = Ledger::open(&folder).unwrap();
    assert_eq!(ledger.header().unwrap(), header);
    assert_eq!(ledger.identity().unwrap(), identity);
    assert_eq!(ledger.entrants().unwrap(), entrants);
    assert_eq!(ledger.files().unwrap(), files);
    assert_eq!(ledger.adoptions().unwrap(), [adoption]);
    assert_eq!(ledger.sealed_stages().unwrap(), [0]);
    assert_eq!(ledger.match_count().unwrap(), 2);
    // The bots that have played are still there.
    for bytes in [MODULE, module] {
        assert_eq!(ledger.module(Hash::digest(bytes)).unwrap().unwrap(), bytes);
    }
    assert_eq!(ledger.check().unwrap(), Vec::<String>::new());
}
