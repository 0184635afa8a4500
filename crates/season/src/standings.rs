//! The table of a season.

use rating::bkr;
use rating::bradley_terry::Estimate;
use rating::crosstable::head_to_head;
use rating::results::Player;
use rating::scale::Z95;
use rating::table::{Table, Tally};

use crate::fit::SeasonFit;
use crate::season_facts::{Bot, Season};

/// Seconds without a game after which a bot is inactive: 14 days. Its rating stays as it is.
pub const INACTIVE_AFTER: i64 = 14 * 24 * 60 * 60;

/// One bot's line in the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The bot.
    pub bot: Bot,
    /// The version that played last.
    pub current: Player,
    /// Its rating.
    pub rating: Estimate,
    /// The version with the highest rating among those that have played; of equal ones, the first.
    pub best: Player,
    /// The score in all games of all versions that count, with copies counted once.
    pub score: Tally,
    /// The time of the bot's last game, in seconds.
    pub last_played: i64,
    /// `true` if the last game was longer ago than [`INACTIVE_AFTER`].
    pub is_inactive: bool,
    /// The rating that the bot would have on the site where Tank Battle is played, over all versions; `None` without a
    /// game that counts there.
    pub bkr: Option<f64>,
    /// The bots whose current version is within the error of equal strength, the nearest first.
    pub alike: Vec<Bot>,
    /// The score against each opponent met, over all versions of both, by opponent.
    pub opponents: Vec<(Bot, Tally)>,
}

/// Returns the bots that have played, by descending rating of the current version, as of the time `at` in seconds.
///
/// # Panics
/// If the fit is of another season.
pub fn standings(season: &Season, fit: &SeasonFit, at: i64) -> Vec<Standing> {
    let last = last_played(season);
    let bkr = bkr::rate(season.by_bot()).players;
    let by_bot = Table::counted(season.by_bot());
    let of_bot = by_bot.scores();
    let has_played = played(season);
    let current: Vec<(Bot, Player)> =
        season.bots().filter_map(|bot| last[bot.index()].map(|(_, version)| (bot, version))).collect();
    let line = |bot: Bot| {
        let (last_played, version) = last[bot.index()]?;
        let rated = season.versions_of(bot).iter().copied().filter(|version| has_played[version.index()]);
        // The first of equal ones: `max_by` returns the last maximum, so the versions are reversed.
        let best = rated
            .rev()
            .max_by(|a, b| fit.versions[a.index()].value.total_cmp(&fit.versions[b.index()].value));
        let opponents = head_to_head(&by_bot, Player(bot.0)).into_iter();
        Some(Standing {
            bot,
            current: version,
            rating: fit.versions[version.index()],
            best: best.unwrap_or(version),
            score: of_bot[bot.index()],
            last_played,
            is_inactive: at - last_played > INACTIVE_AFTER,
            bkr: Some(&bkr[bot.index()]).filter(|rating| rating.games() > 0).map(|rating| rating.rating),
            alike: alike(fit, &current, version),
            opponents: opponents.map(|(other, tally)| (Bot(other.0), tally)).collect(),
        })
    };
    let mut lines: Vec<Standing> = season.bots().filter_map(line).collect();
    lines.sort_by(|a, b| b.rating.value.total_cmp(&a.rating.value).then(a.bot.cmp(&b.bot)));
    lines
}

/// Returns the time of each bot's last game, and the version that played it.
fn last_played(season: &Season) -> Vec<Option<(i64, Player)>> {
    let mut last = vec![None; season.bots().count()];
    for (at, games) in season.cycles() {
        for version in games.iter().flat_map(|game| [game.first, game.second]) {
            last[season.versions()[version.index()].index()] = Some((at, version));
        }
    }
    last
}

/// Returns `true` for each version that has played, including copies.
fn played(season: &Season) -> Vec<bool> {
    let mut played = vec![false; season.versions().len()];
    for game in season.by_version().matches() {
        played[game.first.index()] = true;
        played[game.second.index()] = true;
    }
    played
}

/// Returns the bots whose current version differs from this one by less than the error of the difference.
fn alike(fit: &SeasonFit, current: &[(Bot, Player)], version: Player) -> Vec<Bot> {
    let near = |&(bot, other): &(Bot, Player)| {
        let gap = fit.gap(version, other);
        let is_near = other != version && gap.value.abs() < Z95 * gap.deviation?;
        is_near.then_some((gap.value.abs(), bot))
    };
    let mut near: Vec<(f64, Bot)> = current.iter().filter_map(near).collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    near.into_iter().map(|(_, bot)| bot).collect()
}

