//! Positions of games from files: each call of the rules is charged to the bot, and a failure of the rules in a bot's own
//! position is neither the bot's nor the match's.

use bot_protocol::positions::{Call, Meter};
use game::{Action, Game, Joint, Phase, Seat};
use game_file::{CallFailure, Form, RulesCalls};

use crate::support::{Desk, start};

/// The fuel of each call of the rules.
const FUEL: u64 = 1_000_000;
/// The action that the rules cannot play, and the view that they cannot show.
const BROKEN: &str = "2";

/// A race to ten: each seat adds 0 to 2, after each move chance adds 0 or 1. The rules, or the host, fail if a seat adds
/// 2.
struct Race {
    is_host: bool,
}

impl Race {
    fn position(total: u64, phase: &str) -> String {
        let legal = |seat: &str| if phase == format!("act {seat}") { "0 1 2" } else { "" };
        let view =
            |seat: &str| if phase == format!("act {seat}") { total.to_string() } else { String::new() };
        let lines =
            [phase, &format!("{total}"), "", "", "", legal("1"), legal("2"), &view("1"), &view("2"), "0 0"];
        lines.join("\n")
    }
}

impl RulesCalls for Race {
    fn form(&self) -> Form {
        Form::Lines
    }

    fn call(&self, request: &[u8], answer: &mut Vec<u8>) -> Result<u64, CallFailure> {
        let fields: Vec<&str> = str::from_utf8(request).unwrap().split('\n').collect();
        let [op, seat, moves, _, total, ..] = fields[..] else { panic!("{fields:?}") };
        let total: u64 = total.parse().unwrap_or(0);
        let Race { is_host } = *self;
        let failure =
            |what: &str| CallFailure { what: what.to_owned(), trace: Vec::new(), fuel: FUEL, is_host };
        let said = match op {
            "describe" => r#"{"title":"Race","seats":["Ann","Bob"],"max_plies":99,
                "metrics":[{"name":"points","about":"Points."}],
                "actions":[{"name":"add","notation":"{number}","parts":[{"name":"number","min":0,"max":2}]}],
                "view":[{"name":"total","kind":"u32","count":1}],"has":["show","events"],"chance":true}"#
                .replace('\n', " "),
            "start" => Race::position(0, "act 1"),
            "show" if seat == "1" => return Err(failure("the view fails")),
            "show" => total.to_string(),
            "events" => format!("{{\"text\":\"{total} and more\"}}"),
            "apply" => {
                let words: Vec<&str> = moves.split(' ').collect();
                let chance = words[0].parse().ok().and_then(Action::from_code).and_then(Action::as_chance);
                match (chance, words[0], words[1]) {
                    (Some((outcome, _)), ..) => Race::position(total + u64::from(outcome), "act 2"),
                    (None, BROKEN, _) | (None, _, BROKEN) => return Err(failure("the rules fail")),
                    (None, "-", added) => Race::position(total + added.parse::<u64>().unwrap(), "act 1"),
                    (None, added, _) => Race::position(total + added.parse::<u64>().unwrap(), "chance 2 3"),
                }
            }
            other => panic!("{other} is not declared"),
        };
        answer.clear();
        answer.extend_from_slice(said.as_bytes());
        Ok(FUEL)
    }
}

fn race() -> &'static dyn Game {
    game_file::open(b"the race", Box::new(Race { is_host: false })).unwrap()
}

/// Sums the charges up to a limit.
struct Spent {
    all: u64,
    limit: u64,
}

impl Meter for Spent {
    type Stop = ();

    fn charge(&mut self, units: u64) -> Result<(), ()> {
        self.all += units;
        if self.all > self.limit { Err(()) } else { Ok(()) }
    }
}

#[test]
fn each_call_of_the_rules_is_charged() {
    let game = race();
    let position = start(game);
    let mut desk = Desk::new(game, &*position, Seat::First, 0);
    let here = desk.call(Call::Here(&[]));
    let after = desk.call(Call::After { position: here, actions: [1, -1] });
    let chance = desk.call(Call::After { position: after, actions: [outcome(0), -1] });
    let calls = [
        (Call::Here(&[]), 0),
        (Call::Phase(here), 0),
        (Call::Legal { position: here, seat: 0 }, 0),
        (Call::Metrics { position: here, seat: 0 }, 0),
        (Call::View { position: here, seat: 0 }, 0),
        // The view of a seat that does not act takes a call. Each question is charged, even if its answer is cached.
        (Call::View { position: chance, seat: 0 }, 1),
        (Call::View { position: chance, seat: 0 }, 1),
        (Call::After { position: here, actions: [1, -1] }, 1),
        (Call::Events { position: here, actions: [1, -1] }, 1),
        (Call::Children { position: here, seat: 0, other: -1 }, 3),
        (Call::Children { position: after, seat: 0, other: -1 }, 2),
        (Call::Playout { position: chance, plies: 1 }, 1),
        (Call::Text(here), 0),
        (Call::Read(b"1; chance:1; 0"), 4),
    ];
    for (call, due) in calls {
        let mut spent = Spent { all: 0, limit: u64::MAX };
        let result = desk.metered(call, &mut spent).unwrap();
        assert!(result >= 0, "{call:?}: {}", desk.error());
        assert_eq!(spent.all / FUEL, due, "{call:?}");
        // A bot without enough fuel is stopped, and the position stays unchanged.
        if due > 0 {
            let mut less = Spent { all: 0, limit: spent.all - 1 };
            assert_eq!(desk.metered(call, &mut less), Err(()), "{call:?}");
            assert_eq!(desk.call(Call::Phase(here)), 1);
        }
    }
    assert!(position.fault().is_none());
}

