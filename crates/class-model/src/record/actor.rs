//! The actors of events.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The actor of an event: a role, and the channel that was used.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Actor {
    /// The role in the class.
    pub role: Role,
    /// The channel.
    pub through: Channel,
    /// The account or the student's id; `None` if the channel does not identify people. Students act only on their
    /// own data, so that the name is deleted with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A role in a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The teacher, who decides everything.
    Teacher,
    /// An assistant, who acts for the teacher.
    Assistant,
    /// A student of the class.
    Student,
    /// The service itself, which checks submissions and plays games.
    Service,
}

/// A way of access to a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Channel {
    /// A command on the class's folder.
    CommandLine,
    /// The service.
    Service,
}

/// The actors whose events are selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActorKind {
    /// Teachers, assistants and students.
    People,
    /// The service, when it acts by itself.
    Service,
}

impl ActorKind {
    /// Returns `true` if the actor is of this kind.
    pub(super) fn includes(self, actor: &Actor) -> bool {
        (actor.role == Role::Service) == (self == ActorKind::Service)
    }
}

impl Actor {
    /// The service, when it acts by itself.
    pub const SERVICE: Actor = Actor { role: Role::Service, through: Channel::Service, name: None };

    /// A user of the command line, with the teacher's rights and without a known name.
    pub const COMMAND_LINE: Actor = Actor { role: Role::Teacher, through: Channel::CommandLine, name: None };
}

impl Role {
    /// Returns the role as it is stored.
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
