//! The rules of a game as a module, in Rust.
//!
//! An author implements [`Rules`] for a type, and exports it with `muster_rules::export!(Type);`. The reference is
//! docs/games/reference.md of Muster.
#![allow(dead_code, unused_macros, unused_imports, reason = "no game uses all of it")]

use core::cell::UnsafeCell;
use core::mem::size_of;
use core::{ptr, slice};

/// Maximum bytes of a request and of an answer.
const REQUEST: usize = 16 << 10;
const ANSWER: usize = 64 << 10;

/// The bytes of a value are all of it: integers, arrays of them, and structs of them with `repr(C)` and without gaps.
/// All bytes 0 are a value.
///
/// # Safety
/// The type has no gaps, no pointers, and no bytes with values that are not allowed, as `bool` has.
pub unsafe trait Plain: Copy {}
unsafe impl Plain for () {}
unsafe impl Plain for u8 {}
unsafe impl Plain for i8 {}
unsafe impl Plain for u16 {}
unsafe impl Plain for i16 {}
unsafe impl Plain for u32 {}
unsafe impl Plain for i32 {}
unsafe impl Plain for u64 {}
unsafe impl Plain for i64 {}
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

fn zero<T: Plain>() -> T {
    // SAFETY: all bytes 0 are a value of a plain type.
    unsafe { core::mem::zeroed() }
}

fn bytes_of<T: Plain>(value: &T) -> &[u8] {
    // SAFETY: a plain type has no gaps.
    unsafe { slice::from_raw_parts(ptr::from_ref(value).cast(), size_of::<T>()) }
}

fn from_bytes<T: Plain>(bytes: &[u8]) -> T {
    if bytes.len() != size_of::<T>() {
        return zero();
    }
    // SAFETY: there are enough bytes, and any bytes are a value.
    unsafe { bytes.as_ptr().cast::<T>().read_unaligned() }
}

/// A state: the parts that both seats know, that one seat knows, and that neither knows.
pub struct State<R: Rules + ?Sized> {
    pub shared: R::Shared,
    pub own: [R::Own; 2],
    pub hidden: R::Hidden,
}

impl<R: Rules + ?Sized> Clone for State<R> {
    fn clone(&self) -> Self {
        State { shared: self.shared, own: self.own, hidden: self.hidden }
    }
}

impl<R: Rules + ?Sized> State<R> {
    fn from_parts([shared, own0, own1, hidden]: [&[u8]; 4]) -> Self {
        State { shared: from_bytes(shared), own: [from_bytes(own0), from_bytes(own1)], hidden: from_bytes(hidden) }
    }

    fn parts(&self) -> [&[u8]; 4] {
        [bytes_of(&self.shared), bytes_of(&self.own[0]), bytes_of(&self.own[1]), bytes_of(&self.hidden)]
    }

    /// Returns the state as a seat knows it. The rest is zeros.
    fn seen_by(&self, seat: usize) -> Self {
        let mut seen = State { shared: self.shared, own: [zero(); 2], hidden: zero() };
        seen.own[seat] = self.own[seat];
        seen
    }
}

/// A result of `turn`.
#[derive(Clone, Copy)]
pub enum Turn {
    /// A seat acts.
    Acts(usize),
    /// Both seats act at the same time.
    Both,
    /// Chance decides between `outcomes`. The bits of `seen_by` are the seats that may know the outcome: 3 is both.
    Chance { outcomes: u32, seen_by: u32 },
    /// The seat has won, with the reason.
    Win(usize, &'static str),
    /// A draw, with the reason.
    Draw(&'static str),
}

/// The moves of a ply.
#[derive(Clone, Copy)]
pub struct Ply {
    /// The code of each seat's move; `None` if it does not act.
    pub moves: [Option<u64>; 2],
    /// The outcome of chance; `None` if seats act.
    pub chance: Option<u64>,
}

/// Makes a code. Parts lie in the payload from bit 0 in their order, each as wide as its range needs, less its minimum.
pub const fn make_move(kind: u64, payload: u64) -> u64 {
    kind << 48 | payload
}

/// Returns the kind of a code.
pub const fn kind(code: u64) -> u64 {
    code >> 48
}

/// Returns the payload of a code.
pub const fn payload(code: u64) -> u64 {
    code & ((1 << 48) - 1)
}

/// Receives legal moves.
pub struct Moves<'a>(&'a mut Answer);

impl Moves<'_> {
    /// Adds a legal move.
    pub fn push(&mut self, code: u64) {
        self.0.put(&code.to_le_bytes());
    }
}

