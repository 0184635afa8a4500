//! Deadlines: extensions, closing, and the clock that they are measured by.

mod clock;
mod closing;
mod extension;
mod extension_file;

pub use self::clock::{
    ClockChange, ClockReport, CorrectClock, EventsAhead, check_clock, clock_warning, confirm_clock,
    correct_clock,
};
pub use self::closing::{ClosedState, close, reopen};
pub use self::extension::{Extend, ExtendedDeadline, extend};
pub(crate) use self::extension::{GivenExtension, check_reason};
pub use self::extension_file::{
    ExtensionEffect, ExtensionFile, ExtensionLine, ExtensionsReport, extend_by_file, preview_extensions,
};
