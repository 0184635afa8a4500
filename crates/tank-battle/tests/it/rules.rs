//! A test for each rule.

mod repetition;

use game::{Game, Metric, Outcome, Phase, Rules, Seat, perft};
use tank_battle::{Duel, Ending, GAME, Kind, MoveList, OPTIONS, Options, Position, Square, Squares, terrain};

const START: &str = "ctttt6/t1tt7/ttt8/tt9/t10/11/10T/9TT/8TTT/7TT1T/6TTTTC w 0";

fn options(text: &str) -> Options {
    Options::from_rules(&Rules::parse(OPTIONS, text).expect("rule options"))
}

fn read(text: &str) -> Position {
    Position::parse(Options::default(), text).expect("a position")
}

/// The legal moves in notation, sorted.
fn moves(position: &Position) -> Vec<String> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    let board = position.board();
    let mut texts: Vec<String> =
        list.iter().map(|&legal| board.format_move(board.to_move(), legal)).collect();
    texts.sort();
    texts
}

/// The target squares of the tank on a square, with `x` before captures.
fn from(position: &Position, square: &str) -> String {
    let of_tank = |text: &String| {
        text.strip_prefix(square)
            .filter(|rest| rest.starts_with(['-', 'x']))
            .map(|rest| rest.trim_start_matches('-').to_owned())
    };
    let mut targets: Vec<String> = moves(position).iter().filter_map(of_tank).collect();
    targets.sort_by_key(|target| target.trim_start_matches('x').parse::<Square>().expect("a square"));
    targets.join(" ")
}

/// Plays moves, each of which must be legal.
fn play(position: &mut Position, texts: &str) {
    for text in texts.split_whitespace() {
        let to_move = position.board().to_move();
        let played = position.board().parse_move(to_move, text).expect("a move");
        assert!(position.is_legal(to_move, played), "{text} in {position}");
        position.play(played);
    }
}

fn after(text: &str, texts: &str) -> Position {
    let mut position = read(text);
    play(&mut position, texts);
    position
}

fn score(position: &Position) -> [u32; 2] {
    position.board().score().0
}

#[test]
fn the_start_is_the_published_one() {
    let start = Position::start(Options::default());
    assert_eq!(start.to_string(), START);
    assert_eq!(read(START).to_string(), START);
    assert_eq!(start.board().tanks(Seat::First), terrain::BASES[Seat::First]);
    assert_eq!(start.board().tank("k1".parse().unwrap()), Some((Seat::First, Kind::Commander)));
    assert_eq!(start.board().tank("a11".parse().unwrap()), Some((Seat::Second, Kind::Commander)));
    assert_eq!(start.mirrored().board().to_string(), START.replace(" w 0", " b"));
    assert_eq!(score(&start), [14, 14]);
}

#[test]
fn the_start_has_35_moves_for_either_side() {
    let start = read(START);
    let count = |square: &str| from(&start, square).split_whitespace().count();
    let by_tank = ["g1", "h1", "h2", "i3", "j4", "k4", "k5"].map(count);
    assert_eq!(by_tank, [9, 1, 7, 1, 7, 1, 9]);
    assert_eq!(moves(&start).len(), 35);
    let captures: Vec<String> = moves(&start).into_iter().filter(|text| text.contains('x')).collect();
    assert_eq!(captures, ["g1xa7", "k5xe11"]);
    let black = read(&START.replace('w', "b"));
    assert_eq!(moves(&black).len(), 35);
}

#[test]
fn perft_of_the_start_through_the_seam() {
    let start = GAME.start(&Rules::defaults(OPTIONS));
    assert_eq!([0, 1, 2].map(|depth| perft(&*start, depth)), [1, 35, 1173]);
}

#[test]
fn rule_1_white_moves_first_and_sides_alternate() {
    let mut position = Position::start(Options::default());
    for expected in [Seat::First, Seat::Second, Seat::First] {
        assert_eq!(position.board().to_move(), expected);
        let played = position.board().parse_move(expected, ["g1-g2", "a7-b7"][expected.index()]);
        position.play(played.unwrap_or_else(|_| panic!("{position}")));
    }
}

