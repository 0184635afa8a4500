//! The part of the kit that all games share: host calls, settings, random numbers and positions for looking ahead.
//!
//! A bot names this module and its game's, and writes one function:
//!
//! ```text
//! mod muster;
//! mod tank_war;
//!
//! fn choose(view: &tank_war::View) -> u64 { ... }
//! ```
//!
//! A bot is a crate with the feature `std`, as `muster new` makes it, or one file without the standard library:
//!
//! ```text
//! #![no_std]
//! #![no_main]
//! #[path = "../../kit/rust/muster.rs"]
//! mod muster;
//! #[path = "../../kit/rust/tank_war.rs"]
//! mod tank_war;
//!
//! fn choose(view: &tank_war::View) -> u64 { ... }
//! ```
#![allow(dead_code, unused_imports, unexpected_cfgs, reason = "no bot uses all of it, and not all have features")]

use core::cell::UnsafeCell;
use core::fmt;
use core::mem::MaybeUninit;

/// Flag of a view: the bot was restarted in the middle of the match.
pub const RESTARTED: u16 = 1;
/// Flag of a view: both seats act at once.
pub const SIMULTANEOUS: u16 = 2;
/// The value of `legal_count` if the game does not count legal actions.
pub const UNCOUNTED: u32 = u32::MAX;

/// An action played earlier in the match.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Record {
    pub code: u64,
    pub ply: u32,
    pub seat: u8,
    pub zero: [u8; 3],
}

mod door {
    #[link(wasm_import_module = "muster")]
    unsafe extern "C" {
        pub fn legal_actions(codes: *mut u64, capacity: usize) -> usize;
        pub safe fn remaining() -> i64;
        pub safe fn game_remaining() -> i64;
        pub safe fn offer(action: u64);
        pub fn history(records: *mut super::Record, capacity: usize) -> usize;
        pub safe fn random() -> u64;
        pub fn settings(text: *mut u8, capacity: usize) -> usize;
        pub fn log(text: *const u8, length: usize);
        pub fn position_here(supposed: *const u64, count: usize) -> i32;
        pub fn position_read(text: *const u8, length: usize) -> i32;
        pub safe fn position_after(position: i32, first: i64, second: i64) -> i32;
        pub safe fn position_playout(position: i32, plies: u32) -> i32;
        pub safe fn position_release(position: i32) -> i32;
        pub safe fn position_phase(position: i32) -> i32;
        pub fn position_legal(position: i32, seat: u32, codes: *mut u64, capacity: usize) -> i32;
        pub fn position_metrics(position: i32, seat: u32, values: *mut i64, capacity: usize) -> i32;
        pub fn position_view(position: i32, seat: u32, view: *mut u8, capacity: usize) -> i32;
        pub fn position_events(position: i32, first: i64, second: i64, text: *mut u8, capacity: usize) -> i32;
        pub fn position_text(position: i32, text: *mut u8, capacity: usize) -> i32;
        pub fn position_children(position: i32, seat: u32, other: i64, records: *mut i64, capacity: usize) -> i32;
        pub fn position_error(text: *mut u8, capacity: usize) -> i32;
    }
}

/// `remaining` returns the nanoseconds left for this call, `game_remaining` those left for the game. `offer` sets the
/// best action so far, played if the move's time runs out. `random` returns 64 bits from your seat's stream.
pub use door::{game_remaining, offer, random, remaining};

/// Writes your legal actions into `codes`, as many as fit. Returns their total number.
pub fn legal_actions(codes: &mut [u64]) -> usize {
    // SAFETY: the host writes at most `codes.len()` codes.
    unsafe { door::legal_actions(codes.as_mut_ptr(), codes.len()) }
}

/// Writes the actions played so far, without hidden ones, as many as fit. Returns their total number.
pub fn history(records: &mut [Record]) -> usize {
    // SAFETY: the host writes at most `records.len()` records.
    unsafe { door::history(records.as_mut_ptr(), records.len()) }
}

/// Writes a text to the match's log, which only you can read.
pub fn log(text: &str) {
    // SAFETY: the host only reads.
    unsafe { door::log(text.as_ptr(), text.len()) }
}

/// Returns a random number below `bound`, which must not be 0.
pub fn below(bound: u32) -> u32 {
    ((random() >> 32) * u64::from(bound) >> 32) as u32
}

/// The settings: words separated by spaces or commas, usually name=value: `depth=4 style=bold`.
pub struct Settings {
    text: [u8; 1024],
    length: usize,
}

