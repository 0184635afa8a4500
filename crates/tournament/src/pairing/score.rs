//! The score of a pairing from the games that count.

use std::collections::BTreeMap;
use std::iter::Peekable;

use game::Outcome;

use crate::{
    Decision, DoubleForfeit, GameRecord, GameResult, Games, GamesIter, MeetingRule, Past, Scoring, Side,
};

/// The score of a pairing as it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PairingScore {
    /// Games won by each side.
    pub wins: [u16; 2],
    /// Games drawn.
    pub draws: u16,
    /// Games lost by both sides, if double forfeits count so.
    pub lost_by_both: u16,
    /// The side that advances without playing because the other one is out of the tournament.
    pub walkover: Option<Side>,
    /// `true` if both sides were out of the tournament: neither advances.
    pub deserted: bool,
    /// The winner by the pairing's rule; `None` while undecided and when level. In a knockout, later rulings do not
    /// change it once the next round has been paired.
    pub winner: Option<Side>,
    /// `true` if the pairing is over.
    pub over: bool,
}

impl PairingScore {
    /// Number of games that count.
    pub const fn games(&self) -> u16 {
        self.wins[0] + self.wins[1] + self.draws + self.lost_by_both
    }

    /// Keeps the winner from before, which has already played on.
    pub(crate) const fn keep_winner(&mut self, before: &PairingScore) {
        self.winner = before.winner;
        self.deserted = before.deserted;
    }

    /// Twice the games a side has won plus the games it has drawn.
    pub const fn halves(&self, side: Side) -> u32 {
        2 * self.wins[side.index()] as u32 + self.draws as u32
    }
}

/// The score of a complete pairing as it counts, from all its games on record.
pub(crate) fn score(
    past: &Past,
    of: (u32, u32),
    mut games: Vec<GameRecord>,
    rule: MeetingRule,
    scoring: &Scoring,
) -> PairingScore {
    let (round, pairing) = of;
    let sides = past.rounds[round as usize].round.pairings[pairing as usize];
    let mut score = PairingScore { over: true, ..PairingScore::default() };
    let out = Side::BOTH.map(|side| past.is_out(sides.entrant(side), round));
    if out.contains(&true) {
        score.walkover = match out {
            [true, false] => Some(Side::Second),
            [false, true] => Some(Side::First),
            _ => None,
        };
        score.deserted = out == [true, true];
        score.winner = score.walkover;
        return score;
    }
    games.retain(|game| game.key.attempt() == past.force.attempt(game.key));
    games.sort_by_key(|game| game.key.number());
    for game in games.iter().filter(|game| past.force.counts(game)) {
        add_game(&mut score, game.key.number(), &game.result, scoring.double_forfeit);
    }
    // The side that advanced stays, even if a game is annulled afterwards.
    let winners: Vec<_> =
        games.iter().map(|game| Side::of_winner(game.result.outcome, game.key.number())).collect();
    score.winner = match rule.decide(&winners) {
        Decision::Won(side) => Some(side),
        Decision::Open(_) | Decision::Level => None,
    };
    score
}

/// Recomputes the scores of all complete pairings, after rulings have changed which games count. In the first `settled`
/// rounds the winners stay as they are.
pub(crate) fn refresh_scores(past: &mut Past, rule: MeetingRule, scoring: &Scoring, settled: usize) {
    let mut fresh = Vec::new();
    let mut games = GamesByPairing::new(past.games());
    for (number, played) in (0..).zip(&past.rounds) {
        for (index, before) in (0..).zip(&played.scores) {
            let of = (number, index);
            let games = games.next(of);
            let mut score = if before.over { score(past, of, games, rule, scoring) } else { *before };
            if (number as usize) < settled {
                score.keep_winner(before);
            }
            fresh.push(score);
        }
    }
    let scores = past.rounds.iter_mut().flat_map(|played| &mut played.scores);
    for (score, fresh) in scores.zip(fresh) {
        *score = fresh;
    }
}

/// The games on record, pairing by pairing in schedule order, without holding all of them in memory.
struct GamesByPairing<'a> {
    games: Peekable<GamesIter<'a>>,
    /// Games that went on record behind a later pairing: replays and the games that they led to.
    late: BTreeMap<(u32, u32), Vec<GameRecord>>,
}

impl<'a> GamesByPairing<'a> {
    fn new(games: Games<'a>) -> GamesByPairing<'a> {
        let mut late: BTreeMap<_, Vec<_>> = BTreeMap::new();
        let mut latest = (0, 0);
        for game in games {
            let of = pairing_of(&game);
            if of < latest {
                late.entry(of).or_default().push(game);
            } else {
                latest = of;
            }
        }
        GamesByPairing { games: games.iter().peekable(), late }
    }

    /// The games of a pairing, which must come after all pairings requested before.
    fn next(&mut self, of: (u32, u32)) -> Vec<GameRecord> {
        let mut found = Vec::new();
        while let Some(game) = self.games.next_if(|game| pairing_of(game) <= of) {
            // The others are late ones, of earlier pairings.
            if pairing_of(&game) == of {
                found.push(game);
            }
        }
        found.extend(self.late.remove(&of).unwrap_or_default());
        found
    }
}

fn pairing_of(game: &GameRecord) -> (u32, u32) {
    (game.key.round(), game.key.pairing())
}

/// Adds a game to a score.
fn add_game(score: &mut PairingScore, number: u16, result: &GameResult, rule: DoubleForfeit) {
    match Side::of_winner(result.outcome, number) {
        Some(side) => score.wins[side.index()] += 1,
        None if rule == DoubleForfeit::LostByBoth
            && result.forfeits.len() == 2
            && result.outcome == Outcome::Draw =>
        {
            score.lost_by_both += 1;
        }
        None => score.draws += 1,
    }
}
