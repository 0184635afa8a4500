//! Loads a served class as on the evening of a deadline: 200 uploads in five minutes, 500 pages that follow the news,
//! and a tournament in progress.
//!
//! `cargo bench -p cli --features network --bench load`; with `MUSTER_FULL=1` for five minutes instead of half a
//! minute. It fails if acknowledged data is lost, and asserts no times.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench fails by panicking and prints its figures"
)]

mod support;

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use support::{Serving, Session, begin_class, between, numbered, ok, quantile};

const STUDENTS: usize = 30;
const WATCHERS: usize = 500;
/// Interval between two uploads: 200 in five minutes.
const EVERY: Duration = Duration::from_millis(1500);
/// Maximum memory that the service should take, in MiB.
const MEMORY: u64 = 256;
/// Interval between two polls.
const ASK: Duration = Duration::from_millis(100);
/// Interval at which a watcher checks for the end of the load.
const PATIENCE: Duration = Duration::from_secs(1);
/// Number of stages of the tournament, which must outlast the bench.
const STAGES: usize = 99;

const CLASS: &str = "[class]\nname = \"C\"\ngame = \"tank-war\"\nzone = \"Europe/Berlin\"\n\
    deadline = \"2099-12-01 23:59\"\nlanguages = [\"wasm\", \"javascript\"]\nlive = \"all\"\n\n\
    [[requirement]]\nname = \"plays\"\nagainst = \"builtin:random\"\npercent = 1\ngames = 4\n";
const CUP: &str = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 1\n\n[class]\npath = \"..\"\n";

/// The bots of the tournament, followed by the uploaded ones.
const ENTRANTS: [&str; 4] = ["maximin", "fortress", "hunter", "walker"];
const UPLOADED: [&str; 2] = ["greedy", "rusher"];

fn main() {
    let is_full = std::env::var_os("MUSTER_FULL").is_some();
    let time = Duration::from_secs(if is_full { 300 } else { 30 });
    let top = tempfile::tempdir().unwrap();
    let folder = make_class(top.path());
    let serving = Serving::begin(&folder, &[]);
    let students: Vec<Session> = (0..STUDENTS).map(|id| serving.enter(&[&format!("id{id}")])).collect();
    let load = Load {
        teacher: serving.enter(&["--teacher", "Turing"]),
        serving,
        students,
        following: AtomicUsize::new(0),
        events: AtomicUsize::new(0),
        pages: Mutex::default(),
        is_over: AtomicBool::new(false),
    };
    load.prepare();
    load.serving.post(&load.teacher, "orders", "what=tournament&name=cup");
    let alone = load.rate_while(|| thread::sleep(if is_full { time / 10 } else { time / 3 }));
    let (under_load, uploads) = load.run(time);
    let memory = most_memory(load.serving.process.id());
    // Acknowledged uploads survive any end of the service.
    let Load { serving, events, pages, .. } = load;
    drop(serving);
    for Upload { number, receipt, .. } in &uploads {
        let proved = ok(&["class", "check", &folder, "--receipt", receipt]);
        let expected = format!("the receipt is valid: submission {number} of ");
        assert!(proved.starts_with(&expected), "submission {number}: {proved}");
    }

    println!("{WATCHERS} watchers, {} uploads in {} s", uploads.len(), time.as_secs());
    println!("  all {} receipts are in the record", uploads.len());
    let times =
        |is_script| uploads.iter().filter(|one| one.is_script == is_script).map(|one| one.time).collect();
    print_times("upload", times(false));
    print_times("upload of a script", times(true));
    print_times("page", pages.into_inner().unwrap());
    println!("  {:22} {}", "events of streams", events.into_inner());
    println!(
        "  {:22} {alone:.0}/s alone, {under_load:.0}/s under load: {:.2}",
        "matches",
        under_load / alone
    );
    match memory {
        Some(most) => println!("  {:22} {} MiB; {MEMORY} are meant to be enough", "most memory", most >> 10),
        None => println!("  {:22} not known on this system", "most memory"),
    }
}

/// A served class under load.
struct Load {
    serving: Serving,
    students: Vec<Session>,
    teacher: Session,
    /// Number of watchers whose streams have begun.
    following: AtomicUsize,
    /// Number of events received on all streams.
    events: AtomicUsize,
    /// The response times of pages.
    pages: Mutex<Vec<Duration>>,
    is_over: AtomicBool,
}