impl Settings {
    /// Fetches the settings from the host.
    pub fn fetch() -> Settings {
        let mut text = [0; 1024];
        // SAFETY: the host writes at most 1024 bytes.
        let length = unsafe { door::settings(text.as_mut_ptr(), text.len()) }.min(text.len());
        Settings { text, length }
    }

    /// Returns the value of a setting.
    pub fn word(&self, name: &str) -> Option<&[u8]> {
        self.text[..self.length]
            .split(|&letter| letter == b' ' || letter == b',')
            .find_map(|word| word.strip_prefix(name.as_bytes())?.strip_prefix(b"="))
    }

    /// Returns `true` if a setting has this value.
    pub fn is(&self, name: &str, word: &str) -> bool {
        self.word(name) == Some(word.as_bytes())
    }

    /// Returns a setting as an integer, or `otherwise` if it is not set or not an integer.
    pub fn number(&self, name: &str, otherwise: i64) -> i64 {
        let read = |word: &[u8]| core::str::from_utf8(word).ok()?.parse().ok();
        self.word(name).and_then(read).unwrap_or(otherwise)
    }
}

/// A static variable that lasts for the match. wasm bots have one thread.
pub struct Kept<T>(UnsafeCell<T>);

// SAFETY: there is one thread.
unsafe impl<T> Sync for Kept<T> {}

impl<T> Kept<T> {
    /// Stores an initial value.
    pub const fn new(value: T) -> Kept<T> {
        Kept(UnsafeCell::new(value))
    }

    /// Borrows the value. Borrow it once in a call of `choose`.
    #[expect(clippy::mut_from_ref, reason = "one thread, one borrow a call")]
    pub fn borrow(&self) -> &mut T {
        // SAFETY: there is one thread, and callers hold one borrow at a time.
        unsafe { &mut *self.0.get() }
    }

    pub(crate) fn address(&self) -> *mut T {
        self.0.get()
    }
}

/// An invalid call on positions. Its text is the host's message about the latest one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Misuse {
    /// -1: positions are disabled. -2: the bot is not choosing an action. -3: no such position. -4: an action is
    /// illegal, missing or superfluous. -5: the text is not a position. -6: too many positions. -7: no such
    /// seat.
    pub code: i32,
}

impl fmt::Display for Misuse {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        let mut text = [0; 1024];
        // SAFETY: the host writes at most 1024 bytes.
        let length = unsafe { door::position_error(text.as_mut_ptr(), text.len()) };
        let text = text.get(..length.max(0) as usize).unwrap_or(&text);
        to.write_str(text.utf8_chunks().next().map_or("", |chunk| chunk.valid()))
    }
}

impl fmt::Debug for Misuse {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, to)
    }
}

impl core::error::Error for Misuse {}

fn told(result: i32) -> Result<usize, Misuse> {
    usize::try_from(result).map_err(|_| Misuse { code: result })
}

fn code(action: Option<u64>) -> i64 {
    action.map_or(-1, |action| action as i64)
}

/// The phase of a position: the seats that act, or the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phase(i32);

impl Phase {
    /// Returns `true` if the game is over.
    pub fn is_over(self) -> bool {
        self.0 >= 8
    }

    /// Returns the winner's seat.
    pub fn winner(self) -> Option<u8> {
        (self.0 > 8).then(|| (self.0 - 9) as u8)
    }

    /// Returns `true` if a seat acts.
    pub fn acts(self, seat: u8) -> bool {
        !self.is_over() && seat < 2 && self.0 >> seat & 1 == 1
    }
}

/// An immutable position for looking ahead. At most 1,024 can exist at once; dropping one makes room. All positions
/// expire when `choose` returns.
#[derive(Debug, PartialEq, Eq)]
pub struct Position(i32);

impl Position {
    fn made(handle: i32) -> Result<Position, Misuse> {
        told(handle).map(|_| Position(handle))
    }

    /// Returns the current position. Hidden information is drawn with your dice.
    pub fn here() -> Result<Position, Misuse> {
        Position::here_supposing(&[])
    }

    /// Returns the current position, assuming these hidden actions of the opponent, in order. Your dice replace actions
    /// that are missing or do not fit.
    pub fn here_supposing(actions: &[u64]) -> Result<Position, Misuse> {
        // SAFETY: the host only reads.
        Position::made(unsafe { door::position_here(actions.as_ptr(), actions.len()) })
    }

