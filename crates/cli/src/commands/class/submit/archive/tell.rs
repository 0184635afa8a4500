//! What becomes of an archive, told.

use class::{Door, Facts, Left, Submission, Taken, Who, late_days, standing};
use classroom::OpenClass;
use explain::{Error, Kind};
use game::visible;
use handin::Skipped;
use serde_json::{Value, json};

use super::super::undecided_hand_ins;
use super::Opening;
use crate::exit::Done;
use crate::out;
use crate::terminal::table::{self, Align};
use crate::terminal::text::{inert, shortened};

/// Lines of a kind that are told; `--json` has all.
const NAMED: usize = 100;

/// What becomes of an archive.
pub(super) struct Told<'a> {
    pub(super) opened: &'a OpenClass,
    pub(super) opening: &'a Opening,
    /// Everything that has happened; in a dry run without what is in the archive.
    pub(super) facts: &'a Facts,
    /// Whether nothing is handed in.
    pub(super) is_dry: bool,
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
        match self.taken.iter().filter(|taken| self.is_undecided(taken)).count() {
            0 => {}
            count => return Err(undecided_hand_ins(count)),
        }
        match self.left().len() + self.skipped().len() {
            0 => Ok(()),
            left => {
                let plural = if left == 1 { "entry was" } else { "entries were" };
                Err(Error::new(Kind::Refused, format!("{left} {plural} not taken")))
            }
        }
    }

    fn left(&self) -> &[Left] {
        &self.opening.collected.left
    }

    /// What is not taken for itself, without what is the reason why something else is left.
    fn skipped(&self) -> Vec<&Skipped> {
        let is_left = |path: &String| self.left().iter().any(|left| left.paths.contains(path));
        self.opening.contents.skipped.iter().filter(|skipped| !is_left(&skipped.path)).collect()
    }

    /// Why the door refuses something, or will refuse it.
    fn reasons(&self, taken: &Taken) -> Vec<String> {
        match self.submission(taken).map(|(_, submission)| &submission.door) {
            Some(Door::Refused { reasons }) => reasons.clone(),
            Some(Door::Accepted { .. }) => Vec::new(),
            Some(Door::Undecided { why }) => vec![why.clone()],
            None => self.opening.foreseen(taken),
        }
    }

    fn submission(&self, taken: &Taken) -> Option<(u32, &Submission)> {
        let number = self.opening.find(taken, self.facts)?;
        Some((number, self.facts.submission(number)?))
    }

    fn is_undecided(&self, taken: &Taken) -> bool {
        self.submission(taken).is_some_and(|(_, submission)| submission.is_undecided())
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
        let head = if self.is_dry { "the door would refuse:" } else { "refused by the door:" };
        self.reasons_of(head, |taken| !self.is_undecided(taken))?;
        self.reasons_of("undecided on this machine:", |taken| self.is_undecided(taken))?;
        if !self.known.is_empty() {
            out::line(&format!("in the class already: {}", self.known.len()))?;
        }
        let left = self
            .left()
            .iter()
            .flat_map(|left| left.paths.iter().map(|path| (path.as_str(), left.why.to_string())));
        let skipped =
            self.skipped().into_iter().map(|skipped| (skipped.path.as_str(), skipped.why.to_string()));
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

    /// Whose bots are not accepted, of those that are meant, and why.
    fn reasons_of(&self, head: &str, is_meant: impl Fn(&Taken) -> bool) -> Done {
        let mut head = Some(head);
        for taken in self.taken.iter().filter(|taken| is_meant(taken)) {
            let name = self.facts.student(&taken.student).map(|student| student.name.as_str());
            let who = format!("{} ({})", taken.student, name.unwrap_or_default());
            for reason in self.reasons(taken) {
                if let Some(head) = head.take() {
                    out::line(head)?;
                }
                // What a script printed comes in further lines.
                out::line(&format!(
                    "  {}: {}",
                    inert(&who),
                    inert(reason.lines().next().unwrap_or_default())
                ))?;
            }
        }
        Ok(())
    }

    fn row(&self, taken: &Taken) -> Vec<String> {
        let contender = self.facts.contender_of(&taken.student);
        let found = self.submission(taken);
        let mut notes = Vec::new();
        match found.map(|(_, submission)| &submission.door) {
            Some(Door::Undecided { .. }) => notes.push("undecided, waits".to_owned()),
            Some(Door::Refused { .. }) => notes.push("refused by the door".to_owned()),
            Some(Door::Accepted { .. }) | None => {}
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
            "undecided": self.is_undecided(taken),
            "reasons": self.reasons(taken),
        })
    }
}
