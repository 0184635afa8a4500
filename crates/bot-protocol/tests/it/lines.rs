//! Invariants of every position of every game: a question shows exactly the contents of the view's bytes.

use std::collections::BTreeMap;

use bot_protocol::lines::{self, MOVE, Output, Piece, Said};
use game::{Action, Dice, Field, Game, Joint, Layout, Phase, Position, Rules, Seat, view};
use games::GAMES;

/// A view with a header in which every field differs.
fn view_of(game: &dyn Game, position: &dyn Position, seat: Seat) -> Vec<u8> {
    let mut bytes = vec![0; view::HEADER_LEN + game.layout().view_len()];
    for (index, byte) in bytes[..view::HEADER_LEN - 8].iter_mut().enumerate() {
        *byte = 200 - index as u8;
    }
    let length = position.write_view(seat, &mut bytes[view::HEADER_LEN..]);
    bytes.truncate(view::HEADER_LEN + length);
    bytes
}

fn question(layout: &Layout, view: &[u8]) -> String {
    let mut text = String::new();
    lines::question(layout, view, &mut text);
    text
}

/// Writes the numbers of a line back to their place.
fn read_back(field: &Field, numbers: &str, bytes: &mut [u8]) {
    let mut count = 0;
    for (index, number) in numbers.split_whitespace().enumerate() {
        field.put(bytes, index, number.parse::<i128>().unwrap() as u64);
        count += 1;
    }
    assert_eq!(count, field.count, "{}", field.name);
}

/// A view's bytes from its text. Header fields that a question leaves out are taken from `view`.
fn view_of_text(layout: &Layout, text: &str, view: &[u8]) -> Vec<u8> {
    let body = text.strip_suffix(&format!("{MOVE}\n")).unwrap();
    let mut bytes = vec![0; view.len()];
    bytes[..view::HEADER_LEN].copy_from_slice(&view[..view::HEADER_LEN]);
    let (head, own) = bytes.split_at_mut(view::HEADER_LEN);
    let mut seen = 0;
    for line in body.lines() {
        let (name, numbers) = line.split_once(':').unwrap();
        if let Some(field) = layout.field(name) {
            read_back(field, numbers, own);
        } else {
            let field = view::HEADER.iter().find(|field| field.name == name).unwrap();
            head[field.offset..field.end()].fill(0);
            read_back(field, numbers, head);
        }
        seen += 1;
    }
    assert_eq!(seen, layout.fields.len() + view::HEADER.len() - 3);
    bytes
}

/// Plays any of the first `most` legal moves, and calls `see` with every position before a ply.
fn walk(game: &dyn Game, key: u8, plies: u32, most: usize, see: &mut dyn FnMut(&dyn Position)) {
    let mut dice = Dice::from_key([key; 32]);
    let mut position = game.start(&Rules::defaults(game.options()));
    for _ in 0..plies {
        see(&*position);
        let Phase::Act(seats) = position.phase() else { return };
        let mut joint = Joint::default();
        for seat in seats.iter() {
            let mut legal = Vec::new();
            position.legal_actions(seat, &mut legal);
            joint[seat] = dice.pick(&legal[..legal.len().min(most)]).copied();
        }
        position.apply(&joint);
    }
}

#[test]
fn a_view_goes_through_its_text_and_back() {
    for &game in GAMES {
        let layout = game.layout();
        for key in 0..20 {
            walk(game, key, 120, usize::MAX, &mut |position| {
                for seat in Seat::BOTH {
                    let view = view_of(game, position, seat);
                    let text = question(layout, &view);
                    assert_eq!(view_of_text(layout, &text, &view), view, "{}\n{text}", game.name());
                }
            });
        }
    }
}

/// Positions that a seat cannot tell apart look alike to a program, too: its question, and the reply about legal moves.
#[test]
fn equal_views_are_equal_texts() {
    for &game in GAMES {
        let mut seen: BTreeMap<(usize, Vec<u8>), (String, String, String)> = BTreeMap::new();
        let (mut hides, mut hidden) = (false, 0);
        for key in 0..60 {
            walk(game, key, 6, 2, &mut |position| {
                for seat in Seat::BOTH {
                    let view = view_of(game, position, seat);
                    let mut legal = String::new();
                    lines::legal(Some((position, seat)), &mut Vec::new(), &mut legal);
                    let texts = (question(game.layout(), &view), legal, position.to_string());
                    let first = seen.entry((seat.index(), view)).or_insert_with(|| texts.clone());
                    assert_eq!((&first.0, &first.1), (&texts.0, &texts.1), "{}", game.name());
                    hidden += u32::from(first.2 != texts.2);
                    hides |= position.has_secrets(seat);
                }
            });
        }
        assert_eq!(hidden > 0, hides, "{}: {hidden}", game.name());
    }
}

/// A word as it is read from a program's output.
fn printed(word: &str) -> String {
    let line = format!("{word}\n");
    let Some(Piece::Said(Said::Move(text))) = Output::default().next(&mut line.as_bytes()) else {
        panic!("`{word}` is not read as a move");
    };
    text
}

#[test]
fn every_legal_move_goes_through_its_line_and_back() {
    for &game in GAMES {
        for key in 0..10 {
            walk(game, key, 120, usize::MAX, &mut |position| {
                for seat in position.phase().seats().iter() {
                    let (mut list, mut text) = (Vec::new(), String::new());
                    let count = lines::legal(Some((position, seat)), &mut list, &mut text);
                    let words: Vec<&str> = text.trim_end().split(' ').skip(1).collect();
                    assert_eq!(words.len(), count, "{}: {text}", game.name());
                    let read: Vec<Action> = words
                        .iter()
                        .map(|word| lines::action(position, seat, &printed(word)).unwrap())
                        .collect();
                    assert_eq!(read, list, "{}", game.name());
                }
            });
        }
    }
}

/// No game has a move that is a word of the protocol. Texts that are not moves are rejected with a message of one line.
#[test]
fn words_of_the_protocol_are_no_moves() {
    for &game in GAMES {
        let position = game.start(&Rules::defaults(game.options()));
        for seat in Seat::BOTH {
            for word in
                [lines::LEGAL, lines::TIME, lines::OFFER, lines::BEGIN, MOVE, "", "x", &"y".repeat(999)]
            {
                let message = lines::action(&*position, seat, word).unwrap_err().to_string();
                assert!(!message.is_empty() && message.len() < 300, "{message}");
            }
        }
    }
}
