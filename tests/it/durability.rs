//! Tests that no committed data is lost: runs that are killed or interrupted, run out of disk space or are damaged end
//! as usual, or report the problem. `MUSTER_FULL=1` kills every format at 200 points instead of a few.

mod beginnings;
mod calendar;
pub(crate) mod course;
mod damage;
mod disk;
mod folders;
mod grades;
mod kills;
mod load;
mod refusing_disk;
mod shim;
#[cfg(target_os = "linux")]
mod short_of_memory;
mod signals;
mod slots;
pub(crate) mod tournaments;
