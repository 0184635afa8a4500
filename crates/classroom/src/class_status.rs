//! Where a class stands, and everybody in it.

use std::collections::BTreeMap;

use class::{Contender, Dated, Facts, Hash, Moment, Quota, Reader, Who};
use explain::Error;
use game::visible;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use crate::contender_status::{Condition, ContenderStatus, EntryOverview, EntryReport};
use crate::open_class::{OpenClass, now};
use crate::utc;

/// Aliases that share a file of which a line names no more; JSON has all.
const NAMED: usize = 12;

/// Where a class stands, and everybody in it.
#[derive(Debug)]
pub struct ClassStatus<'f> {
    /// The moment. None is shown as later than what was written down last.
    pub at: Moment,
    /// The sections, in the order of their names; those who are in none come last. One, without a name, in a class without
    /// sections.
    pub sections: Vec<SectionStatus<'f>>,
    /// Files that several handed in, of everybody.
    pub same_bytes: Vec<SharedFile<'f>>,
    /// How many hand-ins of the sections that were asked for wait for a verdict.
    undecided: usize,
    facts: &'f Facts,
}

/// Where a section stands, and everybody in it.
#[derive(Debug)]
pub struct SectionStatus<'f> {
    /// The section's name.
    pub name: Option<&'f str>,
    /// How many students who hand in alone, and teams, it has.
    pub of: usize,
    /// How many of them have an active version.
    pub active: usize,
    /// How many of them may hand in now what counts.
    pub open: usize,
    /// Of how many of them something is the matter, by what it is; without those of which there are none.
    pub conditions: Vec<(Condition, usize)>,
    /// Those of them who were asked for.
    pub entries: Vec<ContenderStatus<'f>>,
}

/// A file that several handed in.
#[derive(Debug)]
pub struct SharedFile<'f> {
    /// Its hash.
    pub hash: Hash,
    /// Who handed it in, each with the numbers of the submissions.
    pub holders: Vec<(Holder<'f>, Vec<u32>)>,
}

/// Who handed something in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holder<'f> {
    /// A student or team of the class.
    Contender(Contender<'f>),
    /// A team in which nobody is any more, or a student who is in a team now, by the name or id.
    Former(String),
}

/// Whom a teacher looks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatusFilter {
    /// Those of this section.
    pub section: Option<String>,
    /// Those with any of these conditions; everybody if there is none.
    pub conditions: Vec<Condition>,
}

/// What everybody may know of a class.
#[derive(Debug, Serialize, JsonSchema)]
struct ClassHead<'a> {
    /// The class's name.
    name: &'a str,
    /// The game.
    game: &'a str,
    /// The moment, in UTC.
    #[serde(serialize_with = "utc::text")]
    #[schemars(with = "String")]
    now: Moment,
    /// The time zone of all deadlines, a name of the IANA database.
    zone: &'a str,
    /// The deadline of whoever has no other, in UTC.
    #[serde(serialize_with = "utc::text")]
    #[schemars(with = "String")]
    deadline: Moment,
    /// Since when nothing is accepted, whatever the deadlines say, in UTC; null if the class is not closed.
    #[serde(serialize_with = "utc::optional_text")]
    #[schemars(with = "Option<String>")]
    closed: Option<Moment>,
    /// Since when new results are hidden from whom.
    frozen: FrozenSince,
    /// How often each student or team may hand in.
    quota: QuotaReport,
    /// What the class was told, oldest first.
    announcements: Vec<AnnouncementReport<'a>>,
}

/// Where a class stands, and everybody in it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClassReport<'a, E = EntryReport> {
    /// What everybody may know of it.
    #[serde(flatten)]
    class: ClassHead<'a>,
    /// How many students and teams may still hand in.
    open_deadlines: usize,
    /// How many hand-ins of the section that was asked for, or of all, wait for a verdict.
    undecided: usize,
    /// Each section in short, whoever was asked for.
    sections: Vec<SectionReport<'a>>,
    /// The students who hand in alone, and the teams, that were asked for.
    entries: Vec<E>,
    /// Files that several handed in.
    same_bytes: Vec<SameBytes>,
}

impl Shape for ClassReport<'_> {
    const NAME: &'static str = "class-status";
    const VERSION: u32 = 1;
}

/// The same with everybody in short.
pub type ClassOverviewReport<'a> = ClassReport<'a, EntryOverview>;

impl Shape for ClassOverviewReport<'_> {
    const NAME: &'static str = "class-overview";
    const VERSION: u32 = 1;
}

/// What everybody may know of a class, and how many are in it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClassSummaryReport<'a> {
    /// What everybody may know of it.
    #[serde(flatten)]
    class: ClassHead<'a>,
    /// How many students who hand in alone, and teams, there are.
    entries: usize,
}

