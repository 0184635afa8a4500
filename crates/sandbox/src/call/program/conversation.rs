//! Standard input and output of programs: they read questions and print answers.
//!
//! A line that answers ends the program's turn: the call that printed it returns with the next question. So a program
//! computes nothing while the other seat is asked, and no output has to be kept.

use bot_protocol::lines;
use std::future::poll_fn;
use std::sync::Arc;

use bot_protocol::lines::{Piece, Said};
use referee::{Fault, Ticks};
use wasmtime::{AsContextMut, Caller, Linker, Memory, Result};

use crate::call::host_call::{charge, spent};
use crate::call::memory::{buffer, memory, span};
use crate::call::positions;
use crate::call::sampled_functions;
use crate::call::wasi::{self, BUFFERS_MAX, STANDARD_INPUT, STANDARD_OUTPUT};
use crate::interface::WASI;
use crate::prices;
use crate::seat::{SeatState, Stop, Streams};

/// Maximum bytes of replies that a program has not yet read.
const UNREAD_MAX: usize = 1 << 20;

/// Adds both streams to a linker.
pub(crate) fn add(linker: &mut Linker<SeatState>) -> Result<()> {
    type Four = (i32, i32, i32, i32);
    linker.func_wrap_async(WASI, "fd_read", |caller: Caller<'_, SeatState>, four: Four| {
        Box::new(fd_read(caller, four))
    })?;
    linker.func_wrap_async(WASI, "fd_write", |caller: Caller<'_, SeatState>, four: Four| {
        Box::new(fd_write(caller, four))
    })?;
    Ok(())
}

/// Reads available input; waits for the first question if there is none. There is nothing else to wait for: a program
/// that was asked and wants to read more will never get it.
async fn fd_read(
    mut caller: Caller<'_, SeatState>,
    (file, buffers, count, read): (i32, i32, i32, i32),
) -> Result<i32> {
    charge(&mut caller, prices::CALL)?;
    if file != STANDARD_INPUT {
        return Ok(wasi::BAD_FILE);
    }
    let (buffers, count) = (buffers as u32, count as u32);
    if count > BUFFERS_MAX {
        return Err(Stop::new(Fault::BadPointer, format!("a read into {count} buffers")).into());
    }
    let mut total = 0;
    for index in 0..count {
        let (pointer, length) = buffer(&mut caller, buffers, index)?;
        charge(&mut caller, prices::CALL)?;
        if length > 0 && streams(caller.data_mut())?.unread() == 0 {
            if total > 0 {
                break;
            }
            if caller.data().asked {
                return Err(no_answer(caller.data_mut())?.into());
            }
            next_question(&mut caller).await?;
        }
        let memory = memory(&mut caller)?;
        let (bytes, state) = memory.data_and_store_mut(&mut caller);
        total += streams(state)?.read(span(bytes, pointer, length.into())?) as u32;
    }
    charge(&mut caller, u64::from(total) * prices::BYTE)?;
    wasi::write(&mut caller, read as u32, &total.to_le_bytes())
}

/// Returns the reason why a program that waits for input loses.
fn no_answer(state: &mut SeatState) -> Result<Stop> {
    let unfinished = match streams(state)?.output.unfinished() {
        Some(line) => format!("; the line `{line}` has no end"),
        None => String::new(),
    };
    let detail = format!(
        "it waits for more input, but was asked for a move and has printed none: is its output flushed, as by \
         fflush(stdout)?{unfinished}"
    );
    Ok(Stop::new(Fault::NoAnswer, detail))
}

/// Processes standard output line by line; standard error is logged.
async fn fd_write(
    mut caller: Caller<'_, SeatState>,
    (file, buffers, count, written): (i32, i32, i32, i32),
) -> Result<i32> {
    if file != STANDARD_OUTPUT {
        return wasi::fd_write(caller, file, buffers, count, written);
    }
    let (buffers, count) = (buffers as u32, count as u32);
    if count > BUFFERS_MAX {
        return Err(Stop::new(Fault::BadPointer, format!("a write of {count} buffers")).into());
    }
    let mut total = 0u32;
    for index in 0..count {
        let (pointer, length) = buffer(&mut caller, buffers, index)?;
        charge(&mut caller, prices::CALL)?;
        print(&mut caller, pointer, length).await?;
        total = total.wrapping_add(length);
    }
    wasi::write(&mut caller, written as u32, &total.to_le_bytes())
}

async fn print(caller: &mut Caller<'_, SeatState>, pointer: u32, length: u32) -> Result<()> {
    let memory = memory(caller)?;
    let bytes = span(memory.data_mut(&mut *caller), pointer, length.into())?;
    let printed = memchr::memchr_iter(b'\n', bytes).count() as u64 + 1;
    charge(caller, u64::from(length) * prices::PRINTED_BYTE + printed * prices::LINE)?;
    let mut done = 0;
    while let Some(said) = next_said(caller, memory, pointer, length, &mut done)? {
        match said {
            Said::Legal => legal(caller)?,
            Said::History => history(caller)?,
            Said::Time => time(caller)?,
            Said::Position(text) => position(caller, &text)?,
            Said::Offer(text) => offer(caller, &text)?,
            Said::Move(text) => answer(caller, &text).await?,
        }
    }
    Ok(())
}

