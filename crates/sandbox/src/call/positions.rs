//! Positions that a bot makes and plays in: the host calls `position_*`.
//!
//! `bot_protocol::positions` implements them. This module charges for a call, copies its input out of the bot's memory,
//! and copies the reply into it.

use bot_protocol::positions::{Asked, Call, MISUSE_WORK, MOST_INPUT, Meter, Misuse, Positions};
use game::Dice;
use wasmtime::{Caller, Error, Linker};

use super::host_call::charge;
use super::memory::{memory, span};
use crate::interface::MODULE;
use crate::prices;
use crate::seat::{RulesHostFailure, SeatPositions, SeatState};

type Result<T, E = Error> = std::result::Result<T, E>;
type Bot<'a> = Caller<'a, SeatState>;

/// Adds the calls.
pub(super) fn add(linker: &mut Linker<SeatState>) -> Result<()> {
    linker.func_wrap(MODULE, "position_here", |mut bot: Bot<'_>, pointer: u32, count: u32| {
        with_input(&mut bot, pointer, u64::from(count) * 8, |input| Call::Here(input))
    })?;
    linker.func_wrap(MODULE, "position_read", |mut bot: Bot<'_>, pointer: u32, length: u32| {
        with_input(&mut bot, pointer, length.into(), |input| Call::Read(input))
    })?;
    linker.func_wrap(MODULE, "position_after", |mut bot: Bot<'_>, position, first, second| {
        result(&mut bot, Call::After { position, actions: [first, second] })
    })?;
    linker.func_wrap(MODULE, "position_playout", |mut bot: Bot<'_>, position, plies| {
        result(&mut bot, Call::Playout { position, plies })
    })?;
    linker.func_wrap(MODULE, "position_release", |mut bot: Bot<'_>, position| {
        result(&mut bot, Call::Release(position))
    })?;
    linker.func_wrap(MODULE, "position_phase", |mut bot: Bot<'_>, position| {
        result(&mut bot, Call::Phase(position))
    })?;
    linker.func_wrap(
        MODULE,
        "position_legal",
        |mut bot: Bot<'_>, position, seat, pointer: u32, cap: u32| {
            with_reply(&mut bot, Call::Legal { position, seat }, pointer, cap)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "position_metrics",
        |mut bot: Bot<'_>, position, seat, pointer: u32, cap: u32| {
            with_reply(&mut bot, Call::Metrics { position, seat }, pointer, cap)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "position_view",
        |mut bot: Bot<'_>, position, seat, pointer: u32, cap: u32| {
            with_reply(&mut bot, Call::View { position, seat }, pointer, cap)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "position_events",
        |mut bot: Bot<'_>, position, first, second, pointer: u32, cap: u32| {
            with_reply(&mut bot, Call::Events { position, actions: [first, second] }, pointer, cap)
        },
    )?;
    linker.func_wrap(MODULE, "position_text", |mut bot: Bot<'_>, position, pointer: u32, cap: u32| {
        with_reply(&mut bot, Call::Text(position), pointer, cap)
    })?;
    linker.func_wrap(
        MODULE,
        "position_children",
        |mut bot: Bot<'_>, position, seat, other, pointer: u32, cap: u32| {
            with_reply(&mut bot, Call::Children { position, seat, other }, pointer, cap)
        },
    )?;
    linker.func_wrap(MODULE, "position_error", |mut bot: Bot<'_>, pointer: u32, cap: u32| {
        with_reply(&mut bot, Call::Error, pointer, cap)
    })?;
    Ok(())
}

/// Performs a call that reads bytes.
fn with_input(
    bot: &mut Bot<'_>,
    pointer: u32,
    length: u64,
    call: impl FnOnce(&[u8]) -> Call<'_>,
) -> Result<i32> {
    let memory = memory(bot)?;
    span(memory.data_mut(&mut *bot), pointer, length)?;
    if length > MOST_INPUT {
        return misused(bot, &Misuse::TooLong);
    }
    charge(bot, length * prices::BYTE)?;
    let (bytes, state) = memory.data_and_store_mut(&mut *bot);
    let mut input = state.positions.as_mut().map(|own| std::mem::take(&mut own.input)).unwrap_or_default();
    input.clear();
    input.extend_from_slice(span(bytes, pointer, length)?);
    let result = result(bot, call(&input));
    if let Some(own) = &mut bot.data_mut().positions {
        own.input = input;
    }
    result
}

