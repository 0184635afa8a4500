//! The crate's rules against the slow ones of `naive`: the same legal actions, ends and leaves.

#![expect(clippy::unwrap_used, reason = "in a test a failure is a panic")]

#[path = "naive/mod.rs"]
mod naive;

use game::{Dice, Game as _, Joint, Phase, Rules, Seat, perft};
use naive::{FULL, Naive, Options, Stage};
use tank_chess::{Direction, GAME, OBSTACLES, OPTIONS, Square};

const LETTERS: [char; 2] = ['W', 'B'];

/// Factor of the number of tries with `MUSTER_FULL=1`, which needs a release build.
fn effort() -> u64 {
    if std::env::var("MUSTER_FULL").is_ok_and(|value| value == "1") { 20 } else { 1 }
}

/// The same random options for both implementations.
fn random_options(dice: &mut Dice) -> (Rules, Options) {
    let [full, near, kills, wide] = [0; 4].map(|_: u8| dice.below(2) == 0);
    let turns = 1 + dice.below(3) as u32;
    let rules = format!(
        "pieces={} min_range={} side_edge={} command_files={} no_elimination_turns={turns}",
        if full { "full" } else { "basic" },
        if near { 1 } else { 2 },
        if kills { "eliminates" } else { "blocks-choice" },
        if wide { "e-l" } else { "f-k" },
    );
    let options = Options {
        order: if full { "KLLLLMMMHHDDOO" } else { "KLLLLMMMHH" },
        min_range: if near { 1 } else { 2 },
        edge_blocks: !kills,
        command_files: if wide { (5, 12) } else { (6, 11) },
        no_elimination_turns: turns,
    };
    (Rules::parse(OPTIONS, &rules).unwrap(), options)
}

/// Plays both implementations on at random for some plies or to the end, and compares them before every ply. In `haste`
/// percent of the plies a phase is ended at once. Returns the plies as text.
fn compare(
    fast: &mut dyn game::Position,
    slow: &mut Naive,
    plies: u32,
    haste: usize,
    dice: &mut Dice,
) -> Vec<String> {
    let mut played = Vec::new();
    for _ in 0..plies {
        let mut joint = Joint::default();
        for seat in Seat::BOTH {
            let mut legal = Vec::new();
            fast.legal_actions(seat, &mut legal);
            let mut here: Vec<String> =
                legal.iter().map(|&action| fast.format_action(seat, action)).collect();
            here.sort_unstable();
            let there: Vec<String> = slow.legal(LETTERS[seat.index()]).into_iter().collect();
            assert_eq!(here, there, "{seat:?} in {fast}");
            let ends_phase = slow.stage != Stage::Setup && dice.below(100) < haste;
            joint[seat] = if ends_phase { legal.last().copied() } else { dice.pick(&legal).copied() };
        }
        match (fast.phase(), slow.stage) {
            (Phase::Over(end), Stage::Won(winner)) => {
                assert_eq!(end.outcome.winner().map(|seat| LETTERS[seat.index()]), Some(winner), "{fast}");
                played.push("won".to_owned());
                return played;
            }
            (Phase::Over(end), stage) => {
                assert_eq!((end.outcome.winner(), stage), (None, Stage::Drawn), "{fast}");
                played.push(end.reason.to_owned());
                return played;
            }
            (Phase::Act(_) | Phase::Chance(_), stage) => {
                assert!(!matches!(stage, Stage::Won(_) | Stage::Drawn), "{fast}");
            }
        }
        let setup = slow.stage == Stage::Setup;
        for (seat, action) in joint.iter() {
            if let Some(action) = *action {
                slow.apply(LETTERS[seat.index()], &fast.format_action(seat, action));
            }
        }
        if setup {
            slow.placed_both();
        }
        played.push(game::format_joint(&GAME, fast, &joint));
        fast.apply(&joint);
    }
    played
}

#[test]
fn random_games_from_the_start_agree() {
    for seed in 0..2 * effort() {
        let mut dice = Dice::from_number(seed);
        let (rules, options) = random_options(&mut dice);
        compare(&mut *GAME.start(&rules), &mut Naive::start(options), 60, 0, &mut dice);
    }
}

