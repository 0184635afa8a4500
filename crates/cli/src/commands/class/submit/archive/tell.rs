//! What becomes of an archive, told.

use class::{Facts, Left, Submission, Taken, Who, late_days, standing};
use game::visible;
use handin::Skipped;
use serde_json::{Value, json};

use super::super::super::opened::Opened;
use super::Opening;
use crate::exit::{Code, Done, Failed};
use crate::out;
use crate::terminal::table::{self, Align};
use crate::terminal::text::{inert, shortened};

/// Lines of a kind that are told; `--json` has all.
const NAMED: usize = 100;

/// What becomes of an archive.
pub(super) struct Told<'a> {
    pub(super) opened: &'a Opened,
    pub(super) opening: &'a Opening,
    /// Everything that has happened; in a dry run without what is in the archive.
    pub(super) facts: &'a Facts,
    /// What is new.
    pub(super) taken: Vec<&'a Taken>,
    /// What the class had before.
    pub(super) known: Vec<&'a Taken>,
}

impl Told<'_> {
    pub(super) fn tell(&self, as_json: bool) -> Done {
        if as_json {
            self.json()?;
        } else {
            self.text()?;
        }
        match self.left().len() + self.skipped().len() {
            0 => Ok(()),
            left => {
                let plural = if left == 1 { "entry was" } else { "entries were" };
                Err(Failed::new(Code::No, format!("{left} {plural} not taken")))
            }
        }
    }

    fn left(&self) -> &[Left] {
        &self.opening.collected.left
    }

    fn skipped(&self) -> &[Skipped] {
        &self.opening.contents.skipped
    }

    fn submission(&self, taken: &Taken) -> Option<(u32, &Submission)> {
        let number = self.opening.find(taken, self.facts)?;
        Some((number, self.facts.submission(number)?))
    }

    fn file(&self, taken: &Taken) -> String {
        visible(&self.opening.contents.files[taken.bot].file)
    }

    fn text(&self) -> Done {
        let head = [
            ("student", Align::Left),
            ("alias", Align::Left),
            ("file", Align::Left),
            ("received", Align::Left),
            ("submission", Align::Right),
            ("note", Align::Left),
        ];
        let rows: Vec<Vec<String>> = self.taken.iter().map(|taken| self.row(taken)).collect();
        if !rows.is_empty() {
            out::line(&table::render(&head, &rows))?;
        }
        if !self.known.is_empty() {
            out::line(&format!("in the class already: {}", self.known.len()))?;
        }
        let left = self
            .left()
            .iter()
            .flat_map(|left| left.paths.iter().map(|path| (path.as_str(), left.why.to_string())));
        let skipped = self.skipped().iter().map(|skipped| (skipped.path.as_str(), skipped.why.to_string()));
        let all: Vec<(&str, String)> = left.chain(skipped).collect();
        if all.is_empty() {
            return Ok(());
        }
        out::line("not taken:")?;
        for (path, why) in all.iter().take(NAMED) {
            out::line(&format!("  {}: {}", shortened(path), inert(why)))?;
        }
        match all.len().saturating_sub(NAMED) {
            0 => Ok(()),
            more => out::line(&format!("  … and {more} more; --json has all")),
        }
    }

    fn row(&self, taken: &Taken) -> Vec<String> {
        let contender = self.facts.contender_of(&taken.student);
        let found = self.submission(taken);
        let mut notes = Vec::new();
        if let Some((_, submission)) = found {
            notes.extend(submission.module().is_none().then(|| "refused by the door".to_owned()));
        }
        if let Some(contender) = &contender {
            let deadline = standing(&self.opened.plan, self.facts, contender).deadline;
            match late_days(&self.opened.plan, &deadline, taken.received) {
                Some(0) => {}
                Some(days) => notes.push(format!("takes {days} of {} late days", deadline.late_days)),
                None => notes.push("too late".to_owned()),
            }
        }
        if !taken.also_from.is_empty() {
            notes.push(format!("the same from {}", taken.also_from.join(", ")));
        }
        vec![
            taken.student.clone(),
            contender.map(|contender| contender.alias.to_owned()).unwrap_or_default(),
            self.file(taken),
            self.opened.shown(taken.received),
            found.map(|(number, _)| number.to_string()).unwrap_or_default(),
            notes.join("; "),
        ]
    }

    fn json(&self) -> Done {
        let taken: Vec<Value> = self.taken.iter().map(|taken| self.taken_json(taken)).collect();
        let known: Vec<Value> = self.known.iter().map(|taken| self.taken_json(taken)).collect();
        let left: Vec<Value> = self
            .left()
            .iter()
            .map(|left| json!({ "paths": left.paths, "why": left.why.to_string() }))
            .collect();
        let skipped: Vec<Value> = self
            .skipped()
            .iter()
            .map(|skipped| json!({ "path": skipped.path, "why": skipped.why.to_string() }))
            .collect();
        let told = json!({ "taken": taken, "known": known, "left": left, "skipped": skipped });
        out::line(&told.to_string())
    }

    fn taken_json(&self, taken: &Taken) -> Value {
        let found = self.submission(taken);
        let team = self.facts.student(&taken.student).map(Who::of);
        json!({
            "student": taken.student,
            "team": match team { Some(Who::Team(name)) => Some(name), _ => None },
            "file": self.file(taken),
            "received": taken.received.to_string(),
            "also_from": taken.also_from,
            "marked_late": taken.marked_late,
            "submission": found.map(|(number, _)| number),
            "accepted": found.map(|(_, submission)| submission.module().is_some()),
        })
    }
}
