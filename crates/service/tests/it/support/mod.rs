//! A class served by this process, and minimal browsers.

pub(crate) mod course_system;
pub(crate) mod program;
mod schema;
mod slow;
pub(crate) mod smtp;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use class_model::roster::Columns;
use class_model::{Access, ClassFolder, Moment, Person};
use class_operations::OpenClass;
use class_operations::class_text::create;
use class_operations::near_copies::{Languages, copies_page, near_copies};
use class_operations::roster::{RosterFile, import_roster};
use class_operations::runs::{Lineup, TournamentRun, read_tournament};
use games::GAMES;
use job::Executor;
use ledger::RunFolder;
use play::{LocalThreads, LocalValidator};
use sandbox::{Sandbox, SandboxOptions};
use service::{ServeOptions, SharedValidator, serve};
use tempfile::TempDir;

use self::slow::Slow;

/// Returns a validator that caches compiled code in the target folder, because compiling an interpreter takes long.
pub(crate) fn validator() -> LocalValidator {
    let cache = Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled"));
    let known = script::KNOWN.to_vec();
    LocalValidator::new(Sandbox::new(&SandboxOptions { cache, known, ..SandboxOptions::default() }).unwrap())
}

/// Maximum time to wait in a test.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

const TEXT: &str = "\
[class]
name = \"Bots & Tanks\"
game = \"tank-war\"
zone = \"Europe/Berlin\"
deadline = \"2099-12-01 23:59\"
languages = [\"wasm\", \"javascript\", \"python\"]

[section.A]

[section.B]

[[requirement]]
name = \"plays\"
against = \"builtin:random\"
percent = 1
games = 4

[scrimmage]
per_day = 5
games = 4
opponents = [\"builtin:random\"]
";
/// A tournament of the class, without its stages.
pub(crate) const CUP: &str = "\
[tournament]
name = \"Cup\"
game = \"tank-war\"
seed = 1

[class]
path = \"..\"
";
/// The stage and the grades that [`Served::play_tournament`] adds.
const GRADED_STAGE: &str = "
[[stage]]
format = \"round-robin\"
games = 2

[grade]
formula = \"10 * (wins + draws / 2) / games\"
";
const ROSTER: &str =
    "id,name,alias,section\n1001,Ada <script>alert(1)</script>,Ada,A\n1002,Bee,Bee,A\n1003,Cy,Cy,B\n";

/// A class being served.
pub(crate) struct Served {
    top: TempDir,
    pub(crate) folder: PathBuf,
    pub(crate) address: SocketAddr,
    /// The path of the one-time link, if a class is to be made.
    pub(crate) first_run: Option<String>,
    stop: Arc<AtomicBool>,
    serving: Option<JoinHandle<Result<(), explain::Error>>>,
}

impl Served {
    /// Returns a class of three students in two sections, without a player.
    pub(crate) fn new() -> Served {
        Served::with("", false)
    }

    /// Returns such a class with more text at the end, and with a player if `plays` is `true`.
    pub(crate) fn with(more: &str, plays: bool) -> Served {
        Served::of_text(&format!("{TEXT}{more}"), plays, |_, _| {})
    }

    /// Returns such a class with more text in `[class]`.
    pub(crate) fn with_class(more: &str, plays: bool) -> Served {
        Served::of_text(&TEXT.replacen("[class]\n", &format!("[class]\n{more}"), 1), plays, |_, _| {})
    }

    /// Returns such a class with other options, which may refer to the folder above the class's.
    pub(crate) fn with_options(
        more: &str,
        plays: bool,
        change: impl FnOnce(&mut ServeOptions, &Path),
    ) -> Served {
        Served::of_text(&format!("{TEXT}{more}"), plays, change)
    }

    /// Returns such a class with a slow player, so that tests can watch runs in progress.
    pub(crate) fn slow_with_class(more: &str) -> Served {
        let validator = Arc::new(validator());
        let executor = Box::new(Slow::new(LocalThreads::start(2, &validator, GAMES).unwrap()));
        let text = TEXT.replacen("[class]\n", &format!("[class]\n{more}"), 1);
        Served::start(&text, validator, Some(executor), |_, _| {})
    }

    fn of_text(text: &str, plays: bool, change: impl FnOnce(&mut ServeOptions, &Path)) -> Served {
        let validator = Arc::new(validator());
        let executor = plays.then(|| -> Box<dyn Executor + Send> {
            Box::new(LocalThreads::start(2, &validator, GAMES).unwrap())
        });
        Served::start(text, validator, executor, change)
    }

    /// Returns the same class with another validator, and with a player if there is an executor.
    pub(crate) fn with_validator(
        validator: SharedValidator,
        executor: Option<Box<dyn Executor + Send>>,
        change: impl FnOnce(&mut ServeOptions, &Path),
    ) -> Served {
        Served::start(TEXT, validator, executor, change)
    }

    fn start(
        text: &str,
        validator: SharedValidator,
        executor: Option<Box<dyn Executor + Send>>,
        change: impl FnOnce(&mut ServeOptions, &Path),
    ) -> Served {
        let top = TempDir::new().unwrap();
        let folder = top.path().join("ki");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("class.toml"), text).unwrap();
        let class = create(&folder).unwrap();
        let columns = Columns::default();
        let roster = RosterFile { name: "roster", bytes: ROSTER.as_bytes(), columns: &columns };
        import_roster(&class, &roster).unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let listen = "127.0.0.1:0".parse().unwrap();
        let mut options = ServeOptions { classes: vec![folder.clone()], listen, ..ServeOptions::default() };
        change(&mut options, top.path());
        let (told, ready) = mpsc::channel();
        let serving = {
            let stop = Arc::clone(&stop);
            std::thread::spawn(move || {
                serve(&options, validator, executor, Arc::new(compare), &stop, |serving| {
                    told.send(serving.clone()).unwrap();
                })
            })
        };
        let service::Serving { url, first_run, .. } = ready.recv_timeout(PATIENCE).expect("it serves");
        let first_run = first_run.and_then(|link| Some(link.strip_prefix(&url)?.to_owned()));
        // A service that does not listen on an address is reached by its socket.
        let host = url.split('/').nth(2).unwrap_or_default();
        let address = host.parse().unwrap_or_else(|_| SocketAddr::from(([0, 0, 0, 0], 0)));
        Served { top, folder, address, first_run, stop, serving: Some(serving) }
    }

    /// Plays a tournament of this name to its end, as `muster run` does.
    pub(crate) fn play_tournament(&self, name: &str) {
        let tournaments = self.folder.join("tournaments");
        std::fs::create_dir_all(&tournaments).unwrap();
        let file = tournaments.join(format!("{name}.toml"));
        std::fs::write(&file, format!("{CUP}{GRADED_STAGE}")).unwrap();
        let validator = Arc::new(validator());
        let folder = RunFolder::at(self.folder.join("runs").join(name));
        let entry = read_tournament(&file, Lineup::Active).unwrap();
        let begun = runner::begin(&folder, entry.entered, &*validator).unwrap();
        let mut run = TournamentRun::new(begun, folder, Some(self.folder.clone()));
        run.note_beginning();
        let executor = LocalThreads::start(2, &validator, GAMES).unwrap();
        run.play(&executor, &AtomicBool::new(false), &mut |_| {}).unwrap();
    }

    /// Opens the class as the commands do.
    pub(crate) fn class(&self) -> OpenClass {
        OpenClass::at(&self.folder).unwrap()
    }

    /// Makes a personal link and returns its secret.
    pub(crate) fn link(&self, person: &Person) -> String {
        let mut access = Access::open(&ClassFolder::at(&self.folder)).unwrap();
        access.make_link(person, Moment::now()).unwrap().reveal()
    }

    /// Returns the browser of an anonymous reader.
    pub(crate) fn anybody(&self) -> Browser {
        Browser { address: self.address, cookie: None }
    }

    /// Returns the browser of a person who has signed in by a personal link.
    pub(crate) fn enter(&self, person: &Person) -> Browser {
        let mut browser = self.anybody();
        let answer = browser.post("/ki/enter", &[("link", &self.link(person))]);
        assert_eq!(answer.status, 303, "{}", answer.text());
        browser.cookie =
            answer.header("set-cookie").and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
        browser
    }

    pub(crate) fn student(&self, id: &str) -> Browser {
        self.enter(&Person::Student { id: id.to_owned() })
    }

    pub(crate) fn teacher(&self) -> Browser {
        self.enter(&Person::Teacher { name: "Turing".to_owned() })
    }
}

impl Served {
    /// Ends the service and returns its folder, which is deleted when dropped.
    pub(crate) fn end(mut self) -> TempDir {
        self.stop();
        std::mem::replace(&mut self.top, TempDir::new().unwrap())
    }

    fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let ended = self.serving.take().map(|serving| serving.join().unwrap());
        if !std::thread::panicking() {
            ended.map_or(Ok(()), |ended| ended).unwrap();
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A minimal browser.
#[derive(Clone)]
pub(crate) struct Browser {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: Option<String>,
}

/// An HTTP answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: Vec<u8>,
}

impl Browser {
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send(&format!("GET {path}"), "", b"")
    }

    /// Sends a form.
    pub(crate) fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let encoded: Vec<String> =
            fields.iter().map(|(name, value)| format!("{name}={}", percent_encoded(value))).collect();
        let kind = "Content-Type: application/x-www-form-urlencoded\r\n";
        self.send(&format!("POST {path}"), kind, encoded.join("&").as_bytes())
    }

    /// Sends a form of this session.
    pub(crate) fn act(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let mark = self.mark();
        self.post(path, &[fields, &[("mark", &mark)]].concat())
    }

    /// Hands in files and waits for the verdict.
    pub(crate) fn hand_in(&self, files: &[(&str, &[u8])]) -> Answer {
        self.hand_in_with(&self.mark(), files)
    }

    /// Hands in files with the given mark and waits for the verdict.
    pub(crate) fn hand_in_with(&self, mark: &str, files: &[(&str, &[u8])]) -> Answer {
        let answer = self.send_at_once(mark, files);
        if let Some(page) = answer.header("location") {
            until("it is checked", || !self.get(page).text().contains("aria-busy"));
        }
        answer
    }

    /// Hands in files with the given mark, without waiting for the verdict.
    pub(crate) fn send_at_once(&self, mark: &str, files: &[(&str, &[u8])]) -> Answer {
        self.send_files("/ki/submissions", &[("mark", mark)], files)
    }

    /// Sends a form of this session that has files.
    pub(crate) fn act_with(&self, path: &str, fields: &[(&str, &str)], files: &[(&str, &[u8])]) -> Answer {
        let mark = self.mark();
        self.send_files(path, &[fields, &[("mark", &mark)]].concat(), files)
    }

    pub(crate) fn send_files(&self, path: &str, fields: &[(&str, &str)], files: &[(&str, &[u8])]) -> Answer {
        let (head, body) = multipart(fields, files);
        self.send(&format!("POST {path}"), &head, &body)
    }

    /// Returns the mark of this session's forms.
    pub(crate) fn mark(&self) -> String {
        let page = self.get("/ki/").text();
        let begin = page.find("name=\"mark\" value=\"").expect("the page has a form") + 19;
        page[begin..begin + 32].to_owned()
    }

    /// Sends a request with extra headers and reads the answer.
    pub(crate) fn send(&self, request: &str, more: &str, body: &[u8]) -> Answer {
        let mut stream = self.open(request, more, body);
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        Answer::parse(&bytes)
    }

    /// Sends a request with extra headers, without reading the answer.
    pub(crate) fn open(&self, request: &str, more: &str, body: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let host =
            if more.contains("Host: ") { String::new() } else { format!("Host: {}\r\n", self.address) };
        let cookie = self.cookie.as_ref().map(|cookie| format!("Cookie: {cookie}\r\n")).unwrap_or_default();
        let length =
            if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
        let head = format!("{request} HTTP/1.1\r\n{host}{cookie}{length}{more}Connection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        // A rejected request may be answered before it was sent completely.
        drop(stream.write_all(body));
        stream
    }
}

impl Answer {
    pub(crate) fn parse(bytes: &[u8]) -> Answer {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").expect("an answer has a head");
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap();
        Answer { status, head, body: bytes[end + 4..].to_vec() }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
    }

    /// Returns the body as text.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns the fields of the page's form with this action, with their values.
    pub(crate) fn fields(&self, action: &str) -> Vec<(String, String)> {
        let page = self.text();
        let form = page.split("<form").find(|form| form.contains(&format!("action=\"{action}\"")));
        let form =
            form.and_then(|form| form.split("</form>").next()).expect("the page has the form").to_owned();
        let attribute = |field: &str, name: &str| {
            let value = field.split_once(&format!("{name}=\""))?.1.split_once('"')?.0;
            Some(
                value.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"),
            )
        };
        let fields = form.split("<input").skip(1).map(|field| field.split('>').next().unwrap());
        fields.filter_map(|field| Some((attribute(field, "name")?, attribute(field, "value")?))).collect()
    }

    /// Returns the target of a redirect.
    pub(crate) fn leads_to(&self) -> &str {
        assert_eq!(self.status, 303, "{}", self.text());
        self.header("location").unwrap()
    }

    /// Checks the status, and that the page contains a text.
    #[track_caller]
    pub(crate) fn says(&self, status: u16, what: &str) {
        assert_eq!(self.status, status, "{}", self.text());
        assert!(self.text().contains(what), "{what:?} is not in {}", self.text());
    }
}

/// Compares versions without any scripts.
pub(crate) fn compare(class: &Path, home: &str, _stop: &AtomicBool) -> Result<String, explain::Error> {
    struct NoScripts;
    impl Languages for NoScripts {
        fn language_of(&self, _name: &Path) -> Option<copies::Kind> {
            None
        }
        fn without_types(&self, _name: &str, text: String) -> Option<String> {
            Some(text)
        }
        fn interpreters(&self) -> Box<dyn Iterator<Item = Vec<u8>>> {
            Box::new(std::iter::empty())
        }
    }
    let class = OpenClass::at(class)?;
    let report = near_copies(&class, &class.facts()?, &NoScripts, &[])?;
    Ok(copies_page(&class.plan.name, &report, Some(home)))
}

/// Encodes a form with files. Returns the content-type header and the body.
pub(crate) fn multipart(fields: &[(&str, &str)], files: &[(&str, &[u8])]) -> (String, Vec<u8>) {
    const EDGE: &str = "muster-edge";
    let mut body = Vec::new();
    for (name, value) in fields {
        let field = format!("--{EDGE}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        body.extend_from_slice(field.as_bytes());
    }
    for (name, bytes) in files {
        // As the forms name them: a table, or a bot.
        let is_table = Path::new(name).extension().is_some_and(|ending| ending == "csv");
        let field = if is_table { "file" } else { "bot" };
        let head = format!(
            "--{EDGE}\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\
             Content-Type: application/octet-stream\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(bytes);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{EDGE}--\r\n").as_bytes());
    (format!("Content-Type: multipart/form-data; boundary={EDGE}\r\n"), body)
}

/// Waits until a condition holds.
#[track_caller]
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Returns a sample bot.
pub(crate) fn bot(name: &str) -> Vec<u8> {
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/tank-war");
    std::fs::read(bots.join(name).join(format!("{name}.wasm"))).unwrap()
}

fn percent_encoded(text: &str) -> String {
    text.bytes()
        .map(
            |byte| {
                if byte.is_ascii_alphanumeric() {
                    char::from(byte).to_string()
                } else {
                    format!("%{byte:02X}")
                }
            },
        )
        .collect()
}
