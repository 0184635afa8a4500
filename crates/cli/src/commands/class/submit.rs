//! `muster class submit`: submits a bot, or an archive of bots.

mod archive;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use class_model::Moment;
use class_operations::OpenClass;
use class_operations::submission::{HandInTime, SubmitReport, submit, submit_files};
use class_operations::validation::BotFile;
use explain::Error;
use game::visible_path;
use job::Sources;
use script::{Folder, Interpreter};
use terminal::out;

use self::archive::ArchiveOptions;
use super::opening::{open, open_in_force, print_warnings, warn_of_engine};
use crate::commands::build;
use crate::commands::submit::read;
use crate::exit::Done;
use crate::host;
use crate::isolation::IsolateOption;

/// `muster class submit`
#[derive(Args)]
#[command(after_help = "\
The verdict is immediate; a rejected submission counts towards the quota. A submission after the deadline is kept, and \
counts if late days are left or an extension is given.

With --archive, everything in a Moodle or Canvas archive is submitted at once, or nothing if the command ends early; \
submissions that are already in the class are skipped. A file's name and the worksheet identify the student, by id or \
address. Files that cannot be matched to a student are listed, and the exit code is then 4. A bot that this machine cannot \
decide on is submitted and waits for `muster class work`, and the exit code is then 6.")]
pub(crate) struct SubmitCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The id of the student who submits.
    #[arg(required_unless_present = "archive", conflicts_with = "archive")]
    student: Option<String>,
    /// The bot: a .wasm file, or a script; or a .zip archive with the bot and its files.
    #[arg(required_unless_present = "archive")]
    file: Option<PathBuf>,
    /// The bot's source, a file or an archive, which is kept and never run. Without it, the imports of a script are
    /// kept.
    #[arg(long, value_name = "FILE", conflicts_with = "archive")]
    source: Option<PathBuf>,
    #[command(flatten)]
    archive: ArchiveOptions,
    /// The time of receipt, for a bot submitted elsewhere: "2026-12-01 22:10". Quotas ignore it. With an archive, it
    /// applies to files without a time in the worksheet.
    #[arg(long, value_name = "TIME")]
    at: Option<String>,
    #[command(flatten)]
    isolate: IsolateOption,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl SubmitCommand {
    pub(crate) fn run(self) -> Done {
        // The time of submission counts, however long the verdict takes.
        let now = Moment::now();
        // A student's submission does not wait for the teacher. An archive comes from the teacher.
        let class = match &self.archive.archive {
            Some(_) => open(&self.folder)?,
            None => open_in_force(&self.folder)?,
        };
        let stated = self.at.as_deref().map(|at| class.moment(at)).transpose()?;
        if stated.is_some_and(|stated| stated > now) {
            return Err(Error::input("--at is in the future"));
        }
        if let Some(path) = &self.archive.archive {
            return self.archive.run(&class, path, stated, now, &self);
        }
        let (Some(student), Some(file)) = (&self.student, &self.file) else { return Ok(()) };
        warn_of_engine(&class, &class.facts()?);
        let at = stated.map_or(HandInTime::Clock(now), HandInTime::Stated);
        let submitted = self.submit(&class, student, file, at)?;
        print_warnings(&submitted.warnings);
        if self.json {
            out::json(&submitted)?;
        } else {
            submitted.words.iter().try_for_each(|line| out::line(line))?;
        }
        submitted.verdict()
    }

    /// Reads the bot, once, and submits it.
    fn submit(
        &self,
        class: &OpenClass,
        student: &str,
        file: &Path,
        at: HandInTime,
    ) -> Result<SubmitReport, Error> {
        if !is_bot(file) {
            return self.submit_archive(class, student, file, at);
        }
        let source = self.source.as_deref().map(read).transpose()?;
        let bytes =
            host::read_bot(file, &class.plan.size.caps()).map_err(|error| host::unread_bot(file, &error))?;
        let folder = Interpreter::for_path(file).map(|_| Folder::from_entry(file)).transpose();
        let folder = folder.map_err(|error| build::failed(&error))?;
        // A module has no other files.
        let none: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        let beside: &dyn Sources = match &folder {
            Some((folder, _)) => folder,
            None => &none,
        };
        let name = file.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        let bot = BotFile { name: &name, path: file, bytes: &bytes, beside };
        let place = self.isolate.place(1)?;
        submit(class, place.validator(), student, &bot, source.as_ref(), at)
    }

    /// Submits the bot in a zip archive, as the service does.
    fn submit_archive(
        &self,
        class: &OpenClass,
        student: &str,
        file: &Path,
        at: HandInTime,
    ) -> Result<SubmitReport, Error> {
        let archive = read(file)?;
        if self.source.is_some() {
            return Err(Error::input(format!("{} cannot be combined with --source", visible_path(file)))
                .hint("with --source, give the .wasm file or the script"));
        }
        submit_files(class, self.isolate.place(1)?.validator(), student, vec![archive], at)
    }
}

/// Returns `true` for a script, and for a module with any name.
fn is_bot(file: &Path) -> bool {
    let has_ending =
        file.extension().is_some_and(|ending| ending == "wasm") || Interpreter::for_path(file).is_some();
    // A file that cannot be read is refused as a bot.
    has_ending || host::is_module(file).unwrap_or(true)
}
