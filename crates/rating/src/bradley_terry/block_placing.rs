//! The placement of players that the likelihood alone does not place.
//!
//! Players who scored against one another form a block and are fitted together; any other player is a block alone. If
//! one block took every point from another, the likelihood increases without bound as they move apart; if they never
//! met, it is flat. Therefore blocks are placed as a whole, by the games between them and by virtual games of every
//! player against an average player of the largest block, which stays fixed: players that lost every game to it do not
//! affect it.

use std::cell::OnceCell;
use std::cmp::Ordering;

use super::PRIOR;
use super::block::Block;
use super::errors::Spread;
use super::likelihood::{DrawTerm, Likelihood, Terms};
use super::newton;
use crate::results::Player;
use crate::scale::round6;
use crate::table::{Meeting, Meetings, Table};

/// Blocks with their positions.
#[derive(Clone)]
pub(super) struct Placing {
    /// The offset added to the strengths of each block.
    pub(super) offsets: Vec<f64>,
    /// The reference blocks: the largest, or all of its size, or the one with anchors.
    pub(super) reference: Vec<usize>,
    /// The blocks whose seat and draw terms hold between blocks.
    pub(super) common: Vec<usize>,
    /// The average terms of these blocks.
    pub(super) terms: Terms,
    pub(super) log_likelihood: f64,
    pub(super) steps: usize,
    spread: Option<Spread>,
}

impl Placing {
    /// Returns the placement of a single block with these terms.
    pub(super) fn alone(terms: Terms) -> Self {
        Self {
            offsets: vec![0.0],
            reference: vec![0],
            common: vec![0],
            terms,
            log_likelihood: 0.0,
            steps: 0,
            spread: None,
        }
    }

    /// Places blocks by the games between them, and by [`PRIOR`] virtual wins and as many losses of every player.
    ///
    /// `home` contains the block of each player, and the index within it.
    pub(super) fn new(table: &Table, blocks: &[Block], home: &[Option<(usize, usize)>]) -> Self {
        let reference = reference(blocks);
        let most = of_most_games(blocks);
        let Terms { seat, nu } = common_terms(&most).unwrap_or_default();
        let mut meetings = Vec::new();
        let mut shifts = Vec::new();
        for meeting in table.meetings() {
            let homes = (home[meeting.low.index()], home[meeting.high.index()]);
            let (Some((low, i)), Some((high, j))) = homes else { continue };
            if low != high {
                meetings.push(Meeting { low: Player::from(low), high: Player::from(high), ..meeting });
                shifts.push(blocks[low].strengths[i] - blocks[high].strengths[j]);
            }
        }
        let given: Vec<Option<f64>> = (0..blocks.len())
            .map(|block| (reference[..] == [block] || blocks[block].is_anchored).then_some(0.0))
            .collect();
        let behind: Vec<Vec<f64>> = blocks.iter().map(|block| block.strengths.clone()).collect();
        let likelihood = Likelihood {
            meetings: Meetings::listed(&meetings),
            ends: OnceCell::new(),
            shifts: &shifts,
            shares: &[],
            involved: &vec![true; blocks.len()],
            given: &given,
            seat: true,
            draws: DrawTerm::given(nu),
            terms: Some(Terms { seat, nu }),
            prior: PRIOR,
            behind: &behind,
            beliefs: &[],
        };
        let maximum = newton::maximum(&likelihood);
        let spread = Spread::from_information(&likelihood, &maximum.slope.information, 0.0);
        let mut offsets = maximum.point[..blocks.len()].to_vec();
        centre(&mut offsets, blocks, &reference);
        Self {
            offsets,
            reference,
            common: most.into_iter().map(|(number, _)| number).collect(),
            terms: Terms { seat, nu },
            log_likelihood: maximum.slope.log_likelihood,
            steps: maximum.steps,
            spread,
        }
    }

    /// Returns the variance of a block's position; `None` if it is not determined.
    pub(super) fn variance(&self, block: usize) -> Option<f64> {
        if self.offsets.len() == 1 {
            return Some(0.0);
        }
        self.spread.as_ref().map(|spread| spread.variances()[block].max(0.0))
    }

    /// Returns the variance of the distance between two blocks.
    pub(super) fn variance_between(&self, a: usize, b: usize) -> Option<f64> {
        self.spread.as_ref().map(|spread| spread.variance_between(a, b).max(0.0))
    }
}

/// Returns the reference blocks: the one with anchors, or the largest with seat and draw terms of their own, or all of
/// its size.
fn reference(blocks: &[Block]) -> Vec<usize> {
    let numbers = 0..blocks.len();
    if let Some(anchored) = numbers.clone().find(|&block| blocks[block].is_anchored) {
        return vec![anchored];
    }
    let size = |block: &Block| if block.has_own_terms { block.members.len() } else { 0 };
    let largest = blocks.iter().map(size).max().unwrap_or(0);
    numbers.filter(|&block| size(&blocks[block]) == largest).collect()
}

/// Returns the block with the most games and with seat and draw terms of its own. Ties are broken by the greatest
/// likelihood. All blocks that are equal in that are returned, so that neither the players' indices nor the names of
/// the seats matter.
pub(super) fn of_most_games<'a>(blocks: impl IntoIterator<Item = &'a Block>) -> Vec<(usize, &'a Block)> {
    let mut most: Vec<(usize, &Block)> = Vec::new();
    for (number, block) in blocks.into_iter().enumerate() {
        let order = most.first().map_or(Ordering::Greater, |(_, best)| {
            let likelihood = round6(block.log_likelihood).total_cmp(&round6(best.log_likelihood));
            (block.has_own_terms, block.games).cmp(&(best.has_own_terms, best.games)).then(likelihood)
        });
        match order {
            Ordering::Less => continue,
            Ordering::Equal => {}
            Ordering::Greater => most.clear(),
        }
        most.push((number, block));
    }
    most
}

/// Returns the average seat and draw terms of equivalent blocks; `None` without blocks.
pub(super) fn common_terms(blocks: &[(usize, &Block)]) -> Option<Terms> {
    let average = |term: fn(&Terms) -> f64| {
        blocks.iter().map(|(_, block)| term(&block.terms)).sum::<f64>() / blocks.len() as f64
    };
    (!blocks.is_empty()).then(|| Terms { seat: average(|terms| terms.seat), nu: average(|terms| terms.nu) })
}

/// Makes the average of the players in the reference blocks zero, unless their strengths are given.
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