/// An upload that was acknowledged.
struct Upload {
    is_script: bool,
    time: Duration,
    /// The number of the submission.
    number: String,
    receipt: String,
}

/// The state of a watcher.
struct Known {
    /// The number of the latest news.
    number: Option<Vec<u8>>,
    /// Maximum delay before the page is reloaded, in milliseconds.
    within: u64,
}

impl Default for Known {
    fn default() -> Known {
        Known { number: None, within: 1200 }
    }
}

/// Ends the load, even after a failure.
struct Over<'l>(&'l AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Load {
    /// Waits until the service is ready, and earlier submissions are judged.
    fn prepare(&self) {
        while !self.serving.ask("GET /healthz", "", b"").ends_with("\r\n\r\nok\n") {
            thread::sleep(ASK);
        }
        for student in &self.students[..ENTRANTS.len()] {
            while !self.serving.get(student, "").contains("1 of 1 requirements met") {
                thread::sleep(ASK);
            }
        }
    }

    /// Runs all watchers and uploads. Returns the tournament's matches per second meanwhile, and the acknowledged
    /// uploads.
    fn run(&self, time: Duration) -> (f64, Vec<Upload>) {
        thread::scope(|scope| {
            let _over = Over(&self.is_over);
            for number in 0..WATCHERS {
                let small = Builder::new().stack_size(256 << 10);
                small.spawn_scoped(scope, move || self.watch(number)).unwrap();
            }
            while self.following.load(Ordering::Relaxed) < WATCHERS {
                thread::sleep(ASK);
            }
            let mut sent = Vec::new();
            let rate = self.rate_while(|| {
                let began = Instant::now();
                for (number, at) in (0_u32..).map(|number| (number, EVERY * number)) {
                    if at >= time {
                        break;
                    }
                    thread::sleep(at.saturating_sub(began.elapsed()));
                    sent.push(scope.spawn(move || self.upload(number as usize)));
                }
                thread::sleep(time.saturating_sub(began.elapsed()));
            });
            (rate, sent.into_iter().map(|sent| sent.join().unwrap()).collect())
        })
    }

    /// Submits a bot, every tenth time a script, and loads the page that follows.
    fn upload(&self, number: usize) -> Upload {
        let student = &self.students[number % STUDENTS];
        let is_script = number % 10 == 9;
        let (file, bytes) = if is_script {
            ("bot.js", format!("// {number}\nexport function choose() {{\n  return 0;\n}}\n").into_bytes())
        } else {
            ("bot.wasm", numbered(&bot(UPLOADED[number % 2]), number))
        };
        let began = Instant::now();
        let answer = self.serving.send_file(student, file, &bytes);
        let time = began.elapsed();
        let found = between(&answer, "location: /ki/submissions/", "\r\n");
        let number = found.unwrap_or_else(|| panic!("an upload was refused: {answer}"));
        let page = self.page(student, &format!("submissions/{number}"));
        let receipt = between(&page, "Receipt</th><td><code>", "<");
        let receipt = receipt.unwrap_or_else(|| panic!("submission {number} has no receipt: {page}"));
        Upload { is_script, time, number, receipt }
    }

    /// Follows the news like a page does, and reloads the page when there are any.
    fn watch(&self, number: usize) {
        let student = &self.students[number % STUDENTS];
        let mut stream = TcpStream::connect(&self.serving.host).unwrap();
        let head = format!("Host: {}\r\n{}\r\n", self.serving.host, student.cookie);
        stream.write_all(format!("GET /ki/news HTTP/1.1\r\n{head}").as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let mut line = Vec::new();
        let (mut known, mut due) = (Known::default(), None);
        while !self.is_over.load(Ordering::Relaxed) {
            let left = due.map_or(PATIENCE, |due: Instant| due.saturating_duration_since(Instant::now()));
            reader.get_ref().set_read_timeout(Some(left.clamp(Duration::from_millis(1), PATIENCE))).unwrap();
            match reader.read_until(b'\n', &mut line) {
                Ok(0) => panic!("a stream has ended"),
                Ok(_) => {
                    if self.read_line(&line, &mut known) {
                        // The same delays as in the page's script, evenly spread.
                        let soon = 300 + (number as u64 * 487) % known.within;
                        due.get_or_insert_with(|| Instant::now() + Duration::from_millis(soon));
                    }
                    line.clear();
                }
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) => panic!("a stream has failed: {error}"),
            }
            if due.is_some_and(|due| due <= Instant::now()) {
                due = None;
                self.page(student, "");
            }
        }
    }

