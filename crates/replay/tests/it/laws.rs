//! A replay shows what was visible while the match was played, at every ply and in any order.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use game::{Action, Game, PerSeat, PlyError, Rules, Seat};
use games::GAMES;
use proptest::prelude::*;
use referee::{Answer, Builtin, Clock, Limits, Match, MatchSeed, Played, Player, Ticks};
use replay::{DecisiveBlow, Recording, Replay, ReplayError};

/// The visible state between two plies.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seen {
    position: String,
    views: [Vec<u8>; 2],
    left: [Ticks; 2],
    metrics: [Vec<i64>; 2],
}

fn limits() -> Limits {
    let first = Clock { increment: Ticks(3), ..Clock::default() };
    let second = Clock { per_move: None, per_game: Ticks(90 * Ticks::PER_SECOND), ..Clock::default() };
    Limits { clock: PerSeat::new(first, second), plies: 400, ..Limits::default() }
}

/// Plays a random match in which answers take time and some are offers, and notes the visible state.
fn played(game: &'static dyn Game, rules: &Rules, seed: u64) -> (Vec<Played>, Vec<Seen>) {
    let seed = MatchSeed::from_number(seed);
    let mut players = Seat::BOTH.map(|seat| Builtin::Random.player(&seed, seat));
    let mut playing = Match::new(game, game.start(rules), limits());
    let mut seen = Vec::new();
    let mut left = limits().clock.0.map(|clock| clock.per_game);
    while !playing.waiting().is_empty() {
        seen.push(Seen {
            position: playing.scene().position.to_string(),
            views: Seat::BOTH.map(|seat| playing.ask(seat).view.to_vec()),
            left,
            metrics: metrics(game, &playing),
        });
        for seat in playing.waiting().iter() {
            let answer = players[seat.index()].choose(playing.ask(seat)).unwrap();
            let code = answer.result.unwrap();
            let spent = Ticks(10 + code as u64 % 1000);
            let late = referee::Failure::new(referee::Fault::Timeout, "late");
            let answer = if code % 7 == 0 {
                Answer { result: Err(late), offer: Some(code), spent }
            } else {
                Answer { result: Ok(code), offer: None, spent }
            };
            playing.answer(seat, answer);
            left[seat.index()] = left[seat.index()].minus(spent) + limits().clock[seat].increment;
        }
    }
    seen.push(Seen {
        position: playing.scene().position.to_string(),
        views: Seat::BOTH.map(|seat| playing.ask(seat).view.to_vec()),
        left,
        metrics: metrics(game, &playing),
    });
    (playing.scene().played.clone(), seen)
}

fn metrics(game: &dyn Game, playing: &Match) -> [Vec<i64>; 2] {
    Seat::BOTH.map(|seat| {
        let mut values = vec![0; game.metrics().len()];
        playing.scene().position.metrics(seat, &mut values);
        values
    })
}

