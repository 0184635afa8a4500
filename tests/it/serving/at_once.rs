//! Tests commands and pages on one folder at the same time: no data is lost, and the record's chain is valid.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ScopedJoinHandle};

use class_model::Moment;
use class_operations::OpenClass;
use class_operations::submission::{check_receipt, submission_receipt};
use tempfile::TempDir;

use super::{Serving, Session, bot_called, class_with_cups, ok};
use crate::support::{await_value, is_full, tree};

/// Students who submit on their pages.
const ON_PAGES: [&str; 3] = ["page-1", "page-2", "page-3"];
/// Students for whom the teacher submits by commands.
const BY_COMMAND: [&str; 2] = ["command-1", "command-2"];
/// Students who submit on their pages until they are deleted, with unique names.
const LEAVING: [(&str, &str); 2] = [("gone-1", "Gwendolyn Vanish"), ("gone-2", "Gilbert Erased")];

const CUP: &str = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 1\n[class]\npath = \"..\"\n\
    sections = [\"Cup\"]\n[[stage]]\nname = \"All\"\nformat = \"round-robin\"\ngames = 200\n";

/// An acknowledged submission.
#[derive(Clone)]
struct Acknowledged {
    student: String,
    receipt: String,
    hash: String,
}

/// A backup, with the submissions acknowledged before it began.
struct Backup {
    file: String,
    before: Vec<Acknowledged>,
}

/// A class with its history.
struct Term {
    top: TempDir,
    folder: String,
    acknowledged: Mutex<Vec<Acknowledged>>,
    announced: Mutex<BTreeSet<String>>,
    backups: Mutex<Vec<Backup>>,
    forgotten: Mutex<BTreeSet<&'static str>>,
    /// `true` if only backups are still being made.
    is_over: AtomicBool,
}

impl Term {
    fn new() -> Term {
        let others = ON_PAGES.iter().chain(&BY_COMMAND).map(|id| format!("{id},Jane Doe,{id},Others\n"));
        let leaving = LEAVING.iter().map(|(id, name)| format!("{id},{name},{id},Others\n"));
        let (top, folder) = class_with_cups(others.chain(leaving), &[("cup".to_owned(), CUP)]);
        Term {
            top,
            folder,
            acknowledged: Mutex::default(),
            announced: Mutex::default(),
            backups: Mutex::default(),
            forgotten: Mutex::default(),
            is_over: AtomicBool::new(false),
        }
    }

    fn path(&self, name: &str) -> String {
        self.top.path().join(name).display().to_string()
    }

    /// Submits on the student's page, and returns `true` if it was accepted.
    fn hand_in(&self, serving: &Serving, session: &Session, student: &str, number: usize) -> bool {
        let bytes = bot_called(&format!("{student} {number}"));
        let answer = serving.hand_in(session, "bot.wasm", &bytes);
        if !answer.starts_with("HTTP/1.1 303") {
            assert!(answer.starts_with("HTTP/1.1 40"), "{answer}");
            return false;
        }
        let (_, rest) = answer.split_once("location: /ki/submissions/").unwrap();
        let submission = rest.lines().next().unwrap().parse().unwrap();
        match serving.try_receipt(session, submission).unwrap() {
            Some(receipt) => self.acknowledge(student, &receipt, &bytes),
            // A deleted student no longer sees anything.
            None => assert!(LEAVING.iter().any(|(id, _)| *id == student), "{submission} has no receipt"),
        }
        true
    }

    fn acknowledge(&self, student: &str, receipt: &str, bytes: &[u8]) {
        let hash = blake3::hash(bytes).to_string();
        let (student, receipt) = (student.to_owned(), receipt.to_owned());
        self.acknowledged.lock().unwrap().push(Acknowledged { student, receipt, hash });
    }

