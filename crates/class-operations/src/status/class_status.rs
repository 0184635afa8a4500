//! Status of a class, and of the students and teams in it.

mod report;

use std::collections::BTreeMap;

use class_model::{Contender, ContenderId, Facts, Hash, Moment};
use explain::Error;
use game::visible;
use schemars::JsonSchema;
use serde::Serialize;

pub use self::report::{ClassOverviewReport, ClassReport, ClassSummaryReport, class_summary};
use super::contender_status::{Condition, ContenderStatus};
use crate::open_class::{OpenClass, now};

/// Maximum number of aliases that a line about a shared file names; JSON has all of them.
const NAMED: usize = 12;

/// The status of a class, and of the students and teams in it.
#[derive(Debug)]
pub struct ClassStatus<'f> {
    /// The moment of the status, never earlier than the last recorded event.
    pub at: Moment,
    /// Sections, sorted by name; students and teams without a section come last. A class without sections has one
    /// unnamed section.
    pub sections: Vec<SectionStatus<'f>>,
    /// Files that several students or teams handed in, from the whole class.
    pub same_bytes: Vec<SharedFile<'f>>,
    /// Number of hand-ins of the requested sections that wait for a verdict.
    undecided: usize,
    facts: &'f Facts,
}

/// An overview of a section.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SectionReport")]
pub struct SectionStatus<'f> {
    /// The section's name; null for students and teams without a section.
    #[serde(rename = "section")]
    pub name: Option<&'f str>,
    /// Number of students who hand in alone, and of teams.
    pub of: usize,
    /// Number of them that have an active version.
    pub active: usize,
    /// Number of them whose hand-ins can count now.
    pub open: usize,
    /// Number of them in each condition.
    pub conditions: BTreeMap<Condition, usize>,
    /// The students and teams that match the filter.
    #[serde(skip)]
    pub entries: Vec<ContenderStatus<'f>>,
}

/// A file that several students or teams handed in.
#[derive(Debug)]
pub struct SharedFile<'f> {
    /// Its hash.
    pub hash: Hash,
    /// Holders of the file, each with the numbers of their submissions.
    pub holders: Vec<(Holder<'f>, Vec<u32>)>,
}

/// A student or a team that handed a file in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holder<'f> {
    /// A student or team of the class.
    Contender(Contender<'f>),
    /// A former team that has no students any more, by name, or a student who is in a team now, by id.
    Former(String),
}

/// A filter on students and teams.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatusFilter {
    /// Only those of this section; `None` for all sections.
    pub section: Option<String>,
    /// Only those with any of these conditions; all if empty.
    pub conditions: Vec<Condition>,
}

/// Returns the status of a class, with the students and teams that match the filter.
///
/// # Errors
/// If there is no such section.
pub fn status<'f>(
    class: &OpenClass,
    facts: &'f Facts,
    filter: &StatusFilter,
) -> Result<ClassStatus<'f>, Error> {
    let at = now(facts);
    let mut by_section: BTreeMap<Option<&str>, Vec<ContenderStatus<'f>>> = BTreeMap::new();
    for contender in facts.contenders() {
        let of_section = by_section.entry(contender.section).or_default();
        of_section.push(ContenderStatus::new(class, facts, contender, at));
    }
    if let Some(name) = &filter.section {
        if !by_section.contains_key(&Some(name.as_str())) && !class.plan.sections.contains_key(name) {
            return Err(unknown_section(name, by_section.keys().flatten()));
        }
        by_section.retain(|section, _| *section == Some(name));
    }
    let undecided = if filter.section.is_none() {
        facts.undecided().count()
    } else {
        let submissions = by_section.values().flatten().flat_map(|entry| &entry.submissions);
        submissions.filter(|(_, submission)| submission.is_undecided()).count()
    };
    // Students and teams without a section come last.
    let mut sections: Vec<SectionStatus<'f>> =
        by_section.into_iter().map(|(name, entries)| SectionStatus::new(name, entries, filter)).collect();
    sections.sort_by_key(|section| section.name.is_none());
    Ok(ClassStatus { at, sections, undecided, same_bytes: shared_files(facts), facts })
}

fn unknown_section<'s>(name: &str, known: impl Iterator<Item = &'s &'s str>) -> Error {
    let known: Vec<String> = known.map(|section| visible(section)).collect();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    Error::input(format!("the class has no section \"{}\"", visible(name)))
        .hint(format!("its sections: {known}"))
}

