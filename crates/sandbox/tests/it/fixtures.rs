//! Checks that every hostile bot of `tests/hostile` does what its first line says: `plays`, `fault: …` or `refused:
//! …`.

use crate::common;

use std::collections::BTreeSet;
use std::path::Path;

use common::{admit, against_first, hostile};
use game::Seat;
use referee::{Clock, Fault, Limits, Reason, Ticks, TrapKind};

/// Tight limits, so that the tests are quick.
fn limits() -> Limits {
    let clock = Clock { per_move: Some(Ticks::from_millis(5)), ..Clock::default() };
    Limits { start: Ticks(10_000_000), memory: 2 << 20, ..Limits::default() }.with_clock(clock)
}

/// Returns all fixtures: name, and the expectation in the first line.
fn fixtures() -> Vec<(String, String)> {
    let mut fixtures: Vec<(String, String)> = std::fs::read_dir(hostile())
        .expect("the folder of hostile bots")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "wat"))
        .map(|path| (stem(&path), expectation(&path)))
        .collect();
    fixtures.sort();
    fixtures
}

fn stem(path: &Path) -> String {
    path.file_stem().expect("a name").to_string_lossy().into_owned()
}

fn expectation(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("readable");
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix(";; ").unwrap_or_else(|| panic!("{}: no expectation", path.display())).to_owned()
}

fn expected<'a>(fixtures: &'a [(String, String)], kind: &str) -> impl Iterator<Item = (&'a str, &'a str)> {
    fixtures.iter().filter_map(move |(name, expectation)| {
        let rest = expectation.strip_prefix(kind)?;
        Some((name.as_str(), rest.trim_start_matches([':', ' '])))
    })
}

#[test]
fn every_fixture_has_an_expectation_that_is_known() {
    for (name, expectation) in fixtures() {
        let known = ["plays", "fault: ", "refused: "].iter().any(|kind| expectation.starts_with(kind));
        assert!(known, "{name}: {expectation}");
    }
}

#[test]
fn bots_that_play_lose_or_win_by_the_rules() {
    for (name, _) in expected(&fixtures(), "plays") {
        for _ in 0..2 {
            let record = against_first(&common::bot(name), &limits());
            let reason = record.verdict.reason;
            assert!(matches!(reason, Reason::Rules { .. }), "{name}: {reason}: {:?}", record.losses);
        }
    }
}

#[test]
fn faulty_bots_lose_by_the_fault_that_they_name_and_do_it_again() {
    for (name, fault) in expected(&fixtures(), "fault") {
        let fault: Fault = fault.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        if fault == Fault::Slow {
            continue; // Played in a test of its own, with a guard that is tighter.
        }
        let bot = common::bot(name);
        let record = against_first(&bot, &limits());
        assert_eq!(
            record.verdict.reason,
            Reason::Forfeit { seat: Seat::First, fault },
            "{name}: {:?}",
            record.losses
        );
        assert!(!common::loss(&record).failure.detail.is_empty(), "{name}: no detail");
        assert_eq!(against_first(&bot, &limits()), record, "{name}: the second match differs");
    }
}

#[test]
fn refused_bots_are_told_why() {
    for (name, reason) in expected(&fixtures(), "refused") {
        let refusal = admit(&common::fixture(name)).expect_err(name);
        let text = refusal.to_string();
        assert!(text.contains(reason), "{name}: `{text}` does not say `{reason}`");
        assert!(refusal.objections().iter().all(|objection| !objection.advice().is_empty()));
    }
}

#[test]
fn every_fault_has_a_fixture() {
    let fixtures = fixtures();
    let named: BTreeSet<Fault> =
        expected(&fixtures, "fault").filter_map(|(_, fault)| fault.parse().ok()).collect();
    for fault in Fault::all() {
        // No instruction of the profile causes a trap without a name. If wasmtime added one, it would be the bot's
        // fault under this name, not the host's failure.
        assert!(
            named.contains(&fault) || fault == Fault::Trap(TrapKind::Other),
            "{fault} has no hostile bot"
        );
    }
}
