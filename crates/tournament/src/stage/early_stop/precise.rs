//! Ratings with a narrow enough interval.

use std::collections::BTreeMap;

use game::{Outcome, Seat};
use rating::bradley_terry::{Fit, Options, fit_table};
use rating::note::Note;
use rating::results::{MatchResult, Player, Results, Score};
use rating::scale::{Z95, round6};
use rating::table::{Table, Tally};

use crate::matches::DistinctGames;
use crate::{EntrantId, GameRecord, MatchKey};

/// The schedule of checks: after each of the first twenty turns, then each time the number of turns has grown by a
/// twentieth.
///
/// The time of a fit grows with the cube of the number of entrants, and a twentieth more games narrows an interval by a
/// fortieth: checking more often would cost more than the games it saves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Looks {
    /// Number of turns at the last check.
    last: u32,
}

impl Looks {
    /// Returns `true` if a check is due after this number of turns. The number must not decrease from call to call.
    pub(crate) fn is_due(&mut self, turns: u32) -> bool {
        let due = turns.saturating_sub(self.last) >= (self.last / 20).max(1);
        if due {
            self.last = turns;
        }
        due
    }
}

/// Returns `true` if the 95 % interval of each of the `judged` is at most `elo` to either side.
///
/// The intervals are those of a Bradley-Terry fit with its usual options to all games among `players`, with copies
/// counted once and the two games of an opening as a pair: `rating` computes the same from these games. They are
/// relative to the average of the players. An entrant whose rating the results leave open has no interval: one that,
/// directly or through chains of games, took no point from the others or gave them none, or that no chain of games
/// links to some of the others. It does not widen the intervals of the others.
///
/// `games` are those that count, in schedule order. Games of other entrants among them are ignored.
pub(crate) fn is_precise(
    games: impl Iterator<Item = GameRecord>,
    players: &[EntrantId],
    judged: &[EntrantId],
    elo: u32,
) -> bool {
    let index: BTreeMap<EntrantId, usize> = players.iter().copied().zip(0..).collect();
    let Ok(results) = Results::new(players.len(), matches(games, &index)) else {
        // More games than can be rated together.
        return false;
    };
    let judged: Vec<Player> =
        judged.iter().filter_map(|entrant| index.get(entrant).copied().map(Player::from)).collect();
    let table = Table::counted(&results);
    let scores = table.scores();
    // This is cheap, so it is checked before the fit.
    if !judged.iter().all(|player| is_two_sided(&scores[player.index()])) {
        return false;
    }
    let fit = fit_table(&table, &Options::default());
    judged.into_iter().all(|player| half_width(&fit, player).is_some_and(|half| half <= f64::from(elo)))
}

/// Returns `true` if a player has neither won all its games nor lost all of them.
fn is_two_sided(score: &Tally) -> bool {
    score.wins < score.games() && score.losses < score.games()
}

/// Half the width of a player's interval in Elo; `None` if it has none.
fn half_width(fit: &Fit, player: Player) -> Option<f64> {
    let is_alone = |note: &Note| matches!(note, Note::Island { .. });
    if fit.open[player.index()].is_some() || fit.player_notes[player.index()].iter().any(is_alone) {
        return None;
    }
    // Rounded, so that the width is the same on all hosts.
    fit.deviations[player.index()].map(|deviation| round6(Z95 * deviation))
}

/// The games among the players of the index.
fn matches(games: impl Iterator<Item = GameRecord>, index: &BTreeMap<EntrantId, usize>) -> Vec<MatchResult> {
    let mut matches: Vec<MatchResult> = Vec::new();
    let mut distinct = DistinctGames::default();
    let (mut before, mut pairs) = (None, 0);
    for game in games {
        let [Some(&first), Some(&second)] = game.seats.0.map(|entrant| index.get(&entrant)) else { continue };
        let score = match game.result.outcome {
            Outcome::Win(Seat::First) => Score::Win,
            Outcome::Draw => Score::Draw,
            Outcome::Win(Seat::Second) => Score::Loss,
        };
        let mut played = MatchResult { copy: !distinct.add(&game), ..MatchResult::new(first, second, score) };
        if before.is_some_and(|before| is_other_leg(before, game.key))
            && let Some(first_leg) = matches.last_mut()
        {
            played = played.in_pair(pairs);
            *first_leg = first_leg.in_pair(pairs);
            pairs += 1;
        }
        before = Some(game.key);
        matches.push(played);
    }
    matches
}

/// Returns `true` if two consecutive games of the schedule are one opening from both seats.
fn is_other_leg(one: MatchKey, other: MatchKey) -> bool {
    let of = |key: MatchKey| (key.round(), key.pairing(), key.number() / 2);
    one.attempt() == 0 && other.attempt() == 0 && of(one) == of(other)
}

#[cfg(test)]
mod tests {
    use game::PerSeat;

    use super::*;
    use crate::GameResult;

    const ALL: [EntrantId; 3] = [EntrantId(0), EntrantId(1), EntrantId(2)];

