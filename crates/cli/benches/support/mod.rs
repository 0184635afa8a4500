//! The program serving a class, and a minimal browser.

#![allow(dead_code, reason = "each bench uses a part of it")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The running service.
pub(crate) struct Serving {
    pub(crate) process: Child,
    folder: String,
    url: String,
    /// Its address.
    pub(crate) host: String,
}

/// A signed-in user.
#[derive(Clone)]
pub(crate) struct Session {
    /// The request header with the session's cookie.
    pub(crate) cookie: String,
    /// The CSRF token of the session's forms.
    pub(crate) mark: String,
}

/// Runs a command that must succeed, and returns its output.
pub(crate) fn ok(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_muster")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}\n{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

impl Serving {
    /// Serves the class in a folder named `ki`.
    pub(crate) fn begin(folder: &str, more: &[&str]) -> Serving {
        let mut command = Command::new(env!("CARGO_BIN_EXE_muster"));
        command.args(["serve", folder, "--listen", "127.0.0.1:0", "--isolate=best-effort"]).args(more);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let url = url.trim_end().to_owned();
        let host = url.split('/').nth(2).unwrap().to_owned();
        Serving { process, folder: folder.to_owned(), url, host }
    }

    /// Signs in by a personal link made for these arguments.
    pub(crate) fn enter(&self, who: &[&str]) -> Session {
        let made =
            ok(&[&["class", "links", &self.folder][..], who, &["--url", &self.url, "--json"]].concat());
        let secret = &made[made.find("/enter/").unwrap() + 7..][..32];
        let form = "Content-Type: application/x-www-form-urlencoded\r\n";
        let entered = self.ask("POST /ki/enter", form, format!("link={secret}").as_bytes());
        let cookie = between(&entered, "set-cookie: ", ";").unwrap();
        let cookie = format!("Cookie: {cookie}\r\n");
        let home = self.ask("GET /ki/", &cookie, b"");
        Session { mark: between(&home, "name=\"mark\" value=\"", "\"").unwrap(), cookie }
    }

    /// Sends a request, and returns the response's head and body.
    pub(crate) fn ask(&self, request: &str, head: &str, body: &[u8]) -> String {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let (host, length) = (&self.host, body.len());
        let head = format!(
            "{request} HTTP/1.1\r\nHost: {host}\r\n{head}Content-Length: {length}\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub(crate) fn get(&self, session: &Session, path: &str) -> String {
        let answer = self.ask(&format!("GET /ki/{path}"), &session.cookie, b"");
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        answer
    }

    /// Sends a form, which must be accepted.
    pub(crate) fn post(&self, session: &Session, path: &str, fields: &str) {
        let head = format!("{}Content-Type: application/x-www-form-urlencoded\r\n", session.cookie);
        let answer = self.ask(
            &format!("POST /ki/{path}"),
            &head,
            format!("mark={}&{fields}", session.mark).as_bytes(),
        );
        assert!(answer.starts_with("HTTP/1.1 303"), "{path}: {answer}");
    }

    /// Uploads a file, and returns the response.
    pub(crate) fn send_file(&self, session: &Session, name: &str, bytes: &[u8]) -> String {
        let part =
            |head: &str| format!("--edge\r\nContent-Disposition: form-data; {head}\r\n\r\n").into_bytes();
        let body = [
            &part("name=\"mark\"")[..],
            session.mark.as_bytes(),
            b"\r\n",
            &part(&format!("name=\"bot\"; filename=\"{name}\"")),
            bytes,
            b"\r\n--edge--\r\n",
        ];
        let head = format!("{}Content-Type: multipart/form-data; boundary=edge\r\n", session.cookie);
        self.ask("POST /ki/submissions", &head, &body.concat())
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

/// Creates the class whose text is in a folder, with the given number of students, `id0` and so on. Returns the
/// folder's name.
pub(crate) fn begin_class(root: &Path, students: usize) -> String {
    let rows = (0..students).map(|student| format!("id{student},Jane Doe,Player{student}\n"));
    let roster = root.with_file_name("students.csv");
    fs::write(&roster, format!("id,name,alias\n{}", rows.collect::<String>())).unwrap();
    let folder = root.to_str().unwrap().to_owned();
    ok(&["class", "init", &folder]);
    ok(&["class", "roster", &folder, roster.to_str().unwrap()]);
    folder
}

/// Returns the text between two others.
pub(crate) fn between(text: &str, begin: &str, end: &str) -> Option<String> {
    let (_, rest) = text.split_once(begin)?;
    Some(rest.split_once(end)?.0.to_owned())
}

/// Returns the module with an unused custom section, different for each number.
pub(crate) fn numbered(module: &[u8], number: usize) -> Vec<u8> {
    let name = number.to_string();
    let length = u8::try_from(name.len()).unwrap();
    [module, &[0, length + 1, length], name.as_bytes()].concat()
}

/// Returns a quantile of the times.
pub(crate) fn quantile(times: &mut [Duration], share: f64) -> Duration {
    times.sort_unstable();
    times[((times.len() as f64 * share) as usize).min(times.len() - 1)]
}
