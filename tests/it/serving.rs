//! Tests `muster serve` with the built program: browsers, and the state after an abrupt end.

mod at_once;
mod course;
mod described;
mod file_game;
mod full_class;
mod kills;
mod mail;
mod nginx;
mod pages;
mod term;
mod tokens;

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::isolation::isolate;
use crate::support::{await_value, is_full, muster, run, top};
use crate::web::node::succeeds;

const REQUIREMENT: &str =
    "\n[[requirement]]\nname = \"plays\"\nagainst = \"builtin:random\"\npercent = 1\ngames = 4\n";

/// Creates a class of two students, and returns its folder.
fn class() -> (TempDir, String) {
    let top = tempfile::tempdir().unwrap();
    let folder = top.path().join("ki").display().to_string();
    let deadline = ["--zone", "UTC", "--deadline", "2099-12-01 23:59"];
    let init = ["class", "init", &folder, "--name", "Bots", "--game", "tank-war"];
    assert_eq!(run(&[&init[..], &deadline].concat()).0, 0);
    let text = top.path().join("ki/class.toml");
    fs::write(&text, fs::read_to_string(&text).unwrap() + REQUIREMENT).unwrap();
    let roster = top.path().join("roster.csv");
    fs::write(&roster, "id,name,alias\n1001,Ada,Ada\n1002,Bee,Bee\n").unwrap();
    assert_eq!(run(&["class", "roster", &folder, roster.to_str().unwrap()]).0, 0);
    (top, folder)
}

/// Returns the text of a tournament with a single round robin, in `tournaments/` of its class.
fn round_robin(name: &str, seed: u32, stage: &str, games: usize) -> String {
    format!(
        "[tournament]\nname = \"{name}\"\ngame = \"tank-war\"\nseed = {seed}\n\n\
         [clock]\nkind = \"fuel\"\nper_move = \"10ms\"\nper_game = \"2s\"\n\n[class]\npath = \"..\"\n\n\
         [[stage]]\nname = \"{stage}\"\nformat = \"round-robin\"\ngames = {games}\n"
    )
}

/// The players of cups, each with a sample bot.
const PLAYERS: [(&str, &str); 2] = [("player-1", "greedy"), ("player-2", "rusher")];

/// Creates a class `ki` of two sections in a temporary folder: with the players of these cups, who have submitted, and
/// other students from rows of a roster.
fn class_with_cups(others: impl Iterator<Item = String>, cups: &[(String, &str)]) -> (TempDir, String) {
    let above = tempfile::tempdir().unwrap();
    let at = |name: &str| above.path().join(name).display().to_string();
    let folder = at("ki");
    fs::create_dir_all(at("ki/tournaments")).unwrap();
    let text = "[class]\nname = \"Bots\"\ngame = \"tank-war\"\nzone = \"UTC\"\ndeadline = \"2099-12-01 23:59\"\n\
        \n[section.Cup]\n[section.Others]\n";
    fs::write(at("ki/class.toml"), format!("{text}{REQUIREMENT}")).unwrap();
    for (name, cup) in cups {
        fs::write(at(&format!("ki/tournaments/{name}.toml")), cup).unwrap();
    }
    let players = PLAYERS.iter().map(|(id, _)| format!("{id},Joe Public,{id},Cup\n"));
    let rows: String = others.chain(players).collect();
    fs::write(at("roster.csv"), format!("id,name,alias,section\n{rows}")).unwrap();
    ok(&["class", "init", &folder]);
    ok(&["class", "roster", &folder, &at("roster.csv")]);
    for (id, name) in PLAYERS {
        let bot = top().join(format!("bots/tank-war/{name}/{name}.wasm"));
        ok(&["class", "submit", &folder, id, bot.to_str().unwrap()]);
    }
    (above, folder)
}

/// The request header of a session, and the CSRF token of its forms.
type Session = (String, String);

/// The running service.
struct Serving {
    process: Child,
    /// The address of the class.
    url: String,
}

