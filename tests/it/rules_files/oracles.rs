//! Published and solved values that the examples must reproduce.

use std::collections::HashMap;
use std::fs;

use game::{Action, Game, Joint, Outcome, Phase, Position, Rules, Seat};

use super::{example, open};
use crate::support::{is_full, top};

fn start(game: &dyn Game) -> Box<dyn Position> {
    game.start(&Rules::defaults(game.options()))
}

fn check_perft(game: &dyn Game, published: &[u64], depth: usize) {
    let start = start(game);
    for (depth, nodes) in (1..).zip(&published[..depth]) {
        assert_eq!(game::perft(&*start, depth), *nodes, "{} to depth {depth}", game.title());
    }
}

/// # Source
/// Counts of Connect Four by ply, by John Tromp and others, without finished games.
#[test]
fn connect_four_has_the_known_number_of_games() {
    const PUBLISHED: [u64; 8] = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
    check_perft(example("connect4.py"), &PUBLISHED, if is_full() { 6 } else { 4 });
    let in_c = open(&top().join("crates/runner/benches/rules/connect4.wasm"));
    check_perft(in_c, &PUBLISHED, if is_full() { 8 } else { 7 });
}

/// # Source
/// Aart Bik's table of perft for Reversi; a pass is a ply.
#[test]
fn reversi_has_the_published_number_of_games() {
    const PUBLISHED: [u64; 9] = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];
    check_perft(example("reversi.wasm"), &PUBLISHED, if is_full() { 9 } else { 7 });
}

/// Plays every game of Leduc poker as `OpenSpiel` has recorded it (`tests/oracles`), and compares legal actions and
/// returns.
#[test]
fn leduc_poker_is_that_of_open_spiel() {
    let game = example("leduc.ts");
    let recorded = fs::read_to_string(top().join("tests/oracles/leduc.txt")).unwrap();
    // The order of the lines lets plies shared with the previous game be played only once.
    let mut played: Vec<(&str, Box<dyn Position>)> = Vec::new();
    let (mut games, mut last, mut dealings) = (0, Vec::new(), HashMap::new());
    for line in recorded.lines() {
        let (steps, returns) = line.split_once('=').unwrap();
        // A card that is turned up stands alone. In a game without one, any card lies on the deck.
        let words: Vec<&str> = steps.split_whitespace().collect();
        let (cards, decisions): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| word.len() == 1);
        let cards: Vec<u32> = cards.iter().map(|card| card.parse().unwrap()).collect();
        let position = dealt(game, &cards, &mut dealings);
        let shared = decisions.iter().zip(&played).take_while(|(step, (known, _))| *step == known).count();
        played.truncate(if last == cards { shared } else { 0 });
        last = cards;
        for step in &decisions[played.len()..] {
            let mut position =
                played.last().map_or_else(|| position.clone(), |(_, position)| position.clone());
            let joint = decision(&*position, step, line);
            position.apply(&joint);
            played.push((step, position));
        }
        let (_, end) = played.last().unwrap();
        let returns: i64 = returns.parse().unwrap();
        let chips = Seat::BOTH.map(|seat| {
            let mut metrics = [0];
            end.metrics(seat, &mut metrics);
            metrics[0]
        });
        assert_eq!(chips, [returns, -returns], "{line}");
        let Phase::Over(over) = end.phase() else { panic!("{line}: not over") };
        assert_eq!(over.outcome, Outcome::of_more(returns, 0), "{line}");
        games += 1;
    }
    assert_eq!(games, 5520);
}

/// Returns the position after the deal of these cards: both hands and, perhaps, the card that is turned up.
fn dealt(
    game: &dyn Game,
    cards: &[u32],
    dealings: &mut HashMap<Vec<u32>, Box<dyn Position>>,
) -> Box<dyn Position> {
    let deal = || {
        let mut way = 0;
        for (index, radix) in (0..3).zip([6, 5, 4]) {
            let before = &cards[..index.min(cards.len())];
            let place = cards
                .get(index)
                .map_or(0, |card| card - before.iter().filter(|other| *other < card).count() as u32);
            way = way * radix + place;
        }
        let mut position = start(game);
        for outcome in [way, 0] {
            let Phase::Chance(chance) = position.phase() else { panic!("{position} is no chance") };
            position.apply(&Joint::chance(outcome, chance.seen_by));
        }
        position
    };
    dealings.entry(cards.to_vec()).or_insert_with(deal).clone()
}

/// Returns the ply of a decision in the record: the legal actions and the one that was chosen.
fn decision(position: &dyn Position, step: &str, line: &str) -> Joint {
    let Phase::Act(seats) = position.phase() else { panic!("{line}: over before `{step}`") };
    let seat = seats.iter().next().unwrap();
    let mut legal = Vec::new();
    position.legal_actions(seat, &mut legal);
    let names: Vec<String> = legal.iter().map(|action| position.format_action(seat, *action)).collect();
    let (mask, chosen) = step.split_at(1);
    let mask: usize = mask.parse().unwrap();
    let expected: Vec<&str> = ["fold", "call", "bet"]
        .into_iter()
        .enumerate()
        .filter(|(bit, _)| mask >> bit & 1 == 1)
        .map(|(_, name)| name)
        .collect();
    assert_eq!(names, expected, "{line} before {step}");
    let index = names.iter().position(|name| name.starts_with(chosen)).unwrap();
    Joint::single(seat, legal[index])
}

/// Solves tic-tac-toe: every first move draws, and of the answers to a corner
/// only the middle does not lose.
#[test]
fn tic_tac_toe_is_a_draw_from_every_square() {
    let game = open(&top().join("tests/oracles/tic_tac_toe.js"));
    let start = start(game);
    let mut known = HashMap::new();
    let values =
        children(game, &*start).map(|(_, child)| value(game, &*child, &mut known)).collect::<Vec<_>>();
    assert_eq!(values, [0; 9]);
    let (_, corner) = children(game, &*start).next().unwrap();
    let answers: Vec<i32> =
        children(game, &*corner).map(|(_, child)| value(game, &*child, &mut known)).collect();
    assert_eq!(answers, [1, 1, 1, 0, 1, 1, 1, 1], "the corner wins unless the middle is taken");
}

fn children(game: &dyn Game, position: &dyn Position) -> impl Iterator<Item = (Action, Box<dyn Position>)> {
    let Phase::Act(seats) = position.phase() else { panic!("{}: {position} is over", game.title()) };
    let seat = seats.iter().next().unwrap();
    let mut legal = Vec::new();
    position.legal_actions(seat, &mut legal);
    legal.into_iter().map(move |action| {
        let mut child = position.clone_box();
        child.apply(&Joint::single(seat, action));
        (action, child)
    })
}

/// Returns the value for the first seat: 1 a win, 0 a draw, -1 a loss.
fn value(game: &dyn Game, position: &dyn Position, known: &mut HashMap<Vec<u8>, i32>) -> i32 {
    let seat = match position.phase() {
        Phase::Over(end) => return end.outcome.winner().map_or(0, |seat| 1 - 2 * seat.index() as i32),
        Phase::Act(seats) => seats.iter().next().unwrap(),
        Phase::Chance(_) => panic!("no chance in tic-tac-toe"),
    };
    let mut view = vec![0; game.layout().view_len()];
    position.write_view(seat, &mut view);
    if let Some(value) = known.get(&view) {
        return *value;
    }
    let values: Vec<i32> = children(game, position).map(|(_, child)| value(game, &*child, known)).collect();
    let best = if seat == Seat::First { values.iter().max() } else { values.iter().min() };
    let best = *best.unwrap();
    known.insert(view, best);
    best
}
