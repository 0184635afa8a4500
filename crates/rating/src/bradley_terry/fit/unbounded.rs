//! The directions in which the results leave players' ratings unbounded.

use std::collections::BTreeMap;

use crate::bradley_terry::block::Block;
use crate::bradley_terry::block_placing::Placing;
use crate::connections::Connections;
use crate::note::OpenSide;
use crate::results::Player;
use crate::table::Table;

/// Returns the direction in which the results leave each player outside the reference blocks unbounded.
pub(super) fn open(
    table: &Table,
    fixed: &[Player],
    blocks: &[Block],
    placing: &Placing,
    home: &[Option<(usize, usize)>],
) -> Vec<Option<OpenSide>> {
    let mut settled: Vec<bool> =
        home.iter().map(|home| home.is_none_or(|(block, _)| placing.reference[..] == [block])).collect();
    for player in fixed {
        settled[player.index()] = true;
    }
    if settled.iter().all(|settled| *settled) {
        return vec![None; table.players()];
    }
    // If several blocks are equivalent, each is unbounded relative to all the others.
    let others = |own: usize| -> Vec<Player> {
        let blocks = placing.reference.iter().filter(|&&block| block != own).map(|&block| &blocks[block]);
        blocks.flat_map(|block| block.members.iter().copied()).collect()
    };
    let reach = |to: &[Player]| (Connections::above(table, fixed, to), Connections::below(table, fixed, to));
    let to_all = reach(&others(blocks.len()));
    let mut to_others = BTreeMap::new();
    for &block in placing.reference.iter().filter(|_| placing.reference.len() > 1) {
        to_others.insert(block, reach(&others(block)));
    }
    home.iter()
        .zip(settled)
        .enumerate()
        .map(|(player, (home, settled))| {
            let (block, _) = home.filter(|_| !settled)?;
            let (above, below) = to_others.get(&block).unwrap_or(&to_all);
            Some(direction(above[player], below[player]))
        })
        .collect()
}

/// Returns the direction in which the results leave each player unbounded, if virtual games place all players.
pub(super) fn open_without_reference(
    table: &Table,
    fixed: &[Player],
    connections: &Connections,
) -> Vec<Option<OpenSide>> {
    let mut scored = vec![false; connections.groups];
    let mut conceded = vec![false; connections.groups];
    for meeting in table.meetings() {
        let groups = (connections.group[meeting.low.index()], connections.group[meeting.high.index()]);
        let (Some(low), Some(high)) = groups else { continue };
        if low != high {
            // All points between two groups went one way.
            let (winner, loser) = if meeting.score().wins > 0 { (low, high) } else { (high, low) };
            scored[winner] = true;
            conceded[loser] = true;
        }
    }
    (0..table.players())
        .map(|player| {
            let group = connections.group[player]?;
            let is_fixed = fixed.iter().any(|fixed| fixed.index() == player);
            (!is_fixed).then(|| direction(scored[group], conceded[group]))
        })
        .collect()
}

fn direction(above: bool, below: bool) -> OpenSide {
    match (above, below) {
        (true, false) => OpenSide::Above,
        (false, true) => OpenSide::Below,
        _ => OpenSide::Both,
    }
}
