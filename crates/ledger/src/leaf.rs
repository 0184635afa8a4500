//! A match in the tree of its stage.

use game::Seat;
use referee::MatchSeed;
use tournament::{MatchKey, RunSeed, match_seed};

use crate::LedgerError;
use crate::merkle_tree::leaf;
use crate::salts::Salts;
use crate::seal;
use crate::stage_seals::MatchHashes;

/// Passes on the hashes of matches in batches.
pub type HashesFeed<'a> = dyn FnMut(&mut dyn FnMut(Vec<MatchHashes>)) -> Result<(), LedgerError> + 'a;

/// The computation of a stage's leaves. A leaf depends only on the hashes of its match, so any thread may compute it.
pub struct LeafWork<'a> {
    /// Passes on the hashes of all matches in schedule order.
    pub feed: &'a mut HashesFeed<'a>,
    /// Computes the leaves of a batch.
    pub make: &'a (dyn Fn(Vec<MatchHashes>) -> Vec<[u8; 32]> + Sync + 'a),
    /// Receives the leaves of each batch, in the order in which the batches were passed on.
    pub take: &'a mut (dyn FnMut(Vec<[u8; 32]>) + Send + 'a),
}

impl LeafWork<'_> {
    /// Computes the leaves on this thread.
    pub(crate) fn here(self) -> Result<(), LedgerError> {
        let LeafWork { feed, make, take } = self;
        feed(&mut |hashes| take(make(hashes)))
    }
}

/// Returns the leaf of a match in the tree of its stage.
pub(crate) fn leaf_of(hashes: &MatchHashes, seed: RunSeed, salts: &Salts) -> [u8; 32] {
    let match_seed = MatchSeed::new(match_seed(seed, hashes.key));
    let mut name = before_seat(hashes.key);
    let start = name.len();
    let part = |seat| {
        name.truncate(start);
        name.push(digit(seat));
        salts.commitment(&name, &part_of(hashes, &match_seed, seat))
    };
    leaf(hashes.key, &hashes.row, &Seat::BOTH.map(part))
}

/// Returns the committed content of a seat's part of a match: its dice, its failure and its log.
pub(crate) fn part(hashes: &MatchHashes, seed: RunSeed, seat: Seat) -> [u8; 32] {
    part_of(hashes, &MatchSeed::new(match_seed(seed, hashes.key)), seat)
}

fn part_of(hashes: &MatchHashes, seed: &MatchSeed, seat: Seat) -> [u8; 32] {
    let at = seat.index();
    let dice = seed.seat_key(seat);
    seal::of_part((hashes.key, at), &dice, hashes.failures[at].as_ref(), hashes.logs[at].as_ref())
}

/// Returns the name under which that part is committed.
pub(crate) fn part_name(key: MatchKey, seat: Seat) -> String {
    let mut name = before_seat(key);
    name.push(digit(seat));
    name
}

fn before_seat(key: MatchKey) -> String {
    format!("match {key} seat ")
}

const fn digit(seat: Seat) -> char {
    match seat {
        Seat::First => '0',
        Seat::Second => '1',
    }
}