    /// Submits and extends a deadline by commands.
    fn act_by_command(&self, student: &str, rounds: usize) {
        for number in 0..rounds {
            let bytes = bot_called(&format!("{student} {number}"));
            let file = self.path(&format!("{student}.wasm"));
            fs::write(&file, &bytes).unwrap();
            let out = ok(&["class", "submit", &self.folder, student, &file]);
            let submission = out.split_whitespace().nth(1).unwrap().parse().unwrap();
            let class = OpenClass::at(Path::new(&self.folder)).unwrap();
            let receipt = submission_receipt(&class, &class.facts().unwrap(), submission).unwrap();
            self.acknowledge(student, &receipt.to_string(), &bytes);
            ok(&["class", "extend", &self.folder, student, "--until", &format!("2100-01-01 00:{number:02}")]);
        }
    }

    /// Extends deadlines, makes announcements and loads pages.
    fn act_on_pages(&self, serving: &Serving, teacher: &Session, rounds: usize) {
        for number in 0..rounds {
            for id in ON_PAGES {
                let fields = format!("until=2100-01-01T00:{number:02}&reason=");
                let answer = serving.post(teacher, &format!("students/{id}/time"), &fields);
                assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
            }
            let answer = serving.post(teacher, "announcements", &format!("text=page-{number}"));
            assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
            self.announced.lock().unwrap().insert(format!("page-{number}"));
            for page in ["", "staff/history", "staff/roster", "api/status"] {
                let answer = serving.ask(&format!("GET /ki/{page}"), &teacher.0, b"");
                assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
            }
        }
    }

    /// Makes announcements and backups by commands until everything else is done.
    fn back_up(&self) {
        for number in 0.. {
            let is_last = self.is_over.load(Ordering::Relaxed);
            let text = format!("command-{number}");
            ok(&["class", "announce", &self.folder, &text]);
            self.announced.lock().unwrap().insert(text);
            let file = self.path(&format!("{number}.zip"));
            let before = self.acknowledged.lock().unwrap().clone();
            ok(&["class", "backup", &self.folder, &file]);
            self.backups.lock().unwrap().push(Backup { file, before });
            if is_last {
                break;
            }
        }
    }

    fn forget(&self) {
        for (id, _) in LEAVING {
            await_value("something is handed in", || {
                let acknowledged = self.acknowledged.lock().unwrap();
                acknowledged.iter().any(|one| one.student == id).then_some(())
            });
            ok(&["class", "forget", &self.folder, id, "--yes"]);
            self.forgotten.lock().unwrap().insert(id);
        }
    }

    /// Submits until that is refused, because the student was deleted.
    fn hand_in_until_forgotten(&self, serving: &Serving, session: &Session, id: &str) {
        let mut number = 0;
        await_value("the student is forgotten", || {
            let is_forgotten = self.forgotten.lock().unwrap().contains(id);
            let is_accepted = self.hand_in(serving, session, id, number);
            number += 1;
            assert!(!is_forgotten || !is_accepted, "{id} was forgotten");
            is_forgotten.then_some(())
        });
    }
}

#[test]
fn nothing_is_lost_when_commands_and_pages_act_at_once() {
    let rounds = if is_full() { 30 } else { 3 };
    let term = Term::new();
    let serving = Serving::begin(&term.folder, &[]);
    let enter = |who: &[&str]| serving.enter(&serving.link(&term.folder, who));
    let teacher = enter(&["--teacher", "Turing"]);
    let students = ON_PAGES.map(|id| (id, enter(&[id])));
    let leaving = LEAVING.map(|(id, _)| (id, enter(&[id])));
    let ordered = serving.post(&teacher, "orders", "what=tournament&name=cup");
    assert!(ordered.starts_with("HTTP/1.1 303"), "{ordered}");
    act_at_once((&term, &serving), &teacher, &students, &leaving, rounds);
    await_value("the tournament is complete", || {
        serving.ask("GET /ki/", &teacher.0, b"").contains("cup: completed on").then_some(())
    });
    let acknowledged = term.acknowledged.lock().unwrap().clone();
    assert!(acknowledged.len() > rounds * (ON_PAGES.len() + BY_COMMAND.len()), "{}", acknowledged.len());
    everything_is_there(&term, &acknowledged, rounds);
    nothing_is_left_of_the_forgotten(&term, &acknowledged);
    for (number, backup) in term.backups.lock().unwrap().iter().enumerate() {
        let restored = term.path(&format!("restored-{number}"));
        ok(&["class", "restore", &backup.file, &restored]);
        ok(&["class", "check", &restored]);
        receipts_hold(&restored, &backup.before);
    }
    let (code, said) = serving.end();
    assert_eq!(code, Some(0), "{said}");
}

