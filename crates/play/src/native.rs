//! A native program as a player: it reads and prints lines over pipes, outside of the sandbox.

mod command;
mod process;
mod process_group;
mod script_positions;
mod script_request;

use bot_protocol::lines;
use std::io;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use bot_protocol::lines::{Opening, Piece, Said};
use bot_protocol::positions::{Asked, Free, Misuse, Positions};
use game::Dice;
use referee::{Answer, Ask, BoundedLog, Closing, Failure, Fault, HostFailure, Limits, Player, Ticks};

pub use self::command::NativeCommand;
use self::process::{PipeEvent, Process};
pub use self::process_group::end_programs;
use self::script_positions::{PositionContext, ScriptCall, ScriptPositions};

/// Maximum time to wait for the remaining output of a program that has ended.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// A native program at a seat. It runs outside of the sandbox, and its clock measures wall time.
///
/// It starts with the first question, in a process group of its own. Dropping the player kills the group, and so does
/// [`end_programs`]. The program inherits all inheritable descriptors of this process.
pub struct NativePlayer {
    program: NativeCommand,
    settings: String,
    limits: Limits,
    dice: Dice,
    process: Option<Process>,
    log: BoundedLog,
    /// The positions that the program creates while it answers.
    positions: Positions,
    /// The positions of a script, by the handles of its kit.
    of_script: ScriptPositions,
}

impl NativePlayer {
    /// Creates a player from a program, its settings text, the limits of the match, and the dice of its seat.
    pub fn new(program: NativeCommand, settings: &str, limits: Limits, dice: Dice) -> NativePlayer {
        NativePlayer {
            program,
            settings: settings.to_owned(),
            limits,
            dice,
            process: None,
            log: BoundedLog::default(),
            positions: Positions::default(),
            of_script: ScriptPositions::default(),
        }
    }

    fn start(&self, ask: &Ask<'_>) -> io::Result<Process> {
        let process = Process::start(&self.program)?;
        let clock = &self.limits.clock[ask.seat];
        let mut text = String::new();
        let opening = Opening {
            game: ask.scene.game,
            seat: ask.seat,
            settings: &self.settings,
            move_time: clock.limit(clock.per_game).nanos(),
            game_time: clock.per_game.nanos(),
            increment: clock.increment.nanos(),
            memory: self.limits.memory,
        };
        opening.write(&mut text);
        // A program that does not read is noticed when it does not answer.
        let _ = process.tell(text);
        Ok(process)
    }
}

impl Player for NativePlayer {
    fn choose(&mut self, ask: Ask<'_>) -> Result<Answer, HostFailure> {
        if ask.restarted {
            self.process = None;
        }
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.start(&ask).map_err(|error| {
                let what = format!("cannot start {}", self.program);
                HostFailure::new(what, Some(error.into()))
            })?,
        };
        self.positions.begin(ask.scene.ply);
        self.of_script.begin();
        let asking = PendingQuestion {
            ask: &ask,
            positions: self.limits.positions.then_some(&mut self.positions),
            of_script: &mut self.of_script,
            begun: Instant::now(),
            limits: &self.limits,
            log: &mut self.log,
            dice: &mut self.dice,
            offer: None,
        };
        let answer = asking.answer(&mut process);
        if let Some(failure) = self.positions.host_failure() {
            return Err(HostFailure::new(failure.to_owned(), None));
        }
        if answer.result.is_ok() {
            self.process = Some(process);
        }
        Ok(answer)
    }

    fn close(&mut self) -> Closing {
        if let Some(process) = self.process.take() {
            // Output behind the last answer belongs to that answer.
            let ply = self.log.last_ply().unwrap_or(0);
            while let Ok(heard) = process.output.try_recv() {
                if let PipeEvent::Error(bytes) = heard {
                    self.log.write(ply, &bytes, &self.limits);
                }
            }
        }
        let mut closing = Closing::default();
        closing.keep_log(std::mem::take(&mut self.log), &self.limits);
        closing
    }
}

/// An unanswered question to a program.
struct PendingQuestion<'a> {
    ask: &'a Ask<'a>,
    /// `None` if the limits forbid positions.
    positions: Option<&'a mut Positions>,
    of_script: &'a mut ScriptPositions,
    begun: Instant,
    limits: &'a Limits,
    log: &'a mut BoundedLog,
    dice: &'a mut Dice,
    offer: Option<i64>,
}

impl<'a> PendingQuestion<'a> {
    fn answer(mut self, process: &mut Process) -> Answer {
        let mut text = String::new();
        lines::question(self.ask.scene.game.layout(), self.ask.view, &mut text);
        let result = process.tell(text).and_then(|()| self.listen(process));
        Answer { result, offer: self.offer, spent: self.spent() }
    }

    fn spent(&self) -> Ticks {
        Ticks::from_nanos(u64::try_from(self.begun.elapsed().as_nanos()).unwrap_or(u64::MAX))
    }

