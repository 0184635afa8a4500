//! The division of players into blocks that are fitted together.

use crate::bradley_terry::block::{Block, Field};
use crate::bradley_terry::block_placing;
use crate::bradley_terry::likelihood::Terms;
use crate::bradley_terry::{Draws, Options};
use crate::connections::Connections;
use crate::note::PriorReason;
use crate::results::Player;
use crate::table::Table;

/// Returns the blocks: those who scored against one another form a block, and every other player is alone. If all are
/// alone, all form one block with the prior, and the reason is returned.
pub(super) fn blocks(
    table: &Table,
    options: &Options,
    given: &[Option<f64>],
    involved: &[Player],
    connections: &Connections,
) -> (Vec<Block>, Option<PriorReason>) {
    if involved.is_empty() {
        return (Vec::new(), None);
    }
    let mut groups = vec![Vec::new(); connections.groups];
    for &player in involved {
        groups[connections.group[player.index()].unwrap_or(0)].push(player);
    }
    let given_of =
        |members: &[Player]| -> Vec<_> { members.iter().map(|member| given[member.index()]).collect() };
    let fitted = |members: &Vec<Player>, terms: Option<Terms>| {
        let table = table.among(members);
        let field = Field { members: members.clone(), table: &table, given: &given_of(members), terms };
        if table.meetings().len() == 0 { None } else { Block::by_likelihood(field, options) }
    };
    let by_prior = |members: &[Player], reason: PriorReason| {
        let (table, given) = (table.among(members), given_of(members));
        let field = Field { members: members.to_vec(), table: &table, given: &given, terms: None };
        Block::with_prior(field, options, reason)
    };
    let mut found: Vec<Option<Block>> = groups.iter().map(|group| fitted(group, None)).collect();
    let common = block_placing::common_terms(&block_placing::of_most_games(found.iter().flatten()));
    if common.is_none() && groups.iter().all(|group| group.len() == 1) {
        let reason = if connections.islands > 1 { PriorReason::Islands } else { PriorReason::OneSided };
        return (vec![by_prior(involved, reason)], Some(reason));
    }
    if common.is_none() {
        // No block has a maximum. Players who scored against one another still form a group that the others do not
        // affect.
        for (group, found) in groups.iter().zip(&mut found).filter(|(group, _)| group.len() > 1) {
            let is_drawn = options.draws == Draws::Davidson && is_all_drawn(&table.among(group));
            let reason = if is_drawn { PriorReason::OnlyDraws } else { PriorReason::Unbounded };
            *found = Some(by_prior(group, reason));
        }
    }
    // Some players scored against one another and still have no maximum: they only drew, or the first seat always won.
    // Seat and draw terms of the other blocks determine their ratings.
    for (group, found) in groups.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
        *found = common.and_then(|terms| fitted(group, Some(terms)));
    }
    let mut blocks = Vec::new();
    for (group, found) in groups.into_iter().zip(found) {
        match found {
            Some(block) => blocks.push(block),
            None => {
                blocks.extend(group.into_iter().map(|player| Block::single(player, given[player.index()])));
            }
        }
    }
    (blocks, None)
}

fn is_all_drawn(table: &Table) -> bool {
    table.scores().iter().all(|score| score.wins == 0)
}
