//! The Tank War as a module is the built-in game.

use game::{Dice, Game, Phase, Position, RuleKind, Rules, Seat};

use super::{example, random_ply};
use crate::support::is_full;

/// Everything that the two games must agree on in a position.
#[derive(Debug, PartialEq)]
pub(super) struct Told {
    phase: Phase,
    legal: [Vec<String>; 2],
    metrics: [Vec<i64>; 2],
    views: [Vec<u8>; 2],
    score: game::Outcome,
}

pub(super) fn told(game: &dyn Game, position: &dyn Position) -> Told {
    Told {
        phase: position.phase(),
        legal: Seat::BOTH.map(|seat| {
            let mut legal = Vec::new();
            position.legal_actions(seat, &mut legal);
            legal.iter().map(|action| position.format_action(seat, *action)).collect()
        }),
        metrics: Seat::BOTH.map(|seat| {
            let mut metrics = vec![0; game.metrics().len()];
            position.metrics(seat, &mut metrics);
            metrics
        }),
        views: Seat::BOTH.map(|seat| {
            let mut view = vec![0; game.layout().view_len()];
            position.write_view(seat, &mut view);
            view
        }),
        score: position.adjudicate(),
    }
}

/// Returns all rules: each option with each of its values.
fn all_rules(game: &dyn Game) -> Vec<Rules> {
    let mut all = vec![Rules::defaults(game.options())];
    for option in game.options() {
        let values: Vec<String> = match option.kind {
            RuleKind::Choice(words) => words.iter().map(|word| (*word).to_owned()).collect(),
            RuleKind::Flag => vec!["false".to_owned(), "true".to_owned()],
            RuleKind::Number { .. } => panic!("no numbers"),
        };
        let with = |rules: &Rules, value: &String| {
            let mut rules = rules.clone();
            rules.set(option.name, value).unwrap();
            rules
        };
        all = all.iter().flat_map(|rules| values.iter().map(move |value| with(rules, value))).collect();
    }
    all
}

#[test]
fn the_tank_war_as_a_module_is_the_built_in_game() {
    let (module, built_in) = (example("tank_war.wasm"), &tank_war::GAME);
    assert_eq!(module.seats(), built_in.seats());
    assert_eq!(module.layout().view_len(), built_in.layout().view_len());
    let (ours, theirs) = (all_rules(module), all_rules(built_in));
    assert_eq!(ours.len(), 8);
    let games = if is_full() { 2_000 } else { 200 };
    for number in 0..games {
        let rules = number as usize % ours.len();
        assert_eq!(ours[rules].to_string(), theirs[rules].to_string());
        let mut dice = Dice::from_number(number);
        let (mut mine, mut other) = (module.start(&ours[rules]), built_in.start(&theirs[rules]));
        for ply in 0.. {
            assert!(mine.fault().is_none(), "game {number}, ply {ply}: {:?}", mine.fault());
            assert_eq!(told(module, &*mine), told(built_in, &*other), "game {number}, ply {ply}");
            let Some(joint) = random_ply(&*other, &mut dice) else { break };
            let events = |position: &dyn Position| position.events(&joint, None);
            assert_eq!(events(&*mine), events(&*other), "game {number}, ply {ply}");
            mine.apply(&joint);
            other.apply(&joint);
        }
    }
}
