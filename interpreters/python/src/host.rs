//! The calls of the host: those of Muster, and two of WASI.

pub(crate) mod position;

use core::ptr::addr_of;

mod imports {
    #[link(wasm_import_module = "muster")]
    unsafe extern "C" {
        pub(super) fn legal_actions(codes: *mut u64, capacity: u32) -> u32;
        pub(super) fn remaining() -> i64;
        pub(super) fn game_remaining() -> i64;
        pub(super) fn offer(code: u64);
        pub(super) fn history(records: *mut super::Record, capacity: u32) -> u32;
        pub(super) fn random() -> u64;
        pub(super) fn settings(text: *mut u8, capacity: u32) -> u32;
        pub(super) fn log(text: *const u8, length: u32);
    }

    #[link(wasm_import_module = "wasi_snapshot_preview1")]
    unsafe extern "C" {
        pub(super) fn clock_time_get(clock: u32, precision: u64, nanoseconds: *mut u64) -> u32;
        pub(super) fn fd_write(file: u32, buffers: *const Buffer, count: u32, written: *mut u32) -> u32;
    }

    #[repr(C)]
    pub(super) struct Buffer {
        pub(super) start: *const u8,
        pub(super) length: usize,
    }
}

/// One action of the match so far.
#[derive(Clone, Copy, Default)]
#[repr(C)]
pub(crate) struct Record {
    pub(crate) code: u64,
    pub(crate) ply: u32,
    pub(crate) seat: u8,
    zero: [u8; 3],
}

/// The streams of a program.
#[derive(Clone, Copy)]
pub(crate) enum Stream {
    Output = 1,
    Error = 2,
}

/// The clocks of WASI.
#[derive(Clone, Copy)]
pub(crate) enum Clock {
    Realtime = 0,
    Monotonic = 1,
}

/// Asks for a list with room for `guess` elements, and again if there are more.
fn list<T: Clone + Default>(guess: usize, ask: impl Fn(*mut T, u32) -> u32) -> Vec<T> {
    let mut list = vec![T::default(); guess];
    loop {
        let count = ask(list.as_mut_ptr(), list.len() as u32) as usize;
        if count <= list.len() {
            list.truncate(count);
            return list;
        }
        list.resize(count, T::default());
    }
}

pub(crate) fn legal_actions() -> Vec<u64> {
    list(256, |codes, capacity| unsafe { imports::legal_actions(codes, capacity) })
}

pub(crate) fn history() -> Vec<Record> {
    list(512, |records, capacity| unsafe { imports::history(records, capacity) })
}

pub(crate) fn settings() -> Vec<u8> {
    list(1_024, |text, capacity| unsafe { imports::settings(text, capacity) })
}

/// Nanoseconds left for this call.
pub(crate) fn remaining() -> i64 {
    unsafe { imports::remaining() }
}

/// Nanoseconds left for the game.
pub(crate) fn game_remaining() -> i64 {
    unsafe { imports::game_remaining() }
}

pub(crate) fn offer(code: u64) {
    unsafe { imports::offer(code) }
}

/// 64 bits from the seat's dice.
pub(crate) fn random() -> u64 {
    unsafe { imports::random() }
}

pub(crate) fn log(text: &str) {
    unsafe { imports::log(text.as_ptr(), text.len() as u32) }
}

pub(crate) fn write(stream: Stream, text: &str) {
    let buffer = imports::Buffer { start: text.as_ptr(), length: text.len() };
    let mut written = 0;
    unsafe { imports::fd_write(stream as u32, addr_of!(buffer), 1, &mut written) };
}

/// Nanoseconds on a clock.
pub(crate) fn time(clock: Clock) -> u64 {
    let mut nanoseconds = 0;
    unsafe { imports::clock_time_get(clock as u32, 1, &mut nanoseconds) };
    nanoseconds
}
