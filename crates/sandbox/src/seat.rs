//! The host's state for one bot at one seat during one match.

mod late_account;
mod positions;
mod question;
mod reply;
mod rules_exchange;
mod stderr_line;
mod streams;

use std::sync::Arc;

use game::{Action, Dice, Seat};
use referee::{BoundedLog, ClockKind, Closing, Failure, Fault, Limits, LogRule, Scene, Ticks};
use wasmtime::{Instance, Memory, ResourceLimiter};

use self::late_account::LateAccount;
pub(crate) use self::positions::SeatPositions;
pub(crate) use self::question::Question;
pub(crate) use self::reply::{Reply, Start};
pub(crate) use self::rules_exchange::RulesExchange;
use self::stderr_line::StderrOutput;
pub(crate) use self::streams::{Exchange, Streams};
use crate::engine::TABLE_MAX;
use crate::sampling::{SharedSampler, locked};
use crate::time::{CallTimer, Meter};

/// The state behind the host calls. It outlives an instance that had to be dropped, so that the log and the random
/// stream continue.
pub(crate) struct SeatState {
    pub(crate) seat: Seat,
    pub(crate) dice: Dice,
    pub(crate) settings: Arc<str>,
    /// The figures that remain when the match is over.
    closing: Closing,
    log: BoundedLog,
    late: LateAccount,
    limits: Limits,
    /// The ply of the question.
    pub(crate) ply: u32,
    pub(crate) memory: Option<Memory>,
    /// The instance that has the memory.
    pub(crate) instance: Option<Instance>,
    /// Number of bytes to add to an offset in the instance's module for the offset in the bot's file.
    pub(crate) code_shift: i64,
    /// The bot's output to standard error in this call.
    pub(crate) complaint: StderrOutput,
    pub(crate) memory_limit: u64,
    /// `true` if growth of a memory or table was refused in this match.
    pub(crate) growth_refused: bool,
    /// The match, while the bot answers, if it imports a call that needs it.
    pub(crate) scene: Option<Arc<Scene>>,
    pub(crate) offer: Option<i64>,
    /// `true` if the bot has been asked; it cannot offer anything while it starts.
    pub(crate) asked: bool,
    pub(crate) kind: ClockKind,
    pub(crate) limit: Ticks,
    pub(crate) game_left: Ticks,
    /// Time that the seat had used up to this question, for the clocks of WASI. They stand still before the first
    /// question, because the first start of an instance is free.
    pub(crate) own_time: Option<Ticks>,
    /// Fuel granted for this call.
    pub(crate) granted: u64,
    /// Fuel at the start of this call.
    pub(crate) begun_with: u64,
    /// Fuel left at the last clock check of a host call.
    pub(crate) looked_at: u64,
    pub(crate) watch: CallTimer,
    pub(crate) meter: Arc<Meter>,
    /// Scratch space for listings.
    pub(crate) legal: Vec<Action>,
    /// The positions that the bot has made during this answer; taken out while a call works with them.
    pub(crate) positions: Option<Box<SeatPositions>>,
    /// Standard input and output of a program.
    pub(crate) streams: Option<Box<Streams>>,
    /// Request and answer of a call of a game's rules.
    pub(crate) rules: Option<Box<RulesExchange>>,
    /// The sampler of the seat's fuel.
    pub(crate) sampler: Option<SharedSampler>,
}

impl SeatState {
    /// Returns the state at the start of a match.
    pub(crate) fn new(
        seat: Seat,
        dice: Dice,
        settings: Arc<str>,
        limits: &Limits,
        watch: CallTimer,
        meter: Arc<Meter>,
    ) -> SeatState {
        SeatState {
            seat,
            dice,
            settings,
            closing: Closing::default(),
            log: BoundedLog::default(),
            late: LateAccount::default(),
            limits: *limits,
            ply: 0,
            memory: None,
            instance: None,
            code_shift: 0,
            complaint: StderrOutput::default(),
            // More memory than the pool has room for is never granted, with or without a pool.
            memory_limit: limits.memory.min(Limits::MOST_MEMORY),
            growth_refused: false,
            scene: None,
            offer: None,
            asked: false,
            kind: limits.clock[seat].kind,
            limit: Ticks::ZERO,
            game_left: Ticks::ZERO,
            own_time: None,
            granted: 0,
            begun_with: 0,
            looked_at: 0,
            watch,
            meter,
            legal: Vec::new(),
            positions: limits.positions.then(Box::default),
            streams: None,
            rules: None,
            sampler: None,
        }
    }

