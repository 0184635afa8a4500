//! The brackets of a knockout with their games, as scheduled and played.

use std::collections::BTreeMap;

use tournament::{
    BracketColumn, BracketPart, BracketPlace, EntrantId, GameRecord, Pairing, PairingScore, Side, Stage,
};

use crate::model::{Bracket, Column, GameScore, Tie, TieSide};
use crate::point_of_view::{game_of, outcome_for};
use crate::wording::halves;

/// Maximum number of ties drawn in a column: earlier rounds of a huge knockout are in the list of matches.
const MOST: usize = 64;

/// Returns the brackets of a stage; empty if it is not a knockout.
pub fn brackets(stage: &Stage) -> Vec<Bracket> {
    let brackets = stage.brackets();
    if brackets.is_empty() {
        return Vec::new();
    }
    let tree = Tree::new(stage);
    let mut drawn: Vec<Bracket> = brackets.iter().map(|bracket| tree.bracket(bracket)).collect();
    for bracket in &mut drawn {
        while bracket.columns.first().is_some_and(|column| column.ties.len() > MOST) {
            bracket.columns.remove(0);
        }
    }
    drawn.retain(|bracket| !bracket.columns.is_empty());
    drawn
}

struct Tree<'a> {
    stage: &'a Stage,
    /// The seeds, from 1.
    seeds: BTreeMap<EntrantId, u32>,
    games: BTreeMap<(u32, u32), Vec<GameRecord>>,
}

impl<'a> Tree<'a> {
    fn new(stage: &'a Stage) -> Tree<'a> {
        let mut games: BTreeMap<(u32, u32), Vec<GameRecord>> = BTreeMap::new();
        // A tie in progress already has its games.
        for game in stage.so_far().counted_games() {
            games.entry((game.key.round(), game.key.pairing())).or_default().push(game);
        }
        Tree { stage, seeds: stage.field().ranked.iter().copied().zip(1..).collect(), games }
    }

    /// Returns a bracket with its rounds. The lower bracket and the final show only their pairings.
    fn bracket(&self, bracket: &tournament::Bracket) -> Bracket {
        let part = bracket.part;
        let is_tree = matches!(part, BracketPart::Main | BracketPart::Upper);
        let is_drawn =
            |tie: &tournament::Tie| is_tree || tie.pairing.is_some() || is_alone_in_final(part, tie);
        let mut columns: Vec<Column> = Vec::new();
        for (index, column) in bracket.columns.iter().enumerate() {
            let next = bracket.columns.get(index + 1).map_or(&[][..], |next| &next.ties);
            // Skips the ties of the next column that are not drawn, so that they leave no gap.
            let link = |to: usize| {
                let to_drawn = next.get(to).is_some_and(is_drawn);
                to_drawn.then(|| next[..to].iter().filter(|tie| is_drawn(tie)).count())
            };
            let drawn = column.ties.iter().filter(|tie| is_drawn(tie));
            let ties: Vec<Tie> = drawn
                .map(|tie| Tie { leads_to: tie.leads_to.and_then(link), ..self.tie(column.round, tie) })
                .collect();
            if !ties.is_empty() {
                columns.push(Column { title: column_title(part, index, column), ties });
            }
        }
        Bracket { title: bracket_title(part).map(str::to_owned), columns }
    }

    /// Returns the current state of a tie.
    fn tie(&self, round: u32, tie: &tournament::Tie) -> Tie {
        let found = tie.pairing.and_then(|index| {
            let played = self.stage.past().rounds().get(round as usize)?;
            let at = index as usize;
            Some((index, played.round.pairings.get(at)?, played.scores.get(at)?))
        });
        let Some((index, pairing, score)) = found else {
            let bye = tie.places.contains(&BracketPlace::Empty);
            let text = if bye && tie.winner == BracketPlace::Empty { LEFT } else { "" };
            let side = |place: BracketPlace| {
                place.entrant().map(|entrant| self.side(entrant, text.to_owned(), tie.winner == place))
            };
            return Tie { sides: tie.places.map(side), bye, ..Tie::default() };
        };
        let games = self.games.get(&(round, index)).map_or(&[][..], Vec::as_slice);
        let running = running_score(pairing, games);
        let score = if score.over { score } else { &running };
        let shown = |place: BracketPlace| {
            let entrant = place.entrant()?;
            let side = pairing.side_of(entrant)?;
            Some(self.side(entrant, score_text(score, side), tie.winner == place))
        };
        let above = tie.places[0].entrant().unwrap_or(pairing.first);
        Tie {
            sides: tie.places.map(shown),
            bye: false,
            by_seed: tie.by_seed,
            games: games.iter().map(|game| game_of(game, above)).collect(),
            leads_to: None,
        }
    }

    fn side(&self, entrant: EntrantId, score: String, won: bool) -> TieSide {
        TieSide { entrant: entrant.index(), seed: self.seeds.get(&entrant).copied(), score, won }
    }
}

/// The label of an entrant that has left, in a tie from which neither side advances.
const LEFT: &str = "left";

fn score_text(score: &PairingScore, side: Side) -> String {
    match score.walkover {
        Some(walkover) if walkover == side => "walkover".to_owned(),
        None if score.deserted => LEFT.to_owned(),
        None if score.games() > 0 => halves(score.halves(side)),
        _ => String::new(),
    }
}

/// Returns `true` for a final, or a match for the third place, with only one entrant left.
fn is_alone_in_final(part: BracketPart, tie: &tournament::Tie) -> bool {
    let is_last = matches!(part, BracketPart::Final | BracketPart::ThirdPlace);
    is_last && tie.places.contains(&BracketPlace::Empty) && tie.places != [BracketPlace::Empty; 2]
}

/// Returns the score of a tie that is not over.
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

fn bracket_title(part: BracketPart) -> Option<&'static str> {
    match part {
        BracketPart::Main => None,
        BracketPart::ThirdPlace => Some("Third place"),
        BracketPart::Upper => Some("Upper bracket"),
        BracketPart::Lower => Some("Lower bracket"),
        BracketPart::Final => Some("Final"),
    }
}

fn column_title(part: BracketPart, index: usize, column: &BracketColumn) -> String {
    match part {
        BracketPart::Main | BracketPart::Upper => round_title(column.ties.len()),
        BracketPart::ThirdPlace => String::new(),
        BracketPart::Lower => format!("Lower round {}", column.round),
        BracketPart::Final if index == 0 => "Grand final".to_owned(),
        BracketPart::Final => "Repeated final".to_owned(),
    }
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
    use tournament::{Field, Format, GameResult, RunSeed, SingleElimination, StagePlan};

    use super::*;

    /// Returns a stage with the given number of entrants in which the smaller number wins, played for `games` games.
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
                "Lower round 1 3:2+ | Lower round 2 2:1+",
                "Grand final 0+:1"
            ]
            .map(str::to_owned)
        );
    }
}