/// Returns the next whole line of a write after `done` bytes, and logs notes. `None` at the end.
fn next_said(
    caller: &mut Caller<'_, SeatState>,
    memory: Memory,
    pointer: u32,
    length: u32,
    done: &mut usize,
) -> Result<Option<Said>> {
    let (bytes, state) = memory.data_and_store_mut(&mut *caller);
    let bytes = span(bytes, pointer, length.into())?;
    loop {
        let mut rest = &bytes[*done..];
        let piece = streams(state)?.output.next(&mut rest);
        *done = bytes.len() - rest.len();
        match piece {
            None => return Ok(None),
            Some(Piece::Note(note)) => state.write_log(note),
            Some(Piece::Said(said)) => return Ok(Some(said)),
            Some(Piece::Unreadable(error)) => {
                return Err(Stop::new(Fault::BadLine, format!("it printed {error}")).into());
            }
        }
    }
}

/// Replies with the legal moves; with none before the first question.
fn legal(caller: &mut Caller<'_, SeatState>) -> Result<()> {
    charge(caller, prices::CALL + prices::LISTING)?;
    let state = caller.data_mut();
    let scene = state.scene.as_deref().map(|scene| (&*scene.position, state.seat));
    let (mut list, mut text) = (std::mem::take(&mut state.legal), String::new());
    let count = lines::legal(scene, &mut list, &mut text);
    state.legal = list;
    reply(state, &text)?;
    charge(caller, count as u64 * (prices::LISTED_ACTION + prices::NOTATION))
}

/// Replies with the moves played so far that the seat may know; with none before the first question.
fn history(caller: &mut Caller<'_, SeatState>) -> Result<()> {
    charge(caller, prices::CALL)?;
    let state = caller.data();
    let known = state.scene.as_deref().map_or(0, |scene| scene.history(state.seat).count()) as u64;
    // Charge for each before it is written.
    charge(caller, known * (prices::HISTORY_RECORD + prices::NOTATION))?;
    let state = caller.data_mut();
    let played =
        state.scene.as_deref().map(|scene| scene.history_in_notation(state.seat)).unwrap_or_default();
    let mut text = String::new();
    lines::history(
        played.iter().map(|(played, notation)| (played.ply, played.seat_number(), notation.as_str())),
        &mut text,
    );
    reply(state, &text)
}

/// Replies to a request about the program's own positions.
fn position(caller: &mut Caller<'_, SeatState>, request: &str) -> Result<()> {
    charge(caller, prices::CALL + request.len() as u64 * prices::BYTE)?;
    let mut text = String::new();
    positions::with_positions(caller, true, |positions, dice, asked, meter| {
        lines::Request { asked, positions, dice, meter, notation: prices::NOTATION }.reply(request, &mut text)
    })?
    .unwrap_or_else(|off| text = lines::refusal(&off));
    charge(caller, text.len() as u64 * prices::BYTE)?;
    reply(caller.data_mut(), &text)
}

/// Replies with the remaining time.
fn time(caller: &mut Caller<'_, SeatState>) -> Result<()> {
    charge(caller, prices::CALL)?;
    let spent = spent(caller)?;
    let state = caller.data_mut();
    let left = |of: Ticks| of.minus(spent).nanos();
    let mut text = String::new();
    lines::time(left(state.limit), left(state.game_left), &mut text);
    reply(state, &text)
}

fn reply(state: &mut SeatState, text: &str) -> Result<()> {
    let streams = streams(state)?;
    if streams.unread() + text.len() > UNREAD_MAX {
        let detail = format!("it asks on without reading: more than {UNREAD_MAX} bytes of replies");
        return Err(Stop::new(Fault::BadLine, detail).into());
    }
    streams.add(text);
    Ok(())
}

/// Stores a move to be played if the time runs out.
fn offer(caller: &mut Caller<'_, SeatState>, text: &str) -> Result<()> {
    let code = read_move(caller, text)?;
    let state = caller.data_mut();
    if state.asked {
        state.offer = Some(code);
    }
    Ok(())
}

/// Answers with a move, and waits for the next question. A move that was printed before there was a question answers
/// the first one.
async fn answer(caller: &mut Caller<'_, SeatState>, text: &str) -> Result<()> {
    if !caller.data().asked {
        next_question(caller).await?;
    }
    let code = read_move(caller, text)?;
    let state = caller.data_mut();
    let offer = state.end();
    streams(state)?.exchange.put_answer(code, offer);
    next_question(caller).await
}

fn read_move(caller: &mut Caller<'_, SeatState>, text: &str) -> Result<i64> {
    charge(caller, prices::CALL + prices::NOTATION)?;
    let state = caller.data();
    let Some(scene) = &state.scene else {
        return Err(Stop::new(Fault::BadLine, "it offered a move before it was asked").into());
    };
    match lines::action(&*scene.position, state.seat, text) {
        Ok(action) => Ok(action.code() as i64),
        Err(error) => Err(Stop::new(Fault::BadLine, error.to_string()).into()),
    }
}

/// Waits for the next question, and starts it.
async fn next_question(caller: &mut Caller<'_, SeatState>) -> Result<()> {
    let left = caller.get_fuel()?;
    let exchange = Arc::clone(&streams(caller.data_mut())?.exchange);
    exchange.wait(left);
    let (question, text) = poll_fn(|_| exchange.poll_question()).await;
    sampled_functions::begin(caller.as_context_mut())?;
    caller.set_fuel(question.fuel)?;
    let state = caller.data_mut();
    state.begin(question);
    streams(state)?.add(&text);
    Ok(())
}

fn streams(state: &mut SeatState) -> Result<&mut Streams> {
    state.streams.as_deref_mut().ok_or_else(|| wasmtime::Error::msg("a program without its streams"))
}
