//! Encoding matches into columns.

use std::collections::BTreeMap;

use game::{PerSeat, Seat};
use referee::Played;
use referee::leb128::push;

use crate::archive::columns::{numbers, push_column, zigzag};
use crate::archive::heads::{ActionHead, MatchHead};
use crate::archive::row::by_entrant;
use crate::archive::times::{class, rounded};
use crate::archive::{Row, Times, VERSION};

/// Encodes some matches.
///
/// [`decode`](crate::archive::decode()) returns the same matches, except that [`Times::Rounded`] rounds the time of every
/// action down. The total time of a seat stays exact.
pub fn encode(rows: &[Row], times: Times) -> Vec<u8> {
    let mut bytes = vec![VERSION, u8::from(times == Times::Rounded)];
    push(&mut bytes, rows.len() as u64);
    matches(rows, times, &mut bytes);
    starts(rows, &mut bytes);
    metrics(rows, &mut bytes);
    actions(rows, times, &mut bytes);
    bytes
}

fn matches(rows: &[Row], times: Times, bytes: &mut Vec<u8>) {
    let mut before = 0;
    let keys = rows.iter().map(|row| {
        let key = row.key.packed() as u64;
        let step = key.wrapping_sub(before);
        before = key;
        step
    });
    push_column(bytes, &numbers(keys));
    for seat in Seat::BOTH {
        push_column(bytes, &numbers(rows.iter().map(|row| u64::from(row.entrants[seat].0))));
    }
    let heads: Vec<u8> = rows.iter().map(|row| MatchHead::from_row(row).byte()).collect();
    push_column(bytes, &heads);
    push_column(bytes, &numbers(rows.iter().map(|row| u64::from(row.reason))));
    for seat in Seat::BOTH {
        push_column(bytes, &numbers(rows.iter().map(|row| row.memory[seat])));
    }
    let told = match times {
        Times::Exact => |ticks| ticks,
        Times::Rounded => rounded,
    };
    let acting: Vec<PerSeat<u64>> = rows.iter().map(|row| row.acting(told)).collect();
    for seat in Seat::BOTH {
        let more = rows.iter().zip(&acting).map(|(row, acting)| row.spent[seat].0.wrapping_sub(acting[seat]));
        push_column(bytes, &numbers(more));
    }
    let more = rows.iter().map(|row| u64::from(row.plies.wrapping_sub(row.acted())));
    push_column(bytes, &numbers(more));
}

/// Writes the texts of start positions, each once, and the text's index for each match that has one.
fn starts(rows: &[Row], bytes: &mut Vec<u8>) {
    let mut texts: Vec<&str> = Vec::new();
    let mut known: BTreeMap<&str, u64> = BTreeMap::new();
    let which = rows.iter().filter_map(|row| row.start.as_deref()).map(|text| {
        *known.entry(text).or_insert_with(|| {
            texts.push(text);
            texts.len() as u64 - 1
        })
    });
    let which = numbers(which);
    let mut column = Vec::new();
    for text in texts {
        push_column(&mut column, text.as_bytes());
    }
    push_column(bytes, &column);
    push_column(bytes, &which);
}

/// Writes the number of metrics per match, then the first metric of all matches, then the second, and so on.
fn metrics(rows: &[Row], bytes: &mut Vec<u8>) {
    for seat in Seat::BOTH {
        push_column(bytes, &numbers(rows.iter().map(|row| row.metrics[seat].len() as u64)));
        let most = rows.iter().map(|row| row.metrics[seat].len()).max().unwrap_or(0);
        let values = (0..most)
            .flat_map(|metric| rows.iter().filter_map(move |row| row.metrics[seat].get(metric)))
            .map(|&value| zigzag(value));
        push_column(bytes, &numbers(values));
    }
}

fn actions(rows: &[Row], times: Times, bytes: &mut Vec<u8>) {
    push_column(bytes, &numbers(rows.iter().map(|row| row.played.len() as u64)));
    let heads: Vec<u8> = rows.iter().flat_map(heads).collect();
    push_column(bytes, &heads);
    // The other columns use the order of entrants, which jumps from match to match; collect it once for all of them.
    let mut played: Vec<&Played> = Vec::with_capacity(heads.len());
    for (_, row, seat) in by_entrant(rows.iter().map(|row| row.entrants)) {
        played.extend(rows[row].played.iter().filter(|played| played.seat == seat));
    }
    push_column(bytes, &played.iter().map(|played| played.action.kind()).collect::<Vec<u8>>());
    let width = width(played.iter().fold(0, |all, played| all | played.action.payload()));
    bytes.push(width as u8);
    let mut payloads = Vec::with_capacity(width * played.len());
    for played in &played {
        payloads.extend_from_slice(&played.action.payload().to_le_bytes()[..width]);
    }
    push_column(bytes, &payloads);
    let spent = played.iter().map(|played| played.spent);
    match times {
        Times::Exact => push_column(bytes, &numbers(spent.map(|ticks| ticks.0))),
        Times::Rounded => push_column(bytes, &spent.map(class).collect::<Vec<u8>>()),
    }
}

/// Returns the heads of a match's actions.
fn heads(row: &Row) -> impl Iterator<Item = u8> {
    let mut before: Option<&Played> = None;
    row.played.iter().map(move |played| ActionHead::new(played, before.replace(played)).byte())
}

/// Returns the number of bytes that a payload needs.
const fn width(payload: u64) -> usize {
    (u64::BITS - payload.leading_zeros()).div_ceil(8) as usize
}
