//! A match in progress in the browser behaves like one of the referee.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use browser::{Engine, Parameters};
use common::{limits, open, opening, played, read};
use game::{Dice, Game, Rules, Seat};
use games::GAMES;
use proptest::prelude::*;
use referee::{Answer, Match, MatchSeed, Ticks, transcript};
use serde_json::{Value, json};

/// Ticks spent, offer, code, fault, detail.
fn answer(engine: &mut Engine, handle: u32, seat: Seat, parts: [&str; 5]) {
    engine.answer(handle, seat.index() as u32, parts.join("\0").as_bytes()).unwrap();
}

fn start(engine: &mut Engine, game: &dyn Game) -> u32 {
    engine.open_live(&opening(game, &Rules::defaults(game.options()))).unwrap()
}

/// Everything that can be asked about a match in progress.
fn state(engine: &mut Engine, handle: u32) -> Value {
    let ply = read(engine.plies(handle)).as_u64().unwrap() as u32;
    let seats =
        [0, 1].map(|seat| (engine.view(handle, ply, seat).unwrap(), engine.history(handle, seat).unwrap()));
    json!({
        "waiting": read(engine.waiting(handle)), "frame": read(engine.frame(handle, ply, 2)),
        "transcript": engine.transcript(handle).unwrap(), "seats": seats, "verdict": read(engine.verdict(handle)),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Feeds the same answers to the engine and to a separate referee, and compares their states after every ply.
    #[test]
    fn it_asks_and_judges_as_the_referee(seed: u64, index in 0..GAMES.len()) {
        let game = GAMES[index];
        let mut dice = Dice::from_number(seed);
        let mut engine = Engine::new();
        let handle = start(&mut engine, game);
        let mut playing = Match::new(game, game.start(&Rules::defaults(game.options())), limits());
        while !playing.waiting().is_empty() {
            for seat in playing.waiting().iter() {
                let number = seat.index() as u32;
                let ask = playing.ask(seat);
                let told = json!({ "limit": ask.limit.0, "gameLeft": ask.game_left.0, "restarted": ask.restarted });
                prop_assert_eq!(read(engine.ask(handle, number)), told);
                prop_assert_eq!(engine.view(handle, ask.scene.ply, number).unwrap(), ask.view);
                let mut legal = Vec::new();
                ask.scene.position.legal_actions(seat, &mut legal);
                let code = dice.pick(&legal).unwrap().code() as i64;
                let spent = dice.below(1000) as u64;
                answer(&mut engine, handle, seat, [&spent.to_string(), "", &code.to_string(), "", ""]);
                playing.answer(seat, Answer { result: Ok(code), offer: None, spent: Ticks(spent) });
            }
            for seat in Seat::BOTH {
                let records = playing.scene().history(seat).flat_map(referee::history::record);
                prop_assert_eq!(engine.history(handle, seat.index() as u32).unwrap(), records.collect::<Vec<u8>>());
            }
        }
        let verdict = playing.verdict().unwrap();
        let told = read(engine.verdict(handle));
        prop_assert_eq!(&told["outcome"], &json!(verdict.outcome.winner().map(Seat::index)));
        prop_assert_eq!(&told["kind"], verdict.reason.name());
        prop_assert_eq!(&told["reason"], &verdict.reason.to_string());
        prop_assert_eq!(engine.transcript(handle).unwrap(), transcript::encode(&playing.scene().played));
    }

    /// Branching at every ply of a record gives the record's state there, and undoing leads back to its start.
    #[test]
    fn it_goes_on_from_any_ply_and_back(seed: u64, index in 0..GAMES.len()) {
        let game = GAMES[index];
        let rules = Rules::defaults(game.options());
        let mut played = played(game, &rules, seed);
        played.retain(|played| played.ply < 40);
        let mut engine = Engine::new();
        let recorded = open(&mut engine, game, &rules, &played);
        let plies = played.last().unwrap().ply + 1;
        let states: Vec<Value> = (0..=plies)
            .map(|ply| {
                let branch = engine.open_branch(recorded, ply, &[]).unwrap();
                let frame = read(engine.frame(recorded, ply, 2));
                let state = state(&mut engine, branch);
                assert_eq!(state["frame"], frame);
                assert_eq!(state["waiting"], if frame["phase"]["act"].is_null() { json!([]) } else { frame["phase"]["act"].clone() });
                engine.close(branch).unwrap();
                state
            })
            .collect();
        let branch = engine.open_branch(recorded, plies, &[]).unwrap();
        for due in states.iter().rev() {
            prop_assert_eq!(&state(&mut engine, branch), due);
            if due["frame"]["ply"] != 0 {
                engine.undo(branch).unwrap();
            }
        }
        prop_assert!(engine.undo(branch).is_err());
    }
}

#[test]
fn undo_takes_back_half_a_ply_and_a_lost_one() {
    let game = games::find("tank-war").unwrap();
    let mut engine = Engine::new();
    let handle = start(&mut engine, game);
    let begin = state(&mut engine, handle);
    let first = read(engine.legal(handle, 0, 0))["actions"][0][0].to_string();
    answer(&mut engine, handle, Seat::First, ["0", "", &first, "", ""]);
    assert_eq!(read(engine.waiting(handle)), json!([1]));
    engine.undo(handle).unwrap();
    assert_eq!(state(&mut engine, handle), begin);
    answer(&mut engine, handle, Seat::First, ["0", "", &first, "", ""]);
    answer(&mut engine, handle, Seat::Second, ["0", "", "4", "", ""]);
    let played = state(&mut engine, handle);
    answer(&mut engine, handle, Seat::First, ["0", "", "", "trap(unreachable)", "at choose"]);
    answer(&mut engine, handle, Seat::Second, ["5", "", "-77", "", ""]);
    let verdict = read(engine.verdict(handle));
    assert_eq!((&verdict["kind"], &verdict["outcome"]), (&json!("double-forfeit"), &Value::Null));
    assert_eq!(verdict["failures"][0]["fault"], "trap(unreachable)");
    assert!(verdict["failures"][1]["words"].as_str().unwrap().contains("-77"));
    assert_eq!(read(engine.waiting(handle)), json!([]));
    engine.undo(handle).unwrap();
    assert_eq!(state(&mut engine, handle), played);
}

#[test]
fn undo_takes_back_the_last_ply_that_the_limits_allow() {
    let mut engine = Engine::new();
    let handle = engine.open_live(b"tank-war\0\0plies=1").unwrap();
    for seat in Seat::BOTH {
        answer(&mut engine, handle, seat, ["0", "", "0", "", ""]);
    }
    assert_eq!(read(engine.verdict(handle))["kind"], "ply-limit");
    engine.undo(handle).unwrap();
    assert_eq!((read(engine.plies(handle)), read(engine.waiting(handle))), (json!(0), json!([0, 1])));
}

#[test]
fn an_offer_is_played_when_the_time_is_up() {
    let mut engine = Engine::new();
    let handle = engine.open_live(b"tank-battle").unwrap();
    let code = read(engine.legal(handle, 0, 0))["actions"][0][0].to_string();
    answer(&mut engine, handle, Seat::First, ["1000000000", &code, "", "timeout", "late"]);
    let overview = read(engine.overview(handle, 2));
    assert_eq!(overview["plies"][0]["actions"][0]["offered"], true);
    let code = read(engine.legal(handle, 1, 1))["actions"][0][0].to_string();
    answer(&mut engine, handle, Seat::Second, ["0", "", &code, "", ""]);
    assert_eq!(read(engine.ask(handle, 0))["restarted"], true);
}

#[test]
fn other_limits_hold_from_a_branch_on() {
    let game = games::find("tank-battle").unwrap();
    let rules = Rules::defaults(game.options());
    let played = played(game, &rules, 9);
    let mut engine = Engine::new();
    let recorded = open(&mut engine, game, &rules, &played);
    let branch = engine.open_branch(recorded, 2, b"per_move=none per_game=70000000000").unwrap();
    let seat = read(engine.waiting(branch))[0].as_u64().unwrap() as u32;
    let ask = read(engine.ask(branch, seat));
    assert_eq!(ask["limit"], ask["gameLeft"]);
    assert!(ask["gameLeft"].as_u64().unwrap() < 70_000_000_000);
    // The recorded plies took more time than these limits allow.
    assert!(engine.open_branch(recorded, 4, b"per_move=1").is_err());
}

#[test]
fn dice_are_a_seats_own() {
    let mut engine = Engine::new();
    let seed = MatchSeed::from_number(7);
    for seat in Seat::BOTH {
        let key = engine.seat_key(7, seat.index() as u32).unwrap();
        assert_eq!(key, seed.seat_key(seat));
        let handle = engine.open_seat(&key).unwrap();
        let mut dice = seed.dice(seat);
        for _ in 0..3 {
            assert_eq!(engine.dice(handle, 8).unwrap(), dice.bits().to_le_bytes());
        }
        let mut bytes = [0; 13];
        dice.fill(&mut bytes);
        assert_eq!(engine.dice(handle, 13).unwrap(), bytes);
    }
}

/// A bot's calls in its own engine do what the rules do.
#[test]
fn bots_make_positions_in_an_engine_of_their_own() {
    for game in GAMES {
        let (mut page, mut worker) = (Engine::new(), Engine::new());
        let live = start(&mut page, *game);
        let bot = worker.open_seat(&[3; 32]).unwrap();
        let mut reply = Vec::new();
        let mut call = |worker: &mut Engine, call, numbers, actions| {
            let result =
                worker.position(bot, Parameters { call, numbers, actions }, &[], &mut reply).unwrap();
            (result, reply.clone())
        };
        let (here, text, legal, after) = (0, 10, 6, 2);
        assert_eq!(call(&mut worker, here, [0, 0], [0, 0]).0, -2, "nobody asks");
        worker.begin_question(bot, 0, &page.standing(live).unwrap()).unwrap();
        let (position, _) = call(&mut worker, here, [0, 0], [0, 0]);
        let (_, shown) = call(&mut worker, text, [position, 0], [0, 0]);
        let mut truth = game.start(&Rules::defaults(game.options()));
        assert_eq!(String::from_utf8(shown).unwrap(), truth.to_string());
        let mut joint = game::Joint::default();
        let mut actions = [-1; 2];
        for seat in truth.phase().seats().iter() {
            let mut list = Vec::new();
            truth.legal_actions(seat, &mut list);
            let (count, codes) = call(&mut worker, legal, [position, seat.index() as i32], [0, 0]);
            assert_eq!((count as usize, codes.len()), (list.len(), 8 * list.len()));
            actions[seat.index()] = list[0].code() as i64;
            joint[seat] = Some(list[0]);
        }
        let (next, _) = call(&mut worker, after, [position, 0], actions);
        let (_, shown) = call(&mut worker, text, [next, 0], [0, 0]);
        truth.apply(&joint);
        assert_eq!(String::from_utf8(shown).unwrap(), truth.to_string());
        worker.end_question(bot).unwrap();
        assert_eq!(call(&mut worker, text, [next, 0], [0, 0]).0, -2);
        // A playout draws from the seat's dice, which are counted.
        assert_eq!(read(worker.drawn(bot)), 0);
        worker.begin_question(bot, 0, &page.standing(live).unwrap()).unwrap();
        let (position, _) = call(&mut worker, here, [0, 0], [0, 0]);
        assert!(call(&mut worker, 3, [position, 5], [0, 0]).0 > 0);
        assert!(read(worker.drawn(bot)).as_u64().unwrap() >= 5);
    }
}

#[test]
fn limits_switch_positions_off() {
    let mut engine = Engine::new();
    let live = engine.open_live(b"tank-war\0\0positions=false\0").unwrap();
    let bot = engine.open_seat(&[0; 32]).unwrap();
    let standing = engine.standing(live).unwrap();
    engine.begin_question(bot, 1, &standing).unwrap();
    let mut reply = Vec::new();
    let parameters = Parameters { call: 0, numbers: [0, 0], actions: [0, 0] };
    assert_eq!(engine.position(bot, parameters, &[], &mut reply).unwrap(), -1);
}