#[cfg(test)]
mod tests {
    use rating::results::{MatchResult, Score};

    use super::*;
    use crate::{Cycle, fit};

    const DAY: i64 = 86_400;

    fn cycle(day: i64, games: &[(usize, usize, Score)]) -> Cycle {
        let both = |&(first, second, score): &(usize, usize, Score)| {
            [MatchResult::new(first, second, score), MatchResult::new(second, first, score.reversed())]
        };
        Cycle { at: day * DAY, games: games.iter().flat_map(both).collect() }
    }

    fn table(at: i64) -> Vec<Standing> {
        use Score::{Loss, Win};
        // Bots 0, 1 and 2; versions 3 and 4 are bot 0's. Bot 2 plays only on the first day.
        let cycles = vec![
            cycle(0, &[(0, 1, Win), (0, 2, Win), (1, 2, Win), (1, 2, Loss), (0, 1, Loss)]),
            cycle(8, &[(3, 1, Win), (3, 1, Win), (3, 1, Win), (3, 1, Win), (3, 1, Win)]),
            cycle(16, &[(4, 1, Loss), (4, 1, Loss), (4, 1, Loss)]),
        ];
        let season = Season::new(3, [0, 1, 2, 0, 0].map(Bot).to_vec(), cycles).unwrap();
        standings(&season, &fit(&season), at)
    }

    fn line(table: &[Standing], bot: u32) -> &Standing {
        table.iter().find(|line| line.bot == Bot(bot)).unwrap()
    }

    #[test]
    fn current_and_best_are_told_apart() {
        let table = table(16 * DAY);
        let first = line(&table, 0);
        assert_eq!((first.current, first.best), (Player(4), Player(3)));
        assert_eq!(first.score.games(), 22);
        assert_eq!(
            first.opponents,
            [
                (Bot(1), Tally { wins: 12, draws: 0, losses: 8 }),
                (Bot(2), Tally { wins: 2, draws: 0, losses: 0 }),
            ]
        );
        assert!(table.windows(2).all(|two| two[0].rating.value >= two[1].rating.value));
    }

    #[test]
    fn who_has_not_played_for_14_days_is_inactive_and_keeps_the_rating() {
        let inactive = |day: i64| -> Vec<u32> {
            table(day * DAY).iter().filter(|line| line.is_inactive).map(|line| line.bot.0).collect()
        };
        assert_eq!((inactive(14), inactive(15)), (vec![], vec![2]));
        assert_eq!(line(&table(14 * DAY), 2).rating, line(&table(99 * DAY), 2).rating);
    }

    #[test]
    fn bkr_runs_on_over_versions() {
        // Ten wins of a provisional player never let the rating drop, and a new version does not start a new rating.
        let cycles =
            |last: usize| vec![cycle(0, &[(0, 1, Score::Win); 20]), cycle(1, &[(last, 1, Score::Loss)])];
        let bkr = |last: usize| {
            let season = Season::new(2, [0, 1, 0].map(Bot).to_vec(), cycles(last)).unwrap();
            line(&standings(&season, &fit(&season), DAY), 0).bkr
        };
        assert_eq!(bkr(0), bkr(2));
        assert!(bkr(2).unwrap() > 1400.0, "{:?}", bkr(2));
    }

    #[test]
    fn those_of_like_strength_are_within_the_error() {
        let table = table(16 * DAY);
        for line in &table {
            assert!(!line.alike.contains(&line.bot));
        }
        // Bot 2 has few games, so it may be as strong as bot 1.
        assert!(line(&table, 2).alike.contains(&Bot(1)) && line(&table, 1).alike.contains(&Bot(2)));
    }

    #[test]
    fn who_has_not_played_is_not_in_the_table() {
        let season =
            Season::new(3, [0, 1, 2].map(Bot).to_vec(), vec![cycle(0, &[(0, 2, Score::Win)])]).unwrap();
        let bots: Vec<u32> = standings(&season, &fit(&season), 0).iter().map(|line| line.bot.0).collect();
        assert_eq!(bots, [0, 2]);
    }
}
