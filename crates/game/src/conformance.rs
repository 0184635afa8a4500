//! The laws that every game must keep.
//!
//! Each law plays a random game from a seed and checks an invariant on the way. If it is broken, the law returns a
//! message that names law, seed, ply and position. A game runs all of them in its own property test:
//!
//! ```text
//! proptest! {
//!     #[test]
//!     fn laws(seed: u64, rules in any_rules(GAME.options())) {
//!         game::conformance::check(&GAME, &rules, seed).unwrap();
//!     }
//! }
//! ```

mod gestures;
mod hidden_information;
mod legal_actions;
mod notation;
mod replay;
mod views;
mod walk;

use gestures::gestures;
use hidden_information::imagining;
use legal_actions::listing;
use notation::{action_notation, damaged_text, position_text};
use replay::replay;
use views::views;
use walk::{PATIENCE, list, require, walk};

use crate::{Action, Dice, Game, Phase, RuleKind, RuleOption, Rules, Seat};

/// A law: its name, and its check of one random game under `rules` from a seed.
pub struct Law {
    /// The invariant, in words.
    pub name: &'static str,
    check: fn(&dyn Game, &Rules, &mut Dice) -> Result<(), String>,
}

/// All laws.
pub const LAWS: &[Law] = &[
    Law { name: "the listing agrees with the legality of single actions", check: listing },
    Law { name: "every game ends within its bound", check: ends },
    Law { name: "action notation round-trips", check: action_notation },
    Law { name: "position text round-trips and plays on alike", check: position_text },
    Law { name: "a replayed transcript gives the same end", check: replay },
    Law { name: "views keep to their layout and hide what is hidden", check: views },
    Law { name: "an imagined position tells nothing that is hidden", check: imagining },
    Law { name: "drawings fit their board", check: drawings },
    Law { name: "gestures point at the drawing and tell legal actions apart", check: gestures },
    Law { name: "damaged text is refused or means something, and never panics", check: damaged_text },
    Law { name: "the mirrored game is the same game", check: symmetry },
];

/// Checks the game against every law once.
///
/// # Errors
/// The first broken law: its name, the seed and the details.
pub fn check(game: &dyn Game, rules: &Rules, seed: u64) -> Result<(), String> {
    for law in LAWS {
        let mut dice = Dice::from_number(seed);
        (law.check)(game, rules, &mut dice).map_err(|seen| {
            format!("{}: law broken: {}; rules {rules}; seed {seed}: {seen}", game.name(), law.name)
        })?;
    }
    Ok(())
}

/// Returns rules with each option at a random value. Numbers are at their default or near an end of their range.
pub fn random_rules(options: &'static [RuleOption], dice: &mut Dice) -> Rules {
    let mut rules = Rules::defaults(options);
    for option in options {
        let text = match option.kind {
            RuleKind::Choice(words) => words[dice.below(words.len())].to_owned(),
            RuleKind::Flag => (dice.below(2) == 1).to_string(),
            RuleKind::Number { min, max } => {
                let near_min = (min + dice.below(8) as i64).min(max);
                [option.default.to_string(), near_min.to_string()][dice.below(2)].clone()
            }
        };
        // The text comes from the option itself.
        let set = rules.set(option.name, &text);
        debug_assert!(set.is_ok(), "{set:?}");
    }
    rules
}

fn ends(game: &dyn Game, rules: &Rules, dice: &mut Dice) -> Result<(), String> {
    let mut turn = 0;
    let last = walk(game, rules, dice, |ply, position, _, _| {
        require(position.turn() >= turn, || {
            format!("ply {ply}: the turn fell from {turn} to {}", position.turn())
        })?;
        turn = position.turn();
        Ok(())
    })?;
    let Some(bound) = game.max_plies(rules).filter(|&bound| bound <= PATIENCE) else { return Ok(()) };
    require(matches!(last.phase(), Phase::Over(_)), || format!("not over after {bound} plies: {last}"))
}

fn drawings(game: &dyn Game, rules: &Rules, dice: &mut Dice) -> Result<(), String> {
    walk(game, rules, dice, |ply, position, _, _| {
        for viewer in [None, Some(Seat::First), Some(Seat::Second)] {
            let drawing = position.draw(viewer);
            let place = |what: &str| format!("ply {ply}, {position}: {what}");
            let cells = usize::from(drawing.columns) * usize::from(drawing.rows);
            require(drawing.cells.len() == cells, || place("cells do not fill the board"))?;
            require(drawing.column_labels.len() == usize::from(drawing.columns), || place("column labels"))?;
            require(drawing.row_labels.len() == usize::from(drawing.rows), || place("row labels"))?;
            let mut taken = vec![false; cells];
            for piece in &drawing.pieces {
                let square = piece.square;
                require(square.column < drawing.columns && square.row < drawing.rows, || {
                    place("a piece off the board")
                })?;
                let index =
                    usize::from(square.row) * usize::from(drawing.columns) + usize::from(square.column);
                require(!std::mem::replace(&mut taken[index], true), || place("two pieces on a square"))?;
            }
        }
        Ok(())
    })
    .map(drop)
}

fn symmetry(game: &dyn Game, rules: &Rules, dice: &mut Dice) -> Result<(), String> {
    walk(game, rules, dice, |ply, position, joint, _| {
        let Some(mirrored) = position.mirrored() else { return Ok(()) };
        let place = |what: String| format!("ply {ply}, {position}, mirrored {mirrored}: {what}");
        require(mirrored.mirrored().is_some_and(|back| back.to_string() == position.to_string()), || {
            place("mirroring twice is another position".to_owned())
        })?;
        let outcome = |phase: Phase| phase.end().map(|end| (end.outcome, end.reason));
        require(
            outcome(mirrored.phase()).map(|(outcome, reason)| (outcome.swapped(), reason))
                == outcome(position.phase()),
            || place(format!("{:?} became {:?}", position.phase(), mirrored.phase())),
        )?;
        for seat in Seat::BOTH {
            let mut here: Vec<Action> =
                list(position, seat).into_iter().map(|action| game.mirror_action(action)).collect();
            let mut there = list(&*mirrored, seat.other());
            here.sort_unstable();
            there.sort_unstable();
            require(here == there, || place(format!("{seat:?} has other actions")))?;
        }
        // The two positions may number the outcomes of chance differently.
        let is_chance = matches!(position.phase(), Phase::Chance(_));
        let Some(joint) = joint.filter(|_| !is_chance) else { return Ok(()) };
        let turned = joint.map(|action| action.map(|action| game.mirror_action(action))).swapped();
        let (mut here, mut there) = (position.clone_box(), mirrored.clone_box());
        here.apply(joint);
        there.apply(&turned);
        let expected = here.mirrored().map(|mirrored| mirrored.to_string());
        require(expected == Some(there.to_string()), || place(format!("{joint:?} leads to {there}")))
    })
    .map(drop)
}