fn shared_files(facts: &Facts) -> Vec<SharedFile<'_>> {
    let contenders = facts.contenders();
    let holder = |who: ContenderId| match (contenders.iter().find(|contender| contender.who == who), who) {
        (Some(contender), _) => Holder::Contender(contender.clone()),
        (None, ContenderId::Student(name) | ContenderId::Team(name)) => Holder::Former(name),
    };
    let shared = facts.same_bytes().into_iter().map(|(hash, numbers)| {
        let mut by_holder: BTreeMap<ContenderId, Vec<u32>> = BTreeMap::new();
        for number in numbers {
            if let Some(submission) = facts.submission(number) {
                by_holder.entry(ContenderId::handed_in(submission)).or_default().push(number);
            }
        }
        let mut holders: Vec<_> =
            by_holder.into_iter().map(|(who, numbers)| (holder(who), numbers)).collect();
        // Ordered by first submission.
        holders.sort_by_key(|(_, numbers)| numbers.first().copied());
        SharedFile { hash, holders }
    });
    shared.collect()
}

impl<'f> SectionStatus<'f> {
    fn new(
        name: Option<&'f str>,
        mut entries: Vec<ContenderStatus<'f>>,
        filter: &StatusFilter,
    ) -> SectionStatus<'f> {
        let count = |condition: Condition| {
            let with = entries.iter().filter(|entry| entry.conditions.contains(&condition)).count();
            (with > 0).then_some((condition, with))
        };
        let (of, conditions) = (entries.len(), Condition::ALL.into_iter().filter_map(count).collect());
        let active = entries.iter().filter(|entry| entry.standing.active.is_ok()).count();
        let open = entries.iter().filter(|entry| entry.is_open()).count();
        let is_asked = |entry: &ContenderStatus<'_>| {
            filter.conditions.is_empty()
                || entry.conditions.iter().any(|condition| filter.conditions.contains(condition))
        };
        entries.retain(is_asked);
        SectionStatus { name, of, active, open, conditions, entries }
    }
}

impl SharedFile<'_> {
    /// `identical files from several: Ada (Ada Lovelace), submissions 3, 5; Bob (Bob Babbage), submission 7`
    pub fn words(&self) -> String {
        let holder = |(holder, numbers): &(Holder<'_>, Vec<u32>)| {
            let names: Vec<String> = holder.names().into_iter().map(visible).collect();
            let names = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
            let plural = if numbers.len() == 1 { "" } else { "s" };
            let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
            format!("{}{names}, submission{plural} {}", visible(holder.alias()), numbers.join(", "))
        };
        let more = match self.holders.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!("; and {more} more, listed by --json"),
        };
        let holders: Vec<String> = self.holders.iter().take(NAMED).map(holder).collect();
        format!("identical files from several: {}{more}", holders.join("; "))
    }

    /// Returns the numbers of the submissions, in order.
    pub fn submissions(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = self.holders.iter().flat_map(|(_, numbers)| numbers).copied().collect();
        numbers.sort_unstable();
        numbers
    }
}

impl Holder<'_> {
    /// Returns the alias of the student or team in runs.
    pub fn alias(&self) -> &str {
        match self {
            Holder::Contender(contender) => contender.alias,
            Holder::Former(name) => name,
        }
    }

    /// Returns the names of the students; empty for a former holder.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Holder::Contender(contender) => {
                contender.members.iter().map(|member| member.name.as_str()).collect()
            }
            Holder::Former(_) => Vec::new(),
        }
    }
}

impl<'f> ClassStatus<'f> {
    /// Returns the students and teams that match the filter, section by section.
    pub fn entries(&self) -> impl Iterator<Item = &ContenderStatus<'f>> {
        self.sections.iter().flat_map(|section| &section.entries)
    }

    /// Returns the number of hand-ins of the requested sections that wait for a verdict.
    pub fn undecided(&self) -> usize {
        self.undecided
    }

    /// Limits the status to one section, for staff of that section: leaves out files that others handed in, too.
    #[must_use]
    pub fn within(self, section: &str) -> ClassStatus<'f> {
        let is_within = |holder: &Holder<'_>| match holder {
            Holder::Contender(contender) => contender.section == Some(section),
            Holder::Former(_) => false,
        };
        let mut same_bytes = self.same_bytes;
        same_bytes.retain(|shared| shared.holders.iter().all(|(holder, _)| is_within(holder)));
        ClassStatus { same_bytes, ..self }
    }

    /// Returns the number of students and teams whose hand-ins can count now, and the number of all of them.
    pub fn open_deadlines(&self) -> (usize, usize) {
        let sections = self.sections.iter();
        sections.fold((0, 0), |(open, of), section| (open + section.open, of + section.of))
    }
}
