//! `muster class submit --archive`: everything that a course system's archive has.

mod tell;

use std::path::{Path, PathBuf};

use clap::Args;
use class::{Collected, Collecting, Event, Facts, Hash, Moment, Taken, collect};
use classroom::OpenClass;
use explain::Error;
use game::{visible, visible_path};
use gradebook::Sheet;
use handin::{Contents, Limits};
use script::Interpreter;

use self::tell::Told;
use super::super::handed_in::{Cover, HandedIn, find};
use super::super::opening::write;
use super::super::{door, engine, unpacked};
use crate::exit::Done;
use crate::host;

/// Bytes of an archive of hand-ins.
const LARGEST: u64 = 512 << 20;

/// Options of `muster class submit` for archives.
#[derive(Args)]
#[command(next_help_heading = "Archives of a course system")]
pub(super) struct ArchiveOptions {
    /// Hand in everything in this archive, as Moodle ("Download all submissions") and Canvas make it.
    #[arg(long, value_name = "FILE.zip")]
    pub(super) archive: Option<PathBuf>,
    /// Moodle's worksheet of the same assignment ("Download grading worksheet"), which tells whose each file is and when
    /// it was received; or an export of Canvas's gradebook, which tells whose.
    #[arg(long, value_name = "FILE.csv", requires = "archive")]
    worksheet: Option<PathBuf>,
    /// Where nothing but the name tells whose a file is, take the student who has it, if only one in the class does.
    #[arg(long, requires = "archive")]
    by_name: bool,
    /// Say what would be handed in, and change nothing. The door is not asked, but whether a script is text is told.
    #[arg(long, requires = "archive")]
    dry_run: bool,
}

/// An archive, and what of it is whose.
struct Opening {
    contents: Contents,
    collected: Collected,
}

impl ArchiveOptions {
    pub(super) fn run(
        &self,
        opened: &OpenClass,
        path: &Path,
        stated: Option<Moment>,
        now: Moment,
        as_json: bool,
    ) -> Done {
        let opening = self.open(opened, path, stated, now)?;
        let before = opened.facts()?;
        engine::warn(opened, &before);
        let mut told = Told {
            opened,
            opening: &opening,
            facts: &before,
            is_dry: self.dry_run,
            taken: Vec::new(),
            known: Vec::new(),
        };
        (told.known, told.taken) =
            opening.collected.taken.iter().partition(|taken| opening.find(taken, &before).is_some());
        if self.dry_run {
            return told.tell(as_json);
        }
        let handed_in = opening.keep(opened, &told.taken)?;
        let recorded = write(opened, |facts, _| {
            // Another command may have handed in the same archive meanwhile.
            let new = handed_in.iter().filter(|one| !one.is_known(facts));
            new.map(|one| one.submission(opened, facts).map(Event::Submitted)).collect()
        })?;
        told.facts = &recorded.facts;
        told.tell(as_json)
    }

    fn open(
        &self,
        opened: &OpenClass,
        path: &Path,
        received: Option<Moment>,
        now: Moment,
    ) -> Result<Opening, Error> {
        let unread = |path: &Path| {
            let path = visible_path(path);
            move |error| Error::input(format!("cannot read {path}: {error}"))
        };
        let bytes = files::read_bounded(path, LARGEST).map_err(unread(path))?;
        let contents = handin::read(&bytes, &Limits::default())
            .map_err(|error| Error::input(format!("{}: {error}", visible_path(path))))?;
        let csv = |path: &PathBuf| files::read_bounded(path, gradebook::LONGEST as u64).map_err(unread(path));
        let csv = self.worksheet.as_ref().map(csv).transpose()?;
        let sheet = csv.as_deref().map(Sheet::read).transpose().map_err(|error| {
            let path = self.worksheet.as_deref().map(visible_path).unwrap_or_default();
            Error::input(format!("{path}: {error}"))
        })?;
        let facts = opened.facts()?;
        let asked = Collecting {
            plan: &opened.plan,
            facts: &facts,
            worksheet: sheet.as_ref(),
            by_name: self.by_name,
            received,
            now,
            is_script: &|file| Interpreter::of(file).is_some(),
        };
        let collected = collect(&asked, &contents);
        Ok(Opening { contents, collected })
    }
}

impl Opening {
    /// The submission that something in the archive is.
    fn find(&self, taken: &Taken, facts: &Facts) -> Option<u32> {
        let bot = Hash::of(&self.contents.files[taken.bot].bytes);
        find(facts, &taken.student, &bot, taken.received)
    }

    /// What in the texts of a script the door will refuse. Of files beside the bot it is not known whether the bot imports
    /// them.
    fn foreseen(&self, taken: &Taken) -> Vec<String> {
        let file = |at: usize| &self.contents.files[at];
        let is_script = |at: usize| Interpreter::of(Path::new(&file(at).file)).is_some();
        if !is_script(taken.bot) {
            return Vec::new();
        }
        let wrong = |at: usize| {
            let error = script::text(&file(at).file, &file(at).bytes).err()?;
            let only = if at == taken.bot { "" } else { "if the bot imports it: " };
            Some(format!("{only}{}", door::told(&error)))
        };
        taken.files.iter().filter(|&&at| is_script(at)).filter_map(|&at| wrong(at)).collect()
    }

    /// Has the door look at everything, and keeps it.
    fn keep(&self, opened: &OpenClass, taken: &[&Taken]) -> Result<Vec<HandedIn>, Error> {
        let sandbox = host::sandbox(1)?;
        let mut keeping = opened.folder.keeping();
        let mut keep = |taken: &Taken| -> Result<HandedIn, Error> {
            let files: Vec<(&str, &[u8])> = taken
                .files
                .iter()
                .map(|&file| (self.contents.files[file].file.as_str(), &*self.contents.files[file].bytes))
                .collect();
            let (bot, bytes) = (&self.contents.files[taken.bot].file, &self.contents.files[taken.bot].bytes);
            let unpacked =
                unpacked::files((bot, bytes), &files).map_err(|error| door::not_unpacked(bot, &error))?;
            let examined = door::examine(&opened.plan, &sandbox, &unpacked.bot())?;
            // What a bot came with is its source.
            let source = if files.len() > 1 { handin::pack(&files) } else { None };
            let cover = Cover {
                student: taken.student.clone(),
                received: taken.received,
                stated: true,
                file: visible(bot),
            };
            HandedIn::keep(&mut keeping, cover, examined, source.as_deref())
        };
        let handed_in = taken.iter().map(|taken| keep(taken)).collect::<Result<_, _>>()?;
        keeping.finish()?;
        Ok(handed_in)
    }
}
