//! The brackets of a knockout, from what was played.

use std::collections::BTreeMap;

use tournament::{EntrantId, Format, GameRecord, Pairing, PairingScore, Side, Stage};

use super::point_of_view::{game_of, outcome_for};
use crate::model::{Bracket, Column, GameScore, Tie, TieSide};
use crate::shown::halves;

/// Maximum number of ties drawn in a column: earlier rounds of a huge knockout are in the list of matches.
const MOST: usize = 64;

/// The brackets of a stage; empty if it is not a knockout.
pub(crate) fn brackets(stage: &Stage) -> Vec<Bracket> {
    let mut brackets = match &stage.plan().format {
        Format::SingleElimination(_) => Tree::new(stage).single(),
        Format::DoubleElimination(_) => Tree::new(stage).double(),
        _ => Vec::new(),
    };
    for bracket in &mut brackets {
        while bracket.columns.first().is_some_and(|column| column.ties.len() > MOST) {
            bracket.columns.remove(0);
        }
    }
    brackets
}

/// A place of a bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Taken by an entrant.
    Taken(EntrantId),
    /// Stays empty.
    Empty,
    /// An entrant is still to come.
    Waiting,
}

struct Tree<'a> {
    stage: &'a Stage,
    /// The seeds, from 1.
    seeds: BTreeMap<EntrantId, u32>,
    /// Where each finished, including those that left later: of two that are level, the one with the lower place
    /// number advances.
    order: BTreeMap<EntrantId, usize>,
    games: BTreeMap<(u32, u32), Vec<GameRecord>>,
}

