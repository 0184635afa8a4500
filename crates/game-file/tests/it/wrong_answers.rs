//! Wrong answers of rules: each is a fault with a sentence, and the game is over.

use game::{Action, Game, Joint, Outcome, Phase, Rules, Seat};
use game_file::{CallFailure, Form, OpenError};

use crate::common::{Answer, Answered, Asked, Stub, tic_tac_toe};

type Change = fn(&mut Answered);

#[test]
fn wrong_positions_are_faults() {
    let cases: &[(Change, &str)] = &[
        (
            |given| given.legal[1].push(15),
            "apply: the legal actions of Nought: `take#15` is listed but not declared",
        ),
        (|given| given.legal[1].push(1), "apply: the legal actions of Nought: `2` is listed twice"),
        (|given| given.legal[1].clear(), "apply: Nought is to act, but has no legal action"),
        (|given| given.legal[0].push(0), "apply: Cross has legal actions, but is not to act"),
        (|given| given.phase = "act 4".to_owned(), "apply: `act 4` is not a turn"),
        (
            |given| given.phase = "chance 6 3".to_owned(),
            "apply: it is chance's turn, but the game declares no chance",
        ),
        (
            |given| given.state[1] = b"x".to_vec(),
            "apply: the state has `own` or `hidden`, but the game declares no secrets",
        ),
        (
            |given| given.state[0] = vec![b'0'; 300_000],
            "apply: the state has 300000 bytes; at most 262144 are allowed",
        ),
        (|given| given.metrics.truncate(1), "apply: there are 1 metrics of both seats together, not 2"),
    ];
    for form in [Form::Lines, Form::Sections] {
        for (index, (change, told)) in cases.iter().enumerate() {
            let change = *change;
            let spoil = move |asked: &Asked, answer: &mut Answer| {
                if let ("apply", Answer::Position(given)) = (asked.op.as_str(), answer) {
                    change(given);
                }
            };
            let stub = Stub { spoil: Box::new(spoil), ..Stub::new(form, tic_tac_toe::rules) };
            let game = stub.open(&format!("wrong {index}"));
            let mut position = game.start(&Rules::defaults(game.options()));
            position.apply(&Joint::single(Seat::First, Action::new(0, 0)));
            let fault = position.fault().expect("a fault");
            assert_eq!((fault.what.as_str(), fault.position.as_str()), (*told, "0000000000"));
            let end = position.phase().end().expect("it is over");
            assert_eq!((end.outcome, end.reason), (Outcome::Draw, "the rules failed"));
            assert_eq!(position.adjudicate(), Outcome::Draw);
            assert!(matches!(position.clone_box().phase(), Phase::Over(_)));
        }
    }
}

/// The start position determines the size charged to bots.
#[test]
fn a_game_is_not_opened_if_the_host_fails_at_its_start() {
    let rules = |asked: &Asked| {
        if asked.op == "start" {
            let what = "out of memory".to_owned();
            return Err(CallFailure { what, trace: Vec::new(), fuel: 0, is_host: true });
        }
        tic_tac_toe::rules(asked)
    };
    let opened = game_file::open(b"on a failing host", Box::new(Stub::new(Form::Lines, rules)));
    assert!(matches!(opened, Err(OpenError::Failed(CallFailure { is_host: true, .. }))));
    assert!(
        game_file::open(b"on a failing host", Box::new(Stub::new(Form::Lines, tic_tac_toe::rules))).is_ok()
    );
}
