//! A checked file.

use std::cell::{OnceCell, RefCell};
use std::path::{Path, PathBuf};

use class_operations::bots::named_module;
use explain::Error;
use job::{Caps, Job, NotAdmitted, SizeClass};
use play::{CheckPlan, ReportingWorkbench, TrialsSoFar, TriedBot, Workbench};
use referee::Record;
use script::Interpreter;
use terminal::progress_line::ProgressLine;

/// The settings for the check of a file.
pub(super) struct FilePlan {
    pub(super) check: CheckPlan,
    /// The entrant that uses the bot, as the tournament names it.
    pub(super) entrant: Option<String>,
    /// `true` if an option or the tournament chose the caps on its size.
    pub(super) size_is_chosen: bool,
}

/// A file with the result of its check.
pub(super) struct CheckedFile {
    pub(super) path: PathBuf,
    /// Size of the file.
    pub(super) bytes: usize,
    /// The language of the script, or of the script that the module was built from if that needs larger caps.
    pub(super) script: Option<&'static str>,
    pub(super) plan: FilePlan,
    pub(super) decided: Result<TriedBot, NotAdmitted>,
}

impl CheckedFile {
    /// Reads a file, validates it and plays trial matches.
    pub(super) fn new(bench: &dyn Workbench, path: &Path, mut plan: FilePlan) -> Result<CheckedFile, Error> {
        let game = match &plan.check.matches[..] {
            [only] => Some(only.game),
            _ => None,
        };
        let bytes = named_module(&path.to_string_lossy(), game, &Caps::script())?;
        let interpreter = if !bytes.starts_with(b"\0asm") {
            Interpreter::for_path(path)
        } else if !plan.size_is_chosen && bytes.len() as u64 > Caps::standard().module {
            let known = Interpreter::in_module(&bytes);
            if known.is_some() {
                plan.check.size = SizeClass::Script;
            }
            known
        } else {
            None
        };
        let script = interpreter.map(|interpreter| interpreter.language);
        let decided = check(&plan.check, bench, &bytes)?;
        Ok(CheckedFile { path: path.to_owned(), bytes: bytes.len(), script, plan, decided })
    }
}

/// Checks a module. A progress line on a terminal shows the results so far.
fn check(
    plan: &CheckPlan,
    bench: &dyn Workbench,
    module: &[u8],
) -> Result<Result<TriedBot, NotAdmitted>, Error> {
    // An interpreter may have to be prepared before that, which is reported in a line of its own.
    let line = OnceCell::new();
    let show = || line.get_or_init(|| ProgressLine::new(plan.trial_matches(), "trial matches"));
    let admitted = || {
        show();
    };
    let so_far = RefCell::new(TrialsSoFar::default());
    let watch = |job: &Job, record: &Record| {
        let mut so_far = so_far.borrow_mut();
        so_far.add(job, record);
        show().done(so_far.matches.min(plan.trial_matches()));
        show().say(so_far.to_string());
    };
    plan.check(&ReportingWorkbench { bench, admitted: &admitted, watch: &watch }, module)
}
