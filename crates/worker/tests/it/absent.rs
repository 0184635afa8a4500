//! Systems that lack a protection, simulated by a filter of system calls for a worker.

use std::collections::BTreeMap;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

use explain::Explain;
use job::{Executor, Plays, play_all};
use referee::Builtin;
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch, apply_filter};
use worker::{IsolatedValidator, Protection, Strictness, WORKER_ARGUMENT, WorkerError, Workers};

use crate::common::{isolation, job, limits, sandbox, terms};

/// The argument for a simulated system, followed by the name of the protection that it lacks.
const ARGUMENT: &str = "without";

const LACKS: [(&str, Protection); 3] = [
    ("landlock", Protection::Landlock),
    ("namespaces", Protection::UserNamespace),
    ("seccomp", Protection::Seccomp),
];

pub(crate) fn what_a_system_lacks_is_refused_or_named() {
    let usual = worker::missing_protections(&isolation(&[], Strictness::BestEffort)).unwrap();
    for (name, protection) in LACKS {
        let mut due = usual.clone();
        due.retain(|&missing| missing != protection);
        due.push(protection);
        due.sort_unstable();
        let refused = worker::missing_protections(&isolation(&[ARGUMENT, name], Strictness::Required));
        match refused {
            Ok(missing) => {
                assert_eq!(missing, due, "{name}");
                assert!(due.iter().all(|missing| !missing.is_essential()), "{name}: {due:?}");
            }
            Err(why) => {
                assert!(due.iter().any(|missing| missing.is_essential()), "{name}: {why:?}");
                assert!(
                    matches!(&why, WorkerError::Unprotected(missing) if *missing == due),
                    "{name}: {why:?}"
                );
                assert!(why.to_string().contains(protection.absence()), "{why}");
                let hints = why.hints();
                assert!(hints.iter().any(|hint| hint.contains("--isolate=best-effort")), "{hints:?}");
            }
        }

        let sandbox = sandbox("compiled-isolated", Some(Strictness::BestEffort));
        let there =
            IsolatedValidator::new(sandbox, isolation(&[ARGUMENT, name], Strictness::BestEffort)).unwrap();
        assert_eq!(there.missing(), due, "{name}");
        let workers = Workers::start(1, &there).unwrap();
        let names: Vec<String> = due.iter().map(Protection::to_string).collect();
        assert_eq!(workers.missing_protections(), names, "{name}");
        let terms = terms(&there, limits());
        let played = play_all(&workers, vec![job(&terms, &Plays::Builtin(Builtin::First), 1)]).unwrap();
        assert!(played[0].is_ok(), "{name}: {played:?}");
    }
}

/// Runs a worker on such a system, if this process is meant to be one.
pub(crate) fn main() -> Option<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    if arguments.next()? != ARGUMENT {
        return None;
    }
    let absent: &[i64] = match arguments.next()?.as_str() {
        "landlock" => &[
            libc::SYS_landlock_create_ruleset,
            libc::SYS_landlock_add_rule,
            libc::SYS_landlock_restrict_self,
        ],
        "namespaces" => &[libc::SYS_unshare],
        // This call installs the filter itself, and forbids every later filter.
        _ => &[libc::SYS_seccomp],
    };
    let rules: BTreeMap<i64, _> = absent.iter().map(|&call| (call, Vec::new())).collect();
    let denied = SeccompAction::Errno(libc::ENOSYS as u32);
    let arch = TargetArch::try_from(std::env::consts::ARCH).ok()?;
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, denied, arch).ok()?;
    apply_filter(&BpfProgram::try_from(filter).ok()?).ok()?;
    let error = Command::new(std::env::current_exe().ok()?).arg(WORKER_ARGUMENT).exec();
    Some(ExitCode::from(error.raw_os_error().unwrap_or(1) as u8))
}
