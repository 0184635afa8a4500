//! The output for bots and people: the view, the drawing, the words, the rotated game.

use game::{Action, Game, Joint, Mark, Position as _, Rules, Seat, Tone};
use tank_battle::{GAME, LAYOUT, Move, OPTIONS, Options, Position, Square};

fn read(text: &str) -> Position {
    Position::parse(Options::default(), text).expect("a position")
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn play(position: &mut Position, texts: &str) {
    for text in texts.split_whitespace() {
        let joint = game::parse_ply(&GAME, position, text).expect("a legal move");
        position.apply(&joint);
    }
}

/// The numbers of a field in a view, found through the layout alone.
fn field(view: &[u8], name: &str) -> Vec<u64> {
    let field = LAYOUT.fields.iter().find(|field| field.name == name).expect("a field");
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
    view[field.offset..field.end()].chunks(field.kind.size()).map(number).collect()
}

fn view(position: &Position) -> Vec<u8> {
    let mut bytes = vec![0xAA; LAYOUT.view_len() + 8];
    let length = position.write_view(&mut bytes);
    assert_eq!(length, LAYOUT.view_len());
    assert_eq!(bytes[length..], [0xAA; 8], "nothing is written behind the view");
    bytes.truncate(length);
    bytes
}

#[test]
fn the_view_says_what_the_layout_promises() {
    let rules = "no_progress_plies=10000 repetitions=7 commander_duel_in_zone=either-square";
    let options = Options::from_rules(&Rules::parse(OPTIONS, rules).unwrap());
    let mut position = Position::parse(options, "1C9/11/11/11/11/11/T2T6t/T9t/11/11/2t7c w 7000").unwrap();
    play(&mut position, "d5-d4");
    let view = view(&position);
    let one = |name| field(&view, name)[0];
    assert_eq!((one("no_progress_plies"), one("repetitions"), one("commander_duel_in_zone")), (10_000, 7, 1));
    assert_eq!((one("to_move"), one("occurrences"), one("recent_count")), (1, 1, 1));
    assert_eq!(field(&view, "points"), [5, 8]);
    let board = field(&view, "board");
    let on = |name: &str| board[usize::from(square(name).index())];
    assert_eq!([on("b11"), on("a5"), on("d4"), on("d5"), on("k5"), on("k1")], [2, 1, 1, 0, 3, 4]);
    assert_eq!(board.iter().filter(|&&tank| tank > 0).count(), 8);
    assert_eq!(LAYOUT.view_len(), 1168);
}

#[test]
fn a_game_that_is_over_still_has_a_view() {
    let position = read("11/11/11/11/11/11/T10/11/11/11/11 w 70000");
    assert_eq!(field(&view(&position), "quiet_plies"), [70_000]);
}

#[test]
fn the_recent_moves_lead_back_through_the_positions_that_count() {
    let mut position = Position::start(Options::default());
    let mut boards = Vec::new();
    for text in "g1-g2 a7-b7 k5xe11 d11xe11 g2-g1 b7-b5 h2-g3 b5-c5 g3-h2".split_whitespace() {
        boards.push(field(&view(&position), "board"));
        play(&mut position, text);
    }
    let last = view(&position);
    let count = field(&last, "recent_count")[0] as usize;
    assert_eq!(count, 5, "since the second capture");
    let mut board = field(&last, "board");
    let recent = field(&last, "recent");
    for (code, earlier) in recent[..count].iter().zip(boards.iter().rev()) {
        let (from, to) = ((code & 0x7F) as usize, (code >> 8 & 0x7F) as usize);
        board.swap(from, to);
        assert_eq!(board, *earlier);
    }
    assert!(recent[count..].iter().all(|&code| code == 0));
}

#[test]
fn the_view_holds_the_newest_of_very_many_moves() {
    let options = Options { no_progress_plies: 10_000, repetitions: 1000, ..Options::default() };
    let mut position = Position::start(options);
    for _ in 0..200 {
        play(&mut position, "g1-g2 a7-b7 g2-g1 b7-a7");
    }
    play(&mut position, "h2-g3");
    let view = view(&position);
    assert_eq!(field(&view, "recent_count"), [512]);
    let code = Move { from: square("h2"), to: square("g3") }.action().code();
    assert_eq!(field(&view, "recent")[0], code);
    assert_eq!(position.reversible_moves().len(), 801);
}

#[test]
fn the_code_of_an_action_is_its_bit_fields() {
    let [kind] = LAYOUT.actions else { panic!("one kind of action") };
    let payload = kind.bits.iter().zip([6_u64, 39]).fold(0, |bits, (field, value)| {
        assert!(value < 1 << field.width);
        bits | value << field.shift
    });
    let action = Action::new(kind.kind, payload);
    assert_eq!(Position::start(Options::default()).format_action(Seat::First, action), "g1-g4");
}

#[test]
fn the_drawing_shows_ground_tanks_score_and_captures() {
    let mut position = Position::start(Options::default());
    play(&mut position, "k5xe11 d11xe11 g1xa7");
    let drawing = position.draw(None);
    let at = |name: &str| game::Square { column: square(name).file(), row: 10 - square(name).rank() };
    let ground = |name: &str| drawing.cell(at(name)).tone;
    assert_eq!(
        [ground("a1"), ground("f1"), ground("f6"), ground("k1"), ground("a7")],
        [Tone::Plain, Tone::Mined, Tone::Danger, Tone::Home(Seat::First), Tone::Home(Seat::Second)]
    );
    let circled: Vec<_> =
        Square::all().filter(|square| drawing.cell(at(&square.to_string())).circled).collect();
    assert_eq!(circled, [square("k1"), square("a11")]);
    let tank = |name: &str| {
        drawing.piece(at(name)).map(|piece| (piece.seat, piece.symbol.as_str(), piece.name.as_str()))
    };
    assert_eq!(tank("k1"), Some((Some(Seat::First), "C", "Commander")));
    assert_eq!(tank("e11"), Some((Some(Seat::Second), "t", "Tank")));
    assert_eq!(tank("k5"), None);
    let notes = |seat: Seat| drawing.notes[seat].iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>();
    assert_eq!(notes(Seat::First), ["14", "t t"]);
    assert_eq!(notes(Seat::Second), ["12", "T"]);
    let labels = drawing.notes[Seat::First].iter().map(|(label, _)| label.as_str());
    assert_eq!(labels.collect::<Vec<_>>(), ["Points", "Captured"]);
}

#[test]
fn the_captured_commander_is_listed_first() {
    let note = |text: &str, seat: Seat| read(text).draw(None).notes[seat][1].1.clone();
    let text = "11/11/11/1c9/11/11/t9T/11/1T9/11/11 w 0";
    assert_eq!(note(text, Seat::First), ["t"; 12].join(" "));
    assert_eq!(note(text, Seat::Second), format!("C{}", " T".repeat(11)));
    assert_eq!(
        read("ctttt6/t1tt7/ttt8/tt9/t10/11/10T/9TT/8TTT/7TT1T/6TTTTC w 0").draw(None).notes[Seat::First][1].1,
        "none"
    );
}

#[test]
fn events_tell_a_move_a_capture_an_entry_and_the_end() {
    let told = |text: &str, played: &str| {
        let position = read(text);
        let joint = game::parse_ply(&GAME, &position, played).unwrap();
        game::Position::events(&position, &joint, None)
    };
    let words =
        |text: &str, played: &str| told(text, played).into_iter().map(|event| event.text).collect::<Vec<_>>();
    let start = "ctttt6/t1tt7/ttt8/tt9/t10/11/10T/9TT/8TTT/7TT1T/6TTTTC w 0";
    assert_eq!(words(start, "g1-g2"), ["White's tank goes from g1 to g2"]);
    assert_eq!(
        words(start, "k5xe11"),
        [
            "White's tank goes from k5 to e11",
            "Black's tank on e11 is captured",
            "White's tank is in Black's base and stays there"
        ]
    );
    assert_eq!(
        words("11/11/11/11/11/11/T2c7/11/11/11/11 b 0", "d5xa5"),
        [
            "Black's commander goes from d5 to a5",
            "White's tank on a5 is captured",
            "The game is over: a side has no tanks left; 0 to 1 points"
        ]
    );
    let (from, to) = (game::Square { column: 10, row: 6 }, game::Square { column: 4, row: 0 });
    let marks: Vec<_> = told(start, "k5xe11").into_iter().map(|event| event.mark).collect();
    assert_eq!(marks, [Some(Mark::Move { from, to }), Some(Mark::Loss { at: to }), None]);
}

#[test]
fn a_turned_position_has_its_history_too() {
    let mut position = Position::start(Options::default());
    play(&mut position, "k5xe11 d11xe11 g1-g2 a7-b7 g2-g1 b7-a7 g1-g2 a7-b7 g2-g1");
    let mut turned = position.mirrored();
    assert_eq!(turned.occurrences(), position.occurrences());
    assert!(turned.reversible_moves().eq(position.reversible_moves().map(Move::mirrored)));
    let played = position.board().parse_move(Seat::Second, "b7-a7").unwrap();
    turned.play(played.mirrored());
    play(&mut position, "b7-a7");
    assert_eq!(position.occurrences(), 3);
    assert_eq!((turned.occurrences(), turned.ending()), (3, position.ending()));
}

#[test]
fn an_action_of_another_game_has_a_text_and_is_illegal() {
    let start = Position::start(Options::default());
    let stray = Action::new(5, 77);
    assert_eq!(start.format_action(Seat::First, stray), "500000000004d");
    assert!(!game::Position::is_legal(&start, Seat::First, stray));
    assert_eq!(GAME.mirror_action(stray), stray);
}

#[test]
fn games_are_bounded_where_the_counter_is_on() {
    let rules = |text| Rules::parse(OPTIONS, text).unwrap();
    assert_eq!(GAME.max_plies(&rules("")), Some(5300));
    assert_eq!(GAME.max_plies(&rules("no_progress_plies=0")), None);
}

#[test]
fn joint_actions_are_single() {
    let start = Position::start(Options::default());
    let joint = game::parse_ply(&GAME, &start, "W:g1-g2").unwrap();
    let played = Move { from: square("g1"), to: square("g2") };
    assert_eq!(joint, Joint::single(Seat::First, played.action()));
    assert_eq!(game::format_joint(&GAME, &start, &joint), "g1-g2");
    let error = game::parse_ply(&GAME, &start, "B:a7-b7").unwrap_err().to_string();
    assert_eq!(error, "`B:a7-b7`: it is not Black's move");
}

#[test]
fn the_page_for_people_describes_the_layout_the_options_and_the_start() {
    const PAGE: &str = include_str!("../../README.md");
    for field in LAYOUT.fields {
        let count = if field.count > 1 { format!("[{}]", field.count) } else { String::new() };
        let kind = format!("{:?}", field.kind).to_lowercase();
        let row = format!("| {} | {kind}{count} | `{}` |", field.offset, field.name);
        assert!(PAGE.contains(&row), "{row}");
    }
    for option in OPTIONS {
        assert!(PAGE.contains(&format!("| `{}` |", option.name)), "{}", option.name);
    }
    assert!(PAGE.contains(&format!("come {} bytes", LAYOUT.view_len())));
    let start = Position::start(Options::default());
    assert!(PAGE.contains(&start.to_string()));
    let drawing = start.draw(None);
    for row in 0..11 {
        let sign = |column| {
            let square = game::Square { column, row };
            match (drawing.piece(square), drawing.cell(square).tone) {
                (Some(piece), _) => piece.symbol.clone(),
                (None, Tone::Mined) => "#".to_owned(),
                (None, Tone::Danger) => "~".to_owned(),
                (None, _) => ".".to_owned(),
            }
        };
        let rank = (0..11).map(sign).collect::<Vec<_>>().join(" ");
        let line = format!("{:>3}   {rank}  {:>2}", 11 - row, 11 - row);
        assert!(PAGE.contains(&line), "{line}");
    }
}
