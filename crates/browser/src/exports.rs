//! The C interface.
//!
//! The caller allocates room ([`rules_request`]), writes the request there, calls the operation, and reads its reply
//! ([`rules_reply`], [`rules_reply_length`]) before the next call. An operation returns 0 or the handle that it opened.
//! If it fails, it returns [`FAILED`], and the reply has the error message.

#![expect(
    unsafe_code,
    reason = "a symbol that is exported by its name could clash with another; there is no other"
)]

use std::sync::{Mutex, MutexGuard, PoisonError};

use game_file::Form;

use crate::page_calls::PageCalls;
use crate::seated_bot::Parameters;
use crate::{Engine, EngineError};

/// The result of an operation that failed.
const FAILED: u32 = u32::MAX;
/// Maximum size of a request in bytes.
const MOST: usize = 256 << 20;

static STATE: Mutex<State> =
    Mutex::new(State { engine: Engine::new(), request: Vec::new(), reply: Vec::new() });

struct State {
    engine: Engine,
    request: Vec<u8>,
    reply: Vec<u8>,
}

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs an operation that returns a new handle.
fn open(operation: impl FnOnce(&mut Engine, &[u8]) -> Result<u32, EngineError>) -> u32 {
    let State { engine, request, reply } = &mut *state();
    match operation(engine, request) {
        Ok(handle) => handle,
        Err(error) => {
            *reply = error.to_string().into_bytes();
            FAILED
        }
    }
}

/// Runs an operation that replies.
fn tell(operation: impl FnOnce(&mut Engine, &[u8]) -> Result<Vec<u8>, EngineError>) -> u32 {
    let State { engine, request, reply } = &mut *state();
    let (code, bytes) = match operation(engine, request) {
        Ok(bytes) => (0, bytes),
        Err(error) => (FAILED, error.to_string().into_bytes()),
    };
    *reply = bytes;
    code
}

/// Allocates room for the next request and returns its address; 0 if there is not enough room.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn rules_request(length: u32) -> *mut u8 {
    let request = &mut state().request;
    let length = length as usize;
    request.clear();
    if length > MOST || request.try_reserve_exact(length).is_err() {
        return std::ptr::null_mut();
    }
    request.resize(length, 0);
    request.as_mut_ptr()
}

/// The address of the last reply.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn rules_reply() -> *const u8 {
    state().reply.as_ptr()
}

/// The length of the last reply.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn rules_reply_length() -> u32 {
    state().reply.len() as u32
}

/// The result of [`rules_position`] if it failed. No call on positions returns it.
const NO_RESULT: i32 = i32::MIN;

/// Performs a call of the bot at a seat on its own positions, and returns the call's result. The reply holds its
/// output.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn rules_position(
    handle: u32,
    call: u32,
    position: i32,
    number: i32,
    first: i64,
    second: i64,
) -> i32 {
    let State { engine, request, reply } = &mut *state();
    let parameters = Parameters { call, numbers: [position, number], actions: [first, second] };
    engine.position(handle, parameters, request, reply).unwrap_or_else(|error| {
        *reply = error.to_string().into_bytes();
        NO_RESULT
    })
}

/// Declares exported operations: name, parameters, and the expression on the engine and the request.
macro_rules! operations {
    ($($run:ident $name:ident($($parameter:ident: $kind:ty),*) = $operation:expr;)*) => {$(
        #[unsafe(no_mangle)]
        pub(crate) extern "C" fn $name($($parameter: $kind),*) -> u32 {
            $run($operation)
        }
    )*};
}

