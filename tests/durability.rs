//! Nothing that was committed is lost: runs that are killed or interrupted, that run out of disk or are damaged, end as
//! they would have, or report what is wrong. `MUSTER_FULL=1` kills every format at 200 points instead of a few.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::format_push_string, reason = "speed is no matter here")]

mod support;

#[path = "durability/calendar.rs"]
mod calendar;
#[path = "durability/course.rs"]
mod course;
#[path = "durability/damage.rs"]
mod damage;
#[path = "durability/disk.rs"]
mod disk;
#[path = "durability/folders.rs"]
mod folders;
#[path = "durability/grades.rs"]
mod grades;
#[path = "durability/kills.rs"]
mod kills;
#[path = "durability/load.rs"]
mod load;
#[path = "durability/refusing_disk.rs"]
mod refusing_disk;
#[path = "durability/shim.rs"]
mod shim;
#[cfg(target_os = "linux")]
#[path = "durability/short_of_memory.rs"]
mod short_of_memory;
#[path = "durability/signals.rs"]
mod signals;
#[path = "durability/slots.rs"]
mod slots;
#[path = "durability/tournaments.rs"]
mod tournaments;
