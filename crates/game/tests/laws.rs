//! The conformance laws, checked on a game that keeps them and on the same game broken in one place at a time.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt;

use game::conformance::{self, LAWS};
use game::{
    Action, Cell, Dice, Drawing, End, Event, Field, FieldType, Game, Gesture, Joint, Layout, Metric, Outcome,
    PerSeat, Phase, Piece, PlyError, Position, RuleKind, RuleOption, RuleValue, Rules, Seat, SeatName,
    SeatSet, Square, TextError, Tone, Work, divide, format_joint, parse_ply, perft,
};

/// The flaw of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    Nothing,
    UnlistedAction,
    WrongCount,
    EndlessGame,
    SameNotation,
    TextForgetsTheSeat,
    ApplyDependsOnHistory,
    UnwrittenByte,
    TellsWhatIsHidden,
    PieceOffTheBoard,
    SameGesture,
    TakesNoPiece,
    MirrorIsAnother,
    ReadsWhatItCannotWrite,
    ReadsAlikeAnotherWay,
    ImaginesAnother,
}

/// A heap of stones. A player takes one, two or three; the player that takes the last one wins.
struct Heap(Flaw);

#[derive(Clone)]
struct Stones {
    flaw: Flaw,
    left: u8,
    turn: u32,
    seat: Seat,
    /// The stones taken so far. Flawed copies forget them, and positions read from text have none.
    taken: Vec<u8>,
}

static OPTIONS: &[RuleOption] = &[RuleOption {
    name: "stones",
    kind: RuleKind::Number { min: 1, max: 200 },
    default: RuleValue::Number(12),
    about: "Stones at the start.",
}];

static LAYOUT: Layout = Layout {
    fields: &[
        Field { name: "left", offset: 0, kind: FieldType::U8, count: 1, about: "Stones left." },
        Field { name: "zero", offset: 1, kind: FieldType::U8, count: 7, about: "Zeros." },
    ],
    actions: &[],
    board: None,
};

impl Game for Heap {
    fn name(&self) -> &'static str {
        "heap"
    }
    fn title(&self) -> &'static str {
        "Heap"
    }
    fn id(&self) -> u32 {
        99
    }
    fn version(&self) -> u32 {
        1
    }
    fn seats(&self) -> PerSeat<SeatName> {
        PerSeat::new(SeatName { letter: 'A', word: "Ann" }, SeatName { letter: 'B', word: "Bob" })
    }
    fn options(&self) -> &'static [RuleOption] {
        OPTIONS
    }
    fn metrics(&self) -> &'static [Metric] {
        &[Metric { name: "stones", about: "Stones left." }]
    }
    fn layout(&self) -> &'static Layout {
        &LAYOUT
    }
    fn work(&self) -> Work {
        Work {
            copy: 200,
            copied_ply: 10,
            check: 50,
            apply: 200,
            searched_ply: 10,
            list: 100,
            listed: 50,
            judge: 100,
            view: 200,
            events: 500,
            text_byte: 20,
            imagine: 100,
            bytes: 100,
            ply_bytes: 1,
            shares_history: false,
        }
    }
    fn max_plies(&self, rules: &Rules) -> Option<u32> {
        Some(rules.number("stones") as u32 / if self.0 == Flaw::EndlessGame { 4 } else { 1 })
    }
    fn start(&self, rules: &Rules) -> Box<dyn Position> {
        let left = rules.number("stones") as u8;
        Box::new(Stones { flaw: self.0, left, turn: 0, seat: Seat::First, taken: Vec::new() })
    }
    fn parse_position(&self, _rules: &Rules, text: &str) -> Result<Box<dyn Position>, TextError> {
        read_stones(self.0, text)
    }
    fn is_action(&self, action: Action) -> bool {
        action.kind() == 0 && (1..=3).contains(&action.payload())
    }
}

fn read_stones(flaw: Flaw, text: &str) -> Result<Box<dyn Position>, TextError> {
    let words: Vec<&str> = text.split(' ').collect();
    let [left, seat, turn] = words[..] else { return Err(TextError::new("three words are needed")) };
    let number = |word: &str| word.parse().map_err(|_| TextError::new(format!("`{word}` is no number")));
    let left: u32 = number(left)?;
    let most = if flaw == Flaw::ReadsWhatItCannotWrite { 9999 } else { 200 };
    if left > most {
        return Err(TextError::new("too many stones"));
    }
    let seat = match seat {
        "a" => Seat::First,
        "b" => Seat::Second,
        other => return Err(TextError::new(format!("`{other}` is no seat"))),
    };
    Ok(Box::new(Stones { flaw, left: left as u8, turn: number(turn)?, seat, taken: Vec::new() }))
}

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let second = self.seat == Seat::Second && self.flaw != Flaw::TextForgetsTheSeat;
        let left = u32::from(self.left);
        // A game that reads 300 stones as 44 and writes them as 300 cannot read back its own text.
        let left = if self.flaw == Flaw::ReadsWhatItCannotWrite && left > 12 { left + 9999 } else { left };
        write!(f, "{left} {} {}", if second { 'b' } else { 'a' }, self.turn)
    }
}

