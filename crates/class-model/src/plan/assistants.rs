//! `[assistants]`: what assistants may do besides seeing their students and handing in for them.

use config::Reader;

/// The keys of `[assistants]`.
pub(crate) const ASSISTANTS: &[&str] = &["extend", "choose", "announce"];

/// The rights of assistants, for the students of their section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssistantRights {
    /// `true` if they may extend deadlines.
    pub extend: bool,
    /// `true` if they may choose the version that a student plays.
    pub choose: bool,
    /// `true` if they may announce to their section, or, without a section, to the class.
    pub announce: bool,
}

impl Default for AssistantRights {
    fn default() -> AssistantRights {
        AssistantRights { extend: true, choose: false, announce: false }
    }
}

pub(crate) fn read(table: &Reader<'_>) -> AssistantRights {
    table.only(ASSISTANTS);
    let usual = AssistantRights::default();
    let flag = |key, usual| table.flag(key).map_or(usual, |flag| flag.value);
    AssistantRights {
        extend: flag("extend", usual.extend),
        choose: flag("choose", usual.choose),
        announce: flag("announce", usual.announce),
    }
}