#[test]
fn rule_1_nobody_moves_the_other_sides_tanks() {
    let start = read(START);
    let played = start.board().parse_move(Seat::Second, "a7-b7").unwrap();
    assert!(!start.is_legal(Seat::Second, played));
    assert!(!start.is_legal(Seat::First, played));
}

#[test]
fn rule_2_tanks_slide_to_edges_and_before_mines() {
    // From d5: left to a5, right until the contaminated e5, down until the mine d3, up to d8 below the mine d9.
    let lonely = read("10t/11/11/11/11/11/3T7/11/11/11/11 w 0");
    assert_eq!(from(&lonely, "d5"), "d4 e4 a5 b5 c5 d6 d7 d8");
}

#[test]
fn rule_2_a_diagonal_between_two_mines_is_open() {
    // c4 and d3 are mines. The way from c3 to d4 goes between them.
    let position = read("10t/11/11/11/11/11/11/11/2T8/11/11 w 0");
    assert!(moves(&position).contains(&"c3-d4".to_owned()));
    assert!(!moves(&position).contains(&"c3-d3".to_owned()));
}

#[test]
fn rule_2_no_tank_passes_a_mine_or_a_tank() {
    // Up is the mine a6, up and right the mine c6. An enemy is on b4, an own tank on a2.
    let position = read("11/11/11/11/11/11/11/Tt1T7/11/T10/11 w 0");
    assert_eq!(from(&position, "a4"), "d1 c2 a3 b3 xb4 a5 b5");
}

#[test]
fn rule_3_only_a_commander_enters_contaminated_ground_and_passes_through() {
    let tank = read("10t/11/11/11/11/11/3T7/11/11/11/11 w 0");
    let commander = read("10t/11/11/11/11/11/3C7/11/11/11/11 w 0");
    for beyond in ["e5", "f5", "g5", "h5", "k5", "e6", "f7"] {
        let text = format!("d5-{beyond}");
        assert!(moves(&commander).contains(&text), "{text}");
        assert!(!moves(&tank).contains(&text), "{text}");
    }
}

#[test]
fn rule_4_a_capture_takes_the_tank_off_the_board() {
    let position = after(START, "k5xe11");
    assert_eq!(position.to_string(), "ctttT6/t1tt7/ttt8/tt9/t10/11/11/9TT/8TTT/7TT1T/6TTTTC b 0");
    assert_eq!(position.board().captures(Seat::First), 1);
    assert_eq!(position.board().tanks(Seat::Second).len(), 13);
    assert_eq!(score(&position), [15, 13]);
}

#[test]
fn rule_4_capturing_is_optional() {
    assert!(moves(&read(START)).contains(&"k5-f10".to_owned()), "k5 need not capture e11");
}

#[test]
fn rule_4_a_commander_is_captured_like_any_tank() {
    let position = after("11/11/11/1c9/11/11/t9T/11/1T9/11/11 w 0", "b3xb8");
    assert_eq!(position.board().commander(Seat::Second), None);
    assert_eq!(position.ending(), None);
    assert_eq!(position.to_string(), "11/11/11/1T9/11/11/t9T/11/11/11/11 b 0");
}

#[test]
fn rule_4_tanks_in_either_base_capture_and_are_captured() {
    // White's tank on c11 stands in Black's base between Black's tanks on b11 and d11.
    let position = read("1tTt7/11/11/11/11/11/t9T/11/11/11/11 w 0");
    assert_eq!(from(&position, "c11"), "c9 c10 d10 xb11 xd11");
    let black = read("1tTt7/11/11/11/11/11/t9T/11/11/11/11 b 0");
    assert!(moves(&black).contains(&"b11xc11".to_owned()));
    // White's tank on k5 is in its own base, Black's tank on j6 in front of it.
    let (white, black) =
        ("t10/11/11/11/11/9t1/10T/11/11/11/11 w 0", "t10/11/11/11/11/9t1/10T/11/11/11/11 b 0");
    assert!(moves(&read(white)).contains(&"k5xj6".to_owned()));
    assert!(moves(&read(black)).contains(&"j6xk5".to_owned()));
}