/// Receives events.
pub struct Events<'a>(&'a mut Answer);

impl Events<'_> {
    /// Adds an event as JSON: `{"text": "…", "mark": {"move": [from, to]}}`, where `mark` may be missing.
    pub fn push(&mut self, json: &str) {
        self.0.field(json.as_bytes());
    }
}

/// A shape of a scene: its `id`, which is the same in the next position if it is the same thing, and its form. The default
/// of the rest is nothing: `Shape { id: "deck", form: Form::Rect([10, 10, 40, 60]), text: "K", ..Shape::default() }`.
#[derive(Clone, Copy, Default)]
pub struct Shape<'a> {
    pub id: &'a str,
    pub form: Form,
    /// The text on the shape.
    pub text: &'a str,
    /// The name for screen readers.
    pub name: &'a str,
    /// The seat in whose colour the shape is filled.
    pub seat: Option<usize>,
    /// The move that a click makes.
    pub action: Option<u64>,
}

/// The form of a shape.
#[derive(Clone, Copy)]
pub enum Form {
    /// Left, top, width and height.
    Rect([i16; 4]),
    /// The centre and the radius.
    Circle([i16; 3]),
    /// Two points.
    Line([i16; 4]),
    /// The middle of the text, without a form.
    At([i16; 2]),
}

impl Default for Form {
    fn default() -> Form {
        Form::At([0; 2])
    }
}

/// Receives the shapes of a scene.
pub struct Shapes<'a>(&'a mut Answer);

impl Shapes<'_> {
    /// Adds a shape.
    pub fn push(&mut self, shape: Shape<'_>) {
        let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let form = match shape.form {
            Form::Rect(numbers) => format!("\"rect\":{numbers:?}"),
            Form::Circle(numbers) => format!("\"circle\":{numbers:?}"),
            Form::Line(numbers) => format!("\"line\":{numbers:?}"),
            Form::At(numbers) => format!("\"at\":{numbers:?}"),
        };
        let seat = shape.seat.map_or(String::new(), |seat| format!(",\"seat\":{seat}"));
        let action = shape.action.map_or(String::new(), |code| format!(",\"action\":{code}"));
        let [id, text, name] = [shape.id, shape.text, shape.name].map(quoted);
        let comma = if self.0.bytes[..self.0.end].ends_with(b"[") { "" } else { "," };
        self.0.put(
            format!("{comma}{{\"id\":{id},{form},\"text\":{text},\"name\":{name}{seat}{action}}}").as_bytes(),
        );
    }
}

/// The rule options of a match.
pub struct Options<'a>(&'a [u8]);

impl Options<'_> {
    /// Returns the value of an option as text, such as `true`; empty if there is none.
    pub fn text(&self, name: &str) -> &str {
        let mut words = self.0.split(|byte| *byte == b' ');
        let found = words.find_map(|word| word.strip_prefix(name.as_bytes())?.strip_prefix(b"="));
        core::str::from_utf8(found.unwrap_or_default()).unwrap_or_default()
    }

    /// Returns the value of an option that is a number.
    pub fn number(&self, name: &str) -> i64 {
        self.text(name).parse().unwrap_or_default()
    }
}

/// Dice that the key of an imagined position determines: SplitMix64 of Steele, Lea and Flood.
pub struct Dice(u64);

impl Dice {
    /// Returns a number below the bound.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % bound
    }
}

/// The rules of a game. A function for a seat sees the other seat's part, and what is hidden, as zeros.
pub trait Rules {
    /// The declaration as JSON. Its `has` lists the optional functions below that are written.
    const DECLARATION: &'static str;
    /// The part of a state that both seats know.
    type Shared: Plain;
    /// The part that only one seat knows; `()` if there is none.
    type Own: Plain;
    /// The part that neither seat knows; `()` if there is none.
    type Hidden: Plain;
    /// The fields of a view, with `repr(C)`.
    type View: Plain;

