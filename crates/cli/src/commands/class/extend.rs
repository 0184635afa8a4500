//! `muster class extend`: gives students more time.

use std::path::{Path, PathBuf};

use clap::Args;
use class_operations::deadlines::{
    Extend, ExtensionEffect, ExtensionFile, ExtensionLine, extend, extend_by_file, preview_extensions,
};
use class_operations::{NamedFile, OpenClass, words};
use terminal::out;
use terminal::text::inert;

use super::opening::{open, print_warnings};
use crate::commands::report::course_file::read_sheet;
use crate::exit::Done;

/// `muster class extend`
#[derive(Args)]
#[command(after_help = "\
A file is CSV with headings: id or email, then until (a deadline) or hours (the time after the student's regular deadline), \
and reason. Lines without a deadline change nothing. Either all lines are applied or none.")]
pub(crate) struct ExtendCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The student's id. A team has the latest extension given to one of its students.
    #[arg(required_unless_present = "file", requires = "until")]
    student: Option<String>,
    /// The new deadline, in the class's time zone: "2026-12-08 23:59". Late days come after it.
    #[arg(long)]
    until: Option<String>,
    /// The reason, for the record.
    #[arg(long, default_value = "")]
    reason: String,
    /// A CSV file with extensions for many students.
    #[arg(long, value_name = "FILE.csv", conflicts_with_all = ["student", "until", "reason"])]
    file: Option<PathBuf>,
    /// Show what the file would change, and change nothing.
    #[arg(long, requires = "file")]
    dry_run: bool,
    /// Allow a deadline that is earlier than that of the student's current extension.
    #[arg(long)]
    shorten: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl ExtendCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        if let Some(file) = &self.file {
            return self.many(&class, file);
        }
        let request = Extend {
            student: self.student.unwrap_or_default(),
            until: self.until.unwrap_or_default(),
            reason: self.reason,
            may_shorten: self.shorten,
        };
        let extended = extend(&class, request)?;
        print_warnings(&extended.warnings);
        if self.json {
            return out::json(&extended);
        }
        let (alias, deadline) = (inert(&extended.alias), words::deadline_words(&class, &extended.own));
        out::line(&format!("{alias}: {deadline}; previously {}", class.shown(extended.previous_deadline.0)))?;
        match extended.displaced {
            Some(number) => out::line(&format!("{alias}: submission {number} no longer counts")),
            None => Ok(()),
        }
    }

    fn many(&self, class: &OpenClass, path: &Path) -> Done {
        let NamedFile { name, bytes } = read_sheet(path)?;
        let file = ExtensionFile { name: &name, bytes: &bytes, may_shorten: self.shorten };
        let report = if self.dry_run {
            preview_extensions(class, &file)?
        } else {
            extend_by_file(class, &file, None)?
        };
        print_warnings(&report.warnings);
        if self.json {
            return out::json(&report);
        }
        if self.dry_run {
            out::line("nothing was changed; the result would be:")?;
        }
        for line in &report.lines {
            out::line(&described(class, line))?;
        }
        Ok(())
    }
}

/// Describes a line: `line 2: 1001: extended until 2026-12-08 23:59:59 +01:00`.
fn described(class: &OpenClass, line: &ExtensionLine) -> String {
    let until = line.deadline.map(|until| format!(" until {}", class.shown(until.0))).unwrap_or_default();
    let effect = match line.effect {
        ExtensionEffect::Extends => "extended",
        ExtensionEffect::Shortens => "shortened",
        ExtensionEffect::Unchanged => "unchanged",
        ExtensionEffect::Problem => "problem",
    };
    let student = line.student.as_ref().map(|id| format!("{}: ", inert(id))).unwrap_or_default();
    let note = line.note.as_ref().map(|note| format!(": {}", inert(note))).unwrap_or_default();
    format!("line {}: {student}{effect}{until}{note}", line.line)
}
