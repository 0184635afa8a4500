//! Programs that end with this one, together with all of their descendants.

use std::io;
use std::process::{Child, Command, ExitStatus};

/// A program that leads its own process group. The group is killed when this value is dropped, and when Muster is
/// interrupted. Processes that leave the group on purpose are not killed.
pub(super) struct ProcessGroup {
    child: Child,
    /// `true` if the program has ended. Its process id may then be reused.
    is_over: bool,
}

impl ProcessGroup {
    /// Starts a program.
    ///
    /// # Errors
    /// Returns an error if it cannot be started.
    pub(super) fn start(command: &mut Command) -> io::Result<ProcessGroup> {
        system::lead(command);
        let child = system::registered(|| command.spawn())?;
        Ok(ProcessGroup { child, is_over: false })
    }

    /// Returns the program, for its pipes.
    pub(super) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Returns the exit status if the program has ended, and then kills the rest of the group.
    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        (self.is_over || system::has_ended(&mut self.child)).then(|| self.end()).flatten()
    }

    /// Kills the group, and only then reaps the leader. Before that, its process id cannot be reused.
    fn end(&mut self) -> Option<ExitStatus> {
        if !self.is_over {
            system::kill(&mut self.child);
            self.is_over = true;
        }
        self.child.wait().ok()
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.end();
    }
}

/// Kills every program that plays as a [`NativePlayer`](crate::NativePlayer), with its process group.
pub fn end_programs() {
    system::end_all();
}

#[cfg(unix)]
mod system {
    use std::collections::BTreeSet;
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// The leaders that have not been reaped, so that their process ids are still theirs.
    static LEADERS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

    fn leaders() -> MutexGuard<'static, BTreeSet<u32>> {
        LEADERS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// Starts a program. No interrupt comes between the start and the registration.
    pub(super) fn registered(start: impl FnOnce() -> io::Result<Child>) -> io::Result<Child> {
        let mut leaders = leaders();
        let child = start()?;
        leaders.insert(child.id());
        Ok(child)
    }

    /// Returns `true` if the program has ended, without reaping it.
    pub(super) fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        pid(child.id()).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
    }

    pub(super) fn kill(child: &mut Child) {
        let mut leaders = leaders();
        end(child.id());
        leaders.remove(&child.id());
    }

    pub(super) fn end_all() {
        leaders().iter().for_each(|leader| end(*leader));
    }

    fn end(leader: u32) {
        if let Some(pid) = pid(leader) {
            // All of the processes may have ended by themselves.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }

    fn pid(number: u32) -> Option<Pid> {
        i32::try_from(number).ok().and_then(Pid::from_raw)
    }
}

#[cfg(not(unix))]
mod system {
    use std::io;
    use std::process::{Child, Command};

    pub(super) fn lead(_command: &mut Command) {}

    pub(super) fn registered(start: impl FnOnce() -> io::Result<Child>) -> io::Result<Child> {
        start()
    }

    pub(super) fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }

    pub(super) fn kill(child: &mut Child) {
        // It may have ended by itself.
        let _ = child.kill();
    }

    pub(super) fn end_all() {}
}
