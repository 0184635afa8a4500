//! `muster class check`: shows the results of versions.

use std::path::PathBuf;

use clap::Args;
use class_model::{Contender, Facts};
use class_operations::freezing::seen;
use class_operations::grades::GradedRun;
use class_operations::judging::scrimmage::COUNT_FOR_NOTHING;
use class_operations::judging::{
    BadgeCheck, ContenderCheck, VersionCheck, badges, check_class, check_contender, judged_games,
};
use class_operations::submission::{Receipt, check_receipt};
use class_operations::{OpenClass, find_student, words};
use ledger::RunFolder;
use terminal::out;
use terminal::table::{self, Align};
use terminal::text::inert;

use super::freeze::ReaderWord;
use super::games_list;
use super::grades_output::{self, Form};
use super::opening::{open, warn_of_engine};
use crate::exit::Done;

/// `muster class check`
#[derive(Args)]
#[command(after_help = "\
Shows the active and the last accepted version of each student or team. `muster class work` plays queued games. With --run, \
shows how the grades of a run were computed; with --receipt, which submission a receipt proves.")]
pub(crate) struct CheckCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The id of a student, to show in full [default: all students].
    student: Option<String>,
    /// List the games for this requirement, each with the command that plays it again.
    #[arg(long, value_name = "REQUIREMENT", requires = "student")]
    games: Option<String>,
    /// Show only the results that these readers may see, without frozen or private ones.
    #[arg(long = "as", value_name = "READER")]
    reader: Option<ReaderWord>,
    /// Show how the grades of this run were computed: the formula with its values, byes, rulings, lots, the version that
    /// played, late days, extension and badges.
    #[arg(long, value_name = "RUN", conflicts_with_all = ["games", "reader"])]
    run: Option<PathBuf>,
    /// Check a receipt from a submission's page: whether it is in the class's record, and for which submission.
    #[arg(long, conflicts_with_all = ["student", "games", "reader", "run"])]
    receipt: Option<Receipt>,
    /// Print CSV, with a line for each student. Keep it as private as the class.
    #[arg(long, requires = "run", conflicts_with = "json")]
    csv: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl CheckCommand {
    pub(crate) fn run(self) -> Done {
        let opened = open(&self.folder)?;
        let facts = opened.facts()?;
        warn_of_engine(&opened, &facts);
        let facts = seen(&opened, self.reader.map(ReaderWord::reader), facts)?;
        if let Some(receipt) = &self.receipt {
            return self.prove(&opened, &facts, receipt);
        }
        if let Some(run) = &self.run {
            let form = match (self.csv, self.json) {
                (true, _) => Form::Csv,
                (_, true) => Form::Json,
                _ => Form::Text,
            };
            let run = GradedRun::open(&RunFolder::at(run))?;
            return grades_output::print(&opened, &facts, &run, self.student.as_deref(), form);
        }
        let Some(id) = &self.student else { return self.all(&opened, &facts) };
        let id = &find_student(&facts, id)?.id;
        let Some(contender) = facts.contender_of(id) else { return Ok(()) };
        match &self.games {
            Some(requirement) => self.list(&opened, &facts, &contender, requirement),
            None => self.one(&opened, &facts, &contender),
        }
    }

    /// Prints the submission that a receipt belongs to.
    fn prove(&self, class: &OpenClass, facts: &Facts, receipt: &Receipt) -> Done {
        let found = check_receipt(class, facts, receipt)?;
        if self.json {
            return out::json(&found);
        }
        found.lines(class).iter().try_for_each(|line| out::line(line))
    }

    fn all(&self, class: &OpenClass, facts: &Facts) -> Done {
        let check = check_class(class, facts);
        let check = if self.reader.is_some() { check.for_readers() } else { check };
        if self.json {
            return out::json(&check.report());
        }
        for requirement in &class.plan.requirements {
            out::line(&format!("{}: {}", inert(&requirement.name), badges::requirement_words(requirement)))?;
        }
        let requirements = class.plan.requirements.iter();
        let head: Vec<(&str, Align)> =
            [("alias", Align::Left), ("version", Align::Right), ("trials", Align::Left)]
                .into_iter()
                .chain(requirements.map(|requirement| (requirement.name.as_str(), Align::Left)))
                .collect();
        let rows = |one: &ContenderCheck<'_>| -> Vec<Vec<String>> {
            one.versions.iter().map(|version| row(one.alias, version)).collect()
        };
        let rows: Vec<Vec<String>> = check.entries.iter().flat_map(rows).collect();
        out::line(&table::render(&head, &rows))?;
        for one in &check.entries {
            print_refused(class, one, &format!("{}: ", inert(one.alias)))?;
        }
        match check.waiting + check.requests_waiting {
            0 => Ok(()),
            waiting => out::line(&format!("{waiting} queued to be played: run `muster class work`")),
        }
    }

    fn one(&self, class: &OpenClass, facts: &Facts, contender: &Contender<'_>) -> Done {
        let check = check_contender(class, facts, contender);
        let check = if self.reader.is_some() { check.for_readers() } else { check };
        if self.json {
            return out::json(&check.report());
        }
        print_one(class, &check)
    }

    /// Lists the games that decide if a requirement is met.
    fn list(&self, class: &OpenClass, facts: &Facts, contender: &Contender<'_>, requirement: &str) -> Done {
        let found = judged_games(class, facts, contender, requirement)?;
        if self.json {
            return out::json(&found.games);
        }
        let (alias, words) = (inert(contender.alias), badges::judged_words(found.judged));
        out::line(&format!("{alias}, submission {}: {words}", found.submission))?;
        out::line(&games_list::table(class, &found.games))
    }
}

