//! Encoded matches decode to the same; other bytes do no harm.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use game::{Action, Outcome, PerSeat, Seat};
use proptest::collection::vec;
use proptest::prelude::*;
use referee::{Played, Ticks};
use replay::archive::{ArchiveError, Row, Times, VERSION, decode, encode};
use tournament::{EntrantId, MatchKey};

/// Numbers of all sizes, small ones included.
fn numbers() -> impl Strategy<Value = u64> + Clone {
    (any::<u64>(), 0..64_u32).prop_map(|(number, shift)| number >> shift)
}

fn pairs<T: std::fmt::Debug>(of: impl Strategy<Value = T> + Clone) -> impl Strategy<Value = PerSeat<T>> {
    (of.clone(), of).prop_map(|(first, second)| PerSeat::new(first, second))
}

fn keys() -> impl Strategy<Value = MatchKey> {
    (0..127_u16, 0..1_u32 << 20, 0..1_u32 << 20, 0..1_u16 << 12, any::<bool>()).prop_map(
        |(stage, round, pairing, game, again)| {
            let key = MatchKey::new(stage, round, pairing, game).unwrap();
            if again { key.again().unwrap() } else { key }
        },
    )
}

fn entries() -> impl Strategy<Value = Vec<Played>> {
    let entry = (any::<bool>(), any::<bool>(), any::<bool>(), 0..32_u8, numbers(), numbers());
    vec(entry, 0..30).prop_map(|raw| {
        let mut played: Vec<Played> = Vec::new();
        for (second, offered, same, kind, payload, spent) in raw {
            let seat = if second { Seat::Second } else { Seat::First };
            let ply = played.last().map_or(0, |last| last.ply + u32::from(!(same && second)));
            let action = Action::new(kind, payload >> 16);
            played.push(Played { ply, seat, action, spent: Ticks(spent), offered });
        }
        played
    })
}

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let starts = prop_oneof![
        4 => Just(None),
        1 => "[a-z/ é]{0,9}".prop_map(|text| Some(Arc::from(text))),
    ];
    let outcomes =
        prop_oneof![Just(Outcome::Draw), Just(Outcome::Win(Seat::First)), Just(Outcome::Win(Seat::Second))];
    let facts = (outcomes, numbers(), any::<bool>(), numbers());
    let totals = (pairs(vec(any::<i64>(), 0..4)), pairs(numbers()), pairs(numbers()));
    let row = (keys(), pairs(0..5_u32), starts, facts, totals, entries()).prop_map(
        |(key, entrants, start, (outcome, reason, counts, plies), (metrics, spent, memory), played)| Row {
            key,
            entrants: entrants.map(EntrantId),
            start,
            outcome,
            reason: (reason >> 32) as u32,
            counts,
            plies: (plies >> 32) as u32,
            metrics,
            spent: spent.map(Ticks),
            memory,
            played,
        },
    );
    vec(row, 0..12)
}

/// The row without the times of its actions.
fn timeless(row: &Row) -> Row {
    let mut row = row.clone();
    row.played.iter_mut().for_each(|played| played.spent = Ticks::ZERO);
    row
}

/// The number of decoded values.
fn values(rows: &[Row]) -> usize {
    let of = |row: &Row| 1 + row.played.len() + row.metrics.0[0].len() + row.metrics.0[1].len();
    rows.iter().map(of).sum()
}

proptest! {
    #[test]
    fn matches_round_trip(rows in rows()) {
        prop_assert_eq!(decode(&encode(&rows, Times::Exact)), Ok(rows));
    }

    #[test]
    fn rounding_makes_the_times_of_actions_shorter_and_nothing_else(rows in rows()) {
        let rounded = decode(&encode(&rows, Times::Rounded)).unwrap();
        prop_assert_eq!(rounded.len(), rows.len());
        for (rounded, row) in rounded.iter().zip(&rows) {
            prop_assert_eq!(timeless(rounded), timeless(row));
            for (rounded, played) in rounded.played.iter().zip(&row.played) {
                prop_assert!(rounded.spent <= played.spent);
                prop_assert!(played.spent.0 - rounded.spent.0 <= played.spent.0 / 5);
            }
        }
        prop_assert_eq!(decode(&encode(&rounded, Times::Rounded)), Ok(rounded));
    }

    #[test]
    fn an_archive_cut_short_is_refused(rows in rows(), cut in any::<prop::sample::Index>()) {
        let bytes = encode(&rows, Times::Exact);
        prop_assert!(decode(&bytes[..cut.index(bytes.len())]).is_err());
        let longer = [&bytes[..], &[0]].concat();
        prop_assert_eq!(decode(&longer), Err(ArchiveError::Surplus { column: "end" }));
    }

    #[test]
    fn what_damage_leaves_readable_is_no_larger_than_the_bytes(
        rows in rows(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut bytes = encode(&rows, Times::Exact);
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Ok(found) = decode(&bytes) {
            prop_assert!(values(&found) <= bytes.len());
            prop_assert_eq!(decode(&encode(&found, Times::Exact)), Ok(found));
        }
    }

    #[test]
    fn noise_never_panics(noise in vec(any::<u8>(), 0..300), rounded in 0..2_u8) {
        let _ = decode(&noise);
        let bytes = [&[VERSION, rounded], &noise[..]].concat();
        if let Ok(found) = decode(&bytes) {
            prop_assert!(values(&found) <= bytes.len());
        }
    }
}

#[test]
fn a_number_of_matches_that_the_bytes_cannot_hold_allocates_nothing() {
    // 2^63 matches in a column of two bytes.
    let bytes = [VERSION, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 2, 0, 0];
    assert_eq!(decode(&bytes), Err(ArchiveError::Invalid { column: "key" }));
}

#[test]
fn other_versions_are_refused_by_name() {
    assert_eq!(decode(&[]), Err(ArchiveError::UnknownVersion { found: None }));
    let error = decode(&[9, 0, 0]).unwrap_err();
    assert_eq!(error.to_string(), "the archive's version is 9; only 1 is known here");
}
