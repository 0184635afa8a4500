//! A child whose parent is killed.

use sandbox::{Sandbox, SandboxOptions};

use crate::modules::slow_module;
use crate::{child, wide_open};

/// The argument that makes this program admit a module that takes its compiler seconds.
pub(crate) const PARENT: &str = "part:parent";

/// Processor seconds of the child.
const SECONDS: u64 = 5;

pub(crate) fn admit() {
    let options =
        SandboxOptions { compiler: child(SECONDS, 1 << 30), instances: 1, ..SandboxOptions::default() };
    let sandbox = Sandbox::new(&options).expect("a host that can run bots");
    drop(sandbox.admit(&slow_module(3_000, 300), &wide_open()));
}

#[cfg(target_os = "linux")]
pub(crate) fn a_child_dies_with_its_parent() {
    use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};

    use crate::this_program;

    // Orphans are reparented to this process, so that it sees how they end.
    set_child_subreaper(Some(getpid())).expect("Linux can");
    let mut parent = this_program(PARENT).spawn().expect("it starts");
    let children = format!("/proc/{0}/task/{0}/children", parent.id());
    let begun = || std::fs::read_to_string(&children).ok()?.split_whitespace().next()?.parse().ok();
    let child = wait_for("the child", begun);
    // After half a second of processor time, it is compiling.
    wait_for("its compiling", || (processor_time(child)? >= 50).then_some(()));
    let killed = Pid::from_child(&parent);
    kill_process(killed, Signal::KILL).expect("killed");
    parent.wait().expect("it ends");
    let (_, status) =
        waitpid(Pid::from_raw(child), WaitOptions::empty()).expect("our child now").expect("ended");
    // The child must not end by its own limit of processor time, nor by itself.
    assert_eq!(status.terminating_signal(), Some(Signal::KILL.as_raw()), "{status:?}");
    set_child_subreaper(None).expect("Linux can");
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn a_child_dies_with_its_parent() {}

/// Repeats `look` until it returns a value.
#[cfg(target_os = "linux")]
fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    use std::time::{Duration, Instant};

    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_mins(10), "{what} was awaited for ten minutes");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Returns the processor time of a process in hundredths of a second.
#[cfg(target_os = "linux")]
fn processor_time(process: i32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut after_name = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut next = || after_name.next()?.parse::<u64>().ok();
    Some(next()? + next()?)
}
