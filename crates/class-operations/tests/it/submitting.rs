//! Submissions, with a simulated validator.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use class_model::{Admission, Event, Hash, Moment, TrialSummary};
use class_operations::deadlines::close;
use class_operations::judging::TrialProgress;
use class_operations::submission::{
    Archive, HandInTime, Received, StepState, StepsNow, SubmitReport, decide_received, preview_archive,
    receive_files, submission_steps, submit, submit_archive,
};
use class_operations::validation::BotFile;
use class_operations::{NamedFile, OpenClass, engine_warning};
use explain::{Error, Kind};
use job::{
    NotAdmitted, NotBuilt, Objection, ReadyModule, Refusal, Script, ScriptBuild, SizeClass, Sizes, Sources,
    Undecided, Validator, ValidatorError,
};

use crate::{TEXT, class, write_text};

/// A validator that decides by a module's first word. A script consists of itself and the files named in its lines.
struct ByWord;

impl Validator for ByWord {
    fn engine(&self) -> &'static str {
        "word"
    }

    fn advice_on_engine(&self, _recorded: &str, _here: &str) -> String {
        String::new()
    }

    fn validate(
        &self,
        module: &[u8],
        size: SizeClass,
    ) -> Result<Result<ReadyModule, NotAdmitted>, ValidatorError> {
        Ok(match module {
            b"refused" => Err(Refusal::from(Objection::NotWasm).into()),
            b"undecided" => Err(Undecided::Killed.into()),
            b"failed" => return Err(ValidatorError::new("no memory is left")),
            _ => Ok(ReadyModule::new(Hash::digest(module), size, Sizes::default(), Arc::new(()))),
        })
    }

    fn build(&self, script: &Script<'_>) -> Result<Result<ScriptBuild, NotBuilt>, ValidatorError> {
        let mut sources = BTreeMap::new();
        let mut waiting = vec![script.entry.to_owned()];
        while let Some(name) = waiting.pop() {
            let text = match script.sources.read(&name, 1 << 20) {
                Ok(Some(bytes)) => String::from_utf8(bytes).unwrap(),
                Ok(None) => {
                    return Ok(Err(NotBuilt::Wrong { what: format!("there is no {name}"), advice: None }));
                }
                Err(error) => return Ok(Err(NotBuilt::Unreadable { file: name, why: error.to_string() })),
            };
            waiting.extend(text.lines().filter(|line| line.contains('.')).map(str::to_owned));
            sources.insert(name, text);
        }
        let module = sources.values().cloned().collect::<String>().into_bytes();
        Ok(Ok(ScriptBuild { module, game: "tank-war", language: "Words", log: String::new(), sources }))
    }

    fn language(&self, file: &str) -> Option<&'static str> {
        file.rsplit_once('.').filter(|(_, ending)| *ending == "words").map(|_| "Words")
    }

    fn check_text(&self, file: &str, bytes: &[u8]) -> Result<(), NotBuilt> {
        let wrong =
            || NotBuilt::Wrong { what: format!("{file} is not text"), advice: Some("save it".to_owned()) };
        std::str::from_utf8(bytes).map(drop).map_err(|_| wrong())
    }
}

/// Files that cannot be read.
struct Unreadable;

impl Sources for Unreadable {
    fn has(&self, _name: &str) -> bool {
        true
    }

    fn read(&self, _name: &str, _most: u64) -> std::io::Result<Option<Vec<u8>>> {
        Err(ErrorKind::PermissionDenied.into())
    }

    fn near(&self, _endings: &[&str]) -> Vec<String> {
        Vec::new()
    }
}

fn hand_in(class: &OpenClass, name: &str, bytes: &[u8], beside: &dyn Sources) -> Result<SubmitReport, Error> {
    let path = Path::new("bots").join(name);
    let bot = BotFile { name, path: &path, bytes, beside };
    submit(class, &ByWord, "1", &bot, None, HandInTime::Clock(Moment::now()))
}

fn named(name: &str, bytes: &[u8]) -> NamedFile {
    NamedFile { name: name.to_owned(), bytes: bytes.to_vec() }
}

fn files(named: &[(&str, &str)]) -> BTreeMap<String, Vec<u8>> {
    named.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect()
}