#[test]
fn rule_5_commanders_spare_each_other_on_contaminated_ground() {
    let position = read("11/11/11/11/5C5/5c5/11/4T6/11/11/4T6 w 0");
    assert!(!moves(&position).iter().any(|text| text.contains('x')), "{:?}", moves(&position));
    assert!(!moves(&position).contains(&"f7-f5".to_owned()), "the commander blocks the line");
}

#[test]
fn rule_5_the_square_of_the_captured_commander_counts() {
    let captures = |position: &Position| -> Vec<String> {
        moves(position).into_iter().filter(|text| text.contains('x')).collect()
    };
    let text = "11/11/11/11/5C5/11/11/5c5/11/11/4T6 w 0";
    assert_eq!(captures(&read(text)), ["f7xf4"]);
    let either = Position::parse(options("commander_duel_in_zone=either-square"), text).unwrap();
    assert_eq!(either.options().duel, Duel::EitherSquare);
    assert_eq!(captures(&either), Vec::<String>::new());
}

#[test]
fn rule_5_normal_tanks_and_commanders_capture_each_other_at_its_edge() {
    // A commander on contaminated ground captures a normal tank. No normal tank can capture it there.
    let position = read("11/11/11/11/5C5/11/11/5t5/11/11/4T6 w 0");
    assert!(moves(&position).contains(&"f7xf4".to_owned()));
    let black = read("11/11/11/11/5C5/11/11/5t5/11/11/4T6 b 0");
    assert!(!moves(&black).iter().any(|text| text.contains("xf7")));
    // On clean ground, commanders capture each other.
    let off = read("11/11/11/11/11/11/C2c7/11/11/11/11 w 0");
    assert!(moves(&off).contains(&"a5xd5".to_owned()));
}

#[test]
fn rule_6_a_tank_in_the_enemy_base_stays_there() {
    let position = read("4T6/11/11/11/11/11/t9T/11/11/11/11 w 0");
    assert_eq!(from(&position, "e11"), "a7 b8 c9 d10 a11 b11 c11 d11");
    let commander = read("4C6/11/11/11/11/11/t9T/11/11/11/11 w 0");
    assert_eq!(from(&commander, "e11"), "a7 b8 c9 d10 a11 b11 c11 d11");
    // A tank may leave its own base.
    let home = read("4t6/11/11/11/11/11/T9T/11/11/11/11 b 0");
    assert!(moves(&home).contains(&"e11xk5".to_owned()));
}

#[test]
fn rule_7_ends_when_all_surviving_tanks_are_in_the_enemy_base() {
    let position = after("1T9/11/11/11/3T7/11/t9t/11/11/11/11 w 0", "d7-a7");
    assert_eq!(position.ending(), Some(Ending::AllInBase));
    assert_eq!(score(&position), [4, 3]);
    assert_eq!(position.outcome(), Outcome::Win(Seat::First));
    assert!(moves(&position).is_empty());
}

#[test]
fn rule_7_looks_at_both_players() {
    // White captures Black's last tank outside White's base: Black's survivors are all in it.
    let position = after("11/11/11/11/11/11/T2t6t/11/11/11/11 w 0", "a5xd5");
    assert_eq!(position.ending(), Some(Ending::AllInBase));
    assert_eq!((score(&position), position.outcome()), ([1, 2], Outcome::Win(Seat::Second)));
}

#[test]
fn rule_7_ends_when_a_side_has_no_tanks() {
    let position = after("11/11/11/11/11/11/T2t7/11/11/11/11 w 0", "a5xd5");
    assert_eq!(position.ending(), Some(Ending::NoTanks));
    assert_eq!((score(&position), position.outcome()), ([1, 0], Outcome::Win(Seat::First)));
}

