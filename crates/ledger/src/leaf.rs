//! A match in the tree of its stage.

use game::Seat;
use referee::MatchSeed;
use tournament::{MatchKey, RunSeed, match_seed};

use crate::salts::Salts;
use crate::seal;
use crate::stage_seals::WholeHashes;
use crate::tree::leaf;

/// The leaf of a match in the tree of its stage.
pub(crate) fn leaf_of(hashes: &WholeHashes, seed: RunSeed, salts: &Salts) -> [u8; 32] {
    let part = |seat| salts.commitment(&part_name(hashes.key, seat), &part(hashes, seed, seat));
    leaf(hashes.key, &hashes.row, &Seat::BOTH.map(part))
}

/// What a seat's part of a match commits to: its dice, how it failed and what it logged.
pub(crate) fn part(hashes: &WholeHashes, seed: RunSeed, seat: Seat) -> [u8; 32] {
    let dice = MatchSeed::new(match_seed(seed, hashes.key)).seat_key(seat);
    let at = seat.index();
    seal::of_part((hashes.key, at), &dice, hashes.failures[at].as_ref(), hashes.logs[at].as_ref())
}

/// The name under which that part is committed to.
pub(crate) fn part_name(key: MatchKey, seat: Seat) -> String {
    format!("match {key} seat {}", seat.index())
}