    /// Starts an answer.
    pub(crate) fn begin(&mut self, question: Question) {
        let Question { fuel, limit, game_left, own_time, ply, watch, scene } = question;
        self.limit = limit;
        self.game_left = game_left;
        self.own_time = Some(own_time);
        self.granted = limit.0;
        self.begun_with = fuel;
        self.looked_at = fuel;
        self.complaint.clear();
        self.late.end();
        self.watch = watch;
        self.offer = None;
        self.ply = ply;
        self.asked = true;
        self.scene = scene;
        self.forget_positions();
        if let Some(sampler) = &self.sampler {
            locked(sampler).begin(ply, false);
        }
    }

    /// Ends an answer, and returns the code last offered. The referee copies a scene that is still in use.
    pub(crate) fn end(&mut self) -> Option<i64> {
        self.scene = None;
        self.forget_positions();
        self.asked = false;
        self.offer
    }

    fn forget_positions(&mut self) {
        if let Some(positions) = &mut self.positions {
            positions.positions.begin(self.ply);
        }
    }

    /// Adds a text to the log.
    pub(crate) fn write_log(&mut self, bytes: &[u8]) {
        self.log.write(self.ply, bytes, &self.limits);
    }

    /// Adds a text written to standard error. An account of the time is held back until it is known to be needed.
    pub(crate) fn write_error(&mut self, bytes: &[u8]) {
        self.complaint.write(bytes);
        if self.limits.logs == LogRule::First {
            return self.write_log(bytes);
        }
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            if !self.late.take(piece) {
                self.log.write(self.ply, piece, &self.limits);
            }
        }
    }

    /// Adds the account of a time that has run out, if there is one.
    pub(crate) fn log_late_account(&mut self) {
        let account = self.late.end();
        self.write_log(&account);
    }

    /// Takes the closing figures.
    pub(crate) fn close(&mut self) -> Closing {
        let mut closing = std::mem::take(&mut self.closing);
        closing.keep_log(std::mem::take(&mut self.log), &self.limits);
        closing
    }
}

impl ResourceLimiter for SeatState {
    fn memory_growing(
        &mut self,
        _current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let desired = desired as u64;
        let granted = desired <= self.memory_limit && maximum.is_none_or(|maximum| desired <= maximum as u64);
        if let Some(sampler) = &self.sampler {
            locked(sampler).memory_grows();
        }
        if granted {
            self.closing.memory_peak = self.closing.memory_peak.max(desired);
        } else {
            self.growth_refused = true;
        }
        Ok(granted)
    }

    /// Handles growth that was granted but failed, and growth beyond a memory's type, which the engine refuses
    /// without asking.
    fn memory_grow_failed(&mut self, error: wasmtime::Error) -> wasmtime::Result<()> {
        if error.to_string() == BEYOND_THE_TYPE {
            self.growth_refused = true;
            return Ok(());
        }
        Err(HostShort(format!("{error:#}")).into())
    }

    fn table_growing(
        &mut self,
        _current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let granted = desired <= maximum.unwrap_or(TABLE_MAX).min(TABLE_MAX);
        self.growth_refused |= !granted;
        Ok(granted)
    }
}

/// The one failed growth that is the bot's own fault; the engine detects it before it asks to grant the growth. The
/// hostile bot `growth-beyond-4-gib` detects a change of the engine's wording.
const BEYOND_THE_TYPE: &str = "memory growth exceeds memory type's limits";

/// The host could not provide memory within the limits.
#[derive(Debug, thiserror::Error)]
#[error("a growth of memory within the bot's limit failed: {0}")]
pub(crate) struct HostShort(String);

/// The host failed while it ran the rules of a game from a file for a position of the bot.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct RulesHostFailure(pub(crate) String);

/// A bot that has to be stopped in the middle of a host call.
#[derive(Debug, thiserror::Error)]
#[error("{}: {}", .0.fault, .0.detail)]
pub(crate) struct Stop(pub(crate) Failure);

impl Stop {
    pub(crate) fn new(fault: Fault, detail: impl Into<String>) -> Stop {
        Stop(Failure::new(fault, detail))
    }
}