fn print_one(class: &OpenClass, check: &ContenderCheck<'_>) -> Done {
    out::line(&inert(check.alias))?;
    if let Some(words) = words::allowance_words(class, &class.plan.quota, &check.allowance, check.at) {
        out::line(&format!("  {words}"))?;
    }
    print_refused(class, check, "  ")?;
    if check.versions.is_empty() {
        return out::line("  no submission was accepted");
    }
    for version in &check.versions {
        print_version(class, version)?;
    }
    if check.requests.is_empty() {
        return Ok(());
    }
    out::line(&format!("  friendly games ({COUNT_FOR_NOTHING}):"))?;
    check.requests.iter().try_for_each(|request| out::line(&format!("    {}", request.line(class))))
}

/// Prints the reason why the last submission is not accepted, if it is not.
fn print_refused(class: &OpenClass, check: &ContenderCheck<'_>, head: &str) -> Done {
    let Some((number, last)) = check.refused else { return Ok(()) };
    for (at, line) in words::refusal_lines(class, number, last).iter().enumerate() {
        let head = if at == 0 { head } else { "    " };
        out::line(&format!("{head}{}", inert(line.trim_start())))?;
    }
    Ok(())
}

fn print_version(class: &OpenClass, version: &VersionCheck<'_>) -> Done {
    let active = if version.is_active { ", active" } else { "" };
    out::line(&format!("  submission {}{active}", version.submission))?;
    match version.trial {
        None => out::line("    trial matches are still to be played")?,
        Some(tried) => {
            out::line(&format!("    {}", badges::trial_words(tried)))?;
            for line in tried.words.iter().flat_map(|words| words.lines()) {
                out::line(&format!("      {}", inert(line)))?;
            }
        }
    }
    if let Some((failures, is_paused)) = &version.failing {
        out::line(&format!("    it {}", words::failing_words(class, failures, *is_paused)))?;
    }
    for BadgeCheck { badge, is_stale } in &version.badges {
        let name = inert(&badge.requirement.name);
        let Some(judged) = badge.judged else {
            let asks = badges::requirement_words(badge.requirement);
            out::line(&format!("    {name}: still to be played: {asks}"))?;
            continue;
        };
        out::line(&format!("    {name}: {}", badges::judged_words(judged)))?;
        if *is_stale == Some(true) {
            out::line("      the requirement has changed since")?;
        }
    }
    Ok(())
}

fn row(alias: &str, version: &VersionCheck<'_>) -> Vec<String> {
    let trial = match version.trial {
        None => "wait".to_owned(),
        Some(tried) => match tried.faults.values().sum::<u32>() {
            0 => format!("{} won of {}", tried.wins, tried.matches),
            failed => format!("{} won of {}, failed in {failed}", tried.wins, tried.matches),
        },
    };
    let mark = if version.is_active { "" } else { " (not active)" };
    let mut row = vec![alias.to_owned(), format!("{}{mark}", version.submission), trial];
    row.extend(version.badges.iter().map(|one| badges::cell(&one.badge)));
    row
}
