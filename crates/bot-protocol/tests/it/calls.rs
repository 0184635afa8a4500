//! Every call agrees with the rules.

use bot_protocol::positions::{Call, phase_code, record_len};
use game::view::HEADER_LEN;
use game::{Dice, Position, Seat};

use crate::support::{Desk, game, random_ply, start};

/// A random game through the calls, and the same game through the rules.
#[test]
fn positions_are_played_in_as_the_rules_play() {
    for game in games::GAMES {
        for seed in 0..20 {
            let mut truth = start(*game);
            let here = truth.clone();
            let mut desk = Desk::new(*game, &*here, Seat::First, seed);
            let mut dice = Dice::from_number(seed);
            let mut position = desk.call(Call::Here(&[]));
            for _ in 0..200 {
                agree(&mut desk, position, &*truth);
                let Some((joint, codes)) = random_ply(&*truth, &mut dice) else { break };
                let events = truth.events(&joint, None);
                assert!(desk.call(Call::Events { position, actions: codes }) >= 0);
                let told: Vec<String> = events.into_iter().map(|event| event.text + "\n").collect();
                assert_eq!(String::from_utf8(desk.reply.clone()).unwrap(), told.concat());
                let next = desk.call(Call::After { position, actions: codes });
                assert!(next > 0, "{}", desk.error());
                assert_eq!(desk.call(Call::Release(position)), 0);
                position = next;
                truth.apply(&joint);
            }
        }
    }
}

fn agree(desk: &mut Desk<'_>, position: i32, truth: &dyn Position) {
    assert_eq!(desk.text(position), truth.to_string());
    assert_eq!(desk.call(Call::Phase(position)), phase_code(&truth.phase()));
    let game = desk.asked.game;
    for seat in Seat::BOTH {
        let number = seat.index() as i32;
        let mut legal = Vec::new();
        truth.legal_actions(seat, &mut legal);
        assert_eq!(desk.call(Call::Legal { position, seat: number }), legal.len() as i32);
        let codes: Vec<i64> = legal.iter().map(|action| action.code() as i64).collect();
        assert_eq!(desk.numbers(), codes);
        let mut metrics = vec![0; game.metrics().len()];
        truth.metrics(seat, &mut metrics);
        assert_eq!(desk.call(Call::Metrics { position, seat: number }), metrics.len() as i32);
        assert_eq!(desk.numbers(), metrics);
        let mut view = vec![0; game.layout().view_len()];
        let length = truth.write_view(seat, &mut view);
        assert_eq!(desk.call(Call::View { position, seat: number }) as usize, HEADER_LEN + length);
        assert_eq!(desk.reply[HEADER_LEN..], view[..length]);
    }
}

#[test]
fn children_are_the_positions_after_each_action() {
    for game in games::GAMES {
        let mut truth = start(*game);
        let mut dice = Dice::from_number(5);
        // Plays into the middle of a game, past the setup of Tank Chess, but not to the end of a short game.
        for _ in 0..18 {
            let (joint, _) = random_ply(&*truth, &mut dice).unwrap();
            let mut next = truth.clone();
            next.apply(&joint);
            if next.phase().end().is_some() {
                break;
            }
            truth = next;
        }
        let (_, codes) = random_ply(&*truth, &mut dice).unwrap();
        let here = truth.clone();
        let mut desk = Desk::new(*game, &*here, Seat::First, 1);
        let position = desk.call(Call::Here(&[]));
        for seat in Seat::BOTH {
            let number = seat.index() as i32;
            let other = codes[seat.other().index()];
            let mut legal = Vec::new();
            truth.legal_actions(seat, &mut legal);
            let count = desk.call(Call::Children { position, seat: number, other });
            assert_eq!(count, legal.len() as i32, "{}", desk.error());
            let metrics = game.metrics().len();
            assert_eq!(desk.reply.len(), legal.len() * record_len(metrics));
            let records = desk.numbers();
            for (action, record) in legal.iter().zip(records.chunks(2 + 2 * metrics)) {
                let mut actions = codes;
                actions[number as usize] = action.code() as i64;
                let child = desk.call(Call::After { position, actions });
                let phase = i64::from(desk.call(Call::Phase(child)));
                let mut due = vec![action.code() as i64, phase];
                for seat in [0, 1] {
                    desk.call(Call::Metrics { position: child, seat });
                    due.extend(desk.numbers());
                }
                assert_eq!(record, due);
                desk.call(Call::Release(child));
            }
        }
    }
}

#[test]
fn a_playout_is_a_game_that_could_be_played() {
    for game in games::GAMES {
        let here = start(*game);
        let mut desk = Desk::new(*game, &*here, Seat::Second, 3);
        let position = desk.call(Call::Here(&[]));
        let same = desk.call(Call::Playout { position, plies: 0 });
        assert_eq!(desk.text(same), here.to_string());
        let end = desk.call(Call::Playout { position, plies: 100_000 });
        assert!(desk.call(Call::Phase(end)) >= bot_protocol::positions::DRAWN, "{}", desk.text(end));
        // Playouts depend on the dice, which advance.
        let another = desk.call(Call::Playout { position, plies: 100_000 });
        assert_ne!(desk.text(end), desk.text(another));
        let over = desk.call(Call::Playout { position: end, plies: 5 });
        assert_eq!(desk.text(over), desk.text(end), "a game that is over stays as it is");
    }
}

#[test]
fn a_text_is_a_position_under_the_rules_of_the_match() {
    let war = game("tank-war");
    let here = start(war);
    let mut desk = Desk::new(war, &*here, Seat::First, 0);
    let text = "uuuuuu/uuuuuu/uuuudu/dddddd/dddddd/dddddd U:-0-100 D:00013- 5";
    let position = desk.call(Call::Read(text.as_bytes()));
    assert_eq!(desk.text(position), text);
    for (text, reason) in [
        (&b"uuuuuu"[..], "the text is not a position: "),
        (b"\xff", "the text is not a position: it is not UTF-8"),
        (b"", "the text is not a position: "),
    ] {
        assert_eq!(desk.call(Call::Read(text)), -5);
        assert!(desk.error().starts_with(reason), "{}", desk.error());
    }
}

#[test]
fn a_view_has_its_ply_and_no_times() {
    let battle = game("tank-battle");
    let here = start(battle);
    let mut desk = Desk::new(battle, &*here, Seat::First, 0);
    desk.asked.ply = 40;
    let position = desk.call(Call::Here(&[]));
    let later = desk.call(Call::Playout { position, plies: 3 });
    desk.call(Call::View { position: later, seat: 1 });
    let field = |name: &str| {
        let field = game::view::HEADER.iter().find(|field| field.name == name).unwrap();
        field.get(&desk.reply, 0)
    };
    assert_eq!([field("game"), field("seat"), field("ply"), field("turn")], [2, 1, 43, 3]);
    assert_eq!([field("move_left"), field("game_left"), field("opponent_left")], [0; 3]);
}
