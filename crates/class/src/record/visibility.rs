//! Who sees which results.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{ClassPlan, Facts, Moment};

/// Who looks at results, other than the teacher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reader {
    /// The students of the class.
    Participants,
    /// Anybody.
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

/// Who may see results, as the class's text says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// The teacher alone.
    Nobody,
    /// The students of the class.
    Participants,
    /// Anybody.
    #[default]
    All,
}

impl Audience {
    /// The words of the class's text.
    pub(crate) const WORDS: [(&'static str, Audience); 3] =
        [("nobody", Audience::Nobody), ("participants", Audience::Participants), ("all", Audience::All)];

    /// Whether results are for a reader.
    pub fn includes(self, reader: Reader) -> bool {
        match self {
            Audience::Nobody => false,
            Audience::Participants => reader == Reader::Participants,
            Audience::All => true,
        }
    }
}

impl Reader {
    /// Those for whom a release is: what all may see, participants may see, too.
    pub fn released(self) -> &'static [Reader] {
        match self {
            Reader::Participants => &[Reader::Participants],
            Reader::All => &[Reader::Participants, Reader::All],
        }
    }
}

/// Since when a reader is shown nothing new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Freeze {
    /// Since when.
    pub since: Moment,
    /// How many results there were.
    pub(crate) results: usize,
}

/// Whether a reader may see a run of the class while it is played. The teacher, who is no [`Reader`], may.
pub fn may_watch(plan: &ClassPlan, facts: &Facts, reader: Option<Reader>) -> bool {
    reader.is_none_or(|reader| {
        plan.visible.includes(reader) && plan.live.includes(reader) && facts.frozen(reader).is_none()
    })
}

/// The class as a reader may see it: without what was frozen; `None` if results are not for the reader.
pub fn seen_by(plan: &ClassPlan, facts: &Facts, reader: Reader) -> Option<Facts> {
    plan.visible.includes(reader).then(|| facts.as_frozen_for(plan, reader))
}
