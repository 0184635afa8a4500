//! A program of this machine as a player: it reads and prints lines over pipes, outside of the sandbox.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use lines::{Opening, Piece, Said};
use referee::{Answer, Ask, Closing, Failure, Fault, HostFailure, Limits, Player, Ticks};

use crate::groups::Grouped;
use crate::host;

/// Bytes that are taken from a pipe at a time.
const CHUNK: usize = 8 << 10;
/// Chunks that wait for this player; a program that prints more waits itself.
const CHUNKS: usize = 64;
/// Texts that wait for the program to read them.
const TEXTS: usize = 64;
/// How long a program that closed its output may take to end, before it is ended.
const ENDING: Duration = Duration::from_millis(200);

/// What a program has of this one's environment: where programs, libraries and temporary files are, and how text is written.
/// Anything else may be a secret.
const ENVIRONMENT: &[&str] = &[
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "TMPDIR",
    "TZ",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "LC_NUMERIC",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "PYTHONPATH",
    "PYTHONHOME",
    "VIRTUAL_ENV",
    "NODE_PATH",
    "JAVA_HOME",
    "GOROOT",
    "XDG_CACHE_HOME",
    "SYSTEMROOT",
    "SYSTEMDRIVE",
    "WINDIR",
    "COMSPEC",
    "PATHEXT",
    "TEMP",
    "TMP",
    "USERPROFILE",
    "APPDATA",
    "LOCALAPPDATA",
];

/// A program at a seat.
pub(super) struct Native {
    program: PathBuf,
    settings: String,
    limits: Limits,
    process: Option<Process>,
    closing: Closing,
}

impl Native {
    /// A program that is started when it is first asked.
    pub(super) fn new(program: PathBuf, settings: &str, limits: Limits) -> Native {
        Native { program, settings: settings.to_owned(), limits, process: None, closing: Closing::default() }
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
        // A program that does not read is found out when it does not answer.
        let _ = process.tell(text);
        Ok(process)
    }
}

impl Player for Native {
    fn choose(&mut self, ask: Ask<'_>) -> Result<Answer, HostFailure> {
        if ask.restarted {
            self.process = None;
        }
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.start(&ask).map_err(|error| {
                let what = format!("{} cannot be started", game::visible_path(&self.program));
                HostFailure::new(what, Some(error.into()))
            })?,
        };
        let asking = Asking {
            ask: &ask,
            begun: Instant::now(),
            log_limit: self.limits.log,
            closing: &mut self.closing,
            offer: None,
        };
        let answer = asking.answer(&mut process);
        if answer.result.is_ok() {
            self.process = Some(process);
        }
        Ok(answer)
    }

    fn close(&mut self) -> Closing {
        if let Some(process) = self.process.take() {
            // What it said behind its last answer belongs to that.
            let ply = self.closing.log_marks.last().map_or(0, |mark| mark.ply);
            while let Ok(heard) = process.output.try_recv() {
                if let Heard::Error(bytes) = heard {
                    self.closing.write_log(ply, &bytes, self.limits.log);
                }
            }
        }
        std::mem::take(&mut self.closing)
    }
}

/// One question to a program, while it is not answered.
struct Asking<'a> {
    ask: &'a Ask<'a>,
    begun: Instant,
    log_limit: u64,
    closing: &'a mut Closing,
    offer: Option<i64>,
}

impl Asking<'_> {
    fn answer(mut self, process: &mut Process) -> Answer {
        let mut text = String::new();
        lines::question(self.ask.scene.game.layout(), self.ask.view, &mut text);
        let result = process.tell(text).and_then(|()| self.listen(process));
        Answer { result, offer: self.offer, spent: self.spent() }
    }

    fn spent(&self) -> Ticks {
        Ticks::from_nanos(u64::try_from(self.begun.elapsed().as_nanos()).unwrap_or(u64::MAX))
    }

    /// Takes what the program prints until it has answered.
    fn listen(&mut self, process: &mut Process) -> Result<i64, Failure> {
        loop {
            if let Some(code) = self.take(process)? {
                return Ok(code);
            }
            let left = self.ask.limit.minus(self.spent());
            match process.output.recv_timeout(Duration::from_nanos(left.nanos())) {
                Ok(Heard::Output(bytes)) => process.rest = bytes,
                Ok(Heard::Error(bytes)) => self.log(&bytes),
                Ok(Heard::End) => return Err(process.ended()),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    return Err(silent(process));
                }
            }
        }
    }

    /// Takes the lines that were printed up to an answer; the rest is for the next question.
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
                Piece::Said(Said::Offer(text)) => self.offer = Some(self.code(&text)?),
                Piece::Said(Said::Move(text)) => {
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
        self.closing.write_log(self.ask.scene.ply, bytes, self.log_limit);
    }

    fn code(&self, text: &str) -> Result<i64, Failure> {
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
        let lines = played.iter().map(|(played, notation)| (played.ply, played.seat, notation.as_str()));
        lines::history(lines, &mut text);
        text
    }

    fn time(&self) -> String {
        let spent = self.spent();
        let mut text = String::new();
        lines::time(self.ask.limit.minus(spent).nanos(), self.ask.game_left.minus(spent).nanos(), &mut text);
        text
    }
}

