//! `muster class check`: what versions have shown.

use std::path::PathBuf;

use clap::Args;
use class::{Badge, Contender, Facts, Hash, badges, failing, standing, waiting, watched};
use classroom::badges::{JudgementReport, TrialsOfVersion};
use classroom::requests::{COUNT_FOR_NOTHING, RequestStatus, requests_of};
use classroom::{GamesList, OpenClass, Opponents, badges, find_student, now, seen, words};
use config::BotPlan;
use explain::{Error, Kind};
use ledger::RunFolder;
use serde_json::{Value, json};

use super::engine;
use super::freeze::ReaderWord;
use super::games_list;
use super::graded::{self, Form};
use super::opening::open;
use crate::commands::report::into::graded_run;
use crate::exit::Done;
use crate::out;
use crate::terminal::table::{self, Align};
use crate::terminal::text::inert;

/// `muster class check`
#[derive(Args)]
#[command(after_help = "\
Shows the active version and the last accepted one of each. `muster class work` plays what waits. With --run, shows how \
the grades of a run came about.")]
pub(crate) struct CheckCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The id of a student, to see one in full [default: everybody].
    student: Option<String>,
    /// List the games of this requirement, each with the command that plays it again.
    #[arg(long, value_name = "REQUIREMENT", requires = "student")]
    games: Option<String>,
    /// Show what these readers may see: without what is frozen, or not for them.
    #[arg(long = "as", value_name = "READER")]
    reader: Option<ReaderWord>,
    /// Show how the grades of this run came about: the formula with its values, byes, rulings, lots, the version that
    /// played, late days, extension and badges.
    #[arg(long, value_name = "RUN", conflicts_with_all = ["games", "reader"])]
    run: Option<PathBuf>,
    /// Print CSV: a line for each student. Keep it as private as the class.
    #[arg(long, requires = "run", conflicts_with = "json")]
    csv: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A version with what it has shown.
struct Version<'a> {
    submission: u32,
    active: bool,
    module: Hash,
    badges: Vec<Badge<'a>>,
}

impl CheckCommand {
    pub(crate) fn run(self) -> Done {
        let opened = open(&self.folder)?;
        let facts = opened.facts()?;
        engine::warn(&opened, &facts);
        let facts = seen(&opened, self.reader.map(ReaderWord::reader), facts)?;
        if let Some(run) = &self.run {
            let form = match (self.csv, self.json) {
                (true, _) => Form::Csv,
                (_, true) => Form::Json,
                _ => Form::Text,
            };
            let run = graded_run(&RunFolder::at(run))?;
            return graded::print(&opened, &facts, &run, self.student.as_deref(), form);
        }
        let Some(id) = &self.student else { return self.all(&opened, &facts) };
        let id = &find_student(&facts, id)?.id;
        let Some(contender) = facts.contender_of(id) else { return Ok(()) };
        match &self.games {
            Some(requirement) => self.list(&opened, &facts, &contender, requirement),
            None => self.one(&opened, &facts, &contender),
        }
    }

    fn all(&self, opened: &OpenClass, facts: &Facts) -> Done {
        let contenders = facts.contenders();
        if self.json {
            let opponents = Opponents::read(opened).ok();
            let entries: Vec<Value> = contenders
                .iter()
                .map(|contender| as_json(opened, facts, contender, opponents.as_ref()))
                .collect();
            let told = json!({
                "requirements": opened.plan.requirements.iter().map(|requirement| json!({
                    "name": requirement.name,
                    "percent": requirement.percent,
                    "games": requirement.games,
                    "margin95": requirement.margin(),
                })).collect::<Vec<_>>(),
                "waiting": class::tasks(&opened.plan, facts).len(),
                "requests_waiting": waiting(facts, now(facts)).len(),
                "entries": entries,
            });
            return out::line(&told.to_string());
        }
        for requirement in &opened.plan.requirements {
            out::line(&format!("{}: {}", inert(&requirement.name), badges::requirement_words(requirement)))?;
        }
        let requirements = opened.plan.requirements.iter();
        let head: Vec<(&str, Align)> =
            [("alias", Align::Left), ("version", Align::Right), ("trials", Align::Left)]
                .into_iter()
                .chain(requirements.map(|requirement| (requirement.name.as_str(), Align::Left)))
                .collect();
        let rows = contenders.iter().flat_map(|contender| {
            let versions = versions(opened, facts, contender);
            versions.into_iter().map(|version| row(facts, contender, &version)).collect::<Vec<_>>()
        });
        out::line(&table::render(&head, &rows.collect::<Vec<_>>()))?;
        match class::tasks(&opened.plan, facts).len() + waiting(facts, now(facts)).len() {
            0 => Ok(()),
            waiting => out::line(&format!("{waiting} wait to be played: `muster class work`")),
        }
    }