fn shown(replay: &Replay<'_>) -> Seen {
    let frame = replay.frame();
    Seen {
        position: frame.position().to_string(),
        views: Seat::BOTH.map(|seat| frame.view(seat)),
        left: Seat::BOTH.map(|seat| frame.clocks().left(seat)),
        metrics: Seat::BOTH.map(|seat| frame.metrics(seat)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_ply_looks_as_it_did(seed: u64, index in 0..GAMES.len(), jumps in prop::collection::vec(0.0..=1.0, 8)) {
        let game = GAMES[index];
        let rules = Rules::defaults(game.options());
        let (actions, seen) = played(game, &rules, seed);
        let limits = limits();
        let recording = Recording { game, rules: &rules, limits: &limits, start: None, played: &actions, closings: PerSeat::default() };
        prop_assert_eq!(recording.plies() as usize, seen.len() - 1);
        let mut replay = Replay::new(recording).unwrap();
        for (ply, seen) in seen.iter().enumerate() {
            prop_assert_eq!(&shown(&replay), seen, "ply {}", ply);
            let next = replay.forward().unwrap();
            prop_assert_eq!(next.map(|next| next.number as usize), (ply + 1 < seen_len(&actions)).then_some(ply));
        }
        for jump in jumps {
            let ply = (jump * f64::from(recording.plies())) as u32;
            replay.seek(ply).unwrap();
            prop_assert_eq!(replay.frame().ply(), ply);
            prop_assert_eq!(&shown(&replay), &seen[ply as usize], "after a jump to ply {}", ply);
        }
    }
}

/// Number of positions of a match with these actions.
fn seen_len(actions: &[Played]) -> usize {
    actions.last().map_or(1, |last| last.ply as usize + 2)
}

/// Damages a short record of Tank Battle.
fn with_record(check: impl FnOnce(&mut Vec<Played>) -> Result<(), ReplayError>) {
    let game = games::find("tank-battle").unwrap();
    let rules = Rules::defaults(game.options());
    let (mut actions, _) = played(game, &rules, 5);
    let wrong = check(&mut actions);
    let limits = limits();
    let recording = Recording {
        game,
        rules: &rules,
        limits: &limits,
        start: None,
        played: &actions,
        closings: PerSeat::default(),
    };
    let mut replay = Replay::new(recording).unwrap();
    let all = (|| {
        while replay.forward()?.is_some() {}
        Ok(())
    })();
    assert_eq!(all, wrong);
}

#[test]
fn a_record_that_the_rules_do_not_allow_is_named() {
    with_record(|_| Ok(()));
    with_record(|actions| {
        actions[2].action = Action::new(0, 0);
        Err(ReplayError::Ply { ply: 3, why: PlyError::Illegal(Seat::First) })
    });
    with_record(|actions| {
        actions[1].seat = Seat::First;
        Err(ReplayError::Ply { ply: 2, why: PlyError::NotToAct(Seat::First) })
    });
    with_record(|actions| {
        actions[1].ply = 0;
        actions[1].seat = Seat::First;
        Err(ReplayError::Twice { ply: 1 })
    });
}

#[test]
fn there_is_no_ply_behind_the_last() {
    let game = games::find("tank-war").unwrap();
    let rules = Rules::defaults(game.options());
    let limits = limits();
    let recording = Recording {
        game,
        rules: &rules,
        limits: &limits,
        start: None,
        played: &[],
        closings: PerSeat::default(),
    };
    let mut replay = Replay::new(recording).unwrap();
    assert_eq!(replay.seek(0), Ok(()));
    assert_eq!(replay.seek(1), Err(ReplayError::NoSuchPly { ply: 1, plies: 0 }));
    let unreadable = Recording { start: Some("nonsense"), ..recording };
    assert!(matches!(Replay::new(unreadable).map(drop), Err(ReplayError::Start(_))));
}

/// Plays plies from a position's text, or the start, and returns the decisive blow.
fn decided(game: &str, start: Option<&str>, plies: &[&str]) -> Option<DecisiveBlow> {
    let game = games::find(game).unwrap();
    let rules = Rules::defaults(game.options());
    let mut position =
        start.map_or_else(|| game.start(&rules), |text| game.parse_position(&rules, text).unwrap());
    let mut actions = Vec::new();
    for (ply, text) in (0..).zip(plies) {
        let joint = game::parse_ply(game, &*position, text).unwrap();
        for (seat, action) in joint.iter() {
            let Some(action) = *action else { continue };
            actions.push(Played { ply, seat, action, spent: Ticks(1), offered: false });
        }
        position.apply(&joint);
    }
    let limits = limits();
    let (rules, played, closings) = (&rules, &actions[..], PerSeat::default());
    replay::decisive_blow(&Recording { game, rules, limits: &limits, start, played, closings }).unwrap()
}

/// The illustration of the rules of Tank War: D leads from the fourth ply on. After fewer plies it is level.
#[test]
fn the_score_is_decided_where_its_winner_changes_for_the_last_time() {
    let plies = ["U:LA D:RC", "U:LC D:RB", "U:RA D:RB", "U:LA D:RB", "U:LC D:RA"];
    assert_eq!(decided("tank-war", None, &[]), None);
    // The match was stopped, and nothing had changed.
    assert_eq!(decided("tank-war", None, &plies[..3]).unwrap().to_string(), "equal tanks, equal boxes");
    let found = decided("tank-war", None, &plies).unwrap();
    assert_eq!((found.ply, found.marks.len()), (4, 2));
    let expected = "4 tanks to 5, since ply 4: D's RB (row 2, column 4) destroys U's LA (row 2, column 3)";
    assert_eq!(found.to_string(), expected);
}

#[test]
fn a_blow_that_ends_the_game_decides_whoever_led_before() {
    let start = "W:Kh1n,Ha16e B:Ki16s,Hb2s,Hc2s w 0 1";
    let found = decided("tank-chess", Some(start), &["a16*i16>n3"]).unwrap();
    assert_eq!((found.ply, found.score.as_deref()), (1, None));
    assert!(found.text.starts_with("White's Heavy tank on a16 hits Black's Command tank on i16"), "{found}");
    // A limit of plies leaves a draw in this game, whatever the number of pieces.
    assert_eq!(decided("tank-chess", Some(start), &["fire-"]), None);
}
