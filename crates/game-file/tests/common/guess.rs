//! Guess: both hide a number from 0 to 2; a die that only the second seat sees adds a point to one of them; then both
//! guess at once. A game with secrets of both kinds, chance and simultaneous plies.
//!
//! The public state is the ply and the two guesses, own the hidden number, hidden the seat that has the point.

use game::Dice;
use game_file::CallFailure;

use super::{Answer, Answered, Asked, failure, text};

pub(crate) const DECLARATION: &str = r#"{
    "title": "Guess", "seats": ["Red", "Rust"], "max_plies": 3,
    "actions": [
        {"name": "hide", "notation": "+{number}", "secret": true, "parts": [{"name": "number", "min": 0, "max": 2}]},
        {"name": "guess", "notation": "{number}", "parts": [
            {"name": "number", "min": 0, "max": 2, "labels": ["zero", "one", "two"]}]}],
    "view": [{"name": "ply", "kind": "u8", "count": 1}, {"name": "own", "kind": "u8", "count": 1}],
    "has": ["show", "imagine", "scene", "events"], "chance": true, "secrets": true
}"#;

const GUESS: u64 = 1 << 48;

pub(crate) fn rules(asked: &Asked) -> Result<Answer, CallFailure> {
    let [public, first, second, hidden] = &asked.state;
    match asked.op.as_str() {
        "describe" => Ok(text(DECLARATION)),
        "start" => Ok(position([b"0--".to_vec(), vec![], vec![], vec![]])),
        "apply" => {
            let mut next = asked.state.clone();
            next[0][0] += 1;
            match public[0] {
                b'0' => {
                    let [Some(first), Some(second)] = asked.moves else { return Err(failure("two hide")) };
                    next[1] = vec![b'0' + first as u8];
                    next[2] = vec![b'0' + second as u8];
                }
                b'1' => next[3] = vec![b'0' + (asked.moves[0].ok_or_else(|| failure("no die"))? & 1) as u8],
                _ => {
                    let [Some(first), Some(second)] = asked.moves else { return Err(failure("two guess")) };
                    next[0][1] = b'0' + (first - GUESS) as u8;
                    next[0][2] = b'0' + (second - GUESS) as u8;
                }
            }
            Ok(position(next))
        }
        "show" => {
            let seat = asked.seat.ok_or_else(|| failure("`show` has no seat"))?;
            assert!(
                hidden.is_empty() && asked.state[2 - seat].is_empty(),
                "a seat is shown the other's part"
            );
            Ok(Answer::View(view(&asked.state, seat)))
        }
        "scene" => {
            let mut shapes = vec![format!(r#"{{"id": "ply", "at": [10, 5], "text": "{}"}}"#, public[0])];
            for (seat, own) in [first, second].into_iter().enumerate().filter(|(_, own)| !own.is_empty()) {
                shapes.push(format!(
                    r#"{{"id": "own{seat}", "rect": [{}, 0, 20, 30], "seat": {seat}, "text": "{}", "name": "number"}}"#,
                    30 * seat,
                    own[0]
                ));
            }
            shapes.push(format!(r#"{{"id": "zero", "circle": [5, 5, 4], "action": {GUESS}}}"#));
            Ok(text(format!("[{}]", shapes.join(","))))
        }
        "events" => {
            let [first, second] =
                asked.moves.map(|code| code.map_or("something".to_owned(), |code| code.to_string()));
            Ok(text(format!(r#"{{"text": "{first} and {second}"}}"#)))
        }
        "imagine" => {
            let seat = asked.seat.ok_or_else(|| failure("`imagine` has no seat"))?;
            let mut dice = Dice::from_number(u64::from_str_radix(&asked.extra[..16], 16).unwrap());
            let mut next = asked.state.clone();
            if public[0] > b'0' {
                next[2 - seat] = vec![b'0' + dice.below(3) as u8];
            }
            if public[0] > b'1' {
                next[3] = vec![b'0' + dice.below(2) as u8];
            }
            Ok(position(next))
        }
        op => Err(failure(&format!("no {op}"))),
    }
}

fn view(state: &[Vec<u8>; 4], seat: usize) -> Vec<u8> {
    vec![state[0][0] - b'0', state[1 + seat].first().map_or(9, |own| own - b'0')]
}

fn position(state: [Vec<u8>; 4]) -> Answer {
    let ply = state[0][0];
    let phase = match ply {
        b'0' | b'2' => "act 3".to_owned(),
        b'1' => "chance 2 2".to_owned(),
        _ => {
            let right = |seat: usize| i32::from(state[0][1 + seat] == state[2 - seat][0]) * 2;
            let points = [0, 1].map(|seat| right(seat) + i32::from(state[3][0] == b'0' + seat as u8));
            match points[0].cmp(&points[1]) {
                std::cmp::Ordering::Greater => "win 0 more points".to_owned(),
                std::cmp::Ordering::Less => "win 1 more points".to_owned(),
                std::cmp::Ordering::Equal => "draw equal points".to_owned(),
            }
        }
    };
    let acts = phase.starts_with("act");
    let legal: Vec<u64> = (0..3).map(|number| number + if ply == b'0' { 0 } else { GUESS }).collect();
    let of = |seat| if acts { view(&state, seat) } else { Vec::new() };
    Answer::Position(Box::new(Answered {
        views: [of(0), of(1)],
        legal: if acts { [legal.clone(), legal] } else { [Vec::new(), Vec::new()] },
        phase,
        metrics: Vec::new(),
        state,
    }))
}
