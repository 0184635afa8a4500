//! The visibility of results.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{ClassPlan, Facts, Moment};

/// A group of readers, other than the teacher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reader {
    /// The students of the class.
    Participants,
    /// All people.
    All,
}

impl fmt::Display for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reader::Participants => "participants",
            Reader::All => "all",
        })
    }
}

/// The audience of results, as the class's text says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// The teacher alone.
    Nobody,
    /// The students of the class.
    Participants,
    /// All people.
    #[default]
    All,
}

impl Audience {
    /// The words of the class's text.
    pub(crate) const WORDS: [(&'static str, Audience); 3] =
        [("nobody", Audience::Nobody), ("participants", Audience::Participants), ("all", Audience::All)];

    /// Returns `true` if results are visible to a reader.
    pub fn includes(self, reader: Reader) -> bool {
        match self {
            Audience::Nobody => false,
            Audience::Participants => reader == Reader::Participants,
            Audience::All => true,
        }
    }
}

impl Reader {
    /// Returns the readers of a release: a release to all includes the participants.
    pub fn released(self) -> &'static [Reader] {
        match self {
            Reader::Participants => &[Reader::Participants],
            Reader::All => &[Reader::Participants, Reader::All],
        }
    }
}

/// A freeze of results for a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Freeze {
    /// Start of the freeze.
    pub since: Moment,
    /// Number of results at the start.
    pub(crate) results: usize,
}

/// Returns `true` if a reader may watch a run of the class while it is played. The teacher (`None`) always may.
pub fn may_watch(plan: &ClassPlan, facts: &Facts, reader: Option<Reader>) -> bool {
    reader.is_none_or(|reader| {
        plan.visible.includes(reader) && plan.live.includes(reader) && facts.frozen(reader).is_none()
    })
}

/// Returns the class as a reader may see it, without frozen results; `None` if results are not visible to the reader.
pub fn seen_by(plan: &ClassPlan, facts: &Facts, reader: Reader) -> Option<Facts> {
    plan.visible.includes(reader).then(|| facts.as_frozen_for(plan, reader))
}
