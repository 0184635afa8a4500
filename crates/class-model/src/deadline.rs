//! Deadlines as a text writes them. Since 0.4.0, a minute without seconds counts as a whole.

use crate::Facts;
use crate::moment::{Moment, NoMoment, Zone, offset_text};

/// A deadline as written in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline {
    at: Moment,
    /// `true` if the text gives no seconds.
    is_minute: bool,
}

impl Deadline {
    /// Returns the last moment that counts in a class.
    pub fn last(self, facts: &Facts) -> Moment {
        if facts.has_whole_minutes() { self.with_whole_minute() } else { self.at }
    }

    /// Returns the last moment that counts if a minute counts as a whole: 23:59 includes 23:59:59.
    pub fn with_whole_minute(self) -> Moment {
        if self.is_minute { self.at.after(REST_OF_MINUTE) } else { self.at }
    }
}

/// Milliseconds between the first and the last moment of a minute.
const REST_OF_MINUTE: i64 = 59_999;

impl Zone {
    /// Reads a deadline, as [`Zone::read`] reads a moment.
    ///
    /// # Errors
    /// As [`Zone::read`].
    pub fn read_deadline(&self, text: &str) -> Result<Deadline, NoMoment> {
        Ok(Deadline { at: self.read(text)?, is_minute: !has_seconds(text) })
    }

    /// Formats a deadline as a text writes it, in local time: `2026-12-01 23:59 +01:00`, with seconds if the text has
    /// them.
    pub fn deadline_text(&self, deadline: Deadline) -> String {
        let Deadline { at, is_minute } = deadline;
        if !is_minute {
            return self.show(at);
        }
        format!("{} {}", self.show_minute(at), offset_text(self.rules.to_offset(at.timestamp())))
    }

    /// Formats a deadline in local time, for readers who know the zone: `2026-12-01 23:59` if the whole minute
    /// counts, otherwise with seconds.
    pub fn show_deadline(&self, deadline: Moment) -> String {
        let is_whole = deadline.after(1).millis().rem_euclid(60_000) == 0;
        let format = if is_whole { "%Y-%m-%d %H:%M" } else { "%Y-%m-%d %H:%M:%S" };
        self.rules.to_datetime(deadline.timestamp()).strftime(format).to_string()
    }
}

/// Returns `true` if a moment's text gives seconds.
fn has_seconds(text: &str) -> bool {
    let time = text.trim().split_once(['T', 't', ' ']).map_or("", |(_, time)| time);
    let clock = time.split(['+', '-', 'Z', 'z']).next().unwrap_or_default();
    clock.bytes().filter(u8::is_ascii_digit).count() > "HHMM".len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn berlin() -> Zone {
        Zone::named("Europe/Berlin").expect("a zone")
    }

    /// Regression: 23:59 ended at 23:59:00, so that a hand-in within the minute that every page showed was late.
    #[test]
    fn a_deadline_includes_the_minute_that_it_shows() {
        for (text, last, shown) in [
            ("2026-12-01 23:59", "2026-12-01 23:59:59 +01:00", "2026-12-01 23:59"),
            ("2026-12-01 23:59+01:00", "2026-12-01 23:59:59 +01:00", "2026-12-01 23:59"),
            ("2026-12-01 22:59Z", "2026-12-01 23:59:59 +01:00", "2026-12-01 23:59"),
            ("2026-12-01 23:59:00", "2026-12-01 23:59:00 +01:00", "2026-12-01 23:59:00"),
            ("2026-12-01 23:59:59", "2026-12-01 23:59:59 +01:00", "2026-12-01 23:59:59"),
            ("2026-12-01 23:59:30-00:30", "2026-12-02 01:29:30 +01:00", "2026-12-02 01:29:30"),
        ] {
            let deadline = berlin().read_deadline(text).expect("a deadline");
            let whole = deadline.with_whole_minute();
            assert_eq!(
                (berlin().show(whole), berlin().show_deadline(whole)),
                (last.to_owned(), shown.to_owned()),
                "{text}"
            );
        }
        let late_day = berlin().days_after(
            berlin().read_deadline("2026-12-01 23:59").expect("a deadline").with_whole_minute(),
            1,
        );
        assert_eq!(berlin().show_deadline(late_day), "2026-12-02 23:59");
    }
}
