//! An instance that is ready to be asked, of either kind.

use referee::{Ask, HostFailure, Limits};
use wasmtime::Store;

use super::program::Program;
use super::reactor::Reactor;
use crate::Bot;
use crate::bot::EntryPoint;
use crate::seat::{Question, Reply, SeatState, Start};
use crate::time::{CallTimer, Meter};

/// An instance that is ready to be asked.
pub(crate) enum ReadyInstance {
    /// A reactor, which is called for every answer.
    Reactor(Reactor),
    /// A program, which runs through the match and waits for its next question.
    Program(Program),
}

impl ReadyInstance {
    /// Creates an instance.
    pub(crate) fn begin(
        bot: &Bot,
        store: Store<SeatState>,
        ask: &Ask<'_>,
        limits: &Limits,
        watch: CallTimer,
        meter: &Meter,
    ) -> Result<Start<ReadyInstance>, HostFailure> {
        Ok(match bot.entry() {
            EntryPoint::Choose(exports) => {
                let length = game::view::HEADER_LEN + ask.scene.game.layout().view_len();
                let Start { result, left } = Reactor::begin(bot, exports, store, length, watch, meter)?;
                Start { result: result.map(ReadyInstance::Reactor), left }
            }
            EntryPoint::Start(exports) => {
                let Start { result, left } = Program::begin(bot, exports, store, ask, limits, watch, meter)?;
                Start { result: result.map(ReadyInstance::Program), left }
            }
        })
    }

    /// Asks one question.
    pub(crate) fn ask(
        &mut self,
        question: Question,
        ask: &Ask<'_>,
        meter: &Meter,
    ) -> Result<Reply, HostFailure> {
        match self {
            ReadyInstance::Reactor(reactor) => reactor.ask(question, ask.view, meter),
            ReadyInstance::Program(program) => program.ask(question, ask, meter),
        }
    }

    /// Drops the instance and returns its state; `None` if the host has lost it.
    pub(crate) fn into_state(self) -> Option<SeatState> {
        match self {
            ReadyInstance::Reactor(reactor) => Some(reactor.into_state()),
            ReadyInstance::Program(program) => program.into_state(),
        }
    }
}