impl Serving {
    fn begin(folder: &str, more: &[&str]) -> Serving {
        let mut command = muster();
        command.args(["serve", folder, isolate()]).args(more);
        if !more.contains(&"--listen") {
            command.args(["--listen", "127.0.0.1:0"]);
        }
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        assert!(url.starts_with("http") && url.ends_with("/ki/\n"), "{url:?}");
        Serving { process, url: url.trim_end().to_owned() }
    }

    /// Creates a personal link for these arguments.
    fn link(&self, folder: &str, to: &[&str]) -> String {
        let arguments = [&["class", "links", folder][..], to, &["--url", &self.url, "--json"]].concat();
        let (code, out, err) = run(&arguments);
        assert_eq!(code, 0, "{err}");
        let made: Value = serde_json::from_str(&out).unwrap();
        made["links"][0]["address"].as_str().unwrap().to_owned()
    }

    /// Sends a request, and returns the response's head and body.
    fn ask(&self, request: &str, head: &str, body: &[u8]) -> String {
        self.try_ask(request, head, body).unwrap()
    }

    /// Does the same for a service that may be killed in the meantime.
    fn try_ask(&self, request: &str, head: &str, body: &[u8]) -> io::Result<String> {
        let host = self.url.strip_prefix("http://").and_then(|url| url.split('/').next()).unwrap();
        let mut stream = TcpStream::connect(host)?;
        let length = body.len();
        let head = format!(
            "{request} HTTP/1.1\r\nHost: {host}\r\n{head}Content-Length: {length}\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(body)?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }

    /// Sends a form of a session.
    fn post(&self, (cookie, mark): &Session, path: &str, fields: &str) -> String {
        let head = format!("{cookie}Content-Type: application/x-www-form-urlencoded\r\n");
        self.ask(&format!("POST /ki/{path}"), &head, format!("mark={mark}&{fields}").as_bytes())
    }

    /// Signs in by a link.
    fn enter(&self, link: &str) -> Session {
        let form = "Content-Type: application/x-www-form-urlencoded\r\n";
        let secret = link.rsplit('/').next().unwrap();
        let entered = self.ask("POST /ki/enter", form, format!("link={secret}").as_bytes());
        let after = |text: &str, mark: &str, end: &str| {
            let rest = &text[text.find(mark).unwrap_or_else(|| panic!("{mark} in {text}")) + mark.len()..];
            rest[..rest.find(end).unwrap()].to_owned()
        };
        let cookie = format!("Cookie: {}\r\n", after(&entered, "set-cookie: ", ";"));
        let home = self.ask("GET /ki/", &cookie, b"");
        (cookie, after(&home, "name=\"mark\" value=\"", "\""))
    }

    fn hand_in(&self, session: &Session, name: &str, bytes: &[u8]) -> String {
        self.try_hand_in(session, name, bytes).unwrap()
    }

    /// Submits a file to a service that may be killed in the meantime.
    fn try_hand_in(&self, (cookie, mark): &Session, name: &str, bytes: &[u8]) -> io::Result<String> {
        let part =
            |head: &str| format!("--edge\r\nContent-Disposition: form-data; {head}\r\n\r\n").into_bytes();
        let body = [
            &part("name=\"mark\"")[..],
            mark.as_bytes(),
            b"\r\n",
            &part(&format!("name=\"bot\"; filename=\"{name}\"")),
            bytes,
            b"\r\n--edge--\r\n",
        ];
        let head = format!("{cookie}Content-Type: multipart/form-data; boundary=edge\r\n");
        self.try_ask("POST /ki/submissions", &head, &body.concat())
    }

    /// Returns the receipt of a submission, from its page; `None` if the page cannot be seen.
    fn try_receipt(&self, session: &Session, submission: u32) -> io::Result<Option<String>> {
        let page = self.try_ask(&format!("GET /ki/submissions/{submission}"), &session.0, b"")?;
        let found = page.split_once("<th scope=\"row\">Receipt</th><td><code>");
        Ok(found.and_then(|(_, rest)| Some(rest.split_once('<')?.0.to_owned())))
    }

    /// Creates a token on the page.
    fn make_token(&self, session: &Session, purpose: &str) -> String {
        let made = self.post(session, "tokens", &format!("name=ci&days=1&purpose={purpose}"));
        let begin = made.find("<code class=\"secret\">").unwrap_or_else(|| panic!("{made}")) + 21;
        made[begin..begin + 32].to_owned()
    }

    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Asks the service to end, as a system does, and returns its exit code and output.
    fn end(mut self) -> (Option<i32>, String) {
        let number = self.process.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &number]).status().unwrap().success());
        let code = self.process.wait().unwrap().code();
        let mut said = String::new();
        self.process.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (code, said)
    }
}