    /// Parses a position, under the rules of this match.
    pub fn read(text: &str) -> Result<Position, Misuse> {
        // SAFETY: the host only reads.
        Position::made(unsafe { door::position_read(text.as_ptr(), text.len()) })
    }

    /// Returns the position after an action of the seat that acts.
    pub fn after(&self, action: u64) -> Result<Position, Misuse> {
        let (first, second) = if self.phase()?.acts(0) { (Some(action), None) } else { (None, Some(action)) };
        Position::made(door::position_after(self.0, code(first), code(second)))
    }

    /// Returns the position after simultaneous actions of both seats.
    pub fn after_both(&self, first: u64, second: u64) -> Result<Position, Misuse> {
        Position::made(door::position_after(self.0, code(Some(first)), code(Some(second))))
    }

    /// Plays random legal plies, up to this number or the end of the game, and returns the position.
    pub fn playout(&self, plies: u32) -> Result<Position, Misuse> {
        Position::made(door::position_playout(self.0, plies.min(i32::MAX as u32)))
    }

    /// Returns the phase: the seats that act, or the result.
    pub fn phase(&self) -> Result<Phase, Misuse> {
        let phase = door::position_phase(self.0);
        told(phase).map(|_| Phase(phase))
    }

    /// Writes a seat's legal actions into `codes`, as many as fit. Returns their total number.
    pub fn legal_actions(&self, seat: u8, codes: &mut [u64]) -> Result<usize, Misuse> {
        // SAFETY: the host writes at most `codes.len()` codes.
        told(unsafe { door::position_legal(self.0, seat.into(), codes.as_mut_ptr(), codes.len()) })
    }

    /// Writes a seat's metrics into `values`, as many as fit. Returns their total number. The constants `METRIC_...` of
    /// the game's kit are their indices.
    pub fn metrics(&self, seat: u8, values: &mut [i64]) -> Result<usize, Misuse> {
        // SAFETY: the host writes at most `values.len()` values.
        told(unsafe { door::position_metrics(self.0, seat.into(), values.as_mut_ptr(), values.len()) })
    }

    /// Returns a seat's view, with all clocks at 0. The type must be the game's: `position.view::<tank_war::View>(0)`.
    pub fn view<View: Copy + 'static>(&self, seat: u8) -> Result<View, Misuse> {
        let mut view = MaybeUninit::<View>::zeroed();
        // SAFETY: the host writes at most the bytes of a view.
        let length =
            told(unsafe { door::position_view(self.0, seat.into(), view.as_mut_ptr().cast(), size_of::<View>()) })?;
        assert!(length == size_of::<View>(), "this is not the view of the game that is played");
        // SAFETY: all fields of a view are numbers, and the host has written them.
        Ok(unsafe { view.assume_init() })
    }

    /// Writes the position as a text that `read` parses. Returns its length in bytes.
    pub fn text(&self, text: &mut [u8]) -> Result<usize, Misuse> {
        // SAFETY: the host writes at most `text.len()` bytes.
        told(unsafe { door::position_text(self.0, text.as_mut_ptr(), text.len()) })
    }

    /// Writes the events of a ply, one per line. Returns their length. Pass `None` for a seat that does not act.
    pub fn events(&self, first: Option<u64>, second: Option<u64>, text: &mut [u8]) -> Result<usize, Misuse> {
        let (first, second) = (code(first), code(second));
        // SAFETY: the host writes at most `text.len()` bytes.
        told(unsafe { door::position_events(self.0, first, second, text.as_mut_ptr(), text.len()) })
    }

    /// Returns the child of each legal action of a seat, as many as fit into `words`: each takes 2 words and 2 for each
    /// metric. `other` is the other seat's action if both act.
    pub fn children<'words>(
        &self,
        seat: u8,
        other: Option<u64>,
        words: &'words mut [i64],
    ) -> Result<Children<&'words [i64]>, Misuse> {
        let width = 2 + 2 * self.metrics(0, &mut [])?;
        let capacity = words.len() / width;
        // SAFETY: the host writes at most `capacity` records of `width` words.
        let count = unsafe {
            door::position_children(self.0, seat.into(), code(other), words.as_mut_ptr(), capacity)
        };
        Ok(Children { words, width, count: told(count)? })
    }
}

impl Drop for Position {
    fn drop(&mut self) {
        door::position_release(self.0);
    }
}

/// The children of a position: one for each legal action of a seat.
pub struct Children<Words> {
    words: Words,
    width: usize,
    /// Number of legal actions, which may be greater than the number of children that fit.
    pub count: usize,
}