    fn start(options: &Options<'_>) -> State<Self>;
    fn turn(state: &State<Self>) -> Turn;
    fn legal(seen: &State<Self>, seat: usize, moves: &mut Moves<'_>);
    fn apply(state: &mut State<Self>, ply: &Ply);
    fn show(seen: &State<Self>, seat: usize) -> Self::View;

    /// Writes the metrics of a seat, and returns their number.
    fn metrics(_state: &State<Self>, _seat: usize, _values: &mut [i64; 32]) -> usize {
        0
    }
    /// Returns the result of a game that the referee stops.
    fn score(_state: &State<Self>) -> Turn {
        Turn::Draw("")
    }
    fn events(_seen: &State<Self>, _ply: &Ply, _events: &mut Events<'_>) {}
    /// Fills in the parts hidden from the seat.
    fn imagine(_seen: &mut State<Self>, _seat: usize, _dice: &mut Dice) {}
    /// Exchanges the seats; all moves keep their codes. The declaration has `text` and `read`, too.
    fn mirror(_state: &mut State<Self>) {}
    fn scene(_seen: &State<Self>, _shapes: &mut Shapes<'_>) {}
    /// Returns the position as one line; by default the bytes of the state as hexadecimal digits.
    fn text(state: &State<Self>) -> String {
        state.parts().concat().iter().map(|byte| format!("{byte:02x}")).collect()
    }
    /// Returns the position of a text, or the mistake in the text.
    fn read(_options: &Options<'_>, text: &str) -> Result<State<Self>, String> {
        let byte = |at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
        let bytes: Vec<u8> = (0..text.len()).step_by(2).map_while(byte).collect();
        let [shared, own] = [size_of::<Self::Shared>(), size_of::<Self::Own>()];
        if 2 * bytes.len() != text.len() || bytes.len() != shared + 2 * own + size_of::<Self::Hidden>() {
            return Err("a text has two hexadecimal digits for each byte of the state".to_owned());
        }
        let (own, hidden) = (&bytes[shared..shared + 2 * own], &bytes[shared + 2 * own..]);
        let (own0, own1) = own.split_at(own.len() / 2);
        Ok(State::from_parts([&bytes[..shared], own0, own1, hidden]))
    }
}

struct Answer {
    bytes: [u8; ANSWER],
    end: usize,
}

impl Answer {
    fn put(&mut self, bytes: &[u8]) {
        self.bytes[self.end..self.end + bytes.len()].copy_from_slice(bytes);
        self.end += bytes.len();
    }

    fn begin(&mut self) -> usize {
        self.put(&[0; 4]);
        self.end
    }

    fn finish(&mut self, start: usize) {
        let length = (self.end - start) as u32;
        self.bytes[start - 4..start].copy_from_slice(&length.to_le_bytes());
    }

    fn field(&mut self, bytes: &[u8]) {
        let start = self.begin();
        self.put(bytes);
        self.finish(start);
    }

    fn number(&mut self, number: u64) {
        if number >= 10 {
            self.number(number / 10);
        }
        self.put(&[b'0' + (number % 10) as u8]);
    }

    fn turn(&mut self, turn: Turn) {
        let start = self.begin();
        match turn {
            Turn::Acts(seat) => self.put(if seat == 0 { b"act 1" } else { b"act 2" }),
            Turn::Both => self.put(b"act 3"),
            Turn::Chance { outcomes, seen_by } => {
                self.put(b"chance ");
                self.number(outcomes.into());
                self.put(b" ");
                self.number(seen_by.into());
            }
            Turn::Win(seat, reason) => {
                self.put(if seat == 0 { b"win 0" } else { b"win 1" });
                self.reason(reason);
            }
            Turn::Draw(reason) => {
                self.put(b"draw");
                self.reason(reason);
            }
        }
        self.finish(start);
    }

    fn reason(&mut self, reason: &str) {
        if !reason.is_empty() {
            self.put(b" ");
            self.put(reason.as_bytes());
        }
    }

    fn position<R: Rules>(&mut self, state: &State<R>) {
        let turn = R::turn(state);
        let acts = |seat| matches!(turn, Turn::Both) || matches!(turn, Turn::Acts(one) if one == seat);
        self.turn(turn);
        state.parts().into_iter().for_each(|part| self.field(part));
        for seat in 0..2 {
            let start = self.begin();
            if acts(seat) {
                R::legal(&state.seen_by(seat), seat, &mut Moves(self));
            }
            self.finish(start);
        }
        for seat in 0..2 {
            let start = self.begin();
            if acts(seat) {
                self.put(bytes_of(&R::show(&state.seen_by(seat), seat)));
            }
            self.finish(start);
        }
        let start = self.begin();
        for seat in 0..2 {
            let mut values = [0; 32];
            let count = R::metrics(state, seat, &mut values);
            self.put(bytes_of(&values).get(..8 * count).unwrap_or_default());
        }
        self.finish(start);
    }
}

/// The host takes addresses that 8 divides.
#[repr(align(8))]
struct Kept<T>(UnsafeCell<T>);
// SAFETY: a module has one thread.
unsafe impl<T> Sync for Kept<T> {}

static GIVEN: Kept<[u8; REQUEST]> = Kept(UnsafeCell::new([0; REQUEST]));
static TOLD: Kept<Answer> = Kept(UnsafeCell::new(Answer { bytes: [0; ANSWER], end: 0 }));

/// Returns the room for a request.
pub fn buffer(length: u32) -> *mut u8 {
    assert!(length as usize <= REQUEST, "the request has more than {REQUEST} bytes");
    GIVEN.0.get().cast()
}

fn moves(text: &[u8]) -> Ply {
    let mut words = text.split(|byte| *byte == b' ').map(|word| core::str::from_utf8(word).ok()?.parse::<u64>().ok());
    let moves = [words.next().flatten(), words.next().flatten()];
    match moves[0].filter(|code| kind(*code) == 31) {
        // Bits 32 and 33 say which seats may know the outcome.
        Some(code) => Ply { moves: [None; 2], chance: Some(code & u64::from(u32::MAX)) },
        None => Ply { moves, chance: None },
    }
}

/// Answers a request.
pub fn answer<R: Rules>(length: u32) -> u64 {
    // SAFETY: a module has one thread, and the host calls one function at a time.
    let (given, told) = unsafe { (&*GIVEN.0.get(), &mut *TOLD.0.get()) };
    let mut rest = &given[..length as usize];
    let fields: [&[u8]; 9] = core::array::from_fn(|_| {
        let (size, after) = rest.split_first_chunk::<4>().expect("a request has nine fields");
        let (field, after) = after.split_at(u32::from_le_bytes(*size) as usize);
        rest = after;
        field
    });
    let [op, viewer, codes, options, shared, own0, own1, hidden, extra] = fields;
    let mut state = State::<R>::from_parts([shared, own0, own1, hidden]);
    let extra = core::str::from_utf8(extra).unwrap_or_default();
    let ply = moves(codes);
    let seat = usize::from(viewer == b"1");
    let seen = if viewer == b"-" { state.clone() } else { state.seen_by(seat) };
    match op {
        b"describe" => told.field(R::DECLARATION.as_bytes()),
        b"start" => told.position(&R::start(&Options(options))),
        b"apply" => {
            R::apply(&mut state, &ply);
            told.position(&state);
        }
        b"show" => told.field(bytes_of(&R::show(&seen, seat))),
        b"score" => told.turn(match R::score(&state) {
            Turn::Win(seat, _) => Turn::Win(seat, ""),
            _ => Turn::Draw(""),
        }),
        b"events" => R::events(&seen, &ply, &mut Events(told)),
        b"mirror" => {
            R::mirror(&mut state);
            told.position(&state);
        }
        b"scene" => {
            let start = told.begin();
            told.put(b"[");
            R::scene(&seen, &mut Shapes(told));
            told.put(b"]");
            told.finish(start);
        }
        b"text" => told.field(R::text(&state).as_bytes()),
        b"read" => match R::read(&Options(options), extra) {
            Ok(state) => told.position(&state),
            Err(mistake) => told.field(format!("error: {mistake}").as_bytes()),
        },
        b"imagine" => {
            let mut imagined = seen;
            let key = u64::from_str_radix(&extra[..16], 16).unwrap_or_default();
            R::imagine(&mut imagined, seat, &mut Dice(key));
            told.position(&imagined);
        }
        _ => panic!("the rules have no such function"),
    }
    told.bytes.as_ptr() as u64 | (told.end as u64) << 32
}

/// Exports the rules of a game.
macro_rules! export {
    ($rules:ty) => {
        #[unsafe(no_mangle)]
        pub extern "C" fn muster_game() {}
        #[unsafe(no_mangle)]
        pub extern "C" fn muster_buffer(length: u32) -> *mut u8 {
            $crate::muster_rules::buffer(length)
        }
        #[unsafe(no_mangle)]
        pub extern "C" fn muster_choose(length: u32) -> u64 {
            $crate::muster_rules::answer::<$rules>(length)
        }
    };
}
pub(crate) use export;
