//! `muster class roster`: who is in the class.

use std::path::{Path, PathBuf};

use clap::Args;
use class::Facts;
use class::roster::{Changes, Columns, RosterProblem, changes};
use classroom::OpenClass;
use explain::Error;
use game::visible_path;
use gradebook::Sheet;
use serde_json::{Value, json};

use super::opening::{open, write};
use crate::exit::Done;
use crate::out;
use crate::terminal::table::{self, Align};
use crate::terminal::text::inert;

/// Problems, and students who are not in the file, that are told.
const MOST: usize = 100;

/// `muster class roster`
#[derive(Args)]
#[command(after_help = "\
The file is CSV with headings. Columns are found by name: id, name, alias, section, team, email, or those of Moodle's and \
Canvas's gradebooks in English. An empty cell leaves what was there, and `-` removes a section, team or address. Students \
who are not in the file stay.")]
pub(crate) struct RosterCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The CSV file [default: list the students].
    file: Option<PathBuf>,
    /// The column with the students' ids.
    #[arg(long, value_name = "COLUMN")]
    id: Option<String>,
    /// The column with their names.
    #[arg(long, value_name = "COLUMN")]
    name: Option<String>,
    /// The column with their aliases, which runs and reports show.
    #[arg(long, value_name = "COLUMN")]
    alias: Option<String>,
    /// The column with their sections.
    #[arg(long, value_name = "COLUMN")]
    section: Option<String>,
    /// The column with their teams.
    #[arg(long, value_name = "COLUMN")]
    team: Option<String>,
    /// Say what would change, and change nothing.
    #[arg(long, requires = "file")]
    dry_run: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl RosterCommand {
    pub(crate) fn run(self) -> Done {
        let opened = open(&self.folder)?;
        match &self.file {
            Some(file) => self.take(&opened, file),
            None => self.list(&opened.facts()?),
        }
    }

    fn take(&self, opened: &OpenClass, file: &Path) -> Done {
        let shown = visible_path(file);
        let bytes = files::read_bounded(file, gradebook::LONGEST as u64)
            .map_err(|error| Error::input(format!("cannot read {shown}: {error}")))?;
        let sheet = Sheet::read(&bytes).map_err(|error| Error::input(format!("{shown}: {error}")))?;
        let columns = Columns {
            id: self.id.clone(),
            name: self.name.clone(),
            alias: self.alias.clone(),
            section: self.section.clone(),
            team: self.team.clone(),
        };
        let changes_to = |facts: &Facts| {
            changes(&opened.plan, facts, &sheet, &columns).map_err(|problems| refused(&shown, &problems))
        };
        let mut taken = Changes::default();
        if self.dry_run {
            taken = changes_to(&opened.facts()?)?;
        } else {
            write(opened, |facts, _| {
                taken = changes_to(facts)?;
                Ok(taken.clone().events())
            })?;
        }
        self.tell(&taken)
    }

    fn tell(&self, taken: &Changes) -> Done {
        let changed = taken.enrolled.len() - taken.new;
        if self.json {
            let enrolled: Vec<&str> = taken.enrolled.iter().map(|student| student.id.as_str()).collect();
            let told = json!({
                "dry_run": self.dry_run,
                "new": taken.new,
                "changed": changed,
                "unchanged": taken.unchanged,
                "enrolled": enrolled,
                "absent": taken.absent,
            });
            return out::line(&told.to_string());
        }
        let would = if self.dry_run { "nothing was changed; it would be: " } else { "" };
        let (new, unchanged) = (taken.new, taken.unchanged);
        out::line(&format!("{would}{new} new, {changed} changed, {unchanged} unchanged"))?;
        if taken.absent.is_empty() {
            return Ok(());
        }
        let absent: Vec<String> = taken.absent.iter().take(MOST).map(|id| inert(id)).collect();
        let more = match taken.absent.len() - absent.len() {
            0 => String::new(),
            more => format!(" … and {more} more; --json has all"),
        };
        out::line(&format!("not in the file, and still in the class: {}{more}", absent.join(", ")))
    }

    fn list(&self, facts: &Facts) -> Done {
        let students = facts.students();
        if self.json {
            let students: Vec<Value> = students.iter().map(|student| json!(student)).collect();
            return out::line(&json!({ "students": students }).to_string());
        }
        let head = ["id", "name", "alias", "section", "team"].map(|title| (title, Align::Left));
        let rows: Vec<Vec<String>> = students
            .iter()
            .map(|student| {
                let or_none = |text: &Option<String>| text.clone().unwrap_or_default();
                let [section, team] = [&student.section, &student.team].map(or_none);
                vec![student.id.clone(), student.name.clone(), student.alias.clone(), section, team]
            })
            .collect();
        out::line(&table::render(&head, &rows))
    }
}

fn refused(file: &str, problems: &[RosterProblem]) -> Error {
    let count = problems.len();
    let head =
        format!("{file} has {count} problem{}; nothing was changed:", if count == 1 { "" } else { "s" });
    let lines = problems.iter().take(MOST);
    Error::input(lines.fold(head, |message, problem| {
        format!("{message}\n  line {}: {}", problem.line, inert(&problem.message))
    }))
}
