//! The number of positions, the charges, and stopping work.

use bot_protocol::positions::{Call, MISUSE_WORK, MOST, MOST_SENTENCE, Meter};
use game::Seat;

use crate::support::{Desk, game, random_ply, start};

/// Stops after this much has been charged.
struct Budget(u64);

impl Meter for Budget {
    type Stop = &'static str;

    fn charge(&mut self, units: u64) -> Result<(), &'static str> {
        self.0 = self.0.checked_sub(units).ok_or("the budget is used up")?;
        Ok(())
    }
}

#[test]
fn there_is_room_for_a_number_of_positions_and_of_bytes() {
    for (name, held) in [("tank-war", MOST), ("tank-battle", MOST), ("tank-chess", 800)] {
        let game = game(name);
        let here = start(game);
        let mut desk = Desk::new(game, &*here, Seat::First, 0);
        let mut all = Vec::new();
        loop {
            let position = desk.call(Call::Here(&[]));
            if position < 0 {
                assert_eq!(position, -6);
                assert!(
                    desk.error().contains("1024") && desk.error().contains("1048576"),
                    "{}",
                    desk.error()
                );
                break;
            }
            all.push(position);
        }
        assert!((held..=MOST).contains(&all.len()), "{name} has room for {} positions", all.len());
        // Releasing a position makes room and invalidates its handle.
        let released = all[7];
        assert_eq!(desk.call(Call::Release(released)), 0);
        let instead = desk.call(Call::Playout { position: all[0], plies: 1 });
        assert!(instead > 0 && instead != released);
        assert_eq!(desk.call(Call::Phase(released)), -3);
        assert_eq!(desk.call(Call::Here(&[])), -6);
        // The next question invalidates all handles.
        desk.positions.begin(1);
        assert!(all.iter().all(|&position| desk.call(Call::Phase(position)) == -3));
        assert!(desk.call(Call::Here(&[])) > 0);
    }
}

/// A long history counts: its copies are charged and bounded.
#[test]
fn histories_count() {
    let battle = game("tank-battle");
    let rules = game::Rules::parse(battle.options(), "repetitions=0").unwrap();
    let spent = |quiet: bool| {
        let mut position =
            battle.start(&if quiet { game::Rules::defaults(battle.options()) } else { rules.clone() });
        let shuffle = ["g1-g2", "a7-b7", "g2-g1", "b7-a7"];
        for text in shuffle.iter().cycle().take(7) {
            let seat = position.phase().seats().iter().next().unwrap();
            let action = position.parse_action(seat, text).unwrap();
            position.apply(&game::Joint::single(seat, action));
        }
        let mut desk = Desk::new(battle, &*position, Seat::First, 0);
        let mut budget = Budget(1 << 40);
        assert!(desk.metered(Call::Here(&[]), &mut budget).unwrap() > 0);
        (1 << 40) - budget.0
    };
    assert!(spent(true) > spent(false));
}

/// Work can stop before any step, and leaves the positions unchanged.
#[test]
fn work_stops_anywhere() {
    for game in games::GAMES {
        let here = start(*game);
        let mut dice = game::Dice::from_number(4);
        let (_, actions) = random_ply(&*here, &mut dice).unwrap();
        let calls = |position: i32| {
            [
                Call::Here(&[]),
                Call::Read(b"nothing"),
                Call::After { position, actions },
                Call::Playout { position, plies: 30 },
                Call::Phase(position),
                Call::Legal { position, seat: 0 },
                Call::Metrics { position, seat: 1 },
                Call::View { position, seat: 0 },
                Call::Events { position, actions },
                Call::Text(position),
                Call::Children { position, seat: 0, other: actions[1] },
            ]
        };
        for index in 0..11 {
            let mut desk = Desk::new(*game, &*here, Seat::First, 0);
            let position = desk.call(Call::Here(&[]));
            let mut budget = Budget(1 << 40);
            desk.metered(calls(position)[index], &mut budget).unwrap();
            let price = (1 << 40) - budget.0;
            assert!(price > 0, "{}: {:?} costs nothing", game.name(), calls(position)[index]);
            for part in 0..20 {
                let stopped = desk.metered(calls(position)[index], &mut Budget(price * part / 20 / 4));
                assert!(stopped.is_err(), "{}: {:?} for a part", game.name(), calls(position)[index]);
                assert_eq!(desk.text(position), here.to_string());
            }
        }
    }
}

/// Sums the charges.
struct Charged(u64);

impl Meter for Charged {
    type Stop = std::convert::Infallible;

    fn charge(&mut self, units: u64) -> Result<(), Self::Stop> {
        self.0 += units;
        Ok(())
    }
}

/// The sentence is written in any case.
#[test]
fn misuse_is_no_cheaper_than_its_sentence() {
    for game in games::GAMES {
        let here = start(*game);
        let mut desk = Desk::new(*game, &*here, Seat::First, 0);
        let position = desk.call(Call::Here(&[]));
        for call in [
            Call::Release(0),
            Call::Phase(77),
            Call::Metrics { position, seat: 2 },
            Call::Legal { position, seat: -1 },
            Call::Events { position, actions: [i64::MAX, -1] },
            Call::After { position, actions: [-1, -1] },
            Call::Read(&[0]),
        ] {
            let mut charged = Charged(0);
            let Ok(code) = desk.metered(call, &mut charged);
            assert!(code < 0 && charged.0 >= MISUSE_WORK, "{call:?}: {} units", charged.0);
        }
    }
}

/// A text is not quoted at length, no matter how often the bot asks for the sentence.
#[test]
fn the_sentence_of_a_misuse_is_short_whatever_was_passed() {
    for game in games::GAMES {
        let here = start(*game);
        let mut desk = Desk::new(*game, &*here, Seat::First, 0);
        for text in ["x", "1", "/", " ", "w ", "é", "\u{200b}", "9/", "g1 "].map(|unit| unit.repeat(20_000))
        {
            let code = desk.call(Call::Read(text.as_bytes()));
            let error = desk.error();
            assert!(code < 0 && error.len() <= MOST_SENTENCE, "{} bytes: {error}", error.len());
        }
    }
}