fn outcome(number: u32) -> i64 {
    Action::chance(number, game::SeatSet::BOTH).code() as i64
}

#[test]
fn chance_is_a_phase_whose_outcomes_are_legal_actions_of_the_first_seat() {
    let game = race();
    let position = start(game);
    let mut desk = Desk::new(game, &*position, Seat::Second, 0);
    let here = desk.call(Call::Here(&[]));
    let after = desk.call(Call::After { position: here, actions: [0, -1] });
    assert_eq!(desk.call(Call::Phase(after)), 4);
    assert_eq!(desk.call(Call::Legal { position: after, seat: 1 }), 0);
    assert_eq!(desk.call(Call::Legal { position: after, seat: 0 }), 2);
    assert_eq!(desk.numbers(), [outcome(0), outcome(1)]);
    for actions in [[-1, outcome(0)], [outcome(2), -1], [0, -1], [outcome(0), 0]] {
        assert_eq!(desk.call(Call::After { position: after, actions }), -4, "{actions:?}");
        assert!(desk.error().contains("chance decides here"), "{}", desk.error());
    }
    let next = desk.call(Call::After { position: after, actions: [outcome(1), -1] });
    assert_eq!(desk.call(Call::Phase(next)), 2);
    assert_eq!(desk.text(next), "0; chance:1");
}

/// Regression: a view that a bot asked for made the position of the match faulty.
#[test]
fn rules_that_fail_in_a_bots_own_position_end_that_position_only() {
    let game = race();
    let mut position = start(game);
    position.apply(&Joint::single(Seat::First, Action::from_code(1).unwrap()));
    position.apply(&Joint::single(Seat::First, Action::from_code(outcome(0) as u64).unwrap()));
    let mut desk = Desk::new(game, &*position, Seat::Second, 0);
    let here = desk.call(Call::Here(&[]));
    assert_eq!(desk.call(Call::Phase(here)), 2);
    let broken = desk.call(Call::After { position: here, actions: [-1, 2] });
    assert_eq!(desk.call(Call::Phase(broken)), 8, "the position is over, and drawn");
    assert_eq!(desk.call(Call::Legal { position: broken, seat: 0 }), 0);
    assert_eq!(desk.call(Call::Children { position: here, seat: 1, other: -1 }), 3);
    let mut first = start(game);
    first.apply(&Joint::single(Seat::First, Action::from_code(1).unwrap()));
    let mut other = Desk::new(game, &*first, Seat::First, 0);
    let chance = other.call(Call::Here(&[]));
    // The view of the second seat fails: it does not act here.
    assert!(other.call(Call::View { position: chance, seat: 1 }) > 0);
    for position in [&position, &first] {
        assert!(position.fault().is_none() && !matches!(position.phase(), Phase::Over(_)));
    }
}

#[test]
fn a_failure_of_the_host_is_noted_until_the_next_question() {
    let failing = game_file::open(b"the race on a failing host", Box::new(Race { is_host: true })).unwrap();
    for (game, is_host) in [(race(), false), (failing as &dyn Game, true)] {
        let position = start(game);
        let mut desk = Desk::new(game, &*position, Seat::First, 0);
        let mut check = |call: Call<'_>| {
            desk.call(call);
            assert_eq!(desk.positions.host_failure().is_some(), is_host, "{call:?}");
            desk.positions.begin(1);
            assert_eq!(desk.positions.host_failure(), None);
            desk.call(Call::Here(&[]))
        };
        let here = check(Call::Read(BROKEN.as_bytes()));
        let here = check(Call::After { position: here, actions: [2, -1] });
        let here = check(Call::Children { position: here, seat: 0, other: -1 });
        check(Call::Playout { position: here, plies: 40 });
    }
}