impl<'a> Tree<'a> {
    fn new(stage: &'a Stage) -> Tree<'a> {
        let mut games: BTreeMap<(u32, u32), Vec<GameRecord>> = BTreeMap::new();
        // A tie that is being played has its games, too.
        for game in stage.so_far().counted_games() {
            games.entry((game.key.round(), game.key.pairing())).or_default().push(game);
        }
        Tree {
            stage,
            seeds: stage.field().ranked.iter().copied().zip(1..).collect(),
            order: stage.finishing_order().into_iter().zip(0..).collect(),
            games,
        }
    }

    fn single(&self) -> Vec<Bracket> {
        let main = self.seeded(None);
        let last = main.columns.len().saturating_sub(1);
        // Next to the final, which is the first pairing of its round, there may be one for the third place.
        let third = self
            .pairings(last as u32)
            .nth(1)
            .map(|(index, pairing, score)| self.tie(last as u32, index, pairing, score));
        let third = third.map(|tie| Bracket {
            title: Some("Third place".to_owned()),
            columns: vec![Column { title: String::new(), ties: vec![tie] }],
        });
        std::iter::once(main).chain(third).collect()
    }

    fn double(&self) -> Vec<Bracket> {
        let upper = self.seeded(Some("Upper bracket"));
        let upper_rounds = upper.columns.len() as u32;
        let final_round = 2 * upper_rounds - 1;
        let past = self.stage.past();
        let rounds = past.play_off_begins().unwrap_or(past.rounds().len() as u32);
        let in_upper = |round: u32, pairing: &Pairing| {
            let ties = upper.columns.get(round as usize).map_or(&[][..], |column| &column.ties);
            ties.iter().any(|tie| {
                tie.sides.iter().flatten().all(|side| pairing.side_of(id(side.entrant)).is_some()) && !tie.bye
            })
        };
        let column = |round: u32, title: String, keep: &dyn Fn(&Pairing) -> bool| {
            let kept = self.pairings(round).filter(|(_, pairing, _)| keep(pairing));
            let ties = kept.map(|(index, pairing, score)| self.tie(round, index, pairing, score)).collect();
            Column { title, ties }
        };
        let lower = (1..rounds.min(final_round))
            .map(|round| column(round, format!("Lower round {round}"), &|pairing| !in_upper(round, pairing)));
        let finals = (final_round..rounds).map(|round| {
            let title = if round == final_round { "Grand final" } else { "Repeated final" };
            column(round, title.to_owned(), &|_| true)
        });
        let listed = |title: &str, columns: Vec<Column>| {
            let mut columns: Vec<Column> =
                columns.into_iter().filter(|column| !column.ties.is_empty()).collect();
            link(&mut columns);
            Bracket { title: Some(title.to_owned()), columns }
        };
        let lower = listed("Lower bracket", lower.collect());
        let finals = listed("Final", finals.collect());
        [upper, lower, finals].into_iter().filter(|bracket| !bracket.columns.is_empty()).collect()
    }

    /// The tree in which the seeds begin; the losers are not followed.
    fn seeded(&self, title: Option<&str>) -> Bracket {
        let entrants = &self.stage.field().ranked;
        let mut places: Vec<Place> = seeds(entrants.len().next_power_of_two().max(2))
            .into_iter()
            .map(|seed| entrants.get(seed).map_or(Place::Empty, |&entrant| Place::Taken(entrant)))
            .collect();
        let mut columns = Vec::new();
        for round in 0.. {
            if places.len() < 2 {
                break;
            }
            let ties: Vec<(Tie, Place)> =
                places.as_chunks().0.iter().map(|&pair| self.seeded_tie(round, pair)).collect();
            let (mut ties, winners): (Vec<Tie>, Vec<Place>) = ties.into_iter().unzip();
            if winners.len() > 1 {
                for (index, tie) in ties.iter_mut().enumerate() {
                    tie.leads_to = Some(index / 2);
                }
            }
            columns.push(Column { title: round_title(ties.len()), ties });
            places = winners;
        }
        Bracket { title: title.map(str::to_owned), columns }
    }

    /// A tie of the tree, and who advances.
    fn seeded_tie(&self, round: u32, pair: [Place; 2]) -> (Tie, Place) {
        let known = |place| match place {
            Place::Taken(entrant) => Some(self.side(entrant, String::new(), false)),
            Place::Empty | Place::Waiting => None,
        };
        match pair {
            [Place::Taken(one), Place::Taken(other)] => {
                let of_both =
                    |pairing: &Pairing| pairing.side_of(one).is_some() && pairing.side_of(other).is_some();
                let Some((index, pairing, score)) =
                    self.pairings(round).find(|(_, pairing, _)| of_both(pairing))
                else {
                    return (Tie { sides: pair.map(known), ..Tie::default() }, Place::Waiting);
                };
                let mut tie = self.tie(round, index, pairing, score);
                if pairing.first != one {
                    turn(&mut tie);
                }
                let winner = tie.sides.iter().flatten().find(|side| side.won);
                let winner = winner.map_or(Place::Waiting, |side| Place::Taken(id(side.entrant)));
                (tie, winner)
            }
            [Place::Taken(alone), Place::Empty] | [Place::Empty, Place::Taken(alone)] => {
                let side =
                    |place| (place == Place::Taken(alone)).then(|| self.side(alone, String::new(), true));
                (Tie { sides: pair.map(side), bye: true, ..Tie::default() }, Place::Taken(alone))
            }
            [Place::Empty, Place::Empty] => (Tie { bye: true, ..Tie::default() }, Place::Empty),
            _ => (Tie { sides: pair.map(known), ..Tie::default() }, Place::Waiting),
        }
    }

    /// The pairings of a round with their scores.
    fn pairings(&self, round: u32) -> impl Iterator<Item = (u32, &'a Pairing, &'a PairingScore)> {
        let played = self.stage.past().rounds().get(round as usize);
        let pairings = played.into_iter().flat_map(|played| played.round.pairings.iter().zip(&played.scores));
        (0..).zip(pairings).map(|(index, (pairing, score))| (index, pairing, score))
    }

    /// A pairing with its first side above.
    fn tie(&self, round: u32, index: u32, pairing: &Pairing, score: &PairingScore) -> Tie {
        let better = |side: Side| self.order.get(&pairing.entrant(side));
        // Of two that are level, the one that advances by seed is placed higher in the end.
        let level = if better(Side::First) < better(Side::Second) { Side::First } else { Side::Second };
        let winner = score.over.then(|| score.winner.unwrap_or(level));
        let games = self.games.get(&(round, index)).map_or(&[][..], Vec::as_slice);
        let running = running_score(pairing, games);
        let score = if score.over { score } else { &running };
        let side = |side: Side| {
            let text = match score.walkover {
                Some(walkover) if walkover == side => "walkover".to_owned(),
                None if score.games() > 0 => halves(score.halves(side)),
                _ => String::new(),
            };
            Some(self.side(pairing.entrant(side), text, winner == Some(side)))
        };
        Tie {
            sides: Side::BOTH.map(side),
            bye: false,
            by_seed: score.over && score.winner.is_none() && score.games() > 0,
            games: games.iter().map(|game| game_of(game, pairing.first)).collect(),
            leads_to: None,
        }
    }

    fn side(&self, entrant: EntrantId, score: String, won: bool) -> TieSide {
        TieSide { entrant: entrant.index(), seed: self.seeds.get(&entrant).copied(), score, won }
    }
}

/// The score of a tie that is not over.
fn running_score(pairing: &Pairing, games: &[GameRecord]) -> PairingScore {
    let mut score = PairingScore::default();
    for game in games {
        match outcome_for(game, pairing.first) {
            GameScore::Win => score.wins[Side::First.index()] += 1,
            GameScore::Draw => score.draws += 1,
            GameScore::Loss => score.wins[Side::Second.index()] += 1,
        }
    }
    score
}

fn id(entrant: usize) -> EntrantId {
    EntrantId(entrant as u32)
}

/// Turns a tie upside down.
fn turn(tie: &mut Tie) {
    tie.sides.reverse();
    for game in &mut tie.games {
        game.score = game.score.other();
    }
}

/// Links the winners of each column to where they play next.
fn link(columns: &mut [Column]) {
    for index in 1..columns.len() {
        let (before, after) = columns.split_at_mut(index);
        let (Some(before), Some(after)) = (before.last_mut(), after.first()) else { continue };
        for tie in &mut before.ties {
            let Some(winner) = tie.sides.iter().flatten().find(|side| side.won) else { continue };
            let plays = |next: &Tie| next.sides.iter().flatten().any(|side| side.entrant == winner.entrant);
            tie.leads_to = after.ties.iter().position(plays);
        }
    }
}

/// The seeds of a bracket from top to bottom, from 0, so that neighbours meet first: of 8, `0 7 4 3 2 5 6 1`.
fn seeds(places: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < places {
        let sum = 2 * order.len() - 1;
        let doubled = order
            .iter()
            .enumerate()
            .flat_map(|(at, &seed)| if at % 2 == 0 { [seed, sum - seed] } else { [sum - seed, seed] });
        order = doubled.collect();
    }
    order
}

fn round_title(ties: usize) -> String {
    match ties {
        1 => "Final".to_owned(),
        2 => "Semi-finals".to_owned(),
        4 => "Quarter-finals".to_owned(),
        more => format!("Round of {}", 2 * more),
    }
}

#[cfg(test)]
mod tests {
    use game::Outcome;
    use tournament::{Field, GameResult, RunSeed, SingleElimination, StagePlan};

