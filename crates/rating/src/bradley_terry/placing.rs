//! Where players stand whom likelihood alone does not place.
//!
//! Players who scored against one another are a block, fitted together; one who did not is a block alone. Likelihood
//! rises for ever as two blocks move apart, if one took every point from the other, or does not say anything about it.
//! Therefore blocks are placed as a whole, by the games between them and by virtual games of every player against an
//! average player of the largest block, which stays where it is: nobody in it is moved by whoever lost everything to it.

use super::block::Block;
use super::errors::Spread;
use super::likelihood::{DrawTerm, Likelihood, Terms};
use super::newton;
use crate::results::Player;
use crate::table::{Meeting, Table};

/// Blocks in their places.
#[derive(Clone)]
pub(super) struct Placing {
    /// What is added to the strengths of each block.
    pub(super) offsets: Vec<f64>,
    /// The blocks that the others are placed by: the largest, or all of its size, or the one with anchors.
    pub(super) reference: Vec<usize>,
    /// The block whose seat advantage and draws hold between blocks.
    pub(super) terms: usize,
    pub(super) log_likelihood: f64,
    pub(super) steps: usize,
    spread: Option<Spread>,
}

impl Placing {
    /// One block, where it is.
    pub(super) fn alone() -> Self {
        Self { offsets: vec![0.0], reference: vec![0], terms: 0, log_likelihood: 0.0, steps: 0, spread: None }
    }

    /// Blocks by the games between them, and by `weight` virtual wins and as many losses of every player.
    ///
    /// `home` names the block of each player, and its place there.
    pub(super) fn of(table: &Table, blocks: &[Block], home: &[Option<(usize, usize)>], weight: f64) -> Self {
        let reference = reference(blocks);
        let terms = of_most_games(blocks).map_or(0, |(number, _)| number);
        let mut meetings = Vec::new();
        let mut shifts = Vec::new();
        for meeting in table.meetings() {
            let homes = (home[meeting.low.index()], home[meeting.high.index()]);
            let (Some((low, i)), Some((high, j))) = homes else { continue };
            if low != high {
                meetings.push(Meeting { low: Player::from(low), high: Player::from(high), ..*meeting });
                shifts.push(blocks[low].strengths[i] - blocks[high].strengths[j]);
            }
        }
        let given: Vec<Option<f64>> = (0..blocks.len())
            .map(|block| (reference[..] == [block] || blocks[block].is_anchored).then_some(0.0))
            .collect();
        let behind: Vec<Vec<f64>> = blocks.iter().map(|block| block.strengths.clone()).collect();
        let Terms { seat, nu } = blocks[terms].terms;
        let likelihood = Likelihood {
            meetings: &meetings,
            shifts: &shifts,
            involved: &vec![true; blocks.len()],
            given: &given,
            seat: true,
            draws: DrawTerm::given(nu),
            terms: Some(Terms { seat, nu }),
            prior: weight,
            behind: &behind,
        };
        let maximum = newton::maximum(&likelihood);
        let spread = Spread::of(&likelihood, &maximum.slope.information, 0.0);
        let mut offsets = maximum.point[..blocks.len()].to_vec();
        centre(&mut offsets, blocks, &reference);
        Self {
            offsets,
            reference,
            terms,
            log_likelihood: maximum.slope.log_likelihood,
            steps: maximum.steps,
            spread,
        }
    }

    /// Variance of a block's place; `None` if it cannot be told.
    pub(super) fn variance(&self, block: usize) -> Option<f64> {
        if self.offsets.len() == 1 {
            return Some(0.0);
        }
        self.spread.as_ref().map(|spread| spread.variances()[block].max(0.0))
    }

    /// Variance of the distance between two blocks.
    pub(super) fn variance_between(&self, a: usize, b: usize) -> Option<f64> {
        self.spread.as_ref().map(|spread| spread.variance_between(a, b).max(0.0))
    }
}

/// The block with anchors, or the largest of those with a seat advantage and draws of their own, or all of its size.
fn reference(blocks: &[Block]) -> Vec<usize> {
    let numbers = 0..blocks.len();
    if let Some(anchored) = numbers.clone().find(|&block| blocks[block].is_anchored) {
        return vec![anchored];
    }
    let size = |block: &Block| if block.has_own_terms { block.members.len() } else { 0 };
    let largest = blocks.iter().map(size).max().unwrap_or(0);
    numbers.filter(|&block| size(&blocks[block]) == largest).collect()
}

/// The block with the most games that has seat advantage and draws of its own; of several, that of the greatest likelihood, then of the greatest seat advantage, so
/// that no numbering of the players matters.
pub(super) fn of_most_games<'a>(blocks: impl IntoIterator<Item = &'a Block>) -> Option<(usize, &'a Block)> {
    let compare = |one: &Block, other: &Block| {
        let games = (one.has_own_terms, one.games).cmp(&(other.has_own_terms, other.games));
        let likelihood = one.log_likelihood.total_cmp(&other.log_likelihood);
        let seat = one.terms.seat.total_cmp(&other.terms.seat);
        games.then(likelihood).then(seat).then(one.terms.nu.total_cmp(&other.terms.nu))
    };
    blocks.into_iter().enumerate().max_by(|(_, one), (_, other)| compare(one, other))
}

/// Makes the average of the players in the blocks of reference zero, unless their strengths are given.
fn centre(offsets: &mut [f64], blocks: &[Block], reference: &[usize]) {
    if reference.iter().any(|&block| blocks[block].is_anchored) {
        return;
    }
    let (mut total, mut count) = (0.0, 0);
    for &block in reference {
        total += blocks[block].strengths.iter().map(|strength| strength + offsets[block]).sum::<f64>();
        count += blocks[block].members.len();
    }
    for offset in offsets {
        *offset -= total / count as f64;
    }
}
