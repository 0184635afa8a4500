//! The overhead of a ply, without the sandbox: the rules are in Rust. Divide a time by the plies of its game.

#![allow(clippy::unwrap_used, reason = "a program of its own that shows figures")]

#[path = "../tests/common/mod.rs"]
#[expect(dead_code, reason = "the tests use the rest")]
mod common;

use divan::Bencher;
use game::{Dice, Game, Phase, Rules};
use game_file::Form;

use common::{Stub, tic_tac_toe};

fn main() {
    divan::main();
}

/// A game of 5 to 9 plies with all calls of a referee, including the stub's own work.
#[divan::bench(args = [false, true])]
fn tic_tac_toe_game(bencher: Bencher<'_, '_>, lines: bool) {
    let form = if lines { Form::Lines } else { Form::Sections };
    let game = Stub::new(form, tic_tac_toe::rules).open("bench");
    let rules = Rules::defaults(game.options());
    let mut legal = Vec::new();
    let mut view = vec![0; game.layout().view_len()];
    bencher.bench_local(|| {
        let mut dice = Dice::from_number(1);
        let mut position = game.start(&rules);
        while let Phase::Act(seats) = position.phase() {
            let mut joint = game::Joint::default();
            for seat in seats.iter() {
                position.write_view(seat, &mut view);
                legal.clear();
                position.legal_actions(seat, &mut legal);
                joint[seat] = dice.pick(&legal).copied();
            }
            position.check(&joint).unwrap();
            position.apply(&joint);
        }
    });
}

/// The stub alone, called as often as in the longest game.
#[divan::bench(args = [false, true])]
fn nine_calls_of_the_stub(bencher: Bencher<'_, '_>, lines: bool) {
    use game_file::RulesCalls;
    let stub = Stub::new(if lines { Form::Lines } else { Form::Sections }, tic_tac_toe::rules);
    let fields = ["apply", "-", "4 -", "reverse=false", "0120000000", "", "", "", ""];
    let request = if lines {
        fields.join("\n").into_bytes()
    } else {
        let field = |field: &&str| [&(field.len() as u32).to_le_bytes()[..], field.as_bytes()].concat();
        fields.iter().flat_map(field).collect()
    };
    let mut answer = Vec::new();
    bencher.bench_local(|| (0..9).for_each(|_| drop(stub.call(&request, &mut answer))));
}
