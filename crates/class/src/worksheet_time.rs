//! Times as a course system writes them.

use jiff::civil::DateTime;
use jiff::fmt::strtime::BrokenDownTime;

use crate::{Moment, NoMoment, Zone};

/// How Moodle writes a moment in English, and how it may be written by hand.
///
/// # Source
/// Moodle, `lang/en/langconfig.php`: `strftimedaydatetime`; in American English the month comes first.
const FORMATS: &[&str] = &[
    "%A, %d %B %Y, %I:%M %p",
    "%A, %B %d, %Y, %I:%M %p",
    "%A, %d %B %Y, %H:%M",
    "%d %B %Y, %I:%M %p",
    "%d %B %Y, %H:%M",
];

impl Zone {
    /// Reads a moment as a course system writes it, on the clocks of this zone: `Tuesday, 1 December 2026, 10:10 PM`, or
    /// as [`Zone::read`] does. A moment without seconds is the beginning of its minute.
    ///
    /// # Errors
    /// When it is in another language, or the clocks of this zone skip that time or show it twice.
    pub fn read_course_time(&self, text: &str) -> Result<Moment, NoMoment> {
        let plain = text.replace(['\u{a0}', '\u{202f}'], " ");
        match FORMATS.iter().find_map(|format| clock(format, plain.trim())) {
            Some(clock) => self.on_its_clocks(clock),
            None => self.read(text),
        }
    }
}

/// The date and time of day, if the text is of this format and its day of the week is that of the date.
fn clock(format: &str, text: &str) -> Option<DateTime> {
    BrokenDownTime::parse(format, text).ok()?.to_datetime().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moodles_times_are_read() {
        let zone = Zone::named("Europe/Berlin").expect("a zone");
        for text in [
            "Tuesday, 1 December 2026, 10:10 PM",
            "Tuesday, December 1, 2026, 10:10\u{202f}PM",
            "Tuesday, 1 December 2026, 22:10",
            " 1 December 2026, 10:10 pm",
            "2026-12-01 22:10",
            "2026-12-01T21:10:00Z",
        ] {
            let read = zone.read_course_time(text).map(|moment| moment.to_string());
            assert_eq!(read, Ok("2026-12-01T21:10:00Z".to_owned()), "{text}");
        }
    }

    #[test]
    fn others_are_not() {
        let zone = Zone::named("Europe/Berlin").expect("a zone");
        for text in [
            "-",
            "",
            "Dienstag, 1. Dezember 2026, 22:10",
            // It was a Tuesday.
            "Monday, 1 December 2026, 10:10 PM",
            "Tuesday, 1 December 2026",
            "01/12/2026, 22:10",
            // Shown twice.
            "Sunday, 25 October 2026, 02:30 AM",
        ] {
            assert!(zone.read_course_time(text).is_err(), "{text}");
        }
    }
}