operations! {
    tell rules_games() = |engine, _| engine.games();
    tell rules_hash() = |engine, request| engine.hash(request);
    tell rules_open_game(is_script: u32, number: u32) = |engine, request| {
        let form = if is_script == 0 { Form::Sections } else { Form::Lines };
        engine.open_game(request, Box::new(PageCalls { form, number }))
    };
    open rules_open_recorded(opening: u32) = |engine, request| engine.open_recorded(request, opening);
    open rules_open_live() = |engine, request| engine.open_live(request);
    open rules_open_branch(of: u32, plies: u32) = |engine, request| engine.open_branch(of, plies, request);
    open rules_open_archive() = |engine, request| engine.open_archive(request);
    open rules_open_seat() = |engine, request| engine.open_seat(request);
    tell rules_close(handle: u32) = |engine, _| engine.close(handle);
    tell rules_count(handle: u32) = |engine, _| engine.count(handle);
    tell rules_find(handle: u32) = |engine, request| engine.find(handle, request);
    tell rules_row(handle: u32, index: u32) = |engine, _| engine.row(handle, index);
    open rules_open_row(handle: u32, index: u32) = |engine, request| engine.open_row(handle, index, request);
    tell rules_place() = |engine, request| engine.place(request);
    tell rules_key(stage: u32, round: u32, pairing: u32, game: u32) =
        |engine, _| engine.key([stage, round, pairing, game]);
    tell rules_return_game() = |engine, request| engine.return_game(request);
    tell rules_faults(winner: u32) = |engine, request| engine.faults(winner, request);
    tell rules_limits() = |engine, request| engine.limits(request);
    tell rules_plies(handle: u32) = |engine, _| engine.plies(handle);
    tell rules_overview(handle: u32, viewer: u32) = |engine, _| engine.overview(handle, viewer);
    tell rules_frame(handle: u32, ply: u32, viewer: u32) = |engine, _| engine.frame(handle, ply, viewer);
    tell rules_svg(handle: u32, ply: u32, viewer: u32, flipped: u32) =
        |engine, _| engine.svg(handle, ply, viewer, flipped);
    tell rules_legal(handle: u32, ply: u32, seat: u32) = |engine, _| engine.legal(handle, ply, seat);
    tell rules_legal_codes(handle: u32, ply: u32, seat: u32) =
        |engine, _| engine.legal_codes(handle, ply, seat);
    tell rules_view(handle: u32, ply: u32, seat: u32) = |engine, _| engine.view(handle, ply, seat);
    tell rules_fields(handle: u32, ply: u32, seat: u32) = |engine, _| engine.fields(handle, ply, seat);
    tell rules_format(handle: u32, ply: u32, seat: u32, code: i64) =
        |engine, _| engine.format(handle, ply, seat, code);
    tell rules_parse(handle: u32, ply: u32, seat: u32) =
        |engine, request| engine.parse(handle, ply, seat, request);
    tell rules_log(handle: u32, seat: u32, marks: u32) =
        |engine, request| engine.log(handle, seat, request, marks);
    tell rules_mistakes(handle: u32, seat: u32) = |engine, request| engine.mistakes(handle, seat, request);
    tell rules_history(handle: u32, seat: u32) = |engine, _| engine.history(handle, seat);
    tell rules_transcript(handle: u32) = |engine, _| engine.transcript(handle);
    tell rules_waiting(handle: u32) = |engine, _| engine.waiting(handle);
    tell rules_ask(handle: u32, seat: u32) = |engine, _| engine.ask(handle, seat);
    tell rules_answer(handle: u32, seat: u32) = |engine, request| engine.answer(handle, seat, request);
    tell rules_undo(handle: u32) = |engine, _| engine.undo(handle);
    tell rules_verdict(handle: u32) = |engine, _| engine.verdict(handle);
    tell rules_dice(handle: u32, count: u32) = |engine, _| engine.dice(handle, count);
    tell rules_drawn(handle: u32) = |engine, _| engine.drawn(handle);
    tell rules_standing(handle: u32) = |engine, _| engine.standing(handle);
    tell rules_begin_question(handle: u32, seat: u32) =
        |engine, request| engine.begin_question(handle, seat, request);
    tell rules_end_question(handle: u32) = |engine, _| engine.end_question(handle);
    tell rules_seat_key(number: i64, seat: u32) = |engine, _| engine.seat_key(number, seat);
}