/// A failing test leaves no process behind.
impl Drop for Serving {
    fn drop(&mut self) {
        if let Ok(None) = self.process.try_wait() {
            drop(self.process.kill());
            drop(self.process.wait());
        }
    }
}

fn bot() -> Vec<u8> {
    fs::read(top().join("bots/tank-war/greedy/greedy.wasm")).unwrap()
}

/// Returns a bot with unique bytes.
fn bot_called(name: &str) -> Vec<u8> {
    bot_of("greedy", name)
}

/// Returns a sample bot with an unused section, so that its bytes are unique.
fn bot_of(bot: &str, name: &str) -> Vec<u8> {
    let module = fs::read(top().join(format!("bots/tank-war/{bot}/{bot}.wasm"))).unwrap();
    let section = [&[u8::try_from(name.len()).unwrap()][..], name.as_bytes()].concat();
    [&module[..], &[0, u8::try_from(section.len()).unwrap()], &section].concat()
}

/// Runs a command that must succeed, and returns its output.
fn ok(arguments: &[&str]) -> String {
    let (code, out, err) = run(arguments);
    assert_eq!(code, 0, "{arguments:?}\n{out}{err}");
    out
}

fn status(folder: &str) -> Value {
    serde_json::from_str(&ok(&["class", "status", folder, "1001", "--json"])).unwrap()
}

#[test]
fn students_and_teacher_meet_in_browsers() {
    let bot = top().join("bots/tank-war/greedy/greedy.wasm").display().to_string();
    for browser in ["chromium", "firefox"] {
        let (top, folder) = class();
        let serving = Serving::begin(&folder, &[]);
        let broken = top.path().join("broken.js");
        fs::write(&broken, "export function act( {\n").unwrap();
        let student = serving.link(&folder, &["1001"]);
        let teacher = serving.link(&folder, &["--teacher", "Turing"]);
        let roster = top.path().join("more.csv");
        fs::write(&roster, "id,name\n1003,Cy\n").unwrap();
        let [broken, roster] = [&broken, &roster].map(|file| file.to_str().unwrap());
        succeeds("serving.js", &[browser, &student, &teacher, &bot, broken, roster]);
        let (code, said) = serving.end();
        assert_eq!(code, Some(0), "{said}");
    }
}

#[test]
fn what_was_acknowledged_is_there_whenever_the_service_is_killed() {
    let (_top, folder) = class();
    let rounds = if is_full() { 50 } else { 4 };
    let mut known = 0;
    for round in 0..rounds {
        let serving = Serving::begin(&folder, &[]);
        let session = serving.enter(&serving.link(&folder, &["1001"]));
        // It may be killed while it plays, or while it is idle.
        let answer = serving.hand_in(&session, "bot.wasm", &bot_called(&round.to_string()));
        assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
        serving.kill();
        let handed_in = status(&folder);
        let all = handed_in["submissions"].as_array().unwrap();
        known += 1;
        assert_eq!(all.len(), known, "{handed_in}");
        assert_eq!(all[known - 1]["hash"], blake3::hash(&bot_called(&round.to_string())).to_hex().as_str());
    }
    // The next service decides and plays everything that was left.
    let serving = Serving::begin(&folder, &[]);
    await_value("everything is played", || {
        let (_, out, _) = run(&["class", "check", &folder, "1001", "--json"]);
        let check: Value = serde_json::from_str(&out).unwrap();
        let last = &check["versions"][0];
        (last["submission"] == known && last["badges"][0]["judged"].is_object()).then_some(())
    });
    assert_eq!(status(&folder)["active"]["submission"], known);
    let (code, said) = serving.end();
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn without_playing_another_program_plays() {
    let (_top, folder) = class();
    let serving = Serving::begin(&folder, &["--no-play"]);
    await_value("the interpreters are compiled", || {
        serving.ask("GET /healthz", "", b"").ends_with("\r\n\r\nok\n").then_some(())
    });
    let session = serving.enter(&serving.link(&folder, &["1002"]));
    assert!(serving.hand_in(&session, "bot.wasm", &bot()).starts_with("HTTP/1.1 303"));
    let (code, out, err) = run(&["class", "work", &folder, isolate()]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("Bee: plays: met"), "{out}");
    let (_, page) = (&session.1, serving.ask("GET /ki/submissions/1", &session.0, b""));
    assert!(page.contains("8 trial matches"), "{page}");
    let (code, said) = serving.end();
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("the first script will take longer"), "{said}");
}

