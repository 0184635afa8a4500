//! Status of a class as JSON.

use class_model::{Facts, Hash, Moment, Quota, Reader};
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::{ClassStatus, Holder, SectionStatus, SharedFile};
use crate::open_class::{OpenClass, now};
use crate::status::contender_status::{ContenderStatus, EntryOverview, EntryReport};
use crate::utc::Utc;

/// Maximum number of announcements in a [`ClassSummaryReport`].
const ANNOUNCEMENTS: usize = 20;

/// The part of a class's status that all its users may see.
#[derive(Debug, Serialize, JsonSchema)]
struct ClassHead<'a> {
    /// The class's name.
    name: &'a str,
    /// The game.
    game: &'a str,
    /// The moment of the status, in UTC.
    now: Utc,
    /// The time zone of all deadlines, a name of the IANA database.
    zone: &'a str,
    /// The default deadline, in UTC.
    deadline: Utc,
    /// The moment at which the class was closed, in UTC; null if it is open. A closed class accepts nothing, regardless
    /// of deadlines.
    closed: Option<Utc>,
    /// Start of the freeze of results, by audience.
    frozen: FrozenSince,
    /// Quota of each student or team.
    quota: QuotaReport,
    /// Announcements, oldest first.
    announcements: Vec<AnnouncementReport<'a>>,
}

/// The status of a class, and of the students and teams in it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClassReport<'a, E = EntryReport> {
    /// The part that all users of the class may see.
    #[serde(flatten)]
    class: ClassHead<'a>,
    /// Number of students and teams whose hand-ins can count now.
    open_deadlines: usize,
    /// Number of hand-ins of the requested section, or of all sections, that wait for a verdict.
    undecided: usize,
    /// Overview of each section, regardless of the requested conditions.
    sections: &'a [SectionStatus<'a>],
    /// The requested students who hand in alone, and teams.
    entries: Vec<E>,
    /// Files that several students or teams handed in.
    same_bytes: Vec<SameBytes>,
}

impl Shape for ClassReport<'_> {
    const NAME: &'static str = "class-status";
    const VERSION: u32 = 1;
}

/// A [`ClassReport`] with brief entries.
pub type ClassOverviewReport<'a> = ClassReport<'a, EntryOverview>;

impl Shape for ClassOverviewReport<'_> {
    const NAME: &'static str = "class-overview";
    const VERSION: u32 = 1;
}

/// The part of a class's status that all its users may see, and the number of students and teams.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClassSummaryReport<'a> {
    /// The part that all users of the class may see.
    #[serde(flatten)]
    class: ClassHead<'a>,
    /// Number of announcements before those in `announcements`, which has at most 20.
    earlier_announcements: usize,
    /// Number of students who hand in alone, and of teams.
    entries: usize,
}

impl Shape for ClassSummaryReport<'_> {
    const NAME: &'static str = "class-summary";
    const VERSION: u32 = 2;
}

/// Start of the freeze of results, by audience, in UTC; null if results are not frozen.
#[derive(Debug, Serialize, JsonSchema)]
struct FrozenSince {
    /// For the students of the class.
    participants: Option<Utc>,
    /// For all other readers.
    all: Option<Utc>,
}

/// Quota of each student or team; null where there is no cap.
#[derive(Debug, Serialize, JsonSchema)]
struct QuotaReport {
    /// Maximum number of hand-ins in any 24 hours.
    per_day: Option<u32>,
    /// Maximum number of hand-ins in any 60 minutes.
    per_hour: Option<u32>,
    /// Minimum interval between two hand-ins, in seconds.
    interval_seconds: Option<f64>,
}

/// A file that several students or teams handed in.
#[derive(Debug, Serialize, JsonSchema)]
struct SameBytes {
    /// Its hash, 64 hexadecimal digits.
    #[schemars(with = "String")]
    hash: Hash,
    /// The numbers of the submissions.
    submissions: Vec<u32>,
    /// The holders of the file.
    holders: Vec<HolderReport>,
}

/// A student or a team that handed in a shared file.
#[derive(Debug, Serialize, JsonSchema)]
struct HolderReport {
    /// Alias of the student or team in runs.
    alias: String,
    /// Names of the students; empty for a former team, or for a student who is in a team now.
    names: Vec<String>,
    /// The numbers of the submissions.
    submissions: Vec<u32>,
}

/// An announcement.
#[derive(Debug, Serialize, JsonSchema)]
struct AnnouncementReport<'a> {
    /// The time of the announcement, in UTC.
    at: Utc,
    /// The text.
    text: &'a str,
    /// The section that it is for; null for the whole class.
    section: Option<&'a str>,
}

/// Returns the part of a class's status that all its users may see, with the announcements to all and to the sections
/// that the reader sees.
pub fn class_summary<'a>(
    class: &'a OpenClass,
    facts: &'a Facts,
    sees: impl Fn(&str) -> bool,
) -> ClassSummaryReport<'a> {
    let entries = facts.contenders().len();
    let mut head = ClassHead::new(class, facts, now(facts));
    head.announcements.retain(|one| one.section.is_none_or(&sees));
    let earlier_announcements = head.announcements.len().saturating_sub(ANNOUNCEMENTS);
    head.announcements.drain(..earlier_announcements);
    ClassSummaryReport { class: head, earlier_announcements, entries }
}

impl ClassStatus<'_> {
    /// Returns the status as JSON.
    pub fn report<'a>(&'a self, class: &'a OpenClass) -> ClassReport<'a> {
        self.report_with(class, |entry| entry.report(class))
    }

    /// Returns the status as JSON with brief entries.
    pub fn overview<'a>(&'a self, class: &'a OpenClass) -> ClassOverviewReport<'a> {
        self.report_with(class, |entry| entry.overview(class))
    }

    fn report_with<'a, E>(
        &'a self,
        class: &'a OpenClass,
        entry: impl Fn(&ContenderStatus<'_>) -> E,
    ) -> ClassReport<'a, E> {
        ClassReport {
            class: ClassHead::new(class, self.facts, self.at),
            open_deadlines: self.open_deadlines().0,
            undecided: self.undecided,
            sections: &self.sections,
            entries: self.entries().map(entry).collect(),
            same_bytes: self.same_bytes.iter().map(SameBytes::from).collect(),
        }
    }
}

impl<'a> ClassHead<'a> {
    fn new(class: &'a OpenClass, facts: &'a Facts, now: Moment) -> ClassHead<'a> {
        let plan = &class.plan;
        let frozen = |reader| facts.frozen(reader).map(|freeze| Utc(freeze.since));
        let Quota { per_day, per_hour, interval } = plan.quota;
        let interval_seconds = interval.map(|interval| interval as f64 / 1000.0);
        let announcements = facts.announcements().iter();
        ClassHead {
            name: &plan.name,
            game: plan.game.name(),
            now: Utc(now),
            zone: plan.zone.name(),
            deadline: Utc(plan.deadline.last(facts)),
            closed: facts.closed().map(Utc),
            frozen: FrozenSince { participants: frozen(Reader::Participants), all: frozen(Reader::All) },
            quota: QuotaReport { per_day, per_hour, interval_seconds },
            announcements: announcements
                .map(|one| AnnouncementReport {
                    at: Utc(one.at),
                    text: &one.what.text,
                    section: one.what.section.as_deref(),
                })
                .collect(),
        }
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