impl Position for Stones {
    fn phase(&self) -> Phase {
        if self.left == 0 {
            Phase::Over(End { outcome: Outcome::Win(self.seat.other()), reason: "no stone is left" })
        } else {
            Phase::Act(SeatSet::only(self.seat))
        }
    }
    fn turn(&self) -> u32 {
        self.turn
    }
    fn is_legal(&self, seat: Seat, action: Action) -> bool {
        let takes = action.payload();
        seat == self.seat && action.kind() == 0 && (1..=3).contains(&takes) && takes <= u64::from(self.left)
    }
    fn legal_actions(&self, seat: Seat, list: &mut Vec<Action>) {
        if seat == self.seat {
            let most = if self.flaw == Flaw::UnlistedAction { 2 } else { 3 };
            list.extend((1..=most.min(u64::from(self.left))).map(|takes| Action::new(0, takes)));
        }
    }
    fn legal_count(&self, seat: Seat) -> Option<u32> {
        let most = if self.flaw == Flaw::WrongCount { 4 } else { 3 };
        Some(if seat == self.seat { most.min(u32::from(self.left)) } else { 0 })
    }
    fn apply(&mut self, joint: &Joint) {
        let takes = joint[self.seat].map_or(0, |action| action.payload() as u8);
        self.taken.push(takes);
        let forgets = self.flaw == Flaw::ApplyDependsOnHistory && self.taken.capacity().is_multiple_of(8);
        self.left -= if forgets && takes > 1 { 1 } else { takes };
        self.seat = self.seat.other();
        self.turn += 1;
    }
    fn adjudicate(&self) -> Outcome {
        Outcome::Draw
    }
    fn metrics(&self, _seat: Seat, values: &mut [i64]) {
        values[0] = i64::from(self.left);
    }
    fn write_view(&self, _seat: Seat, bytes: &mut [u8]) -> usize {
        let written = if self.flaw == Flaw::UnwrittenByte { 7 } else { 8 };
        bytes[..written].fill(0);
        bytes[0] = self.left;
        8
    }
    fn parse_alike(&self, text: &str) -> Result<Box<dyn Position>, TextError> {
        let rules_flaw =
            if self.flaw == Flaw::ReadsAlikeAnotherWay { Flaw::UnlistedAction } else { self.flaw };
        read_stones(rules_flaw, text)
    }
    fn imagined_by(&self, _seat: Seat, _choices: &[Action], _dice: &mut Dice) -> Box<dyn Position> {
        let fewer = u8::from(self.flaw == Flaw::ImaginesAnother && self.left > 1);
        Box::new(Stones { left: self.left - fewer, ..self.clone() })
    }
    fn hides(&self, viewer: Seat, ago: u32, _seat: Seat, _action: Action) -> bool {
        self.flaw == Flaw::TellsWhatIsHidden && viewer == self.seat && ago == 0
    }
    fn write_action(&self, _seat: Seat, action: Action, text: &mut String) {
        let takes = action.payload();
        if self.flaw == Flaw::SameNotation && takes == 3 {
            text.push_str("take2");
        } else {
            text.push_str(&format!("take{takes}"));
        }
    }
    fn parse_action(&self, _seat: Seat, text: &str) -> Result<Action, TextError> {
        let takes = text.strip_prefix("take").and_then(|takes| takes.parse().ok());
        takes
            .filter(|takes| (1..=3).contains(takes))
            .map(|takes| Action::new(0, takes))
            .ok_or_else(|| TextError::new(format!("`{text}` is not take1, take2 or take3")))
    }
    fn events(&self, joint: &Joint, _viewer: Option<Seat>) -> Vec<Event> {
        let takes = joint[self.seat].map_or(0, Action::payload);
        vec![Event { text: format!("{takes} stones are taken"), mark: None }]
    }
    fn draw(&self, _viewer: Option<Seat>) -> Drawing {
        let row = u8::from(self.flaw == Flaw::PieceOffTheBoard);
        let stone = |column| Piece {
            square: Square { column, row },
            seat: Some(Seat::First),
            symbol: "o".to_owned(),
            name: "Stone".to_owned(),
            facing: None,
            figure: None,
        };
        Drawing {
            columns: 200,
            rows: 1,
            column_labels: (0..200).map(|column: u8| column.to_string()).collect(),
            row_labels: vec!["stones".to_owned()],
            cells: vec![Cell { tone: Tone::Plain, circled: false }; 200],
            pieces: (0..self.left).map(stone).collect(),
            sketch: None,
            notes: PerSeat::default(),
        }
    }
    fn gesture(&self, _seat: Seat, action: Action) -> Gesture {
        let takes = if self.flaw == Flaw::SameGesture { 1 } else { action.payload() };
        let beside = Square { column: self.left, row: 0 };
        let piece = (self.flaw == Flaw::TakesNoPiece).then_some(beside);
        Gesture { piece, label: Some(format!("take {takes}").into()), ..Gesture::default() }
    }
    fn mirrored(&self) -> Option<Box<dyn Position>> {
        let left =
            if self.flaw == Flaw::MirrorIsAnother && self.left > 2 { self.left - 1 } else { self.left };
        Some(Box::new(Stones { seat: self.seat.other(), left, ..self.clone() }))
    }
}