/// An action with the phase and the metrics after it.
#[derive(Clone, Copy, Debug)]
pub struct Child<'words> {
    /// The action.
    pub action: u64,
    /// The phase after it.
    pub phase: Phase,
    /// The metrics of each seat.
    pub metrics: [&'words [i64]; 2],
}

impl<Words: AsRef<[i64]>> Children<Words> {
    /// Returns the children that fit.
    pub fn iter(&self) -> impl Iterator<Item = Child<'_>> {
        self.words.as_ref().chunks_exact(self.width).take(self.count).map(|words| {
            let (first, second) = words[2..].split_at(self.width / 2 - 1);
            Child { action: words[0] as u64, phase: Phase(words[1] as i32), metrics: [first, second] }
        })
    }
}

#[cfg(feature = "std")]
pub use with_std::*;

#[cfg(feature = "std")]
mod with_std {
    use std::panic;

    use super::{Children, Misuse, Position, Record, Settings, door};

    /// Writes a line to the match's log, which only you can read: `log!("{} tanks", count)`.
    #[macro_export]
    macro_rules! log {
        ($($part:tt)*) => { $crate::muster::log(&format!("{}\n", format_args!($($part)*))) };
    }

    /// Returns your legal actions.
    pub fn all_legal_actions() -> Vec<u64> {
        let mut codes = vec![0; super::legal_actions(&mut [])];
        super::legal_actions(&mut codes);
        codes
    }

    /// Returns the actions played so far, without hidden ones.
    pub fn whole_history() -> Vec<Record> {
        let mut records = vec![Record::default(); super::history(&mut [])];
        super::history(&mut records);
        records
    }

    /// Returns the value of a setting: with `depth=4 style=bold`, `setting("style")` is `bold`.
    pub fn setting(name: &str) -> Option<String> {
        Settings::fetch().word(name).map(|word| String::from_utf8_lossy(word).into_owned())
    }

    /// Returns a setting as an integer, or `otherwise` if it is not set or not an integer.
    pub fn number(name: &str, otherwise: i64) -> i64 {
        Settings::fetch().number(name, otherwise)
    }

    /// Returns the output of a call. Calls again with a larger buffer if the first one was too small.
    fn all<T: Copy>(room: usize, zero: T, write: impl Fn(&mut [T]) -> Result<usize, Misuse>) -> Result<Vec<T>, Misuse> {
        let mut values = vec![zero; room];
        let count = write(&mut values)?;
        if count > room {
            values.resize(count, zero);
            write(&mut values)?;
        }
        values.truncate(count);
        Ok(values)
    }

    impl Position {
        /// Returns a seat's legal actions.
        pub fn all_legal_actions(&self, seat: u8) -> Result<Vec<u64>, Misuse> {
            all(256, 0, |codes| self.legal_actions(seat, codes))
        }

        /// Returns a seat's metrics, in the order of `muster game list`.
        pub fn all_metrics(&self, seat: u8) -> Result<Vec<i64>, Misuse> {
            all(8, 0, |values| self.metrics(seat, values))
        }

        /// Returns the child of each legal action of a seat. `other` is the other seat's action if both act.
        pub fn all_children(&self, seat: u8, other: Option<u64>) -> Result<Children<Vec<i64>>, Misuse> {
            let width = 2 + 2 * self.metrics(0, &mut [])?;
            let words = all(256 * width, 0, |words| Ok(self.children(seat, other, words)?.count * width))?;
            Ok(Children { count: words.len() / width, words, width })
        }

        /// Returns the position as a text that `read` parses.
        pub fn whole_text(&self) -> Result<String, Misuse> {
            all(1024, 0, |text| self.text(text)).map(|text| String::from_utf8_lossy(&text).into_owned())
        }

        /// Returns the events of a ply, one per line. Pass `None` for a seat that does not act.
        pub fn whole_events(&self, first: Option<u64>, second: Option<u64>) -> Result<String, Misuse> {
            let text = all(1024, 0, |text| self.events(first, second, text));
            text.map(|text| String::from_utf8_lossy(&text).into_owned())
        }
    }

    /// Logs a panic with its line.
    pub(crate) fn begin() {
        panic::set_hook(Box::new(|info| super::log(&format!("{info}\n"))));
    }
}

#[cfg(not(feature = "std"))]
pub(crate) fn begin() {}

#[cfg(not(feature = "std"))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}
