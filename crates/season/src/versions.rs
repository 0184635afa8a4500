//! The versions of a season, a line each.

use rating::bradley_terry::Estimate;
use rating::results::Player;
use rating::table::{Table, Tally};

use crate::fit::SeasonFit;
use crate::season_facts::{Bot, Season};

/// A version that has played.
#[derive(Clone, Debug, PartialEq)]
pub struct Version {
    /// The version's index among all versions.
    pub player: Player,
    /// The bot.
    pub bot: Bot,
    /// The number of the version among its bot's, from 1.
    pub number: usize,
    /// The first and the last cycle that it played in, from 1.
    pub cycles: [usize; 2],
    /// The results of its games that count, with copies counted once.
    pub score: Tally,
    /// Its rating.
    pub rating: Estimate,
    /// The Elo gain over its predecessor; `None` for a first version.
    pub change: Option<Estimate>,
}

/// Returns the versions that have played, by bot, each bot's in order.
///
/// # Panics
/// If the fit is of another season.
pub fn versions(season: &Season, fit: &SeasonFit) -> Vec<Version> {
    let scores = Table::counted(season.by_version()).scores();
    let played = cycles_played(season);
    let numbered = season.bots().flat_map(|bot| {
        let own = (1..).zip(season.versions_of(bot).iter().copied());
        own.map(move |(number, player)| (bot, number, player))
    });
    let lines = numbered.filter_map(|(bot, number, player)| {
        Some(Version {
            player,
            bot,
            number,
            cycles: played[player.index()]?,
            score: scores[player.index()],
            rating: fit.versions[player.index()],
            change: season.before(player).map(|before| fit.gap(player, before)),
        })
    });
    lines.collect()
}

/// Returns the first and the last cycle of each version, from 1; `None` for versions that have not played.
fn cycles_played(season: &Season) -> Vec<Option<[usize; 2]>> {
    let mut played: Vec<Option<[usize; 2]>> = vec![None; season.versions().len()];
    for (cycle, (_, games)) in (1..).zip(season.cycles()) {
        for version in games.iter().flat_map(|game| [game.first, game.second]) {
            let first = played[version.index()].map_or(cycle, |[first, _]| first);
            played[version.index()] = Some([first, cycle]);
        }
    }
    played
}

#[cfg(test)]
mod tests {
    use rating::results::{MatchResult, Score};

    use super::*;
    use crate::{Cycle, fit};

    #[test]
    fn versions_are_numbered_by_bot_and_know_their_cycles() {
        let game = |first: usize, second: usize, score| MatchResult::new(first, second, score);
        let cycles = vec![
            Cycle { at: 0, games: vec![game(0, 1, Score::Loss), game(1, 0, Score::Win)] },
            Cycle { at: 1, games: vec![game(0, 1, Score::Draw)] },
            Cycle { at: 2, games: vec![game(3, 1, Score::Win), game(1, 3, Score::Loss)] },
        ];
        // Version 2 is bot 0's and never played.
        let season = Season::new(2, [0, 1, 0, 0].map(Bot).to_vec(), cycles).unwrap();
        let fit = fit(&season);
        let lines = versions(&season, &fit);
        let told: Vec<_> =
            lines.iter().map(|line| (line.player.0, line.bot.0, line.number, line.cycles)).collect();
        assert_eq!(told, [(0, 0, 1, [1, 2]), (3, 0, 3, [3, 3]), (1, 1, 1, [1, 3])]);
        assert_eq!(lines[0].score, Tally { wins: 0, draws: 1, losses: 2 });
        assert_eq!((lines[0].change, lines[2].change), (None, None));
        let change = lines[1].change.unwrap();
        assert!(change.value > 0.0 && change.deviation.unwrap() > 0.0, "{change:?}");
    }
}
