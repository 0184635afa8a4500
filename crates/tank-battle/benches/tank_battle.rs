//! Benchmarks of the rules: perft, random games, and the calls of one ply, with chess by `shakmaty` as a yardstick.
//!
//! `cargo bench -p tank-battle`. Both perfts play every leaf instead of counting it; items are leaves.

use tank_battle::{Options, Position};

fn main() {
    divan::main();
}

const MIDDLE: &str = "2t1t3T2/3tt6/t7T2/3t2tT3/11/1T7T1/10T/1t5C3/11/7tT1T/1TT3t1c2 w 0";

/// The second of the usual perft positions of chess programmers, known as Kiwipete.
const CHESS_MIDDLE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn middle() -> Position {
    Position::parse(Options::default(), MIDDLE).expect("a position of a game")
}

mod perft {
    use divan::counter::ItemsCount;
    use divan::{Bencher, black_box};
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Position as _};
    use tank_battle::{Board, Duel, MoveList};

    use super::{CHESS_MIDDLE, middle};

    #[divan::bench]
    fn tank_battle_start(bencher: Bencher) {
        battle(bencher, Board::START, 3);
    }

    #[divan::bench]
    fn tank_battle_middle(bencher: Bencher) {
        battle(bencher, *middle().board(), 3);
    }

    #[divan::bench]
    fn chess_start(bencher: Bencher) {
        chess(bencher, &Chess::default(), 4);
    }

    #[divan::bench]
    fn chess_middle(bencher: Bencher) {
        let fen: Fen = CHESS_MIDDLE.parse().expect("a position in Forsyth-Edwards notation");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("a legal position");
        chess(bencher, &position, 3);
    }

    fn battle(bencher: Bencher, board: Board, depth: u32) {
        let leaves = battle_leaves(&board, depth);
        assert_eq!(leaves, board.perft(Duel::TargetSquare, depth));
        bencher.counter(ItemsCount::new(leaves)).bench_local(|| battle_leaves(black_box(&board), depth));
    }

    fn battle_leaves(board: &Board, depth: u32) -> u64 {
        if depth == 0 {
            black_box(board);
            return 1;
        }
        if board.is_decided() {
            return 0;
        }
        let mut list = MoveList::new();
        board.moves(Duel::TargetSquare, &mut list);
        list.iter().map(|&played| battle_leaves(&board.after(played), depth - 1)).sum()
    }

    fn chess(bencher: Bencher, position: &Chess, depth: u32) {
        let leaves = chess_leaves(position, depth);
        assert_eq!(leaves, shakmaty::perft(position, depth));
        bencher.counter(ItemsCount::new(leaves)).bench_local(|| chess_leaves(black_box(position), depth));
    }

    /// `shakmaty::perft`, except for the leaves.
    fn chess_leaves(position: &Chess, depth: u32) -> u64 {
        if depth == 0 {
            black_box(position);
            return 1;
        }
        let moves = position.legal_moves();
        let after = |&played| {
            let mut child = position.clone();
            child.play_unchecked(played);
            chess_leaves(&child, depth - 1)
        };
        moves.iter().map(after).sum()
    }
}

/// The same with the last ply counted, not played.
mod perft_with_counted_leaves {
    use divan::counter::ItemsCount;
    use divan::{Bencher, black_box};
    use shakmaty::Chess;
    use tank_battle::{Options, Position};

    #[divan::bench]
    fn tank_battle_start(bencher: Bencher) {
        let start = Position::start(Options::default());
        bencher.counter(ItemsCount::new(start.perft(4))).bench_local(|| black_box(&start).perft(4));
    }

    #[divan::bench]
    fn tank_battle_start_through_the_seam(bencher: Bencher) {
        let start = Position::start(Options::default());
        bencher.counter(ItemsCount::new(start.perft(3))).bench_local(|| game::perft(black_box(&start), 3));
    }

    #[divan::bench]
    fn chess_start(bencher: Bencher) {
        let start = Chess::default();
        let leaves = shakmaty::perft(&start, 4);
        bencher.counter(ItemsCount::new(leaves)).bench_local(|| shakmaty::perft(black_box(&start), 4));
    }
}

/// Random games under the default rules, played to their end. The random numbers cost next to nothing.
mod playouts {
    use divan::Bencher;
    use divan::counter::ItemsCount;
    use game::{Action, Dice, Game, Joint, Rules};
    use tank_battle::{GAME, MoveList, Options, Position};

    #[divan::bench]
    fn typed(bencher: Bencher) {
        let mut state = 0x9E37_79B9_7F4A_7C15;
        let mut list = MoveList::new();
        bencher.counter(ItemsCount::new(1_u32)).bench_local(|| {
            let mut position = Position::start(Options::default());
            while position.ending().is_none() {
                position.moves(&mut list);
                position.play(list[below(&mut state, list.len())]);
            }
            position.outcome()
        });
    }

