//! Where a class stands, and everybody in it.

use class::{Dated, Facts, Hash, Moment, Quota, Reader};
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use crate::contender_status::{ContenderStatus, EntryReport};
use crate::open_class::{OpenClass, now};
use crate::utc;

/// Where a class stands, and everybody in it.
#[derive(Debug)]
pub struct ClassStatus<'f> {
    /// The moment. None is shown as later than what was written down last.
    pub at: Moment,
    /// Every student who hands in alone, and every team.
    pub entries: Vec<ContenderStatus<'f>>,
    /// Hashes of files that several handed in, each with the numbers of the submissions.
    pub same_bytes: Vec<(Hash, Vec<u32>)>,
    facts: &'f Facts,
}

/// Where a class stands, and everybody in it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClassReport<'a> {
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
    /// Since when whom new results are hidden from.
    frozen: FrozenSince,
    /// How many students and teams may still hand in.
    open_deadlines: usize,
    /// How many hand-ins wait for a verdict.
    undecided: usize,
    /// How often each student or team may hand in.
    quota: QuotaReport,
    /// Every student who hands in alone, and every team.
    entries: Vec<EntryReport>,
    /// Files that several handed in.
    same_bytes: Vec<SameBytes>,
    /// What the class was told, oldest first.
    announcements: Vec<AnnouncementReport<'a>>,
}

impl Shape for ClassReport<'_> {
    const NAME: &'static str = "class-status";
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

/// Where a class stands, and everybody in it.
pub fn status<'f>(class: &OpenClass, facts: &'f Facts) -> ClassStatus<'f> {
    let at = now(facts);
    let contenders = facts.contenders().into_iter();
    ClassStatus {
        at,
        entries: contenders.map(|contender| ContenderStatus::of(class, facts, contender, at)).collect(),
        same_bytes: facts.same_bytes(),
        facts,
    }
}

impl ClassStatus<'_> {
    /// How many students and teams may still hand in something that counts.
    pub fn open_deadlines(&self) -> usize {
        self.entries.iter().filter(|entry| entry.is_open()).count()
    }

    /// The same as JSON.
    pub fn report<'a>(&'a self, class: &'a OpenClass) -> ClassReport<'a> {
        let (plan, facts) = (&class.plan, self.facts);
        let frozen = |reader| facts.frozen(reader).map(|freeze| freeze.since);
        let same_bytes = self.same_bytes.iter();
        ClassReport {
            name: &plan.name,
            game: plan.game.name(),
            now: self.at,
            zone: plan.zone.name(),
            deadline: plan.deadline,
            closed: facts.closed(),
            frozen: FrozenSince { participants: frozen(Reader::Participants), all: frozen(Reader::All) },
            open_deadlines: self.open_deadlines(),
            undecided: facts.undecided().count(),
            quota: QuotaReport::from(&plan.quota),
            entries: self.entries.iter().map(|entry| entry.report(class)).collect(),
            same_bytes: same_bytes
                .map(|(hash, numbers)| SameBytes { hash: *hash, submissions: numbers.clone() })
                .collect(),
            announcements: facts.announcements().iter().map(AnnouncementReport::from).collect(),
        }
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
