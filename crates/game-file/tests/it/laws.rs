//! Games from files keep the laws of games, and no answer makes them panic.

use game::{Dice, Game, Rules, RulesFault, conformance};
use game_file::Form;

use crate::common::{Stub, guess, tic_tac_toe};

const FORMS: [Form; 2] = [Form::Lines, Form::Sections];

#[test]
fn games_keep_the_laws() {
    for form in FORMS {
        for (rules, name) in [(tic_tac_toe::rules as crate::common::Rules, "line"), (guess::rules, "guess")] {
            let game = Stub::new(form, rules).open(name);
            for seed in 0..40 {
                let options = conformance::random_rules(game.options(), &mut Dice::from_number(seed));
                conformance::check(game, &options, seed).unwrap();
                assert_eq!(walk(game, seed), None);
            }
        }
    }
}

#[test]
fn damaged_answers_are_faults_and_never_panic() {
    let mut faults = 0;
    for seed in 0..300 {
        for form in FORMS {
            for (rules, name) in
                [(tic_tac_toe::rules as crate::common::Rules, "line"), (guess::rules, "guess")]
            {
                let damage = move |request: &[u8], answer: &mut Vec<u8>| {
                    let hash = hash_of(request);
                    let mut dice = Dice::from_number(seed ^ hash);
                    let is_describe = request.windows(8).any(|bytes| bytes == b"describe");
                    if !is_describe && dice.below(4) == 0 {
                        spoil(answer, &mut dice);
                    }
                };
                let stub = Stub { damage: Box::new(damage), ..Stub::new(form, rules) };
                let game = stub.open(&format!("{name} damaged {seed}"));
                drop(conformance::check(game, &Rules::defaults(game.options()), seed));
                faults += u32::from(walk(game, seed).is_some());
            }
        }
    }
    assert!(faults > 300, "{faults} of 1,200 games had a fault");
}

fn hash_of(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// Changes, removes or repeats some bytes.
fn spoil(answer: &mut Vec<u8>, dice: &mut Dice) {
    for _ in 0..=dice.below(3) {
        let at = dice.below(answer.len() + 1);
        match dice.below(5) {
            0 => answer.truncate(at),
            1 if at < answer.len() => answer[at] = dice.bits() as u8,
            2 if at < answer.len() => drop(answer.remove(at)),
            3 => answer.insert(at, *dice.pick(b"09- \n{}[]\"\xff").unwrap()),
            _ => answer.extend_from_within(at..),
        }
    }
}

/// Asks every question in every position of a game, and returns the last fault.
fn walk(game: &dyn Game, seed: u64) -> Option<RulesFault> {
    let mut fault = None;
    let mut position = game.start(&Rules::defaults(game.options()));
    let mut dice = Dice::from_number(seed);
    let mut view = vec![0; game.layout().view_len()];
    for _ in 0..12 {
        let mut joint = game::Joint::default();
        match position.phase() {
            game::Phase::Act(seats) => {
                for seat in seats.iter() {
                    let mut legal = Vec::new();
                    position.legal_actions(seat, &mut legal);
                    joint[seat] = dice.pick(&legal).copied();
                }
            }
            game::Phase::Chance(chance) => joint = chance.draw(&mut dice),
            game::Phase::Over(_) => break,
        }
        for viewer in [None, Some(game::Seat::First), Some(game::Seat::Second)] {
            position.draw(viewer);
            position.events(&joint, viewer);
        }
        for seat in game::Seat::BOTH {
            position.write_view(seat, &mut view);
            position.imagined_by(seat, &[], &mut dice).draw(Some(seat));
            let mut legal = Vec::new();
            position.legal_actions(seat, &mut legal);
            for action in &legal {
                position.gesture(seat, *action);
            }
        }
        position.adjudicate();
        drop(position.parse_alike(&position.to_string()));
        fault = position.fault().cloned().or(fault);
        position.apply(&joint);
    }
    position.fault().cloned().or(fault)
}
