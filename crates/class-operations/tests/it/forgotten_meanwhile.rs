//! Forgetting a student during validation or a match leaves nothing of theirs behind.

use std::cell::Cell;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use class_operations::OpenClass;
use class_operations::judging::{Judge, WorkKind, lock, work};
use class_operations::privacy::{DeletionRequest, delete_student, preview_deletion};
use explain::Kind;
use job::{
    Executor, ExecutorError, Finished, Job, JobId, NotAdmitted, NotBuilt, ReadyModule, Script, ScriptBuild,
    SizeClass, Validator, ValidatorError,
};

use crate::simulated::{AnyModule, OneByOne, hand_in, hand_in_with};
use crate::{TEXT, class, write_text};

const REQUIREMENT: &str =
    "[[requirement]]\nname = \"plays\"\nagainst = \"builtin:random\"\npercent = 1\ngames = 2\n";

/// Forgets student 1 on the first call.
struct Forgetting<'a> {
    folder: &'a Path,
    is_done: Cell<bool>,
    played: OneByOne,
}

impl Forgetting<'_> {
    fn new(folder: &Path) -> Forgetting<'_> {
        Forgetting { folder, is_done: Cell::new(false), played: OneByOne::default() }
    }

    fn forget(&self) {
        if self.is_done.replace(true) {
            return;
        }
        // Acts like another process.
        let class = OpenClass::at(self.folder).unwrap();
        let request = DeletionRequest { student: "1", runs: &[] };
        let preview = preview_deletion(&class, &class.facts().unwrap(), &request).unwrap();
        delete_student(&class, &request, preview).unwrap();
    }
}

impl Validator for Forgetting<'_> {
    fn engine(&self) -> &str {
        AnyModule.engine()
    }

    fn advice_on_engine(&self, recorded: &str, here: &str) -> String {
        AnyModule.advice_on_engine(recorded, here)
    }

    fn validate(
        &self,
        module: &[u8],
        size: SizeClass,
    ) -> Result<Result<ReadyModule, NotAdmitted>, ValidatorError> {
        self.forget();
        AnyModule.validate(module, size)
    }

    fn build(&self, script: &Script<'_>) -> Result<Result<ScriptBuild, NotBuilt>, ValidatorError> {
        AnyModule.build(script)
    }

    fn language(&self, file: &str) -> Option<&'static str> {
        AnyModule.language(file)
    }

    fn check_text(&self, file: &str, bytes: &[u8]) -> Result<(), NotBuilt> {
        AnyModule.check_text(file, bytes)
    }
}

impl Executor for Forgetting<'_> {
    fn width(&self) -> usize {
        self.played.width()
    }

    fn submit(&self, jobs: Vec<Job>) -> Result<(), ExecutorError> {
        self.forget();
        self.played.submit(jobs)
    }

    fn take_back(&self) -> Result<Vec<JobId>, ExecutorError> {
        self.played.take_back()
    }

    fn collect(&self, patience: Duration) -> Result<Vec<Finished>, ExecutorError> {
        self.played.collect(patience)
    }
}

/// Returns the number of files that the class stores.
fn files(class: &OpenClass) -> usize {
    let folders = std::fs::read_dir(class.folder.files()).unwrap().map(|entry| entry.unwrap().path());
    folders.filter(|path| path.is_dir()).map(|path| std::fs::read_dir(path).unwrap().count()).sum()
}

#[test]
fn what_is_handed_in_meanwhile_is_not_kept() {
    let (folder, class) = class();
    hand_in(&class, "2", b"two");
    assert_eq!(files(&class), 1);
    let refused = hand_in_with(&class, &Forgetting::new(folder.path()), "1", b"one").unwrap_err();
    assert_eq!(refused.kind, Kind::Input, "{refused}");
    assert_eq!(files(&class), 1);
}

#[test]
fn what_others_have_handed_in_too_stays() {
    let (folder, class) = class();
    hand_in(&class, "2", b"the same");
    hand_in_with(&class, &Forgetting::new(folder.path()), "1", b"the same").unwrap_err();
    assert_eq!(files(&class), 1);
}

#[test]
fn what_is_played_meanwhile_is_not_written_down() {
    for kind in [WorkKind::Validation, WorkKind::Requirements] {
        let (folder, class) = class();
        write_text(folder.path(), &format!("{TEXT}{REQUIREMENT}"));
        let class = OpenClass::at(class.folder.root()).unwrap();
        hand_in(&class, "1", b"one");
        let before = class.facts().unwrap().news(&class.plan, None);
        let forgetting = Forgetting::new(folder.path());
        let lock = lock(&class).unwrap();
        let judge = Judge::new(&class, &AnyModule, &forgetting).unwrap();
        let results = work(&judge, &lock, &[kind], &AtomicBool::new(false), &mut |_| Ok(())).unwrap();
        assert!(forgetting.is_done.get(), "{kind:?}");
        assert_eq!((results, files(&class)), (0, 0), "{kind:?}");
        // The only new event is that the student was forgotten.
        assert_eq!(class.facts().unwrap().news(&class.plan, None), before + 1, "{kind:?}");
    }
}
