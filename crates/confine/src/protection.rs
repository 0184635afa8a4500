//! The protections, and the effects of missing ones.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A protection that not every system offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Protection {
    /// No file can be opened.
    Landlock,
    /// Only the few system calls needed for computing are allowed.
    Seccomp,
    /// The process has a user without rights, and a network without interfaces.
    UserNamespace,
}

impl Protection {
    /// All protections.
    pub const ALL: [Protection; 3] = [Protection::Landlock, Protection::Seccomp, Protection::UserNamespace];

    /// Returns `true` if a strict process ends without it. Many containers forbid user namespaces; the filter of
    /// system calls closes the network and other processes even without them.
    pub const fn is_essential(self) -> bool {
        !matches!(self, Protection::UserNamespace)
    }

    /// Returns a sentence for the operator about the effect of missing it.
    pub const fn absence(self) -> &'static str {
        match self {
            Protection::Landlock => {
                "no Landlock: isolated workers are not barred from files by the kernel's file rules"
            }
            Protection::Seccomp => {
                "no seccomp: isolated workers can make every system call that their user may make"
            }
            Protection::UserNamespace => {
                "no user namespace: isolated workers keep their user's identity, and the filter of system calls alone closes \
                 the network"
            }
        }
    }

    /// Returns advice on making a system offer it.
    pub const fn advice(self) -> &'static str {
        match self {
            Protection::Landlock => {
                "Landlock needs Linux 5.13 with `landlock` among its security modules, and a container that allows it"
            }
            Protection::Seccomp => "seccomp needs Linux with CONFIG_SECCOMP_FILTER, on x86-64 or aarch64",
            Protection::UserNamespace => {
                "user namespaces may be switched off (user.max_user_namespaces, kernel.unprivileged_userns_clone, \
                 kernel.apparmor_restrict_unprivileged_userns), or forbidden by a container"
            }
        }
    }
}

impl fmt::Display for Protection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Protection::Landlock => "Landlock",
            Protection::Seccomp => "seccomp",
            Protection::UserNamespace => "user namespaces",
        })
    }
}

/// Permission for a process to continue without some protections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Strictness {
    /// All essential protections are required.
    Required,
    /// Any set of protections is accepted.
    BestEffort,
}

impl FromStr for Strictness {
    type Err = String;

    /// Parses its word on a command line.
    fn from_str(text: &str) -> Result<Strictness, String> {
        match text {
            "required" => Ok(Strictness::Required),
            "best-effort" => Ok(Strictness::BestEffort),
            _ => Err("use --isolate, or --isolate=best-effort".to_owned()),
        }
    }
}

impl Strictness {
    /// Returns the missing protections if they may be missing.
    pub(crate) fn judge(self, missing: Vec<Protection>) -> Result<Vec<Protection>, Unprotected> {
        match self {
            Strictness::Required if missing.iter().any(|protection| protection.is_essential()) => {
                Err(Unprotected(missing))
            }
            _ => Ok(missing),
        }
    }
}

/// Protections are missing, including an essential one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this system does not offer {}", named(.0))]
pub struct Unprotected(pub Vec<Protection>);

fn named(missing: &[Protection]) -> String {
    missing.iter().map(Protection::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_essential_and_missing_is_refused_unless_it_may_be() {
        let missing = vec![Protection::Landlock, Protection::UserNamespace];
        let refused = Strictness::Required.judge(missing.clone()).map_err(|why| why.to_string());
        assert_eq!(refused, Err("this system does not offer Landlock, user namespaces".to_owned()));
        assert_eq!(Strictness::BestEffort.judge(missing.clone()), Ok(missing));
        assert_eq!(Strictness::Required.judge(Vec::new()), Ok(Vec::new()));
        let usable = vec![Protection::UserNamespace];
        assert_eq!(Strictness::Required.judge(usable.clone()), Ok(usable));
    }
}
