//! `muster class roster`: imports and lists students.

use std::path::{Path, PathBuf};

use clap::Args;
use class_model::Facts;
use class_model::roster::Columns;
use class_operations::roster::{RosterFile, RosterImport, RosterReport, import_roster, preview_roster};
use class_operations::{NamedFile, OpenClass};
use terminal::out;
use terminal::table::{self, Align};
use terminal::text::inert;

use super::opening::{open, print_warnings};
use crate::commands::report::course_file::read_sheet;
use crate::exit::Done;

/// Maximum number of named students that are not in the file.
const NAMED: usize = 100;

/// `muster class roster`
#[derive(Args)]
#[command(after_help = "\
The file is CSV with headings. Columns are found by name: id, name, alias, section, team, email, or the English headings of \
Moodle's and Canvas's gradebooks. An empty cell keeps the current value, and `-` removes a section, team or address. \
Students who are not in the file stay in the class. `--section -` ignores the column, and likewise for the other options.")]
pub(crate) struct RosterCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The CSV file to import [default: list the students].
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
    /// Show what would change, and change nothing.
    #[arg(long, requires = "file")]
    dry_run: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl RosterCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        match &self.file {
            Some(file) => self.import(&class, file),
            None => self.list(&class.facts()?),
        }
    }

    fn import(&self, class: &OpenClass, path: &Path) -> Done {
        let NamedFile { name, bytes } = read_sheet(path)?;
        let columns = Columns {
            id: self.id.clone(),
            name: self.name.clone(),
            alias: self.alias.clone(),
            section: self.section.clone(),
            team: self.team.clone(),
        };
        let file = RosterFile { name: &name, bytes: &bytes, columns: &columns };
        let import = if self.dry_run { preview_roster(class, &file)? } else { import_roster(class, &file)? };
        print_warnings(&import.warnings);
        self.print(&import)
    }

    fn print(&self, import: &RosterImport) -> Done {
        if self.json {
            return out::json(&import.report());
        }
        let changes = &import.changes;
        let would = if self.dry_run { "nothing was changed; the result would be: " } else { "" };
        out::line(&format!("{would}{}", import.words()))?;
        if changes.absent.is_empty() {
            return Ok(());
        }
        let absent: Vec<String> = changes.absent.iter().take(NAMED).map(|id| inert(id)).collect();
        let more = match changes.absent.len() - absent.len() {
            0 => String::new(),
            more => format!(" … and {more} more; --json has all"),
        };
        out::line(&format!("not in the file, but still in the class: {}{more}", absent.join(", ")))
    }

    fn list(&self, facts: &Facts) -> Done {
        let students = facts.students();
        if self.json {
            return out::json(&RosterReport::new(&students));
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
