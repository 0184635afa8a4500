//! What every bot needs, in any game: host calls, settings and random numbers.
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
//! It is a crate of its own with the feature `std`, as `muster new` makes it, or one file without the standard library:
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

/// Flag of a view: the instance is fresh although the match is not.
pub const RESTARTED: u16 = 1;
/// Flag of a view: both seats act at once.
pub const SIMULTANEOUS: u16 = 2;
/// The number of legal actions where the game does not count them.
pub const UNCOUNTED: u32 = u32::MAX;

/// One action of the match so far.
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
    }
}

/// `remaining`: nanoseconds of the clock left for this call. `game_remaining`: left for the game. `offer`: the
/// best action so far, played if the move's time runs out. `random`: 64 bits of your seat's own stream.
pub use door::{game_remaining, offer, random, remaining};

/// Writes your legal actions into `codes`, as many as it holds, and returns how many there are.
pub fn legal_actions(codes: &mut [u64]) -> usize {
    // SAFETY: the host writes at most `codes.len()` codes.
    unsafe { door::legal_actions(codes.as_mut_ptr(), codes.len()) }
}

/// Writes the actions you may know into `records`, as many as it holds, and returns how many there are.
pub fn history(records: &mut [Record]) -> usize {
    // SAFETY: the host writes at most `records.len()` records.
    unsafe { door::history(records.as_mut_ptr(), records.len()) }
}

/// Writes a text to the log of the match, which only you can read.
pub fn log(text: &str) {
    // SAFETY: the host only reads.
    unsafe { door::log(text.as_ptr(), text.len()) }
}

/// A random number below `bound`, which is not 0.
pub fn below(bound: u32) -> u32 {
    ((random() >> 32) * u64::from(bound) >> 32) as u32
}

/// The settings: words separated by spaces or commas, most of the form name=value: `depth=4 style=bold`.
pub struct Settings {
    text: [u8; 1024],
    length: usize,
}

impl Settings {
    /// Fetches the text.
    pub fn fetch() -> Settings {
        let mut text = [0; 1024];
        // SAFETY: the host writes at most 1024 bytes.
        let length = unsafe { door::settings(text.as_mut_ptr(), text.len()) }.min(text.len());
        Settings { text, length }
    }

    /// The value of a setting.
    pub fn word(&self, name: &str) -> Option<&[u8]> {
        self.text[..self.length]
            .split(|&letter| letter == b' ' || letter == b',')
            .find_map(|word| word.strip_prefix(name.as_bytes())?.strip_prefix(b"="))
    }

    /// Whether a setting is this word.
    pub fn is(&self, name: &str, word: &str) -> bool {
        self.word(name) == Some(word.as_bytes())
    }

    /// The whole number of a setting, or `otherwise` if it is not set or not a number.
    pub fn number(&self, name: &str, otherwise: i64) -> i64 {
        let read = |word: &[u8]| core::str::from_utf8(word).ok()?.parse().ok();
        self.word(name).and_then(read).unwrap_or(otherwise)
    }
}

/// Something a bot keeps for the match. wasm bots have one thread.
pub struct Kept<T>(UnsafeCell<T>);

// SAFETY: there is one thread.
unsafe impl<T> Sync for Kept<T> {}

impl<T> Kept<T> {
    /// Kept from the start.
    pub const fn new(value: T) -> Kept<T> {
        Kept(UnsafeCell::new(value))
    }

    /// The value, to be borrowed once in a call of `choose`.
    #[expect(clippy::mut_from_ref, reason = "one thread, one borrow a call")]
    pub fn borrow(&self) -> &mut T {
        // SAFETY: there is one thread, and callers hold one borrow at a time.
        unsafe { &mut *self.0.get() }
    }

    pub(crate) fn address(&self) -> *mut T {
        self.0.get()
    }
}

#[cfg(feature = "std")]
pub use with_std::*;

#[cfg(feature = "std")]
mod with_std {
    use std::panic;

    use super::{Record, Settings, door};

    /// Writes a line to the log of the match, which only you can read: `log!("{} tanks", count)`.
    #[macro_export]
    macro_rules! log {
        ($($part:tt)*) => { $crate::muster::log(&format!("{}\n", format_args!($($part)*))) };
    }

    /// Your legal actions.
    pub fn all_legal_actions() -> Vec<u64> {
        let mut codes = vec![0; super::legal_actions(&mut [])];
        super::legal_actions(&mut codes);
        codes
    }

    /// The actions of the match so far that you may know.
    pub fn whole_history() -> Vec<Record> {
        let mut records = vec![Record::default(); super::history(&mut [])];
        super::history(&mut records);
        records
    }

    /// The value of a setting: of `depth=4 style=bold`, `setting("style")` is `bold`.
    pub fn setting(name: &str) -> Option<String> {
        Settings::fetch().word(name).map(|word| String::from_utf8_lossy(word).into_owned())
    }

    /// The whole number of a setting, or `otherwise` if it is not set or not a number.
    pub fn number(name: &str, otherwise: i64) -> i64 {
        Settings::fetch().number(name, otherwise)
    }

    /// A panic is logged with its line.
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