/// Performs a call that writes bytes: as many whole units of the reply as fit.
fn with_reply(bot: &mut Bot<'_>, call: Call<'_>, pointer: u32, cap: u32) -> Result<i32> {
    let result = result(bot, call)?;
    let memory = memory(bot)?;
    let (bytes, state) = memory.data_and_store_mut(&mut *bot);
    let metrics = state.scene.as_ref().map_or(0, |scene| scene.game.metrics().len());
    let off = Misuse::Off.to_string();
    let (result, reply) = match &state.positions {
        Some(own) => (result, &own.reply[..]),
        None if call == Call::Error => (off.len() as i32, off.as_bytes()),
        None => (result, &[][..]),
    };
    let room = call.unit(metrics) as u64 * u64::from(cap);
    let reply = &reply[..reply.len().min(usize::try_from(room).unwrap_or(usize::MAX))];
    let length = reply.len() as u64;
    span(bytes, pointer, length)?.copy_from_slice(reply);
    charge(bot, length * prices::BYTE)?;
    Ok(result)
}

/// Charges for a call and performs it; the reply is kept in the seat's state.
fn result(bot: &mut Bot<'_>, call: Call<'_>) -> Result<i32> {
    charge(bot, prices::CALL)?;
    let mut reply =
        bot.data_mut().positions.as_mut().map(|own| std::mem::take(&mut own.reply)).unwrap_or_default();
    let done = with_positions(bot, call.draws(), |positions, dice, asked, meter| {
        positions.perform(call, asked, dice, meter, &mut reply)
    })?;
    if let Some(own) = &mut bot.data_mut().positions {
        own.reply = reply;
    }
    done.or_else(|off| misused(bot, &off))
}

/// Runs `work` on the seat's positions, which the seat pays for. Returns [`Misuse::Off`] if it may have none. `draws`
/// must be `true` if the call draws from the bot's dice.
pub(super) fn with_positions<T>(
    bot: &mut Bot<'_>,
    draws: bool,
    work: impl FnOnce(&mut Positions, &mut Dice, Option<Asked<'_>>, &mut Fuel<'_, '_>) -> Result<T>,
) -> Result<Result<T, Misuse>> {
    let state = bot.data_mut();
    let Some(mut own) = state.positions.take() else { return Ok(Err(Misuse::Off)) };
    let scene = state.scene.clone().filter(|_| state.asked);
    let (seat, ply) = (state.seat, state.ply);
    let asked =
        scene.as_deref().map(|scene| Asked { game: scene.game, position: &*scene.position, seat, ply });
    if draws {
        std::mem::swap(&mut own.unused, &mut state.dice);
    }
    let SeatPositions { positions, unused: dice, .. } = &mut *own;
    let done = work(positions, dice, asked, &mut Fuel(bot));
    let state = bot.data_mut();
    if draws {
        std::mem::swap(&mut own.unused, &mut state.dice);
    }
    let failure = own.positions.host_failure().map(str::to_owned);
    state.positions = Some(own);
    // The bot must not continue with a wrong answer.
    failure.map_or_else(|| done.map(Ok), |what| Err(RulesHostFailure(what).into()))
}

fn misused(bot: &mut Bot<'_>, misuse: &Misuse) -> Result<i32> {
    charge(bot, MISUSE_WORK)?;
    let own = bot.data_mut().positions.as_mut();
    Ok(own.map_or(misuse.code(), |own| own.positions.misused(misuse)))
}

/// A meter that charges the bot's fuel.
pub(super) struct Fuel<'a, 'b>(&'a mut Bot<'b>);

impl Meter for Fuel<'_, '_> {
    type Stop = Error;

    fn charge(&mut self, units: u64) -> Result<()> {
        charge(self.0, units)
    }
}