    /// Reads a line of a stream. Returns `true` if there is news.
    fn read_line(&self, line: &[u8], known: &mut Known) -> bool {
        if line.starts_with(b"HTTP/1.1 ") {
            let status = String::from_utf8_lossy(line);
            assert!(status.starts_with("HTTP/1.1 200"), "a stream was refused: {status}");
            self.following.fetch_add(1, Ordering::Relaxed);
        }
        if line.starts_with(b"event: ") {
            self.events.fetch_add(1, Ordering::Relaxed);
        }
        if let Some(within) = between(&String::from_utf8_lossy(line), "\"within\":", "}") {
            known.within = within.parse().unwrap();
        }
        let Some(news) = line.strip_prefix(b"id: ") else { return false };
        known.number.replace(news.to_vec()).is_some_and(|before| before != news)
    }

    /// Loads a page and notes the time.
    fn page(&self, student: &Session, path: &str) -> String {
        let began = Instant::now();
        let page = self.serving.get(student, path);
        self.pages.lock().unwrap().push(began.elapsed());
        page
    }

    /// Returns the matches per second that the tournament plays while `act` runs.
    fn rate_while(&self, act: impl FnOnce()) -> f64 {
        let (before, began) = self.next_played();
        act();
        let (after, ended) = self.next_played();
        (after - before) as f64 / (ended - began).as_secs_f64()
    }

    /// Returns the number of matches played, at the moment when the page shows a new number.
    fn next_played(&self) -> (u64, Instant) {
        let before = self.played();
        loop {
            thread::sleep(ASK);
            let played = self.played();
            if played > before {
                return (played, Instant::now());
            }
        }
    }

    /// Returns the number of matches that the tournament has played, according to its page.
    fn played(&self) -> u64 {
        let page = self.serving.get(&self.teacher, "");
        let count = |begin: &str| between(&page, begin, "<").and_then(|text| text.parse::<u64>().ok());
        assert!(!page.contains("Cup: complete"), "the tournament was too short");
        let Some(stage) = count("class=\"stage\">S") else { return 0 };
        let [played, of] = ["class=\"played\">", "class=\"of\">"].map(|begin| count(begin).unwrap());
        stage * of + played
    }
}

/// Creates a class in which some students have submitted, with a tournament that outlasts the bench.
fn make_class(top: &Path) -> String {
    let root = top.join("ki");
    fs::create_dir_all(root.join("tournaments")).unwrap();
    fs::write(root.join("class.toml"), CLASS).unwrap();
    let mut cup = CUP.to_owned();
    for stage in 0..STAGES {
        writeln!(cup, "\n[[stage]]\nname = \"S{stage}\"\nformat = \"round-robin\"\ngames = 4096").unwrap();
    }
    fs::write(root.join("tournaments/cup.toml"), cup).unwrap();
    let folder = begin_class(&root, STUDENTS);
    for (student, name) in ENTRANTS.iter().enumerate() {
        ok(&["class", "submit", &folder, &format!("id{student}"), bot_file(name).as_str()]);
    }
    folder
}

/// Returns the path of a sample bot.
fn bot_file(name: &str) -> String {
    format!("{}/../../bots/tank-war/{name}/{name}.wasm", env!("CARGO_MANIFEST_DIR"))
}

fn bot(name: &str) -> Vec<u8> {
    fs::read(bot_file(name)).unwrap()
}

fn print_times(what: &str, mut times: Vec<Duration>) {
    if times.is_empty() {
        return;
    }
    let [median, late, longest] = [0.5, 0.99, 1.0].map(|share| quantile(&mut times, share));
    println!(
        "  {what:22} median {:.0} ms, 99th percentile {:.0} ms, longest {:.0} ms, of {}",
        1000.0 * median.as_secs_f64(),
        1000.0 * late.as_secs_f64(),
        1000.0 * longest.as_secs_f64(),
        times.len()
    );
}

/// Returns the peak memory of a process in KiB; `None` if the system does not report it.
fn most_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    between(&status, "VmHWM:", "kB")?.trim().parse().ok()
}