    fn one(&self, opened: &OpenClass, facts: &Facts, contender: &Contender<'_>) -> Done {
        let opponents = Opponents::read(opened).ok();
        if self.json {
            return out::line(&as_json(opened, facts, contender, opponents.as_ref()).to_string());
        }
        let versions = versions(opened, facts, contender);
        out::line(&inert(contender.alias))?;
        let now = now(facts);
        let quota = &opened.plan.quota;
        let allowance = quota.allowance(&facts.counted(&contender.who), now);
        if let Some(words) = words::allowance_words(opened, quota, &allowance, now) {
            out::line(&format!("  {words}"))?;
        }
        if versions.is_empty() {
            return out::line("  nothing was accepted");
        }
        for version in versions {
            let active = if version.active { ", active" } else { "" };
            out::line(&format!("  submission {}{active}", version.submission))?;
            match facts.shown().trial(&version.module) {
                None => out::line("    trial matches wait to be played")?,
                Some(tried) => {
                    out::line(&format!("    {}", badges::trial_words(tried)))?;
                    for line in tried.words.iter().flat_map(|words| words.lines()) {
                        out::line(&format!("      {}", inert(line)))?;
                    }
                }
            }
            if let Some((failures, pause)) = failing(&opened.plan, facts, &version.module) {
                out::line(&format!("    it {}", words::failing_words(opened, &failures, pause)))?;
            }
            for badge in &version.badges {
                let name = inert(&badge.requirement.name);
                let Some(judged) = badge.judged else {
                    let asks = badges::requirement_words(badge.requirement);
                    out::line(&format!("    {name}: waits to be played: {asks}"))?;
                    continue;
                };
                out::line(&format!("    {name}: {}", badges::judged_words(judged)))?;
                if is_stale(opened, opponents.as_ref(), badge) == Some(true) {
                    out::line("      the requirement was another then")?;
                }
            }
        }
        let asked = requests_of(facts, contender, now);
        if asked.is_empty() {
            return Ok(());
        }
        out::line(&format!("  friendly games ({COUNT_FOR_NOTHING}):"))?;
        for request in &asked {
            out::line(&format!("    {}", request.line(opened)))?;
        }
        Ok(())
    }

    /// Lists the games that show whether a requirement is met.
    fn list(&self, opened: &OpenClass, facts: &Facts, contender: &Contender<'_>, name: &str) -> Done {
        let Some(requirement) = opened.plan.requirements.iter().find(|requirement| requirement.name == name)
        else {
            let names: Vec<&str> =
                opened.plan.requirements.iter().map(|requirement| requirement.name.as_str()).collect();
            let failed = Error::input(format!("there is no requirement \"{}\"", inert(name)));
            return Err(failed.hint(format!("there is {}", inert(&names.join(", ")))));
        };
        let versions = versions(opened, facts, contender);
        let shown = versions.iter().rev().find_map(|version| {
            Some((version, facts.shown().judgement(&version.module, &requirement.name)?))
        });
        let Some((version, judged)) = shown else {
            return Err(Error::new(
                Kind::Refused,
                format!("{} was not judged by it yet", inert(contender.alias)),
            )
            .hint("`muster class work` plays what waits"));
        };
        let list = GamesList::read(opened, &judged.matches)?;
        if self.json {
            return out::json(&list);
        }
        out::line(&format!(
            "{}, submission {}: {}",
            inert(contender.alias),
            version.submission,
            badges::judged_words(judged)
        ))?;
        out::line(&games_list::table(opened, &list))
    }
}

