//! The same as JSON.

use std::collections::BTreeMap;

use class::{Dated, Facts, Hash, Moment, Quota, Reader};
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::{ClassStatus, Holder, SectionStatus, SharedFile};
use crate::contender_status::{Condition, ContenderStatus, EntryOverview, EntryReport};
use crate::open_class::{OpenClass, now};
use crate::utc;

/// The most announcements of a [`ClassSummaryReport`].
const ANNOUNCEMENTS: usize = 20;

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
    /// How many announcements came before those in `announcements`, of which there are 20 at most.
    earlier_announcements: usize,
    /// How many students who hand in alone, and teams, there are.
    entries: usize,
}

impl Shape for ClassSummaryReport<'_> {
    const NAME: &'static str = "class-summary";
    const VERSION: u32 = 2;
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

/// What everybody may know of a class.
pub fn class_summary<'a>(class: &'a OpenClass, facts: &'a Facts) -> ClassSummaryReport<'a> {
    let entries = facts.contenders().len();
    let mut head = ClassHead::of(class, facts, now(facts));
    let earlier_announcements = head.announcements.len().saturating_sub(ANNOUNCEMENTS);
    head.announcements.drain(..earlier_announcements);
    ClassSummaryReport { class: head, earlier_announcements, entries }
}

impl ClassStatus<'_> {
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

impl<'a> ClassHead<'a> {
    fn of(class: &'a OpenClass, facts: &'a Facts, now: Moment) -> ClassHead<'a> {
        let plan = &class.plan;
        ClassHead {
            name: &plan.name,
            game: plan.game.name(),
            now,
            zone: plan.zone.name(),
            deadline: plan.deadline.last(facts),
            closed: facts.closed(),
            frozen: FrozenSince::of(facts),
            quota: QuotaReport::from(&plan.quota),
            announcements: facts.announcements().iter().map(AnnouncementReport::from).collect(),
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
