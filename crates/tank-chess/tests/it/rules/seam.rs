//! The game as other crates see it.

use super::*;
use game::Mark;

#[test]
fn views_show_what_happened_in_the_turn() {
    let position = white("Kh1n,Mf9e,Mi7n,Mh7n", "Ki16s,Li9w,Lk9w");
    let position = after(&position, "i7*k9>e2 f9*i9>n1 fire- i7-i8n");
    let mut bytes = vec![0; GAME.layout().view_len()];
    game::Position::write_view(&position, Seat::First, &mut bytes);
    let field = |name: &str| {
        let field = GAME.layout().fields.iter().find(|field| field.name == name).unwrap();
        bytes[field.offset..field.end()].to_vec()
    };
    assert_eq!((field("phase"), field("mover"), field("elimination")), (vec![2], vec![0], vec![0]));
    let state = field("state");
    let number = |at: &str| usize::from(field("board")[usize::from(square(at).index())]) - 1;
    assert_eq!(state[number("f9")], 1 + 2, "fired");
    assert_eq!(state[number("i8")], 1 + 2 + 8 + 16, "fired, moved, in the group");
    assert_eq!(state[number("h7")], 1 + 16);
    assert_eq!(state[number("m9")], 1 + 4, "fired on");
    assert_eq!(state[number("h1")], 1);
    let targets = field("targets");
    let of = |number: usize| u16::from_le_bytes([targets[2 * number], targets[2 * number + 1]]);
    let bit = |at: &str| 1u16 << (number(at) - 14);
    assert_eq!(of(number("i8")), bit("i10") | bit("m9"));
    assert_eq!(of(number("f9")), bit("i10"));
    let group = u16::from_le_bytes(field("group").try_into().unwrap());
    assert_eq!(group, 1 << number("i8") | 1 << number("h7"));
    assert_eq!(field("board")[usize::from(square("h12").index())], 255);
}

#[test]
fn events_say_and_mark_what_happens() {
    let position = white("Kh1n,Ha8e", "Kp16s,Lc8n");
    let events = |position: &Position, ply: &str| {
        let joint: Joint = parse_ply(&GAME, position, ply).unwrap();
        position.events(&joint, None)
    };
    let lost = events(&position, "a8*c8>n3");
    let texts: Vec<&str> = lost.iter().map(|event| event.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "White's Heavy tank on a8 fires on Black's Light tank on c8",
            "Black's Light tank on c8 is stopped on its retreat north by 3 and is eliminated"
        ]
    );
    assert!(matches!(lost[0].mark, Some(Mark::Shot { .. })));
    assert!(matches!(lost[1].mark, Some(Mark::Loss { at: game::Square { column: 2, row: 8 } })));
    let driven = events(&position, "a8*c8>e3");
    assert_eq!(driven[1].text, "Black's Light tank on c8 retreats east to f8");
    assert!(matches!(driven[1].mark, Some(Mark::Move { .. })));
    let moved = events(&after(&position, "fire-"), "a8-a9n");
    assert_eq!(moved[0].text, "White's Heavy tank on a8 moves to a9, facing north");
    let won = events(&white("Kh1n,Hk13n", "Kk16s"), "k13*k16>n2");
    assert_eq!(won.last().map(|event| event.text.as_str()), Some("White wins"));
}

#[test]
fn the_drawing_shows_board_pieces_and_notes() {
    let drawing = white("Kh1n,Ha8se", "Kp16s,Lc8n").draw(None);
    assert_eq!((drawing.columns, drawing.rows), (16, 16));
    assert_eq!(drawing.row_labels[0], "16");
    let blocked = drawing.cells.iter().filter(|cell| cell.tone == game::Tone::Blocked).count();
    assert_eq!(blocked, 50);
    let heavy = drawing.piece(game::Square { column: 0, row: 8 }).unwrap();
    assert_eq!((heavy.symbol.as_str(), heavy.name.as_str()), ("H", "White Heavy tank"));
    assert_eq!(heavy.facing, Some(game::Facing::SouthEast));
    let notes: Vec<&str> = drawing.notes[Seat::First].iter().map(|(_, value)| value.as_str()).collect();
    assert_eq!(notes, ["2", "4", "0 of 100"]);
}

#[test]
fn a_turned_position_keeps_its_history() {
    let second = after(&white("Kh1n,Le8n", "Ki16s,Ll9n"), "fire- . fire- .");
    let turned = second.turned().unwrap();
    assert_eq!((turned.mover(), turned.occurrences()), (Seat::Second, 2));
    assert_eq!(on(&turned, "l9"), "B Ll9s");
    assert!(position_under("", "setup").turned().is_none());
}

#[test]
fn events_of_the_setup_keep_the_other_seats_secret() {
    let position = GAME.start(&Rules::defaults(GAME.options()));
    let mut legal = Vec::new();
    let joint = Joint::from_fn(|seat| {
        legal.clear();
        position.legal_actions(seat, &mut legal);
        legal.first().copied()
    });
    let texts =
        |viewer| position.events(&joint, viewer).into_iter().map(|event| event.text).collect::<Vec<_>>();
    let [all, white, black] = [None, Some(Seat::First), Some(Seat::Second)].map(texts);
    assert_eq!(white, [all[0].clone(), "Black places a piece".to_owned()]);
    assert_eq!(black, ["White places a piece".to_owned(), all[1].clone()]);
}

#[test]
fn the_prompt_names_the_phase_and_the_piece() {
    let prompt = |position: &Position| game::Position::prompt(position, Seat::First);
    let start = Position::new(Options::default());
    assert_eq!(prompt(&start), "Place the Command tank");
    let mut third = start;
    for ply in ["W:Kh1n B:Ki16s", "W:La1n B:La16s", "W:Lb1n B:Lb16s"] {
        let joint = parse_ply(&GAME, &third, ply).unwrap();
        third.apply(&joint);
    }
    assert_eq!(prompt(&third), "Place a Light tank (3 of 4)");
    let position = white("Kh1n,Ha8e", "Kp16s,Lc8n");
    assert_eq!(prompt(&position), "Fire, or end firing");
    assert_eq!(prompt(&after(&position, "fire-")), "Move, or end the turn");
}
