//! The calls of the host over positions. An error is a misuse, of which [`error`] has the sentence.

mod imports {
    #[link(wasm_import_module = "muster")]
    unsafe extern "C" {
        pub(super) fn position_here(codes: *const u64, count: u32) -> i32;
        pub(super) fn position_read(text: *const u8, length: u32) -> i32;
        pub(super) fn position_after(position: i32, first: i64, second: i64) -> i32;
        pub(super) fn position_playout(position: i32, plies: i32) -> i32;
        pub(super) fn position_release(position: i32) -> i32;
        pub(super) fn position_phase(position: i32) -> i32;
        pub(super) fn position_legal(position: i32, seat: i32, codes: *mut i64, capacity: u32) -> i32;
        pub(super) fn position_metrics(position: i32, seat: i32, values: *mut i64, capacity: u32) -> i32;
        pub(super) fn position_view(position: i32, seat: i32, bytes: *mut u8, capacity: u32) -> i32;
        pub(super) fn position_events(position: i32, first: i64, second: i64, text: *mut u8, capacity: u32) -> i32;
        pub(super) fn position_text(position: i32, text: *mut u8, capacity: u32) -> i32;
        pub(super) fn position_children(position: i32, seat: i32, other: i64, records: *mut u8, capacity: u32) -> i32;
        pub(super) fn position_error(text: *mut u8, capacity: u32) -> i32;
    }
}

/// What the host calls the phases.
pub(crate) struct Phase;

impl Phase {
    pub(crate) const FIRST_ACTS: i32 = 1;
    pub(crate) const SECOND_ACTS: i32 = 2;
    pub(crate) const BOTH_ACT: i32 = 3;
    /// In a draw; from here on the game is over.
    pub(crate) const IS_OVER: i32 = 8;
    pub(crate) const FIRST_HAS_WON: i32 = 9;
    pub(crate) const SECOND_HAS_WON: i32 = 10;
}

fn result(number: i32) -> Result<i32, ()> {
    if number < 0 { Err(()) } else { Ok(number) }
}

/// Asks for a list with room for `guess` elements of so many items each, and again if there are more.
fn list<T: Copy>(guess: usize, items: usize, ask: impl Fn(*mut T, u32) -> i32) -> Result<Vec<T>, ()> {
    let mut list = Vec::with_capacity(guess * items);
    loop {
        let room = list.capacity();
        let count = result(ask(list.as_mut_ptr(), (room / items) as u32))? as usize * items;
        if count <= room {
            // SAFETY: the host has written all of them, for there was room.
            unsafe { list.set_len(count) };
            return Ok(list);
        }
        list.reserve(count);
    }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).into_owned()
}

pub(crate) fn here(codes: &[u64]) -> Result<i32, ()> {
    result(unsafe { imports::position_here(codes.as_ptr(), codes.len() as u32) })
}

pub(crate) fn read(text: &str) -> Result<i32, ()> {
    result(unsafe { imports::position_read(text.as_ptr(), text.len() as u32) })
}

pub(crate) fn after(position: i32, first: i64, second: i64) -> Result<i32, ()> {
    result(unsafe { imports::position_after(position, first, second) })
}

pub(crate) fn playout(position: i32, plies: i32) -> Result<i32, ()> {
    result(unsafe { imports::position_playout(position, plies) })
}

pub(crate) fn release(position: i32) {
    unsafe { imports::position_release(position) };
}

pub(crate) fn phase(position: i32) -> i32 {
    unsafe { imports::position_phase(position) }
}

pub(crate) fn legal(position: i32, seat: i32) -> Result<Vec<i64>, ()> {
    list(256, 1, |codes, capacity| unsafe { imports::position_legal(position, seat, codes, capacity) })
}

pub(crate) fn metrics(position: i32, seat: i32) -> Result<Vec<i64>, ()> {
    list(16, 1, |values, capacity| unsafe { imports::position_metrics(position, seat, values, capacity) })
}

/// The bytes of a view, which has at most so many.
pub(crate) fn view(position: i32, seat: i32, length: usize) -> Result<Vec<u8>, ()> {
    list(length, 1, |bytes, capacity| unsafe { imports::position_view(position, seat, bytes, capacity) })
}

pub(crate) fn events(position: i32, first: i64, second: i64) -> Result<String, ()> {
    let ask = |text, capacity| unsafe { imports::position_events(position, first, second, text, capacity) };
    list(1_024, 1, ask).map(text)
}

pub(crate) fn text_of(position: i32) -> Result<String, ()> {
    list(1_024, 1, |bytes, capacity| unsafe { imports::position_text(position, bytes, capacity) }).map(text)
}

/// The records of the children, each of so many bytes.
pub(crate) fn children(position: i32, seat: i32, other: i64, size: usize) -> Result<Vec<u8>, ()> {
    list(128, size, |records, capacity| unsafe {
        imports::position_children(position, seat, other, records, capacity)
    })
}

/// The sentence about the latest misuse.
pub(crate) fn error() -> String {
    list(400, 1, |bytes, capacity| unsafe { imports::position_error(bytes, capacity) }).map(text).unwrap_or_default()
}
