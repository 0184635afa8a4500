//! The scripts in `tests/web/hosts`, which run the host of the browser in Node.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::thread;

use serde_json::Value;

use crate::support::{missing, skip, top};

/// Sends lines to a script and returns a line for each; `None` if there is no Node here.
pub(crate) fn answers(script: &str, lines: &[Value]) -> Option<Vec<Value>> {
    let mut command = Command::new("node");
    command.arg(top().join("tests/web/hosts").join(script));
    command.arg(top().join("crates/viewer/rules/rules.wasm"));
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let Ok(mut child) = command.spawn() else {
        skip(&missing("there is no Node"));
        return None;
    };
    let mut input = child.stdin.take().unwrap();
    let texts: Vec<String> = lines.iter().map(Value::to_string).collect();
    let writing = thread::spawn(move || {
        // A script that ended early has failed, and says why itself.
        texts.iter().all(|text| writeln!(input, "{text}").is_ok())
    });
    let output = BufReader::new(child.stdout.take().unwrap());
    let answers =
        output.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect::<Vec<_>>();
    let written = writing.join().unwrap();
    assert!(child.wait().unwrap().success() && written, "node {script} failed");
    assert_eq!(answers.len(), lines.len(), "node {script} answered every line");
    Some(answers)
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