impl Shape for ClassSummaryReport<'_> {
    const NAME: &'static str = "class-summary";
    const VERSION: u32 = 1;
}

/// Since when new results are hidden from whom, in UTC; null if they are not.
#[derive(Debug, Serialize, JsonSchema)]
struct FrozenSince {
    /// From the students of the class.
    #[serde(serialize_with = "utc::optional_text")]
    #[schemars(with = "Option<String>")]
    participants: Option<Moment>,
    /// From anybody else.
    #[serde(serialize_with = "utc::optional_text")]
    #[schemars(with = "Option<String>")]
    all: Option<Moment>,
}

/// How often each student or team may hand in; null where there is no cap.
#[derive(Debug, Serialize, JsonSchema)]
struct QuotaReport {
    /// How many in any 24 hours.
    per_day: Option<u32>,
    /// How many in any 60 minutes.
    per_hour: Option<u32>,
    /// The least time between two.
    interval_seconds: Option<f64>,
}

/// A file that several handed in.
#[derive(Debug, Serialize, JsonSchema)]
struct SameBytes {
    /// Its hash, 64 hexadecimal digits.
    #[schemars(with = "String")]
    hash: Hash,
    /// The numbers of the submissions.
    submissions: Vec<u32>,
    /// Who handed it in.
    holders: Vec<HolderReport>,
}

/// Who handed in what others did, too.
#[derive(Debug, Serialize, JsonSchema)]
struct HolderReport {
    /// What runs call the student or team.
    alias: String,
    /// The names of the students; empty where the team has none any more.
    names: Vec<String>,
    /// The numbers of the submissions.
    submissions: Vec<u32>,
}

/// A section in short.
#[derive(Debug, Serialize, JsonSchema)]
struct SectionReport<'a> {
    /// Its name; null for those who are in none.
    section: Option<&'a str>,
    /// How many students who hand in alone, and teams, it has.
    of: usize,
    /// How many of them have an active version.
    active: usize,
    /// How many of them may hand in now what counts.
    open: usize,
    /// Of how many of them something is the matter, by what it is.
    conditions: BTreeMap<Condition, usize>,
}

/// Something that the class was told.
#[derive(Debug, Serialize, JsonSchema)]
struct AnnouncementReport<'a> {
    /// When, in UTC.
    #[serde(serialize_with = "utc::text")]
    #[schemars(with = "String")]
    at: Moment,
    /// What.
    text: &'a str,
}

/// Where a class stands, and those in it who are asked for.
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
        of_section.push(ContenderStatus::of(class, facts, contender, at));
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
    // Those who are in none come last.
    let mut sections: Vec<SectionStatus<'f>> =
        by_section.into_iter().map(|(name, entries)| SectionStatus::of(name, entries, filter)).collect();
    sections.sort_by_key(|section| section.name.is_none());
    Ok(ClassStatus { at, sections, undecided, same_bytes: shared_files(facts), facts })
}

/// What everybody may know of a class.
pub fn class_summary<'a>(class: &'a OpenClass, facts: &'a Facts) -> ClassSummaryReport<'a> {
    let entries = facts.contenders().len();
    ClassSummaryReport { class: ClassHead::of(class, facts, now(facts)), entries }
}

impl<'a> ClassHead<'a> {
    fn of(class: &'a OpenClass, facts: &'a Facts, now: Moment) -> ClassHead<'a> {
        let plan = &class.plan;
        ClassHead {
            name: &plan.name,
            game: plan.game.name(),
            now,
            zone: plan.zone.name(),
            deadline: plan.deadline,
            closed: facts.closed(),
            frozen: FrozenSince::of(facts),
            quota: QuotaReport::from(&plan.quota),
            announcements: facts.announcements().iter().map(AnnouncementReport::from).collect(),
        }
    }
}

fn unknown_section<'s>(name: &str, known: impl Iterator<Item = &'s &'s str>) -> Error {
    let known: Vec<String> = known.map(|section| visible(section)).collect();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    Error::input(format!("the class has no section \"{}\"", visible(name))).hint(format!("it has {known}"))
}

fn shared_files(facts: &Facts) -> Vec<SharedFile<'_>> {
    let contenders = facts.contenders();
    let holder = |who: Who| match (contenders.iter().find(|contender| contender.who == who), who) {
        (Some(contender), _) => Holder::Contender(contender.clone()),
        (None, Who::Student(name) | Who::Team(name)) => Holder::Former(name),
    };
    let shared = facts.same_bytes().into_iter().map(|(hash, numbers)| {
        let mut by_holder: BTreeMap<Who, Vec<u32>> = BTreeMap::new();
        for number in numbers {
            if let Some(submission) = facts.submission(number) {
                by_holder.entry(Who::handed_in(submission)).or_default().push(number);
            }
        }
        let mut holders: Vec<_> =
            by_holder.into_iter().map(|(who, numbers)| (holder(who), numbers)).collect();
        // Whoever was first comes first.
        holders.sort_by_key(|(_, numbers)| numbers.first().copied());
        SharedFile { hash, holders }
    });
    shared.collect()
}