fn versions<'a>(opened: &'a OpenClass, facts: &'a Facts, contender: &Contender<'_>) -> Vec<Version<'a>> {
    let active = standing(&opened.plan, facts, contender).active.ok().map(|active| active.submission);
    let version = |(submission, module): (u32, Hash)| Version {
        submission,
        active: Some(submission) == active,
        module,
        badges: badges(&opened.plan, facts, &module),
    };
    watched(&opened.plan, facts, contender).into_iter().map(version).collect()
}

fn row(facts: &Facts, contender: &Contender<'_>, version: &Version<'_>) -> Vec<String> {
    let trial = match facts.shown().trial(&version.module) {
        None => "wait".to_owned(),
        Some(tried) => match tried.faults.values().sum::<u32>() {
            0 => format!("{} won of {}", tried.wins, tried.matches),
            failed => format!("{} won of {}, failed in {failed}", tried.wins, tried.matches),
        },
    };
    let mark = if version.active { "" } else { " (not active)" };
    let mut row = vec![contender.alias.to_owned(), format!("{}{mark}", version.submission), trial];
    row.extend(version.badges.iter().map(badges::cell));
    row
}

/// Whether a version was judged by another requirement than the text has now; `None` if the opponent's file cannot be
/// read.
fn is_stale(opened: &OpenClass, opponents: Option<&Opponents>, badge: &Badge<'_>) -> Option<bool> {
    if opponents.is_none() && matches!(badge.requirement.against, BotPlan::File(_)) {
        return None;
    }
    let key = match opponents {
        Some(opponents) => opponents.key(&opened.plan, badge.requirement),
        None => badge.requirement.key(opened.plan.game, None),
    };
    Some(badge.judged?.key != key)
}

fn as_json(
    opened: &OpenClass,
    facts: &Facts,
    contender: &Contender<'_>,
    opponents: Option<&Opponents>,
) -> Value {
    let version = |version: &Version<'_>| {
        let badge = |badge: &Badge<'_>| {
            json!({
                "requirement": badge.requirement.name,
                "met": badge.judged.map(class::Judged::is_met),
                "stale": is_stale(opened, opponents, badge),
                "judged": badge.judged.map(JudgementReport::from),
            })
        };
        let failures = facts.shown().failures(&version.module);
        let in_runs = facts.shown().failures_in_runs(&version.module);
        let failing = failing(&opened.plan, facts, &version.module);
        json!({
            "submission": version.submission,
            "active": version.active,
            "module": version.module.to_string(),
            "trial": facts.shown().trial(&version.module).map(TrialsOfVersion::from),
            "badges": version.badges.iter().map(badge).collect::<Vec<_>>(),
            "matches": failures.matches,
            "failed": failures.failed,
            "matches_in_runs": in_runs.matches,
            "failed_in_runs": in_runs.failed,
            "fails_too_often": failing.is_some(),
            "paused": failing.is_some_and(|(_, pause)| pause),
        })
    };
    let now = now(facts);
    let allowance = opened.plan.quota.allowance(&facts.counted(&contender.who), now);
    let asked = requests_of(facts, contender, now);
    json!({
        "alias": contender.alias,
        "left_in_day": allowance.left_in_day,
        "left_in_hour": allowance.left_in_hour,
        "next_at": allowance.next.to_string(),
        "versions": versions(opened, facts, contender).iter().map(version).collect::<Vec<_>>(),
        "requests": asked.iter().map(RequestStatus::report).collect::<Vec<_>>(),
    })
}
