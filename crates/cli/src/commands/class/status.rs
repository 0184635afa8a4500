//! `muster class status`: who stands where.

use std::path::PathBuf;

use clap::Args;
use class::{Facts, Moment, Reader};
use classroom::{OpenClass, find_student};
use serde_json::{Value, json};

use super::engine;
use super::opening::open;
use super::words::{self, Shown};
use crate::exit::Done;
use crate::out;
use crate::terminal::table::{self, Align};
use crate::terminal::text::inert;

/// `muster class status`
#[derive(Args)]
pub(crate) struct StatusCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The id of a student, to see everything of one [default: everybody].
    student: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl StatusCommand {
    pub(crate) fn run(self) -> Done {
        let opened = open(&self.folder)?;
        let facts = opened.facts()?;
        engine::warn(&opened, &facts);
        // No moment is shown as later than what was written down last.
        let now = facts.last().map_or_else(Moment::now, |last| last.max(Moment::now()));
        match &self.student {
            Some(id) => {
                let id = &find_student(&facts, id)?.id;
                let contender = facts.contender_of(id);
                contender.map_or(Ok(()), |contender| {
                    self.one(&opened, &Shown::of(&opened, &facts, contender, now), now)
                })
            }
            None => self.all(&opened, &facts, now),
        }
    }

    fn all(&self, opened: &OpenClass, facts: &Facts, now: Moment) -> Done {
        let contenders = facts.contenders().into_iter();
        let all: Vec<Shown<'_>> =
            contenders.map(|contender| Shown::of(opened, facts, contender, now)).collect();
        let open = all.iter().filter(|one| now <= one.standing.deadline.last).count();
        let same = facts.same_bytes();
        if self.json {
            let entries: Vec<Value> = all.iter().map(|one| one.as_json(opened, now)).collect();
            let same: Vec<Value> = same
                .iter()
                .map(|(hash, numbers)| json!({ "hash": hash.to_string(), "submissions": numbers }))
                .collect();
            let announcements: Vec<Value> = facts
                .announcements()
                .iter()
                .map(|dated| json!({ "at": dated.at.to_string(), "text": dated.what }))
                .collect();
            let told = json!({
                "name": opened.plan.name,
                "game": opened.plan.game.name(),
                "now": now.to_string(),
                "zone": opened.plan.zone.name(),
                "deadline": opened.plan.deadline.to_string(),
                "closed": facts.closed().map(|since| since.to_string()),
                "frozen": {
                    "participants": facts.frozen(Reader::Participants).map(|freeze| freeze.since.to_string()),
                    "all": facts.frozen(Reader::All).map(|freeze| freeze.since.to_string()),
                },
                "open_deadlines": open,
                "undecided": facts.undecided().count(),
                "quota": words::quota_json(&opened.plan.quota),
                "entries": entries,
                "same_bytes": same,
                "announcements": announcements,
            });
            return out::line(&told.to_string());
        }
        let deadline = opened.shown(opened.plan.deadline);
        out::line(&format!("{}: deadline {deadline}, now {}", inert(&opened.plan.name), opened.shown(now)))?;
        if let Some(since) = facts.closed() {
            out::line(&format!("closed since {}", opened.shown(since)))?;
        }
        for reader in [Reader::Participants, Reader::All] {
            if let Some(freeze) = facts.frozen(reader) {
                let who = reader;
                out::line(&format!("results are frozen for {who} since {}", opened.shown(freeze.since)))?;
            }
        }
        if open > 0 {
            out::line(&format!("{open} of {} may still hand in", all.len()))?;
        }
        if let Some(words) = words::quota_words(&opened.plan.quota) {
            out::line(&format!("everybody may hand in {words}"))?;
        }
        out::line("")?;
        let head = [
            ("alias", Align::Left),
            ("students", Align::Left),
            ("section", Align::Left),
            ("handed in", Align::Right),
            ("left now", Align::Right),
            ("active", Align::Right),
            ("late days", Align::Right),
            ("deadline", Align::Left),
        ];
        let rows: Vec<Vec<String>> = all.iter().map(|one| row(opened, one)).collect();
        out::line(&table::render(&head, &rows))?;
        for (_, numbers) in &same {
            let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
            out::line(&format!("the same bytes from several: submissions {}", numbers.join(", ")))?;
        }
        match facts.undecided().count() {
            0 => {}
            1 => out::line("1 hand-in waits for a verdict: `muster class work`")?,
            count => out::line(&format!("{count} hand-ins wait for a verdict: `muster class work`"))?,
        }
        for dated in facts.announcements() {
            out::line(&format!("{}: {}", opened.shown(dated.at), inert(&dated.what)))?;
        }
        Ok(())
    }

    fn one(&self, opened: &OpenClass, one: &Shown<'_>, now: Moment) -> Done {
        if self.json {
            return out::line(&one.as_json(opened, now).to_string());
        }
        let members: Vec<String> = one
            .contender
            .members
            .iter()
            .map(|member| format!("{} ({})", inert(&member.name), inert(&member.id)))
            .collect();
        out::line(&format!("{}: {}", inert(one.contender.alias), members.join(", ")))?;
        out::line(&format!("  deadline {}", words::deadline_words(opened, &one.standing.deadline)))?;
        if let Some(words) = words::allowance_words(opened, &opened.plan.quota, &one.allowance, now) {
            out::line(&format!("  {words}"))?;
        }
        let why = words::why(opened, &one.standing);
        match &one.standing.active {
            Ok(active) => out::line(&format!("  active: submission {} ({why})", active.submission))?,
            Err(_) => out::line(&format!("  active: none ({why})"))?,
        }
        for (number, submission) in &one.submissions {
            let said = words::door_word(submission);
            let (at, by) = (opened.shown(submission.received), inert(&submission.by));
            let stated = if submission.stated { " (stated)" } else { "" };
            out::line(&format!(
                "  submission {number}: {at}{stated}, by {by}, {}, {said}",
                inert(&submission.file)
            ))?;
        }
        Ok(())
    }
}

fn row(opened: &OpenClass, one: &Shown<'_>) -> Vec<String> {
    let members: Vec<&str> = one.contender.members.iter().map(|member| member.id.as_str()).collect();
    let active = one.standing.active.as_ref().ok();
    let deadline = &one.standing.deadline;
    let extended = if deadline.extended.is_some() { " (extended)" } else { "" };
    vec![
        one.contender.alias.to_owned(),
        members.join(", "),
        one.contender.section.unwrap_or_default().to_owned(),
        one.submissions.len().to_string(),
        words::left_word(&one.allowance),
        active.map_or_else(|| "-".to_owned(), |active| active.submission.to_string()),
        active
            .map(|active| active.late_days)
            .filter(|days| *days > 0)
            .map(|days| days.to_string())
            .unwrap_or_default(),
        format!("{}{extended}", opened.shown(deadline.due())),
    ]
}