impl<'f> SectionStatus<'f> {
    fn of(
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
    /// `the same bytes from several: Ada (Ada Lovelace), submissions 3, 5; Bob (Bob Babbage), submission 7`
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
            more => format!("; and {more} more, whom --json names"),
        };
        let holders: Vec<String> = self.holders.iter().take(NAMED).map(holder).collect();
        format!("the same bytes from several: {}{more}", holders.join("; "))
    }

    /// The numbers of the submissions, in order.
    pub fn submissions(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> = self.holders.iter().flat_map(|(_, numbers)| numbers).copied().collect();
        numbers.sort_unstable();
        numbers
    }
}

impl Holder<'_> {
    /// What runs call the student or team.
    pub fn alias(&self) -> &str {
        match self {
            Holder::Contender(contender) => contender.alias,
            Holder::Former(name) => name,
        }
    }

    /// The names of the students, as far as they are in the class.
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
    /// Those who were asked for, section by section.
    pub fn entries(&self) -> impl Iterator<Item = &ContenderStatus<'f>> {
        self.sections.iter().flat_map(|section| &section.entries)
    }

    /// The same for somebody who acts in a section alone: without files that others handed in, too.
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

    /// How many students and teams of the sections may hand in now what counts, and how many there are.
    pub fn open_deadlines(&self) -> (usize, usize) {
        let sections = self.sections.iter();
        sections.fold((0, 0), |(open, of), section| (open + section.open, of + section.of))
    }

    /// The same as JSON.
    pub fn report<'a>(&'a self, class: &'a OpenClass) -> ClassReport<'a> {
        self.report_with(class, |entry| entry.report(class))
    }

    /// The same as JSON with everybody in short.
    pub fn overview<'a>(&'a self, class: &'a OpenClass) -> ClassOverviewReport<'a> {
        self.report_with(class, |entry| entry.overview(class))
    }

    fn report_with<'a, E>(
        &'a self,
        class: &'a OpenClass,
        entry: impl Fn(&ContenderStatus<'_>) -> E,
    ) -> ClassReport<'a, E> {
        ClassReport {
            class: ClassHead::of(class, self.facts, self.at),
            open_deadlines: self.open_deadlines().0,
            undecided: self.undecided,
            sections: self.sections.iter().map(SectionReport::from).collect(),
            entries: self.entries().map(entry).collect(),
            same_bytes: self.same_bytes.iter().map(SameBytes::from).collect(),
        }
    }
}

impl FrozenSince {
    fn of(facts: &Facts) -> FrozenSince {
        let since = |reader| facts.frozen(reader).map(|freeze| freeze.since);
        FrozenSince { participants: since(Reader::Participants), all: since(Reader::All) }
    }
}

impl From<&SharedFile<'_>> for SameBytes {
    fn from(shared: &SharedFile<'_>) -> SameBytes {
        let holder = |(holder, numbers): &(Holder<'_>, Vec<u32>)| HolderReport {
            alias: holder.alias().to_owned(),
            names: holder.names().into_iter().map(str::to_owned).collect(),
            submissions: numbers.clone(),
        };
        SameBytes {
            hash: shared.hash,
            submissions: shared.submissions(),
            holders: shared.holders.iter().map(holder).collect(),
        }
    }
}

impl<'a> From<&'a SectionStatus<'_>> for SectionReport<'a> {
    fn from(section: &'a SectionStatus<'_>) -> SectionReport<'a> {
        let SectionStatus { name, of, active, open, conditions, entries: _ } = section;
        let conditions = conditions.iter().copied().collect();
        SectionReport { section: *name, of: *of, active: *active, open: *open, conditions }
    }
}

impl From<&Quota> for QuotaReport {
    fn from(quota: &Quota) -> QuotaReport {
        let Quota { per_day, per_hour, interval } = *quota;
        QuotaReport { per_day, per_hour, interval_seconds: interval.map(|interval| interval as f64 / 1000.0) }
    }
}

impl<'a> From<&'a Dated<String>> for AnnouncementReport<'a> {
    fn from(dated: &'a Dated<String>) -> AnnouncementReport<'a> {
        AnnouncementReport { at: dated.at, text: &dated.what }
    }
}