#[test]
fn what_is_decided_is_kept_with_the_file() {
    let (_folder, class) = class();
    let none = files(&[]);
    let accepted = hand_in(&class, "one.wasm", b"one", &none).unwrap();
    assert_eq!((accepted.words[0].as_str(), accepted.verdict()), ("submission 1 of Player 1", Ok(())));
    let module = accepted.submission.module().unwrap();
    assert_eq!(class.folder.read(&module, 100).unwrap(), b"one");
    let refused = hand_in(&class, "two.wasm", b"refused", &none).unwrap();
    assert_eq!(refused.verdict().unwrap_err().kind, Kind::Refused);
    assert_eq!(class.folder.read(&refused.submission.handed_in, 100).unwrap(), b"refused");
    assert_eq!(refused.active.active.as_ref().unwrap().submission, 1);
    let undecided = hand_in(&class, "three.wasm", b"undecided", &none).unwrap();
    assert_eq!(undecided.verdict().unwrap_err().kind, Kind::Undecided);
    assert!(
        matches!(&undecided.submission.admission, Admission::Undecided { why } if why.contains("(hint: "))
    );
    let failed = hand_in(&class, "four.wasm", b"failed", &none).unwrap_err();
    assert_eq!((failed.kind, failed.what.as_str()), (Kind::Host, "no memory is left"));
    assert_eq!(class.facts().unwrap().submissions().count(), 3);
}

#[test]
fn a_script_is_kept_with_the_files_that_it_is_made_of() {
    let (_folder, class) = class();
    // A file beside the bot with the same name is not the submission.
    let beside = files(&[("bot.words", "other"), ("lib.words", "lib"), ("notes.words", "notes")]);
    let built = hand_in(&class, "bot.words", b"bot\nlib.words\n", &beside).unwrap();
    assert_eq!(class.folder.read(&built.submission.module().unwrap(), 100).unwrap(), b"bot\nlib.words\nlib");
    let source = class.folder.read(&built.submission.archive.unwrap(), 10_000).unwrap();
    let source = course_files::archives::unpack(&source, &course_files::archives::Limits::default()).unwrap();
    let names: Vec<&str> = source.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["bot.words", "lib.words"]);
    let alone = hand_in(&class, "bot.words", b"bot", &beside).unwrap();
    assert_eq!(alone.submission.archive, None);
    let missing = hand_in(&class, "bot.words", b"none.words", &beside).unwrap();
    assert!(
        matches!(&missing.submission.admission, Admission::Refused { reasons } if reasons == &["there is no none.words"])
    );
    // An unreadable file is not the script's mistake.
    let error = hand_in(&class, "bot.words", b"lib/a.words", &Unreadable).unwrap_err();
    assert!(error.what.starts_with("cannot read bots/lib/a.words: "), "{error}");
}

#[test]
fn a_closed_class_and_a_quota_reject_what_is_handed_in_now() {
    let (folder, class) = class();
    let none = files(&[]);
    write_text(folder.path(), &format!("{TEXT}[quota]\nper_day = 1\n"));
    let class_with_quota = OpenClass::at(folder.path()).unwrap();
    hand_in(&class_with_quota, "one.wasm", b"one", &none).unwrap();
    let error = hand_in(&class_with_quota, "two.wasm", b"two", &none).unwrap_err();
    assert!(
        error.what.starts_with("too soon: try again at ")
            && error.what.ends_with("; 0 of 1 left in 24 hours"),
        "{error}"
    );
    close(&class_with_quota).unwrap();
    let error = hand_in(&class_with_quota, "two.wasm", b"two", &none).unwrap_err();
    assert!(error.what.starts_with("rejected: the class was closed on "), "{error}");
    drop(class);
    // A submission received elsewhere is a fact.
    let at = class_with_quota.moment("2026-05-01 10:00").unwrap();
    let bot = BotFile { name: "two.wasm", path: Path::new("two.wasm"), bytes: b"one", beside: &none };
    let source = named("source.tar", b"source");
    let at = HandInTime::Stated(at);
    let stated = submit(&class_with_quota, &ByWord, "2", &bot, Some(&source), at).unwrap();
    assert!(stated.submission.stated && stated.same_bytes_as == [1]);
    assert_eq!(class_with_quota.folder.read(&stated.submission.archive.unwrap(), 100).unwrap(), b"source");
}

#[test]
fn an_archive_is_handed_in_once() {
    let (_folder, class) = class();
    let long = format!("ada_1_900_{}.words", "x".repeat(300));
    let packed = course_files::archives::pack(&[
        (&long, b"ada\nlib.words".as_slice()),
        ("bee_2_902_bot.words", b"\xff"),
    ])
    .unwrap();
    let now = Moment::now();
    let received = Some(class.moment("2026-05-01 10:00").unwrap());
    let file = &named("all.zip", &packed);
    let archive = Archive { file, worksheet: None, by_name: false, received, now };
    let preview = preview_archive(&class, &ByWord, &archive).unwrap();
    assert_eq!((preview.taken.len(), preview.known.len(), preview.dry_run), (2, 0, true));
    let reasons: Vec<&[String]> = preview.taken.iter().map(|entry| &*entry.reasons).collect();
    assert_eq!(reasons, [&[][..], &["bot.words is not text (hint: save it)".to_owned()]]);
    assert_eq!(class.facts().unwrap().submissions().count(), 0);
    let file = &named("all.zip", &packed_bee());
    let archive = Archive { file, by_name: true, ..archive };
    let taken = submit_archive(&class, &ByWord, &archive).unwrap();
    assert_eq!((taken.taken.len(), taken.taken[0].submission, taken.verdict()), (1, Some(1), Ok(())));
    let again = submit_archive(&class, &ByWord, &archive).unwrap();
    assert_eq!((again.taken.len(), again.known.len(), again.known[0].submission), (0, 1, Some(1)));
}