/// A program that has not answered in time.
fn silent(process: &Process) -> Failure {
    let unfinished = match process.lines.unfinished() {
        Some(line) => format!("; it printed `{line}` without a line break"),
        None => String::new(),
    };
    Failure::new(
        Fault::Timeout,
        format!(
            "no answer on its standard output in time: over a pipe it has to be flushed, as by fflush(stdout){unfinished}"
        ),
    )
}

/// What comes from a program.
enum Heard {
    /// On its standard output.
    Output(Vec<u8>),
    /// On its standard error.
    Error(Vec<u8>),
    /// Its standard output is closed.
    End,
}

/// A running program, which is killed with whatever it has started when it is dropped.
struct Process {
    program: Grouped,
    input: SyncSender<String>,
    output: Receiver<Heard>,
    lines: lines::Output,
    /// What was printed behind the last answer.
    rest: Vec<u8>,
}

impl Process {
    fn start(program: &PathBuf) -> io::Result<Process> {
        host::end_on_interrupt();
        host::keep_descriptors();
        let given = ENVIRONMENT.iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
        let mut program = Grouped::start(
            Command::new(program)
                .env_clear()
                .envs(given)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped()),
        )?;
        let child = program.child();
        let (input, texts) = sync_channel(TEXTS);
        let (heard, output) = sync_channel(CHUNKS);
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write(stdin, &texts));
        }
        if let Some(stderr) = child.stderr.take() {
            let heard = heard.clone();
            thread::spawn(move || read(stderr, &heard, Heard::Error));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || {
                read(stdout, &heard, Heard::Output);
                // Nobody listens to a program that was dropped.
                let _ = heard.send(Heard::End);
            });
        }
        Ok(Process { program, input, output, lines: lines::Output::default(), rest: Vec::new() })
    }

    /// Writes a text to its standard input.
    fn tell(&self, text: String) -> Result<(), Failure> {
        match self.input.try_send(text) {
            Err(TrySendError::Full(_)) => {
                let detail = format!("it does not read its input: {TEXTS} texts wait for it");
                Err(Failure::new(Fault::BadLine, detail))
            }
            // It has closed its input, and may answer all the same.
            Ok(()) | Err(TrySendError::Disconnected(_)) => Ok(()),
        }
    }

    /// How the program failed that has closed its output.
    fn ended(&mut self) -> Failure {
        let begun = Instant::now();
        let status = loop {
            match self.program.ended() {
                Some(status) => break Some(status),
                None if begun.elapsed() < ENDING => thread::sleep(Duration::from_millis(1)),
                None => break None,
            }
        };
        let detail = match status {
            Some(status) => format!("the program ended: {status}"),
            None => "it closed its standard output".to_owned(),
        };
        Failure::new(Fault::Exit, detail)
    }
}

/// Writes texts as they come, until there is nobody to write to or nothing to come.
fn write(mut stdin: ChildStdin, texts: &Receiver<String>) {
    while let Ok(text) = texts.recv() {
        if stdin.write_all(text.as_bytes()).is_err() {
            return;
        }
    }
}

/// Reads to the end, or for as long as anybody listens.
fn read(mut pipe: impl Read, heard: &SyncSender<Heard>, as_heard: fn(Vec<u8>) -> Heard) {
    let mut chunk = [0; CHUNK];
    loop {
        match pipe.read(&mut chunk) {
            Ok(0) => return,
            Ok(length) if heard.send(as_heard(chunk[..length].to_vec())).is_err() => return,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