#[test]
fn rule_7_holds_for_positions_from_text() {
    assert_eq!(read("11/11/11/11/11/11/T10/11/11/11/11 w 0").ending(), Some(Ending::NoTanks));
    assert_eq!(read("T10/11/11/11/t10/11/11/11/11/11/11 b 0").ending(), Some(Ending::AllInBase));
    let empty = read("11/11/11/11/11/11/11/11/11/11/11 w 0");
    assert_eq!((empty.ending(), empty.outcome()), (Some(Ending::NoTanks), Outcome::Draw));
}

#[test]
fn rule_8_the_published_example() {
    // White: the commander in Black's base off the circle, two tanks in the field. Black: the commander on k1, two
    // tanks in White's base.
    let position = read("1C9/11/11/11/11/11/T9t/T9t/11/11/10c w 0");
    assert_eq!(score(&position), [4, 7]);
    assert_eq!(position.ending(), Some(Ending::AllInBase));
    assert_eq!(position.outcome(), Outcome::Win(Seat::Second));
}

#[test]
fn rule_8_what_a_tank_is_worth() {
    let white = |rows: &str| score(&read(&format!("{rows}/11/11/11/11/11/11/3t7/11 w 0")))[0];
    assert_eq!(white("C10/11/11"), 3, "the commander on the enemy's circle");
    assert_eq!(white("1C9/11/11"), 2, "the commander in the enemy's base");
    assert_eq!(white("T10/11/11"), 2, "a normal tank on the enemy's circle");
    assert_eq!(white("1T9/11/11"), 2, "a normal tank in the enemy's base");
    assert_eq!(white("6TC3/11/11"), 2, "two in the field");
    assert_eq!(score(&read("10t/11/11/11/11/11/11/11/11/11/10C w 0")), [1, 1], "in its own base");
}

#[test]
fn rule_10_the_clean_squares_outside_a_base_hang_together() {
    use terrain::{BASES, CONTAMINATED, MINES};

    for base in BASES.0 {
        let clean = Squares::ALL.without(MINES).without(CONTAMINATED).without(base);
        assert_eq!(clean.len(), 78);
        let near = |one: Square, other: Square| {
            one.file().abs_diff(other.file()) <= 1 && one.rank().abs_diff(other.rank()) <= 1
        };
        let mut reached: Squares = clean.iter().take(1).collect();
        for _ in 0..78 {
            let next = clean.iter().filter(|&one| reached.iter().any(|other| near(one, other))).collect();
            reached = reached | next;
        }
        assert_eq!(reached, clean);
        // Every contaminated square has at least three more around it.
        for one in CONTAMINATED.iter() {
            assert!(CONTAMINATED.iter().filter(|&other| other != one && near(one, other)).count() >= 3);
        }
    }
}

#[test]
fn metrics_stand_in_the_recorded_order() {
    let names: Vec<&str> = GAME.metrics().iter().map(|Metric { name, .. }| *name).collect();
    assert_eq!(names, ["points", "tanks", "in_base", "captures"]);
    let text = "1C9/11/11/11/11/11/T9t/T9t/11/11/10c w 0";
    let position = GAME.parse_position(&Rules::defaults(OPTIONS), text).unwrap();
    let mut values = [0; 4];
    position.metrics(Seat::First, &mut values);
    assert_eq!(values, [4, 3, 1, 11]);
    position.metrics(Seat::Second, &mut values);
    assert_eq!(values, [7, 3, 3, 11]);
}

#[test]
fn the_reasons_of_the_end_reach_the_seam() {
    let rules = Rules::parse(OPTIONS, "no_progress_plies=1").unwrap();
    let mut position = GAME.start(&rules);
    let joint = game::parse_ply(&GAME, &*position, "g1-g2").unwrap();
    position.apply(&joint);
    let Phase::Over(end) = position.phase() else { panic!("{position} goes on") };
    assert_eq!((end.outcome, end.reason), (Outcome::Draw, Ending::NoProgress.reason()));
}