/// Runs all of them at the same time, each for some rounds.
fn act_at_once(
    (term, serving): (&Term, &Serving),
    teacher: &Session,
    students: &[(&str, Session)],
    leaving: &[(&str, Session)],
    rounds: usize,
) {
    thread::scope(|scope| {
        let backups = scope.spawn(|| term.back_up());
        let mut others =
            vec![scope.spawn(|| term.act_on_pages(serving, teacher, rounds)), scope.spawn(|| term.forget())];
        others.extend(BY_COMMAND.map(|id| scope.spawn(move || term.act_by_command(id, rounds))));
        others.extend(students.iter().map(|(id, session)| {
            scope.spawn(move || {
                assert!((0..rounds).all(|number| term.hand_in(serving, session, id, number)));
            })
        }));
        others.extend(
            leaving
                .iter()
                .map(|(id, session)| scope.spawn(move || term.hand_in_until_forgotten(serving, session, id))),
        );
        let ended: Vec<_> = others.into_iter().map(ScopedJoinHandle::join).collect();
        term.is_over.store(true, Ordering::Relaxed);
        backups.join().unwrap();
        ended.into_iter().for_each(Result::unwrap);
    });
}

fn everything_is_there(term: &Term, acknowledged: &[Acknowledged], rounds: usize) {
    ok(&["class", "check", &term.folder]);
    ok(&["verify", &term.path("ki/runs/cup")]);
    for one in acknowledged {
        let said = ok(&["class", "check", &term.folder, "--receipt", &one.receipt]);
        assert!(said.starts_with("the receipt is valid: "), "{said}");
    }
    receipts_hold(&term.folder, acknowledged);
    let class = OpenClass::at(Path::new(&term.folder)).unwrap();
    let facts = class.facts().unwrap();
    let announced: BTreeSet<String> = facts.announcements().iter().map(|one| one.what.text.clone()).collect();
    assert_eq!(announced, *term.announced.lock().unwrap());
    let last: Moment = class.deadline(&format!("2100-01-01 00:{:02}", rounds - 1)).unwrap();
    for id in ON_PAGES.iter().chain(&BY_COMMAND) {
        let extension = facts.extension_of(&facts.contender_of(id).unwrap()).unwrap();
        assert_eq!(extension.until, last, "{id}");
    }
}

/// Checks that a class has the acknowledged submissions, except those deleted with their student.
fn receipts_hold(folder: &str, acknowledged: &[Acknowledged]) {
    let class = OpenClass::at(Path::new(folder)).unwrap();
    let facts = class.facts().unwrap();
    for one in acknowledged {
        let found = check_receipt(&class, &facts, &one.receipt.parse().unwrap()).unwrap();
        let hash = facts.student(&one.student).map(|_| one.hash.clone());
        assert_eq!(found.file.map(|file| file.to_string()), hash, "{} of {}", one.receipt, one.student);
    }
}

fn nothing_is_left_of_the_forgotten(term: &Term, acknowledged: &[Acknowledged]) {
    for (path, bytes) in tree(Path::new(&term.folder)) {
        for text in LEAVING.iter().flat_map(|(id, name)| [id, name]) {
            let is_there = bytes.windows(text.len()).any(|window| window == text.as_bytes());
            assert!(!is_there, "{text} is in {}", path.display());
        }
    }
    for one in acknowledged.iter().filter(|one| LEAVING.iter().any(|(id, _)| *id == one.student)) {
        let file = term.path(&format!("ki/files/{}/{}", &one.hash[..2], one.hash));
        assert!(!Path::new(&file).exists(), "{file}");
    }
}
