//! A running program and its pipes.

use bot_protocol::lines;
use std::io::{self, Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use referee::{Failure, Fault};

use super::command::NativeCommand;
use super::process_group::ProcessGroup;

/// Number of bytes to read from a pipe at a time.
const CHUNK: usize = 8 << 10;
/// Maximum number of chunks queued for this player. A program that prints more has to wait.
const CHUNKS: usize = 64;
/// Maximum number of texts queued for the program.
const TEXTS: usize = 64;
/// Maximum time to wait for a program that closed its output, before it is killed.
const ENDING: Duration = Duration::from_millis(200);

/// The environment variables that a program inherits: the paths of programs, libraries and temporary files, and the
/// encoding of text. Any other may hold a secret.
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

/// Tells a kit that its bot plays in a match as a native program.
const PLAYS: &str = "MUSTER_NATIVE";

/// Output of a program.
pub(super) enum PipeEvent {
    /// Bytes on its standard output.
    Output(Vec<u8>),
    /// Bytes on its standard error.
    Error(Vec<u8>),
    /// Its standard output is closed.
    End,
}

/// A running program. Dropping it kills the program with all of its descendants in the group.
pub(super) struct Process {
    program: ProcessGroup,
    input: SyncSender<String>,
    pub(super) output: Receiver<PipeEvent>,
    pub(super) lines: lines::Output,
    /// The output behind the last answer.
    pub(super) rest: Vec<u8>,
}

impl Process {
    pub(super) fn start(command: &NativeCommand) -> io::Result<Process> {
        let given = ENVIRONMENT.iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
        let mut program = ProcessGroup::start(
            Command::new(&command.program)
                .args(&command.arguments)
                .env_clear()
                .envs(given)
                .env(PLAYS, "1")
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped()),
        )?;
        let child = program.child();
        let (input, texts) = sync_channel(TEXTS);
        let (events, output) = sync_channel(CHUNKS);
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write(stdin, &texts));
        }
        if let Some(stderr) = child.stderr.take() {
            let events = events.clone();
            thread::spawn(move || read(stderr, &events, PipeEvent::Error));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || {
                read(stdout, &events, PipeEvent::Output);
                // The receiver is gone if the program was dropped.
                let _ = events.send(PipeEvent::End);
            });
        }
        Ok(Process { program, input, output, lines: lines::Output::default(), rest: Vec::new() })
    }

    /// Writes a text to its standard input.
    pub(super) fn tell(&self, text: String) -> Result<(), Failure> {
        match self.input.try_send(text) {
            Err(TrySendError::Full(_)) => {
                let detail = format!("it does not read its input: {TEXTS} messages are waiting");
                Err(Failure::new(Fault::BadLine, detail))
            }
            // It has closed its input, and may still answer.
            Ok(()) | Err(TrySendError::Disconnected(_)) => Ok(()),
        }
    }

    /// Returns the failure of a program that has closed its output.
    pub(super) fn ended(&mut self) -> Failure {
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

/// Writes texts as they come, until the program closes its input or the sender is gone.
fn write(mut stdin: ChildStdin, texts: &Receiver<String>) {
    while let Ok(text) = texts.recv() {
        if stdin.write_all(text.as_bytes()).is_err() {
            return;
        }
    }
}

/// Reads to the end, or until the receiver is gone.
fn read(mut pipe: impl Read, events: &SyncSender<PipeEvent>, as_event: fn(Vec<u8>) -> PipeEvent) {
    let mut chunk = [0; CHUNK];
    loop {
        match pipe.read(&mut chunk) {
            Ok(0) => return,
            Ok(length) if events.send(as_event(chunk[..length].to_vec())).is_err() => return,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}