    #[divan::bench]
    fn through_the_seam(bencher: Bencher) {
        let start = GAME.start(&Rules::defaults(GAME.options()));
        let mut dice = Dice::from_number(1);
        let mut position = start.clone();
        let mut legal: Vec<Action> = Vec::new();
        bencher.counter(ItemsCount::new(1_u32)).bench_local(|| {
            position.copy_from(&*start);
            while let Some(seat) = position.phase().seats().iter().next() {
                legal.clear();
                position.legal_actions(seat, &mut legal);
                let action = *dice.pick(&legal).expect("no position is without a move");
                position.apply(&Joint::single(seat, action));
            }
            position.adjudicate()
        });
    }

    fn below(state: &mut u64, bound: usize) -> usize {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        (((*state >> 32) * bound as u64) >> 32) as usize
    }
}

/// The calls of one ply in a middle-game position.
mod ply {
    use divan::counter::ItemsCount;
    use divan::{Bencher, black_box};
    use game::{Action, Joint, Position as _, Seat};
    use tank_battle::{LAYOUT, Move, MoveList, Options, Position};

    use super::middle;

    /// All pairs of squares: 14,641 queries, a few of them legal.
    #[divan::bench]
    fn legality_of_any_action(bencher: Bencher) {
        let position = middle();
        let actions: Vec<Action> =
            (0..121).flat_map(|from| (0..121).map(move |to| Action::new(0, from | to << 8))).collect();
        bencher.counter(ItemsCount::new(actions.len())).bench_local(|| {
            let position: &dyn game::Position = black_box(&position);
            actions.iter().filter(|&&action| position.is_legal(Seat::First, action)).count()
        });
    }

    #[divan::bench]
    fn legality_of_legal_actions(bencher: Bencher) {
        let position = middle();
        let mut actions = Vec::new();
        position.legal_actions(Seat::First, &mut actions);
        bencher.counter(ItemsCount::new(actions.len())).bench_local(|| {
            let position: &dyn game::Position = black_box(&position);
            actions.iter().filter(|&&action| position.is_legal(Seat::First, action)).count()
        });
    }

    #[divan::bench]
    fn listing(bencher: Bencher) {
        let position = middle();
        let mut list = MoveList::new();
        bencher.bench_local(|| {
            black_box(&position).moves(&mut list);
            list.len()
        });
    }

    #[divan::bench]
    fn listing_through_the_seam(bencher: Bencher) {
        let position = middle();
        let mut list = Vec::new();
        bencher.bench_local(|| {
            list.clear();
            let position: &dyn game::Position = black_box(&position);
            position.legal_actions(Seat::First, &mut list);
            list.len()
        });
    }

    #[divan::bench]
    fn counting(bencher: Bencher) {
        let position = middle();
        bencher.bench_local(|| black_box(&position).count_moves());
    }

    /// 96 plies without progress: two tanks go to and fro, with the repetition guard off or out of reach. With the
    /// guard this is the worst case: every position has occurred before and is compared.
    #[divan::bench(args = [0, 1000])]
    fn apply_96_quiet_plies(bencher: Bencher, repetitions: u32) {
        let options = Options { repetitions, ..Options::default() };
        let start = Position::start(options);
        let cycle: Vec<Move> = ["g1-g2", "a7-b7", "g2-g3", "b7-c7", "g3-g2", "c7-b7", "g2-g1", "b7-a7"]
            .iter()
            .map(|text| {
                let (from, to) = text.split_once('-').expect("a move");
                Move { from: from.parse().expect("a square"), to: to.parse().expect("a square") }
            })
            .collect();
        let mut position = start.clone();
        bencher.counter(ItemsCount::new(96_u32)).bench_local(|| {
            position.clone_from(black_box(&start));
            cycle.iter().cycle().take(96).for_each(|&played| position.play(played));
            position.ending()
        });
    }

    #[divan::bench]
    fn copy_and_apply_through_the_seam(bencher: Bencher) {
        let start: Box<dyn game::Position> = Box::new(middle());
        let mut position = start.clone();
        let mut actions = Vec::new();
        start.legal_actions(Seat::First, &mut actions);
        bencher.counter(ItemsCount::new(actions.len())).bench_local(|| {
            for &action in &actions {
                position.copy_from(black_box(&*start));
                position.apply(&Joint::single(Seat::First, action));
            }
            position.phase()
        });
    }

    #[divan::bench]
    fn view(bencher: Bencher) {
        let position = middle();
        let mut bytes = vec![0; LAYOUT.view_len()];
        bencher.bench_local(|| black_box(&position).write_view(&mut bytes));
    }
}