/// The service reads the page from the standard output of another process.
#[test]
fn the_teacher_is_shown_near_copies() {
    let (_top, folder) = class();
    let serving = Serving::begin(&folder, &["--no-play"]);
    let teacher = serving.enter(&serving.link(&folder, &["--teacher", "Turing"]));
    let page = serving.post(&teacher, "staff/copies", "");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("No two submissions are similar"), "{page}");
    let (code, said) = serving.end();
    assert_eq!(code, Some(0), "{said}");
}

/// A hangup reloads the certificate, and ends nothing. `service` tests that the new one is used.
#[cfg(unix)]
#[test]
fn a_hangup_is_for_the_certificate() {
    let (folder_above, folder) = class();
    let tls = top().join("crates/service/tests/it/tls");
    let [certificate, key] = ["one.pem", "one.key"].map(|name| {
        let copy = folder_above.path().join(name);
        fs::copy(tls.join(name), &copy).unwrap();
        copy.display().to_string()
    });
    let mut command = muster();
    command.args(["serve", &folder, "--listen", "127.0.0.1:0", "--tls", &certificate, &key, isolate()]);
    let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut url = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
    assert!(url.starts_with("https://127.0.0.1:"), "{url:?}");
    fs::write(&certificate, "no certificate").unwrap();
    let number = process.id().to_string();
    let send =
        |signal: &str| assert!(Command::new("kill").args([signal, &number]).status().unwrap().success());
    send("-HUP");
    let mut said = BufReader::new(process.stderr.take().unwrap()).lines();
    said.find(|line| line.as_ref().unwrap().contains("the previous certificate stays in use"))
        .unwrap()
        .unwrap();
    send("-TERM");
    assert_eq!(process.wait().unwrap().code(), Some(0));
}

#[test]
fn what_cannot_be_served_is_refused_with_what_to_do() {
    let (top, folder) = class();
    let refused = |arguments: &[&str], what: &str| {
        let (code, _, err) = run(&[&["serve", isolate()][..], arguments].concat());
        assert_ne!(code, 0);
        assert!(err.contains(what), "{what:?} is not in {err}");
    };
    let nothing = top.path().join("nothing").display().to_string();
    refused(&[&nothing], "contains no class");
    refused(&[&folder, &folder], "two classes are in folders named ki");
    refused(&[&folder, "--listen", "0.0.0.0:0"], "give it with --url");
    refused(&[&folder, "--url", "muster.example.org"], "is not a web address");
    refused(&[&folder, "--listen", "localhost"], "expected an address and a port");
    refused(&[&folder, "--identity-header", "X-User"], "list the reverse proxy's addresses with --trust");
    refused(&[&folder, "--identity-header", "X-User", "--trust", "here"], "expected an address");
    refused(&[&folder, "--tls", &nothing, &nothing], "cannot read the certificate in");
    let spaced = top.path().join("a class").display().to_string();
    fs::rename(&folder, &spaced).unwrap();
    refused(&[&spaced], "rename the folder");
}