    /// A round robin of three players with the given numbers of games from each seat, each game with its own opening.
    fn field(wins: u16, draws: u16, losses: u16) -> Vec<GameRecord> {
        let mut games = Vec::new();
        for (pairing, (first, second)) in (0..).zip([(0, 1), (1, 2), (2, 0), (1, 0), (2, 1), (0, 2)]) {
            let outcomes = [
                (wins, Outcome::Win(Seat::First)),
                (draws, Outcome::Draw),
                (losses, Outcome::Win(Seat::Second)),
            ];
            let played = outcomes.into_iter().flat_map(|(times, outcome)| (0..times).map(move |_| outcome));
            games.extend((0..).zip(played).map(|(number, outcome)| GameRecord {
                key: MatchKey::new(0, 0, pairing, 2 * number).unwrap(),
                seats: PerSeat::new(EntrantId(first), EntrantId(second)),
                result: GameResult::plain(outcome),
            }));
        }
        games
    }

    #[test]
    fn the_interval_of_equals_is_that_of_the_formula() {
        // Equal players, no draws: a game gives the information 1/4 about the difference, in units of 400 / ln 10. Of
        // three who have met g times each, a rating has the variance 4 (1 - 1/3) / (3 g) relative to their average:
        // each has 2 g games, and the matrix of information is (3 g / 4) times one less the average.
        let games = field(10, 0, 10);
        let met = 40.0;
        let half = 400.0 / std::f64::consts::LN_10 * Z95 * f64::sqrt(4.0 * (2.0 / 3.0) / (3.0 * met));
        let within = |elo| is_precise(games.iter().cloned(), &ALL, &ALL, elo);
        assert!((50.0..51.0).contains(&half), "{half}");
        assert!(within(51) && !within(50));
    }

    #[test]
    fn without_a_loss_without_a_win_and_without_a_link_there_is_no_interval() {
        let mut games = field(100, 0, 100);
        assert!(is_precise(games.iter().cloned(), &ALL, &ALL, 30));
        games.retain(|game| game.seats.0[0] != ALL[2] || game.result.outcome == Outcome::Win(Seat::First));
        games.retain(|game| game.seats.0[1] != ALL[2] || game.result.outcome == Outcome::Win(Seat::Second));
        assert!(!is_precise(games.iter().cloned(), &ALL, &ALL, 1000), "the third has won everything");
        let mut alone = field(100, 0, 100);
        alone.retain(|game| !game.seats.0.contains(&ALL[2]));
        assert!(!is_precise(alone.iter().cloned(), &ALL, &ALL, 1000), "the third has not played");
        assert!(is_precise(alone.iter().cloned(), &ALL, &ALL[..2], 30), "and is not asked about");
        let four = [ALL[0], ALL[1], EntrantId(3), EntrantId(4)];
        let elsewhere = |game: &GameRecord| GameRecord {
            key: MatchKey::new(0, 1, game.key.pairing(), game.key.number()).unwrap(),
            seats: PerSeat::new(four[2], four[3]),
            ..game.clone()
        };
        alone.extend(alone.clone().iter().map(elsewhere));
        assert!(!is_precise(alone.iter().cloned(), &four, &four, 1000), "two islands");
    }

    /// Two players lose every game to the rest and score only against each other, so the results do not tell how far
    /// below they are.
    #[test]
    fn who_is_left_open_by_results_has_no_interval_and_widens_none() {
        let all = [0, 1, 2, 3, 4].map(EntrantId);
        let mut games = field(100, 0, 100);
        let own = games.len();
        let mut add = |first: u16, second: u16, outcome| {
            games.push(GameRecord {
                key: MatchKey::new(0, 1, games.len() as u32, 0).unwrap(),
                seats: PerSeat::new(EntrantId(first.into()), EntrantId(second.into())),
                result: GameResult::plain(outcome),
            });
        };
        for time in 0..600_u16 {
            add(time % 3, 3 + time % 2, Outcome::Win(Seat::First));
            add(
                3,
                4,
                [Outcome::Win(Seat::First), Outcome::Draw, Outcome::Win(Seat::Second)][usize::from(time % 3)],
            );
        }
        assert!(is_precise(games[..own].iter().cloned(), &all[..3], &all[..3], 30));
        assert!(is_precise(games.iter().cloned(), &all, &all[..3], 30));
        assert!(!is_precise(games.iter().cloned(), &all, &all[3..4], 1000));
    }

    #[test]
    fn copies_tell_nothing() {
        let mut games = field(10, 0, 10);
        for (content, game) in (1..).zip(&mut games) {
            game.result.content = content;
        }
        assert!(is_precise(games.iter().cloned(), &ALL, &ALL, 51));
        for game in &mut games {
            game.result.content = if game.result.outcome == Outcome::Draw { 3 } else { 1 };
        }
        // One game is left of each pairing and seat, and each was won.
        assert!(!is_precise(games.iter().cloned(), &ALL, &ALL, 51));
    }

    #[test]
    fn looks_are_spread_out_as_games_grow() {
        let due = |turns: u32| {
            let mut looks = Looks::default();
            (1..=turns).filter(|&turn| looks.is_due(turn)).collect::<Vec<_>>()
        };
        assert_eq!(due(39), (1..=39).collect::<Vec<_>>());
        assert_eq!(due(70)[39..], [40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 63, 66, 69]);
        assert!(due(1_000_000).len() < 300);
        // Turns may be skipped, as in the batches of a ladder.
        let mut looks = Looks::default();
        assert_eq!([100, 104, 107, 112].map(|turn| looks.is_due(turn)), [true, false, true, true]);
    }
}
