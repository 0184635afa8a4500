//! The deletion of a student's data, in words.

use class_model::Student;
use game::{visible, visible_path};

use super::{Deletion, EarlierBackup, InBackup, MissingRun, StudentData};
use crate::open_class::OpenClass;

impl Deletion {
    /// Returns the student with this id and the deleted data, one item per line.
    pub fn items(&self, id: &str) -> Vec<String> {
        let mut lines = self.data.items(id);
        for run in &self.runs {
            let folder = visible_path(run.folder.root());
            if run.lines > 0 {
                lines.push(format!("  name and id in {folder}"));
            }
            match run.modules.len() {
                0 => {}
                1 => lines.push(format!("  1 module in {folder}")),
                count => lines.push(format!("  {count} modules in {folder}")),
            }
        }
        lines.extend(self.data.moved.iter().map(|moved| format!("  note: {}", visible(moved))));
        lines
    }

    /// Returns the full description, line by line: the deleted data of the student with this id, and what could not be
    /// reached.
    pub fn lines(&self, class: &OpenClass, id: &str) -> Vec<String> {
        let mut lines = Vec::new();
        if self.deletes_any() || self.removed > 0 {
            lines.push(if self.dry_run { "would be deleted:" } else { "deleted:" }.to_owned());
            lines.extend(self.items(id));
        } else {
            let id = visible(id);
            lines.push(format!(
                "nothing to delete for \"{id}\": no student and no run that was searched has this id"
            ));
        }
        if self.removed > 0 {
            lines.push(format!("  files removed: {}", self.removed));
        }
        lines.extend(self.missing.iter().map(MissingRun::words));
        lines.extend(self.backups.iter().map(EarlierBackup::words));
        if self.runs.iter().any(|run| !run.modules.is_empty()) {
            lines.push(
                "the alias, moves and logs stay in the runs, as part of other students' results".to_owned(),
            );
        }
        let folder = visible_path(class.folder.root());
        lines.push(format!("copies of {folder} not made by `muster class backup` are not tracked"));
        lines
    }
}

impl StudentData {
    /// Returns the student with this id and the data deleted from the class.
    fn items(&self, id: &str) -> Vec<String> {
        let mut lines = vec![match &self.student {
            Some(student) => format!("  {}", who(student)),
            None => format!("  remaining data of {}", visible(id)),
        }];
        if let Some(forgotten) = &self.forgotten {
            let of_team = forgotten.submissions.iter().filter(|stone| stone.of_team.is_some()).count();
            let hand_ins = forgotten.submissions.len() - of_team;
            lines.push(format!("  entries {}, hand-ins {hand_ins}", forgotten.events.len()));
            if of_team > 0 {
                lines.push(format!("  hand-ins that stay with the team: {of_team}"));
            }
        }
        lines.extend(self.modules.iter().map(|hash| format!("  module {hash}")));
        lines
    }
}

impl MissingRun {
    fn words(&self) -> String {
        let MissingRun { run, began_in } = self;
        let was = began_in.as_ref().map(|place| format!(", which began in {},", visible(place)));
        let was = was.unwrap_or_default();
        format!("the run {run}{was} was not found: repeat the command with --run and its folder")
    }
}

impl EarlierBackup {
    /// Describes the data that the backup still contains.
    fn words(&self) -> String {
        let path = visible_path(&self.path);
        match &self.state {
            InBackup::Held => format!(
                "the backup {path} still contains the data: delete it or overwrite it with a new backup"
            ),
            InBackup::Gone => format!(
                "the backup {path} has been moved or deleted: if it still exists, it may contain the data"
            ),
            InBackup::Unread(why) => {
                format!("the backup {path} may still contain the data, but cannot be read: {}", visible(why))
            }
        }
    }
}

/// Returns for example `Zoë (4713), zoe@example.edu, alias Cee`.
fn who(student: &Student) -> String {
    let Student { id, name, email, alias, section, team } = student;
    let mut words = format!("{} ({})", visible(name), visible(id));
    let further = [
        ("", email.as_ref()),
        ("alias ", Some(alias)),
        ("section ", section.as_ref()),
        ("team ", team.as_ref()),
    ];
    for (what, text) in further {
        if let Some(text) = text {
            words.push_str(&format!(", {what}{}", visible(text)));
        }
    }
    words
}