#[test]
fn random_positions_agree() {
    let mut played = Vec::new();
    for seed in 0..24 * effort() {
        let mut dice = Dice::from_number(seed);
        let (rules, options) = random_options(&mut dice);
        let [white, black] = random_pieces(options.order, &mut dice);
        let mover = LETTERS[dice.below(2)];
        let text = format!("W:{white} B:{black} {} 0 1", mover.to_ascii_lowercase());
        let mut fast = GAME.parse_position(&rules, &text).unwrap();
        let mut slow = Naive::new(options, &white, &black, mover);
        let haste = [0, 20, 100][dice.below(3)];
        played.extend(compare(&mut *fast, &mut slow, 12, haste, &mut dice));
    }
    // The positions are chosen so that each of these happens in some of them.
    for what in [">0", ">n", ">s", ">e", ">w", "won", "third repetition", "too many turns"] {
        assert!(played.iter().any(|text| text.contains(what)), "{what}");
    }
}

/// Some pieces of each side at random places, crowded enough for shots and short walks.
fn random_pieces(order: &str, dice: &mut Dice) -> [String; 2] {
    let mut free: Vec<Square> =
        (0..=255).map(Square::from_index).filter(|&square| !OBSTACLES.contains(square)).collect();
    // A window of files brings the pieces together.
    let (first, width) = (dice.below(11) as u8, 5 + dice.below(12) as u8);
    free.retain(|square| (first..first.saturating_add(width)).contains(&square.file()));
    dice.shuffle(&mut free);
    let mut sides = [Vec::new(), Vec::new()];
    for (index, letter) in order.chars().enumerate() {
        for (pieces, seat) in sides.iter_mut().zip(Seat::BOTH) {
            let fits = |square: &Square| letter != 'K' || square.is_back_row(seat);
            if index > 0 && dice.below(3) == 0 {
                continue;
            }
            let at = free.iter().position(fits).unwrap();
            let square = free.swap_remove(at);
            pieces.push(format!("{letter}{square}{}", Direction::ALL[dice.below(8)]));
        }
    }
    sides.map(|pieces| pieces.join(","))
}

#[test]
fn perft_agrees_from_the_start() {
    let fast = GAME.start(&Rules::defaults(OPTIONS));
    let slow = Naive::start(FULL);
    for (depth, leaves) in [(0, 1), (1, 4096), (2, 58_982_400)] {
        assert_eq!(perft(&*fast, depth), leaves, "depth {depth}");
        assert_eq!(slow.perft(depth), leaves, "depth {depth}");
    }
}

#[test]
fn perft_agrees_from_positions() {
    // White, Black, side to move, depth.
    let cases = [
        ("Kh1n,Mf9e,Mf8e", "Ki16s,Li8w,Lk9w", 'W', 3),
        ("Kh1n,Mf9e,Mi7n", "Ki16s,Li9w,Lk9w", 'W', 3),
        ("Kh1n,Mi10s", "Ki16s,Li8e", 'W', 3),
        ("Kh1n,Of8e,Lg8e", "Ki16s,Li8w,Lk8n,Lj8s", 'W', 2),
        ("Kh1n,Of8e,Lg8e", "Ki16s,Li8w,Lk8n,Lj8s", 'B', 2),
        ("Kh1n,Hg1n,Hi1n", "Ki16s,Hg12s,Oh14s", 'W', 3),
        ("Ka1n,Hb2s", "Ki16s,Dc16sw,Ha4s", 'B', 3),
    ];
    for (white, black, mover, depth) in cases {
        let text = format!("W:{white} B:{black} {} 0 1", mover.to_ascii_lowercase());
        let fast = GAME.parse_position(&Rules::defaults(OPTIONS), &text).unwrap();
        let slow = Naive::new(FULL, white, black, mover);
        // The slow rules walk a hundred thousand paths per node, so only release builds go one ply deeper.
        let depth = if effort() > 1 && !white.contains('L') { depth + 1 } else { depth };
        for depth in 1..=depth {
            assert_eq!(perft(&*fast, depth), slow.perft(depth), "{text}, depth {depth}");
        }
    }
}
