//! The kinds of mail.

use serde::{Deserialize, Serialize};

/// A kind of mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MailKind {
    /// An announcement of the teacher.
    Announcement,
    /// A submission was refused, or files in an archive were not taken.
    Refusal,
    /// The deadline is within 24 hours, and no version was accepted.
    Deadline,
    /// Results were released.
    Results,
    /// Staff replied to a question or a regrade request.
    Reply,
    /// A personal link, on the teacher's request.
    Link,
    /// A test of the teacher.
    Test,
}

impl MailKind {
    /// The kinds that follow from events of a class, which can be switched off.
    pub const SWITCHED: [MailKind; 5] =
        [MailKind::Announcement, MailKind::Refusal, MailKind::Deadline, MailKind::Results, MailKind::Reply];
    /// All kinds.
    pub const ALL: [MailKind; 7] = [
        MailKind::Announcement,
        MailKind::Refusal,
        MailKind::Deadline,
        MailKind::Results,
        MailKind::Reply,
        MailKind::Link,
        MailKind::Test,
    ];

    /// Returns the word for a kind, as it is stored.
    pub fn word(self) -> &'static str {
        match self {
            MailKind::Announcement => "announcement",
            MailKind::Refusal => "refusal",
            MailKind::Deadline => "deadline",
            MailKind::Results => "results",
            MailKind::Reply => "reply",
            MailKind::Link => "link",
            MailKind::Test => "test",
        }
    }

    /// Returns the kind that a word stands for.
    pub fn from_word(word: &str) -> Option<MailKind> {
        MailKind::ALL.into_iter().find(|kind| kind.word() == word)
    }
}