/// Returns the law broken within some seeds; `None` if there is none.
fn broken(flaw: Flaw) -> Option<String> {
    let game = Heap(flaw);
    (0..40).find_map(|seed| conformance::check(&game, &Rules::defaults(OPTIONS), seed).err())
}

#[test]
fn a_good_game_keeps_every_law() {
    assert_eq!(broken(Flaw::Nothing), None);
}

#[test]
fn every_law_finds_the_game_that_breaks_it() {
    let cases = [
        (Flaw::UnlistedAction, LAWS[0].name),
        (Flaw::WrongCount, LAWS[0].name),
        (Flaw::EndlessGame, LAWS[1].name),
        (Flaw::SameNotation, LAWS[2].name),
        (Flaw::TextForgetsTheSeat, LAWS[3].name),
        (Flaw::ApplyDependsOnHistory, LAWS[4].name),
        (Flaw::UnwrittenByte, LAWS[5].name),
        (Flaw::TellsWhatIsHidden, LAWS[5].name),
        (Flaw::ReadsAlikeAnotherWay, LAWS[3].name),
        (Flaw::ImaginesAnother, LAWS[6].name),
        (Flaw::PieceOffTheBoard, LAWS[7].name),
        (Flaw::SameGesture, LAWS[8].name),
        (Flaw::TakesNoPiece, LAWS[8].name),
        (Flaw::ReadsWhatItCannotWrite, LAWS[9].name),
        (Flaw::MirrorIsAnother, LAWS[10].name),
    ];
    for (flaw, law) in cases {
        let message = broken(flaw).unwrap_or_else(|| panic!("{flaw:?} was not found"));
        assert!(message.contains(law), "{flaw:?} was found by another law: {message}");
    }
    let tried = |law: &str| cases.iter().any(|(_, name)| *name == law);
    assert!(LAWS.iter().all(|law| tried(law.name)), "a law has no game that breaks it");
}

#[test]
fn perft_counts_plies_and_not_ends() {
    let position = Heap(Flaw::Nothing).start(&Rules::parse(OPTIONS, "stones=4").unwrap());
    // Sequences of exactly n takes of 1 to 3 from four stones. A game that ends earlier counts nothing.
    assert_eq!([0, 1, 2, 3, 4, 5].map(|depth| perft(&*position, depth)), [1, 3, 6, 4, 1, 0]);
    let split = divide(&*position, 3).unwrap();
    assert_eq!(split.iter().map(|(_, leaves)| leaves).sum::<u64>(), 4);
    assert_eq!(split.len(), 3);
}

#[test]
fn plies_are_read_and_their_mistakes_named() {
    let game = Heap(Flaw::Nothing);
    let position = game.start(&Rules::defaults(OPTIONS));
    let joint = parse_ply(&game, &*position, "take2").unwrap();
    assert_eq!(format_joint(&game, &*position, &joint), "take2");
    assert_eq!(parse_ply(&game, &*position, "A:take2"), Ok(joint));
    let mistakes = [
        ("B:take1", "it is not Bob's move"),
        ("take1 take2", "two actions of Ann"),
        ("take9", "`take9` is not take1, take2 or take3"),
        ("", "no action of Ann"),
    ];
    for (text, message) in mistakes {
        let error = parse_ply(&game, &*position, text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}

#[test]
fn a_ply_is_checked_before_it_is_played() {
    let game = Heap(Flaw::Nothing);
    let mut position = game.start(&Rules::defaults(OPTIONS));
    let take = |seat, stones| Joint::single(seat, Action::new(0, stones));
    let before = position.to_string();
    for (joint, error) in [
        (Joint::default(), PlyError::Missing(Seat::First)),
        (take(Seat::Second, 1), PlyError::Missing(Seat::First)),
        (Joint::both(Action::new(0, 1), Action::new(0, 1)), PlyError::NotToAct(Seat::Second)),
        (take(Seat::First, 4), PlyError::Illegal(Seat::First)),
    ] {
        assert_eq!(position.play(&joint), Err(error));
        assert_eq!(position.to_string(), before);
    }
    assert_eq!(position.play(&take(Seat::First, 3)), Ok(()));
    assert_ne!(position.to_string(), before);
}
