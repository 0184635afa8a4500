//! Nothing that was committed is lost: runs that are killed or interrupted, that run out of disk or are damaged, end as
//! they would have, or report what is wrong. `MUSTER_FULL=1` kills every format at 200 points instead of a few.

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
