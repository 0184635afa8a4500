//! Who acted.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Who acted: what they are in the class, and how they reached it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Actor {
    /// What they are in the class.
    pub role: Role,
    /// How they reached it.
    pub through: Channel,
    /// The account, or the student's id, by which they were known there; `None` where nobody is told apart. A student acts
    /// on what is their own, so that the name goes with it when the student is forgotten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// What somebody is in a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Decides everything.
    Teacher,
    /// Acts for the teacher.
    Assistant,
    /// Is in the class.
    Student,
    /// Does by itself what follows from what people did: it checks and plays, and is no person.
    Service,
}

/// How somebody reached a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Channel {
    /// By a command on the class's folder.
    CommandLine,
    /// By the service.
    Service,
}

impl Actor {
    /// The service, where it acts by itself.
    pub const SERVICE: Actor = Actor { role: Role::Service, through: Channel::Service, name: None };

    /// Whoever uses the command line on a class's folder: they may do what the teacher may, and nothing tells who they are.
    pub const COMMAND_LINE: Actor = Actor { role: Role::Teacher, through: Channel::CommandLine, name: None };
}

impl Role {
    /// The role as it is stored.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Role::Teacher => "teacher",
            Role::Assistant => "assistant",
            Role::Student => "student",
            Role::Service => "service",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Channel::CommandLine => "command line",
            Channel::Service => "service",
        })
    }
}
