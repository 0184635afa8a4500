//! Readiness and metrics, for operators.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;

use class_model::Moment;
use class_operations::NamedFile;
use class_operations::submission::{HandInTime, receive_files};
use games::GAMES;
use job::{
    NotAdmitted, NotBuilt, ReadyModule, Script, ScriptBuild, SizeClass, Undecided, Validator, ValidatorError,
};
use play::{LocalThreads, LocalValidator};

use crate::support::{Served, bot, multipart, until, validator};

/// A validator that waits before it builds a script.
pub(crate) struct Gated {
    validator: LocalValidator,
    gate: Mutex<Receiver<Built>>,
}

/// The result of building a script.
pub(crate) enum Built {
    /// The script is wrong.
    Wrong,
    /// This machine cannot build it now.
    Undecided,
    /// The module of a sample bot.
    Greedy,
}

impl Gated {
    /// Returns the validator, and a sender of results, each for one script.
    pub(crate) fn new() -> (Sender<Built>, Arc<Gated>) {
        let (open, gate) = mpsc::channel();
        let validator = validator();
        (open, Arc::new(Gated { validator, gate: Mutex::new(gate) }))
    }
}

impl Validator for Gated {
    fn engine(&self) -> &str {
        self.validator.engine()
    }

    fn advice_on_engine(&self, recorded: &str, here: &str) -> String {
        self.validator.advice_on_engine(recorded, here)
    }

    fn validate(
        &self,
        module: &[u8],
        size: SizeClass,
    ) -> Result<Result<ReadyModule, NotAdmitted>, ValidatorError> {
        self.validator.validate(module, size)
    }

    fn build(&self, script: &Script<'_>) -> Result<Result<ScriptBuild, NotBuilt>, ValidatorError> {
        // The test may be over.
        let built = self.gate.lock().unwrap().recv().unwrap_or(Built::Undecided);
        Ok(match built {
            Built::Wrong => {
                let what = format!("{} is not built here", script.entry);
                Err(NotBuilt::Wrong { what, advice: None })
            }
            Built::Undecided => Err(NotBuilt::Undecided(Undecided::Time { seconds: 1 })),
            Built::Greedy => Ok(ScriptBuild {
                module: bot("greedy"),
                game: script.game.unwrap().name(),
                language: self.language(script.entry).unwrap(),
                log: String::new(),
                sources: BTreeMap::new(),
            }),
        })
    }

    fn language(&self, file: &str) -> Option<&'static str> {
        self.validator.language(file)
    }

    fn check_text(&self, file: &str, bytes: &[u8]) -> Result<(), NotBuilt> {
        self.validator.check_text(file, bytes)
    }
}

#[test]
fn only_scripts_wait_for_their_interpreter_and_they_are_checked_once_it_is_there() {
    let (open, gated) = Gated::new();
    let served = Served::with_validator(gated, None, |options, _| options.warms_up = true);
    let browser = served.anybody();
    let health = || browser.get("/healthz");
    health().says(200, "ok; scripts wait for the interpreters of JavaScript and Python\n");
    browser.get("/ki/").says(200, "Sign in");
    let student = served.student("1002");
    let sent = student.send_at_once(&student.mark(), &[("bot.js", b"export function choose() {}")]);
    assert_eq!(sent.leads_to(), "/ki/submissions/1");
    student.get("/ki/submissions/1").says(200, "Submission 1: being checked");
    student.hand_in(&[("greedy.wasm", &bot("greedy"))]);
    student.get("/ki/submissions/2").says(200, "Submission 2: accepted");
    let other = served.student("1003");
    let mark = other.mark();
    thread::scope(|scope| {
        // A program waits for the verdict.
        let (head, body) = multipart(&[("mark", &mark)], &[("bot.py", b"def choose(view): return 0")]);
        let answer = scope.spawn(move || other.send("POST /ki/api/submissions", &head, &body));
        let waits = |number| {
            let facts = served.class().facts().unwrap();
            facts.submission(number).is_some_and(|submission| submission.admission.waits())
        };
        until("it is received", || waits(3));
        // A machine that cannot compile an interpreter tries again, and decides on no script meanwhile.
        for built in [Built::Undecided, Built::Undecided, Built::Greedy] {
            open.send(built).unwrap();
        }
        until("one is done", || health().text() == "ok; scripts wait for the interpreters of Python\n");
        assert!(waits(1) && waits(3));
        for _ in 0..3 {
            open.send(Built::Greedy).unwrap();
        }
        answer.join().unwrap().says(201, "\"accepted\":true,\"undecided\":false");
    });
    health().says(200, "ok\n");
    until("both are checked", || student.get("/ki/submissions/1").text().contains("Submission 1: accepted"));
}

