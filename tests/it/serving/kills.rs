//! Kills the service during submissions and a tournament: acknowledged submissions are kept, and every run continues to
//! its usual end.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use class_operations::OpenClass;
use class_operations::submission::check_receipt;
use tempfile::TempDir;

use super::{Serving, Session, bot_called, class_with_cups, ok};
use crate::durability::course::{Arbitrary, signal};
use crate::support::{await_value, is_full, pause, say};

const SEED: u64 = 27;
/// The students who submit in the meantime.
const STUDENTS: [&str; 3] = ["student-1", "student-2", "student-3"];

const CUP: &str = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 1\n[class]\npath = \"..\"\n\
    sections = [\"Cup\"]\n[[stage]]\nname = \"First\"\nformat = \"round-robin\"\ngames = 300\n\
    [[stage]]\nname = \"Second\"\nformat = \"round-robin\"\ngames = 100\n";

/// An acknowledged submission. It has no receipt if the service was killed before the page was loaded.
struct Acknowledged {
    student: &'static str,
    submission: u32,
    hash: String,
    receipt: Option<String>,
}

/// A class that is served again and again.
struct Class {
    top: TempDir,
    folder: String,
    acknowledged: Mutex<Vec<Acknowledged>>,
    /// Number of submitted bots, including unacknowledged ones.
    bots: Mutex<usize>,
}

impl Class {
    /// Creates a class with this many identical tournaments.
    fn new(tournaments: usize) -> Class {
        let students = STUDENTS.iter().map(|id| format!("{id},Jane Doe,{id},Others\n"));
        let cups: Vec<_> = (0..tournaments).map(|number| (format!("cup-{number}"), CUP)).collect();
        let (top, folder) = class_with_cups(students, &cups);
        Class { top, folder, acknowledged: Mutex::default(), bots: Mutex::default() }
    }

    fn path(&self, name: &str) -> String {
        self.top.path().join(name).display().to_string()
    }

    fn open(&self) -> OpenClass {
        OpenClass::at(Path::new(&self.folder)).unwrap()
    }

    fn has_open_order(&self) -> bool {
        self.open().facts().unwrap().open_orders().next().is_some()
    }

    /// Submits one bot after another until the service is killed.
    fn hand_in_until_killed(&self, serving: &Serving, student: &'static str, session: &Session) {
        loop {
            let number = {
                let mut bots = self.bots.lock().unwrap();
                *bots += 1;
                *bots
            };
            let bytes = bot_called(&number.to_string());
            let Ok(answer) = serving.try_hand_in(session, "bot.wasm", &bytes) else { return };
            // On a slow machine, the verdicts may not keep up.
            if answer.starts_with("HTTP/1.1 409") && answer.contains("still being checked") {
                pause(Duration::from_millis(50));
                continue;
            }
            let Some((_, rest)) = answer.split_once("location: /ki/submissions/") else {
                // The head may have been cut off.
                assert!("HTTP/1.1 303 See Other\r\n".starts_with(answer.lines().next().unwrap_or_default()));
                return;
            };
            let Some((submission, _)) = rest.split_once("\r\n") else { return };
            let submission = submission.parse().unwrap();
            let receipt = serving.try_receipt(session, submission).ok().flatten();
            let hash = blake3::hash(&bytes).to_string();
            self.acknowledged.lock().unwrap().push(Acknowledged { student, submission, hash, receipt });
        }
    }

    fn everything_acknowledged_is_there(&self) {
        let class = self.open();
        let facts = class.facts().unwrap();
        let acknowledged = self.acknowledged.lock().unwrap();
        for one in &*acknowledged {
            let found = facts.submission(one.submission).unwrap();
            assert_eq!((found.by.as_str(), found.handed_in.to_string()), (one.student, one.hash.clone()));
            assert!(class.folder.read(&found.handed_in, 1 << 20).is_ok(), "{}", one.hash);
            let Some(receipt) = &one.receipt else { continue };
            let report = check_receipt(&class, &facts, &receipt.parse().unwrap()).unwrap();
            assert_eq!(report.submission, Some(one.submission), "{receipt}");
        }
        let numbers: BTreeSet<u32> = acknowledged.iter().map(|one| one.submission).collect();
        assert_eq!(numbers.len(), acknowledged.len(), "a number was given twice");
    }
}

#[test]
fn every_run_is_played_on_and_every_hand_in_is_there() {
    let kills = if is_full() { 50 } else { 5 };
    let class = Class::new(kills + 2);
    // The end of a run without kills.
    let [cup, whole] = ["ki/tournaments/cup-0.toml", "ki/runs/whole"].map(|name| class.path(name));
    ok(&["run", &cup, "--out", &whole]);
    let root = fs::read(class.path("ki/runs/whole/site/data/root.txt")).unwrap();

    let mut serving = Serving::begin(&class.folder, &[]);
    let enter = |who: &[&str]| serving.enter(&serving.link(&class.folder, who));
    let teacher = enter(&["--teacher", "Turing"]);
    let sessions = STUDENTS.map(|id| enter(&[id]));
    let mut arbitrary = Arbitrary(SEED);
    let (mut ordered, mut playing) = (0, 0);
    for _ in 0..kills {
        if !class.has_open_order() {
            ordered += 1;
            let answer = serving.post(&teacher, "orders", &format!("what=tournament&name=cup-{ordered}"));
            assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
        }
        thread::scope(|scope| {
            for (student, session) in STUDENTS.iter().zip(&sessions) {
                scope.spawn(|| class.hand_in_until_killed(&serving, student, session));
            }
            let count = || class.acknowledged.lock().unwrap().len() as u64;
            let due = count() + arbitrary.below(5);
            await_value("something is acknowledged", || (count() >= due).then_some(()));
            pause(Duration::from_micros(arbitrary.below(200_000)));
            signal(&serving.process, "KILL");
        });
        playing += usize::from(class.has_open_order());
        class.everything_acknowledged_is_there();
        serving = Serving::begin(&class.folder, &[]);
    }
    await_value("everything ordered is played", || (!class.has_open_order()).then_some(()));
    let (code, said) = serving.end();
    assert_eq!(code, Some(0), "{said}");
    assert!(playing > 0, "no run was interrupted");
    ok(&["class", "check", &class.folder]);
    class.everything_acknowledged_is_there();
    for number in 1..=ordered {
        let run = class.path(&format!("ki/runs/cup-{number}"));
        assert_eq!(fs::read(format!("{run}/site/data/root.txt")).unwrap(), root, "{run}");
    }
    let acknowledged = class.acknowledged.lock().unwrap().len();
    say(&format!("{kills} kills, {playing} of them during {ordered} tournaments; {acknowledged} hand-ins"));
}
