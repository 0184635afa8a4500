//! A bot that runs through the match: it exports `_start`, and reads and prints lines.
//!
//! Between two questions it waits inside the host call that printed its answer, and uses nothing.

pub(crate) mod conversation;

use bot_protocol::lines;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use bot_protocol::lines::Opening;
use referee::{Ask, Failure, Fault, HostFailure, Limits};
use wasmtime::{Instance, ModuleExport, Store};

use super::drive::drive;
use super::failure::{host, of_start};
use crate::Bot;
use crate::bot::{Instances, ProgramExports};
use crate::interface::SETTINGS_MAX;
use crate::seat::{Exchange, Question, Reply, SeatState, Start, Streams};
use crate::time::{CallTimer, Meter};

/// A program that waits for its next question, or has ended.
pub(crate) struct Program {
    /// `None` once it was stopped.
    running: Option<Pin<Box<Running>>>,
    exchange: Arc<Exchange>,
    kept: StateSlot,
}

/// The program's run from its first instruction to its end; the result is its failure.
type Running = dyn Future<Output = Result<Failure, HostFailure>> + Send;
/// Receives the state when the program is dropped.
type StateSlot = Arc<Mutex<Option<SeatState>>>;

/// The reason why a program has paused.
enum Pause {
    /// It waits for a question.
    Waits,
    /// It has ended, which is a failure: a program must play until the match is over.
    Ended(Result<Failure, HostFailure>),
}

impl Program {
    /// Creates an instance, and runs it until it needs the first question.
    pub(crate) fn begin(
        bot: &Bot,
        exports: ProgramExports,
        mut store: Store<SeatState>,
        ask: &Ask<'_>,
        limits: &Limits,
        watch: CallTimer,
        meter: &Meter,
    ) -> Result<Start<Program>, HostFailure> {
        let exchange = Arc::new(Exchange::default());
        let opening = opening(ask, limits, &store.data().settings);
        store.data_mut().streams = Some(Box::new(Streams::new(opening, Arc::clone(&exchange))));
        let kept = StateSlot::default();
        let held =
            StoreGuard { store: Some(store), exchange: Arc::clone(&exchange), kept: Arc::clone(&kept) };
        let running: Pin<Box<Running>> = Box::pin(run(bot.clone(), exports, held));
        let mut program = Program { running: Some(running), exchange, kept };
        let failure = match drive(program.pause(), watch, meter) {
            Ok(Pause::Waits) => {
                let left = program.exchange.left();
                return Ok(Start { result: Ok(program), left });
            }
            Ok(Pause::Ended(failure)) => failure?,
            Err(overrun) => overrun.failure(),
        };
        program.stop();
        let left = program.exchange.left();
        let state = program.into_state().ok_or_else(|| host("the state of a program was lost"))?;
        Ok(Start { result: Err((failure, state)), left })
    }

    /// Asks one question, and runs the program until it has answered.
    pub(crate) fn ask(
        &mut self,
        question: Question,
        ask: &Ask<'_>,
        meter: &Meter,
    ) -> Result<Reply, HostFailure> {
        let mut text = String::new();
        lines::question(ask.scene.game.layout(), ask.view, &mut text);
        let watch = question.watch;
        self.exchange.put_question(question, text);
        let failure = match drive(self.pause(), watch, meter) {
            Ok(Pause::Waits) => {
                let answer = self.exchange.take_answer();
                let (code, offer) = answer.ok_or_else(|| host("a program waits that has not answered"))?;
                return Ok(Reply { result: Ok(code), offer, left: self.exchange.left() });
            }
            Ok(Pause::Ended(failure)) => failure?,
            Err(overrun) => overrun.failure(),
        };
        self.stop();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let offer = kept.as_mut().and_then(SeatState::end);
        Ok(Reply { result: Err(failure), offer, left: self.exchange.left() })
    }

    /// Drops the instance and returns its state; `None` if the host has lost it.
    pub(crate) fn into_state(mut self) -> Option<SeatState> {
        self.stop();
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Drops the instance, which saves its state.
    fn stop(&mut self) {
        self.running = None;
    }

    /// Runs the program until it waits or ends.
    async fn pause(&mut self) -> Pause {
        std::future::poll_fn(|context| self.poll(context)).await
    }

    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Pause> {
        let Some(running) = &mut self.running else {
            return Poll::Ready(Pause::Ended(Err(host("a program that was stopped was asked"))));
        };
        match running.as_mut().poll(context) {
            Poll::Ready(ended) => {
                self.stop();
                Poll::Ready(Pause::Ended(ended))
            }
            Poll::Pending if self.exchange.waits() => Poll::Ready(Pause::Waits),
            Poll::Pending => Poll::Pending,
        }
    }
}

/// Returns the lines that a program can read before its first question.
fn opening(ask: &Ask<'_>, limits: &Limits, settings: &str) -> String {
    let clock = &limits.clock[ask.seat];
    let mut text = String::new();
    let opening = Opening {
        game: ask.scene.game,
        seat: ask.seat,
        settings: &settings[..settings.floor_char_boundary(SETTINGS_MAX)],
        move_time: clock.limit(clock.per_game).nanos(),
        game_time: clock.per_game.nanos(),
        increment: clock.increment.nanos(),
        memory: limits.memory,
    };
    opening.write(&mut text);
    text
}

/// A store that saves its state when it is dropped, even in the middle of a call.
struct StoreGuard {
    /// Always present, except during the drop.
    store: Option<Store<SeatState>>,
    exchange: Arc<Exchange>,
    kept: StateSlot,
}

impl Drop for StoreGuard {
    fn drop(&mut self) {
        let Some(store) = self.store.take() else { return };
        self.exchange.end(store.get_fuel().unwrap_or_default());
        let mut state = store.into_data();
        state.streams = None;
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(state);
    }
}

async fn run(bot: Bot, exports: ProgramExports, mut held: StoreGuard) -> Result<Failure, HostFailure> {
    let Some(store) = &mut held.store else { return Err(host("a program without a store")) };
    match through(&bot, exports, store).await {
        Ok(()) => {
            let detail = "_start returned: a program goes on reading and answering until the match is over";
            Ok(Failure::new(Fault::Exit, detail))
        }
        Err(error) => of_start(&error, &bot, store),
    }
}

/// Runs the program from its start function to the end of `_start`.
async fn through(bot: &Bot, exports: ProgramExports, store: &mut Store<SeatState>) -> wasmtime::Result<()> {
    let missing = || wasmtime::Error::msg("an export that inspection saw is missing");
    let Instances { state, code } = bot.instantiate(store).await?;
    let mut export = |instance: Instance, export: &ModuleExport| {
        instance.get_module_export(&mut *store, export).ok_or_else(missing)
    };
    let memory = export(state, &exports.memory)?.into_memory().ok_or_else(missing)?;
    let start = export(code, &exports.start)?.into_func().ok_or_else(missing)?;
    store.data_mut().memory = Some(memory);
    start.typed::<(), ()>(&*store)?.call_async(&mut *store, ()).await
}
