//! The scripts in `tests/web/hosts`, which run the host of the browser in Node.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Command, ExitStatus, Stdio};
use std::thread;

use serde_json::Value;

use crate::support::{missing, node, skip, top};

/// Sends lines to a script and returns a line for each; `None` without Node.
pub(crate) fn answers<'a>(script: &str, lines: impl IntoIterator<Item = &'a Value>) -> Option<Vec<Value>> {
    let mut command = node();
    command.arg(top().join("tests/web/hosts").join(script));
    command.arg(top().join("crates/viewer/rules/rules.wasm"));
    let lines: Vec<&Value> = lines.into_iter().collect();
    let Some((status, answers)) = exchanged(&mut command, &lines) else {
        skip(&missing("there is no Node"));
        return None;
    };
    assert!(status.success(), "node {script} failed");
    assert_eq!(answers.len(), lines.len(), "node {script} answered every line");
    Some(answers)
}

/// Sends lines to a program, and returns its exit status and output lines; `None` if it cannot be started.
pub(crate) fn exchanged(command: &mut Command, lines: &[&Value]) -> Option<(ExitStatus, Vec<Value>)> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut input = child.stdin.take().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let answers = thread::scope(|scope| {
        scope.spawn(move || {
            for line in lines {
                // A program that ended early has failed, and reports the reason itself.
                if writeln!(input, "{line}").is_err() {
                    break;
                }
            }
        });
        output.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect()
    });
    Some((child.wait().unwrap(), answers))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