    /// Reads the program's output until it has answered.
    fn listen(&mut self, process: &mut Process) -> Result<i64, Failure> {
        loop {
            if let Some(code) = self.take(process)? {
                return Ok(code);
            }
            let left = self.ask.limit.minus(self.spent());
            match process.output.recv_timeout(Duration::from_nanos(left.nanos())) {
                Ok(PipeEvent::Output(bytes)) => process.rest = bytes,
                Ok(PipeEvent::Error(bytes)) => self.log(&bytes),
                Ok(PipeEvent::End) => {
                    let failure = process.ended();
                    self.last_words(process);
                    return Err(failure);
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    return Err(silent(process));
                }
            }
        }
    }

    /// Logs the remaining output of a program that has ended. It usually explains why.
    fn last_words(&mut self, process: &Process) {
        while let Ok(event) = process.output.recv_timeout(LAST_WORDS) {
            if let PipeEvent::Error(bytes) = event {
                self.log(&bytes);
            }
        }
    }

    /// Takes the lines up to an answer. The rest belongs to the next question.
    fn take(&mut self, process: &mut Process) -> Result<Option<i64>, Failure> {
        let bytes = std::mem::take(&mut process.rest);
        let mut rest = &bytes[..];
        while let Some(piece) = process.lines.next(&mut rest) {
            match piece {
                Piece::Note(note) => self.log(note),
                Piece::Unreadable(error) => {
                    return Err(Failure::new(Fault::BadLine, format!("it printed {error}")));
                }
                Piece::Said(Said::Legal) => process.tell(self.legal())?,
                Piece::Said(Said::History) => process.tell(self.history())?,
                Piece::Said(Said::Time) => process.tell(self.time())?,
                Piece::Said(Said::Position(request)) => process.tell(self.position(&request))?,
                Piece::Said(Said::Offer(text)) => self.offer = Some(self.code(&text)?),
                Piece::Said(Said::Move(text)) => {
                    if let Some(reply) = script_request::reply(&text, self.ask, self.dice) {
                        process.tell(reply)?;
                        continue;
                    }
                    if let Some(call) = ScriptCall::read(&text) {
                        process.tell(self.script_call(&call))?;
                        continue;
                    }
                    let code = self.code(&text)?;
                    process.rest = rest.to_vec();
                    return Ok(Some(code));
                }
            }
            if self.spent() >= self.ask.limit {
                return Err(silent(process));
            }
        }
        Ok(None)
    }

    fn log(&mut self, bytes: &[u8]) {
        self.log.write(self.ask.scene.ply, bytes, self.limits);
    }

    fn code(&self, text: &str) -> Result<i64, Failure> {
        if let Some(code) = script_request::code(text) {
            return Ok(code);
        }
        lines::action(&*self.ask.scene.position, self.ask.seat, text)
            .map(|action| action.code() as i64)
            .map_err(|error| Failure::new(Fault::BadLine, error.to_string()))
    }

    fn legal(&self) -> String {
        let mut text = String::new();
        lines::legal(Some((&*self.ask.scene.position, self.ask.seat)), &mut Vec::new(), &mut text);
        text
    }

    fn history(&self) -> String {
        let played = self.ask.scene.history_in_notation(self.ask.seat);
        let mut text = String::new();
        let lines =
            played.iter().map(|(played, notation)| (played.ply, played.seat_number(), notation.as_str()));
        lines::history(lines, &mut text);
        text
    }

    /// Returns the data that positions begin with.
    fn asked(&self) -> Asked<'a> {
        let Ask { scene, seat, .. } = self.ask;
        Asked { game: scene.game, position: &*scene.position, seat: *seat, ply: scene.ply }
    }

    fn script_call(&mut self, call: &ScriptCall) -> String {
        let asked = self.asked();
        let Some(positions) = &mut self.positions else {
            return script_request::replied(&(Misuse::Off.code(), Misuse::Off.to_string().into_bytes()));
        };
        let mut desk = PositionContext { positions, asked, dice: self.dice };
        script_request::replied(&self.of_script.perform(call, &mut desk))
    }

    fn position(&mut self, request: &str) -> String {
        let asked = Some(self.asked());
        let Some(positions) = &mut self.positions else { return lines::refusal(&Misuse::Off) };
        let mut text = String::new();
        let Ok(()) = lines::Request { asked, positions, dice: self.dice, meter: &mut Free, notation: 0 }
            .reply(request, &mut text);
        text
    }

    fn time(&self) -> String {
        let spent = self.spent();
        let mut text = String::new();
        lines::time(self.ask.limit.minus(spent).nanos(), self.ask.game_left.minus(spent).nanos(), &mut text);
        text
    }
}

/// Returns the failure of a program that has not answered in time.
fn silent(process: &Process) -> Failure {
    let unfinished = match process.lines.unfinished() {
        Some(line) => format!("; it printed `{line}` without a line break"),
        None => String::new(),
    };
    Failure::new(
        Fault::Timeout,
        format!(
            "no answer on its standard output in time: output to a pipe must be flushed, for example with \
             fflush(stdout){unfinished}"
        ),
    )
}