    use super::*;

    /// A stage with the given number of entrants in which the smaller number wins, played for `games` games.
    fn played(format: Format, entrants: u32, games: usize) -> Stage {
        let mut stage =
            Stage::new(StagePlan::new(0, format), Field::numbered(entrants), RunSeed::from(1)).unwrap();
        for _ in 0..games {
            let Some(fixture) = stage.next_fixture() else { break };
            let [first, second] = fixture.seats.0;
            let outcome = Outcome::of_more(second.0, first.0);
            stage.record(fixture.key, GameResult::plain(outcome)).unwrap().is_kept();
        }
        stage
    }

    fn text(bracket: &Bracket) -> String {
        let side = |side: &Option<TieSide>| match side {
            Some(side) => format!("{}{}", side.entrant, if side.won { "+" } else { "" }),
            None => "-".to_owned(),
        };
        let tie = |tie: &Tie| format!("{}:{}", side(&tie.sides[0]), side(&tie.sides[1]));
        let column = |column: &Column| {
            let ties: Vec<String> = column.ties.iter().map(tie).collect();
            format!("{} {}", column.title, ties.join(" "))
        };
        let columns: Vec<String> = bracket.columns.iter().map(column).collect();
        columns.join(" | ")
    }

    fn texts(format: Format, entrants: u32, games: usize) -> Vec<String> {
        brackets(&played(format, entrants, games)).iter().map(text).collect()
    }

    #[test]
    fn a_knockout_with_byes_and_a_third_place() {
        let format =
            Format::SingleElimination(SingleElimination { best_of: 1, replays: 3, third_place: true });
        assert_eq!(
            texts(format.clone(), 6, 99),
            ["Quarter-finals 0+:- 4:3+ 2+:5 -:1+ | Semi-finals 0+:3 2:1+ | Final 0+:1", " 3:2+"]
                .map(str::to_owned)
        );
        assert_eq!(
            texts(format, 6, 2),
            ["Quarter-finals 0+:- 4:3+ 2+:5 -:1+ | Semi-finals 0:3 2:1 | Final -:-"].map(str::to_owned)
        );
    }

    #[test]
    fn a_tie_that_is_being_played_has_its_score_so_far() {
        let format =
            Format::SingleElimination(SingleElimination { best_of: 5, replays: 0, third_place: false });
        let scores = |games| {
            let brackets = brackets(&played(format.clone(), 2, games));
            let sides = brackets[0].columns[0].ties[0].sides.clone();
            sides.map(|side| side.map(|side| (side.score, side.won)).unwrap())
        };
        let side = |score: &str, won| (score.to_owned(), won);
        assert_eq!(scores(0), [side("", false), side("", false)]);
        assert_eq!(scores(2), [side("2", false), side("0", false)]);
        assert_eq!(scores(3), [side("3", true), side("0", false)]);
    }

    #[test]
    fn a_double_elimination() {
        let format = Format::DoubleElimination(tournament::DoubleElimination { best_of: 1, replays: 3 });
        assert_eq!(
            texts(format, 4, 99),
            [
                "Semi-finals 0+:3 2:1+ | Final 0+:1",
                "Lower round 1 2+:3 | Lower round 2 2:1+",
                "Grand final 1:0+"
            ]
            .map(str::to_owned)
        );
    }
}