/// Packs a script in its own folder, with a file beside it and one above it.
fn packed_bee() -> Vec<u8> {
    course_files::archives::pack(&[
        ("Bee_2_assignsubmission_file/src/bot.words", b"lib/a.words".as_slice()),
        ("Bee_2_assignsubmission_file/src/lib/a.words", b"a"),
        ("Bee_2_assignsubmission_file/a.txt", b"b"),
    ])
    .unwrap()
}

#[test]
fn results_of_another_engine_are_known() {
    let (_folder, class) = class();
    let played = |engine: &str| {
        let module = Hash::digest(b"one");
        let (engine, faults) = (engine.to_owned(), BTreeMap::new());
        let tried = TrialSummary { module, engine, matches: 8, wins: 1, faults, words: None };
        let recorded = class.write(|_, _| Ok(vec![Event::Tried(tried)])).unwrap();
        engine_warning(&class, &recorded.facts, "word 2")
    };
    assert_eq!(played("word 2"), None);
    assert_eq!(played("word 2 bounds=checked"), None, "which depends on the limits of a process");
    let warning = played("word 1").expect("a warning").to_string();
    assert!(
        warning.contains(" of the class, 0 of them ") && warning.ends_with("Then: word 1. Now: word 2"),
        "{warning}"
    );
}

/// Receives files from the first student.
fn receive(class: &OpenClass, files: &[(&str, &[u8])]) -> Result<Received, Error> {
    let files = files.iter().map(|(name, bytes)| named(name, bytes)).collect();
    receive_files(class, &ByWord, "1", files, HandInTime::Clock(Moment::now()))
}

/// Returns the states of a submission's steps.
fn states(class: &OpenClass, number: u32, now: StepsNow) -> Vec<StepState> {
    let facts = class.facts().unwrap();
    let submission = facts.submission(number).unwrap();
    submission_steps(class, Some(&facts), submission, now).iter().map(|step| step.state).collect()
}

#[test]
fn what_is_received_is_in_the_record_before_it_is_decided_about() {
    let (_folder, class) = class();
    let scripts: [(&str, &[u8]); 2] = [("bot.words", b"lib.words"), ("lib.words", b"one")];
    let received = receive(&class, &scripts).unwrap();
    assert_eq!(received.number, 1);
    let facts = class.facts().unwrap();
    assert!(facts.submission(1).unwrap().is_undecided());
    let checked = StepsNow { is_being_checked: true, trials: None };
    assert_eq!(states(&class, 1, checked), [StepState::Done, StepState::Now, StepState::Waits]);
    assert_eq!(states(&class, 1, StepsNow::default())[1], StepState::Waits);
    // The stored files are built.
    let decided = decide_received(&class, &ByWord, &received).unwrap();
    decided.verdict().unwrap();
    let module = Hash::digest(b"lib.wordsone");
    assert_eq!(decided.submission.admission, Admission::Accepted { module });
    let trials = Some(TrialProgress { module, played: 3, of: 8 });
    let steps = states(&class, 1, StepsNow { is_being_checked: false, trials });
    assert_eq!(steps, [StepState::Done, StepState::Done, StepState::Now]);
    // Deciding again changes nothing.
    let events = class.facts().unwrap().news(&class.plan, None);
    assert_eq!(decide_received(&class, &ByWord, &received).unwrap().number, 1);
    assert_eq!(class.facts().unwrap().news(&class.plan, None), events);
}

#[test]
fn what_was_received_keeps_waiting_where_nothing_can_be_decided() {
    let (_folder, class) = class();
    for (number, word, kind) in
        [(1, "undecided", Some(Kind::Undecided)), (2, "failed", None), (3, "refused", None)]
    {
        let received = receive(&class, &[("bot.wasm", word.as_bytes())]).unwrap();
        let decided = decide_received(&class, &ByWord, &received);
        match kind {
            Some(kind) => assert_eq!(decided.unwrap().verdict().unwrap_err().kind, kind),
            None if word == "failed" => assert_eq!(decided.unwrap_err().kind, Kind::Host),
            None => assert_eq!(decided.unwrap().verdict().unwrap_err().kind, Kind::Refused),
        }
        let is_open = class.facts().unwrap().submission(number).unwrap().is_undecided();
        assert_eq!(is_open, word != "refused", "{word}");
    }
    assert_eq!(states(&class, 3, StepsNow::default()), [StepState::Done, StepState::Refused]);
    close(&class).unwrap();
    let refused = receive(&class, &[("bot.wasm", b"one")]).unwrap_err();
    assert_eq!(refused.kind, Kind::Refused);
    assert_eq!(class.facts().unwrap().submissions().count(), 3, "nothing is kept");
}