/// Trial matches of other bots do not wait for it.
#[test]
fn a_script_that_an_earlier_service_received_waits_for_its_interpreter() {
    let (open, gated) = Gated::new();
    let executor = Box::new(LocalThreads::start(2, &gated.validator, GAMES).unwrap());
    let validator = Arc::clone(&gated);
    let served = Served::with_validator(validator, Some(executor), |options, _| options.warms_up = true);
    let script = NamedFile { name: "bot.py".to_owned(), bytes: b"def choose(view): return 0".to_vec() };
    let now = HandInTime::Clock(Moment::now());
    receive_files(&served.class(), &*gated, "1003", vec![script], now).unwrap();
    let student = served.student("1002");
    student.hand_in(&[("greedy.wasm", &bot("greedy"))]);
    let shows = |number: u32, what: &str| {
        served.teacher().get(&format!("/ki/submissions/{number}")).text().contains(what)
    };
    until("the matches of the module are played", || shows(2, "8 trial matches"));
    assert!(served.class().facts().unwrap().submission(1).unwrap().admission.waits());
    for _ in 0..3 {
        open.send(Built::Greedy).unwrap();
    }
    until("the script is checked", || shows(1, "Submission 1: accepted"));
}

#[cfg(unix)]
mod figures {
    use std::io::{Read, Write};
    use std::os::unix::net::UnixStream;
    use std::path::Path;

    use service::Listen;

    use crate::support::{Answer, Browser, Served, bot, until};

    fn ask(socket: &Path, path: &str) -> Answer {
        let mut stream = UnixStream::connect(socket).unwrap();
        stream
            .write_all(format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").as_bytes())
            .unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        Answer::parse(&bytes)
    }

    #[test]
    fn figures_are_told_to_no_other_host_name() {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let served = Served::with_options("", false, |options, _| {
            options.metrics = Some(format!("127.0.0.1:{port}").parse().unwrap());
        });
        let browser = Browser { address: ([127, 0, 0, 1], port).into(), ..served.anybody() };
        let ask = |host: &str| browser.send("GET /metrics", host, b"").status;
        assert_eq!(ask(""), 200);
        assert_eq!(ask("Host: localhost\r\n"), 200);
        assert_eq!(ask("Host: evil.example\r\n"), 421);
        assert_eq!(ask(&format!("Host: 127.0.0.1:{port}\r\nHost: evil.example\r\n")), 400);
    }

    #[test]
    fn figures_are_on_a_listener_of_their_own() {
        let served = Served::with_options("", false, |options, top| {
            options.metrics = Some(Listen::Unix(top.join("figures")));
        });
        let socket = served.folder.with_file_name("figures");
        let figure = |name: &str| -> i64 {
            let text = ask(&socket, "/metrics").text();
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.unwrap_or_else(|| panic!("{name} is not in {text}")).parse().unwrap()
        };
        let page = ask(&socket, "/metrics");
        assert_eq!(page.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
        let events = figure("muster_class_events_total{class=\"ki\"}");
        assert!(events > 0);
        assert_eq!(figure("muster_http_requests_total{status=\"4xx\"}"), 0, "its own are not counted");
        assert_eq!(figure("muster_ready"), 1);
        served.anybody().get("/ki/nothing").says(404, "no such page");
        assert_eq!(figure("muster_http_requests_total{status=\"4xx\"}"), 1);
        let student = served.student("1002");
        assert_eq!(student.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
        assert!(figure("muster_class_events_total{class=\"ki\"}") > events);
        assert_eq!(figure("muster_class_waiting{class=\"ki\",for=\"judging\"}"), 2);
        assert_eq!(figure("muster_uploads"), 0);
        assert_eq!(figure("muster_news_streams"), 0);
        let stream = student.open("GET /ki/news", "", b"");
        until("the stream is counted", || figure("muster_news_streams") == 1);
        drop(stream);
        until("connections have ended", || figure("muster_http_connections") == 0);
        // Neither listener serves the other one's pages.
        assert_eq!(ask(&socket, "/ki/").status, 404);
        assert_eq!(served.anybody().get("/metrics").status, 404);
        let keeping = served.end();
        assert!(!socket.exists());
        drop(keeping);
    }
}