/// Regression test: the same bytes were a new submission each time, and used up quota.
#[test]
fn the_same_files_handed_in_again_are_one_hand_in_and_cost_no_quota() {
    let (folder, class) = class();
    write_text(folder.path(), &format!("{TEXT}[quota]\nper_day = 2\n"));
    let class = class.renewed().unwrap().unwrap().0;
    let none = files(&[]);
    let first = hand_in(&class, "one.wasm", b"one", &none).unwrap();
    assert!(!first.repeated && first.allowance.left_in_day == Some(1));
    let again = hand_in(&class, "renamed.wasm", b"one", &none).unwrap();
    assert_eq!((again.number, again.repeated, again.allowance.left_in_day), (1, true, Some(1)));
    assert!(again.words.iter().any(|line| line.contains("uses no quota")), "{:?}", again.words);
    // Also through the service, and in a course system's archive with any time.
    let received = receive(&class, &[("bot.wasm", b"one")]).unwrap();
    assert_eq!((received.number, received.is_repeated), (1, true));
    let packed = course_files::archives::pack(&[("Ada_1_assignsubmission_file/bot.wasm", b"one")]).unwrap();
    let now = Moment::now();
    let archive = Archive {
        file: &named("all.zip", &packed),
        worksheet: None,
        by_name: true,
        received: Some(Moment::now()),
        now: now.after(1000),
    };
    let told = submit_archive(&class, &ByWord, &archive).unwrap();
    assert_eq!((told.taken.len(), told.known.len()), (0, 1));
    // A different file is a new submission. Handing in the first one after it is another, which then counts.
    let other = hand_in(&class, "two.wasm", b"two", &none).unwrap();
    assert_eq!((other.number, other.allowance.left_in_day), (2, Some(0)));
    let error = hand_in(&class, "one.wasm", b"one", &none).unwrap_err();
    assert!(error.what.starts_with("too soon: try again at"), "{error}");
    // A repeated submission works even when the quota is used up.
    assert_eq!(hand_in(&class, "two.wasm", b"two", &none).unwrap().number, 2);
    assert_eq!(receive(&class, &[("two.wasm", b"two")]).unwrap().number, 2);
    assert_eq!(class.facts().unwrap().submissions().count(), 2);
}

/// The files beside a script belong to the submission.
#[test]
fn a_script_with_another_file_beside_it_is_another_hand_in() {
    let (_folder, class) = class();
    let bot = ("bot.words", b"lib.words".as_slice());
    assert_eq!(receive(&class, &[bot, ("lib.words", b"one")]).unwrap().number, 1);
    assert!(receive(&class, &[bot, ("lib.words", b"one")]).unwrap().is_repeated);
    assert_eq!(receive(&class, &[bot, ("lib.words", b"two")]).unwrap().number, 2);
    // With additional files that are not part of it, the script builds to the same module.
    let beside = files(&[("lib.words", "two"), ("notes.words", "x")]);
    decide_received(&class, &ByWord, &receive(&class, &[bot, ("lib.words", b"two")]).unwrap()).unwrap();
    assert_eq!(hand_in(&class, "bot.words", b"lib.words", &beside).unwrap().number, 2);
}

#[test]
fn two_equal_hand_ins_at_once_are_one() {
    let (folder, class) = class();
    drop(class);
    let numbers: Vec<u32> = std::thread::scope(|scope| {
        let hand_in = || {
            let class = OpenClass::at(folder.path()).unwrap();
            receive(&class, &[("bot.wasm", b"one"), ("notes.txt", b"x")]).unwrap().number
        };
        let both: Vec<_> = (0..4).map(|_| scope.spawn(hand_in)).collect();
        both.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert_eq!(numbers, [1; 4]);
}

/// Regression test: a kit file was taken for the bot if it was renamed or the only file.
#[test]
fn a_file_of_the_kit_is_never_taken_for_the_bot() {
    let (_folder, class) = class();
    let kit = kit_of("tank_war.js");
    let alone = receive(&class, &[("strategy.words", kit.as_slice())]).unwrap_err();
    assert!(alone.what.contains("only files of the kit were handed in (strategy.words)"), "{alone}");
    let received = receive(&class, &[("main.words", b"one"), ("old kit.words", &kit)]).unwrap();
    let decided = decide_received(&class, &ByWord, &received).unwrap();
    decided.verdict().unwrap();
    assert_eq!(decided.submission.file, "main.words");
}

fn kit_of(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/kit/javascript").join(name);
    std::fs::read(path).unwrap()
}
