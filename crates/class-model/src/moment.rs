//! Moments in a time zone, as people write them.

use std::fmt;

use jiff::civil::DateTime;
use jiff::fmt::temporal::Pieces;
use jiff::tz::{AmbiguousOffset, Offset, TimeZone, TimeZoneDatabase};
use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};

/// A moment: milliseconds since 1970 in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Moment(i64);

impl Moment {
    /// Returns the moment this many milliseconds after the beginning of 1970 in UTC, clamped to the supported range.
    pub fn from_millis(millis: i64) -> Moment {
        let [least, most] = [Timestamp::MIN, Timestamp::MAX].map(Timestamp::as_millisecond);
        Moment(millis.clamp(least, most))
    }

    /// Returns the milliseconds since 1970 in UTC.
    pub fn millis(self) -> i64 {
        self.0
    }

    /// Returns the moment this many milliseconds later.
    #[must_use]
    pub fn after(self, millis: i64) -> Moment {
        Moment::from_millis(self.0.saturating_add(millis))
    }

    pub(crate) fn timestamp(self) -> Timestamp {
        // Every `Moment` is in range.
        Timestamp::from_millisecond(self.0).unwrap_or(Timestamp::MAX)
    }
}

/// In UTC: `2026-12-01T22:59:00Z`.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.timestamp().fmt(f)
    }
}

/// A time zone of the IANA database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    name: String,
    pub(crate) rules: TimeZone,
}

/// The reason why a text is not a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoMoment {
    /// The problem.
    pub why: String,
    /// Advice on correct input.
    pub hint: String,
}

impl Zone {
    /// Returns the zone with a name such as `Europe/Berlin`. The time zone database is compiled in, so that all
    /// machines agree.
    pub fn named(name: &str) -> Option<Zone> {
        let rules = TimeZoneDatabase::bundled().get(name).ok()?;
        let name = rules.iana_name()?.to_owned();
        Some(Zone { name, rules })
    }

    /// Returns the names of all zones.
    pub fn names() -> Vec<String> {
        TimeZoneDatabase::bundled().available().map(|name| name.as_str().to_owned()).collect()
    }

    /// Returns the zone's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Reads a moment: `2026-12-01 23:59` in local time of this zone, or with an offset, `2026-12-01 23:59+01:00`.
    ///
    /// # Errors
    /// If it is not a date with a time, or if the clocks of this zone skip that time or show it twice.
    pub fn read(&self, text: &str) -> Result<Moment, NoMoment> {
        let unread = |why: String| NoMoment { why, hint: format!("for example \"{EXAMPLE}\"") };
        let pieces =
            Pieces::parse(text.trim()).map_err(|_| unread(format!("`{text}` is not a date and time")))?;
        let Some(time) = pieces.time() else {
            return Err(NoMoment {
                why: format!("`{text}` has no time of day"),
                hint: format!("for example \"{} 23:59\"", pieces.date()),
            });
        };
        if pieces.time_zone_annotation().is_some() {
            return Err(unread(format!("`{text}` names a zone")));
        }
        let clock = pieces.date().to_datetime(time);
        let offset = match pieces.to_numeric_offset() {
            Some(offset) => offset,
            None if pieces.offset().is_some() => Offset::UTC,
            None => self.offset(clock)?,
        };
        let moment = offset.to_timestamp(clock).map_err(|_| unread(format!("`{text}` is out of range")))?;
        Ok(Moment(moment.as_millisecond()))
    }

    /// Returns the moments that a local time may mean at a change of the clocks, as texts that [`Zone::read`] accepts:
    /// both if the clocks show that time twice, the ones before and after if they skip it. Empty for any other text.
    pub fn readings(&self, text: &str) -> Vec<String> {
        let Ok(clock) = text.trim().parse::<DateTime>() else { return Vec::new() };
        match self.rules.to_ambiguous_timestamp(clock).offset() {
            AmbiguousOffset::Unambiguous { .. } => Vec::new(),
            AmbiguousOffset::Gap { before, after } => {
                [after, before].map(|offset| self.on_clock(offset, clock)).to_vec()
            }
            AmbiguousOffset::Fold { before, after } => {
                [before, after].map(|offset| format!("{}{}", shown(clock), offset_text(offset))).to_vec()
            }
        }
    }

    /// Returns the moment at which the clocks of the zone show this.
    pub(crate) fn on_its_clocks(&self, clock: DateTime) -> Result<Moment, NoMoment> {
        let moment = self.offset(clock)?.to_timestamp(clock);
        Ok(Moment(moment.unwrap_or(Timestamp::MAX).as_millisecond()))
    }

    /// Returns the offset of the zone's clocks when they show this.
    fn offset(&self, clock: DateTime) -> Result<Offset, NoMoment> {
        let name = &self.name;
        match self.rules.to_ambiguous_timestamp(clock).offset() {
            AmbiguousOffset::Unambiguous { offset } => Ok(offset),
            AmbiguousOffset::Gap { before, after } => {
                let [earlier, later] = [after, before].map(|offset| self.on_clock(offset, clock));
                Err(NoMoment {
                    why: format!("{} does not exist in {name}: the clocks go forward", shown(clock)),
                    hint: format!("write \"{earlier}\" or \"{later}\""),
                })
            }
            AmbiguousOffset::Fold { before, after } => Err(NoMoment {
                why: format!("{} occurs twice in {name}: the clocks go back", shown(clock)),
                hint: format!(
                    "write \"{0}{before}\" for the first time, \"{0}{after}\" for the second",
                    shown(clock),
                    before = offset_text(before),
                    after = offset_text(after)
                ),
            }),
        }
    }

    /// Converts local time of another offset to local time of the zone, as text.
    fn on_clock(&self, offset: Offset, clock: DateTime) -> String {
        let moment = offset.to_timestamp(clock).unwrap_or(Timestamp::MAX);
        shown(self.rules.to_datetime(moment))
    }

    /// Formats a moment in local time with its offset: `2026-12-01 23:59:00 +01:00`.
    pub fn show(&self, moment: Moment) -> String {
        let offset = self.rules.to_offset(moment.timestamp());
        let clock = offset.to_datetime(moment.timestamp());
        let at = clock.strftime("%Y-%m-%d %H:%M:%S");
        format!("{at} {}", offset_text(offset))
    }

    /// Formats a moment in local time, for readers who know the zone: `2026-12-01 23:59`.
    pub fn show_minute(&self, moment: Moment) -> String {
        self.rules.to_datetime(moment.timestamp()).strftime("%Y-%m-%d %H:%M").to_string()
    }

    /// Returns the moment some days later at the same time of day. If the clocks skip that time, it is later by the
    /// length of the gap; if they show it twice, it is the second time.
    #[must_use]
    pub fn days_after(&self, moment: Moment, days: u32) -> Moment {
        if days == 0 {
            return moment;
        }
        let clock = self.rules.to_datetime(moment.timestamp());
        let later = clock.checked_add(i64::from(days).days()).ok().and_then(|clock| {
            let offset = match self.rules.to_ambiguous_timestamp(clock).offset() {
                AmbiguousOffset::Unambiguous { offset } => offset,
                AmbiguousOffset::Gap { before, .. } => before,
                AmbiguousOffset::Fold { after, .. } => after,
            };
            offset.to_timestamp(clock).ok()
        });
        Moment(later.unwrap_or(Timestamp::MAX).as_millisecond())
    }
}

const EXAMPLE: &str = "2026-12-01 23:59";

/// Formats a local date and time, with seconds unless they are zero.
fn shown(clock: DateTime) -> String {
    let format = if clock.second() == 0 { "%Y-%m-%d %H:%M" } else { "%Y-%m-%d %H:%M:%S" };
    clock.strftime(format).to_string()
}

/// Formats an offset: `+01:00`.
pub(crate) fn offset_text(offset: Offset) -> String {
    let seconds = offset.seconds();
    let (sign, minutes) = (if seconds < 0 { '-' } else { '+' }, seconds.abs() / 60);
    format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn berlin() -> Zone {
        Zone::named("Europe/Berlin").expect("a zone")
    }

    #[test]
    fn a_moment_is_on_the_clocks_of_the_zone_unless_it_has_an_offset() {
        for (text, utc) in [
            ("2026-12-01 23:59", "2026-12-01T22:59:00Z"),
            ("2026-07-01T23:59", "2026-07-01T21:59:00Z"),
            ("2026-07-01 23:59:30", "2026-07-01T21:59:30Z"),
            ("2026-12-01 23:59+00:00", "2026-12-01T23:59:00Z"),
            ("2026-12-01 23:59Z", "2026-12-01T23:59:00Z"),
            ("2026-10-25 02:30+02:00", "2026-10-25T00:30:00Z"),
            ("2026-10-25 02:30+01:00", "2026-10-25T01:30:00Z"),
        ] {
            assert_eq!(berlin().read(text).map(|moment| moment.to_string()), Ok(utc.to_owned()), "{text}");
        }
    }

    #[test]
    fn what_the_clocks_skip_or_repeat_is_explained() {
        let refused = |zone: &str, text: &str| {
            let error = Zone::named(zone).expect("a zone").read(text).expect_err("no moment");
            format!("{} ({})", error.why, error.hint)
        };
        assert_eq!(
            refused("Europe/Berlin", "2026-03-29 02:30"),
            "2026-03-29 02:30 does not exist in Europe/Berlin: the clocks go forward (write \"2026-03-29 01:30\" or \
             \"2026-03-29 03:30\")"
        );
        assert_eq!(
            refused("Europe/Berlin", "2026-10-25 02:30"),
            "2026-10-25 02:30 occurs twice in Europe/Berlin: the clocks go back (write \"2026-10-25 02:30+02:00\" \
             for the first time, \"2026-10-25 02:30+01:00\" for the second)"
        );
        let readings = |text: &str| berlin().readings(text);
        assert_eq!(readings("2026-03-29 02:30"), ["2026-03-29 01:30", "2026-03-29 03:30"]);
        assert_eq!(readings("2026-10-25T02:30"), ["2026-10-25 02:30+02:00", "2026-10-25 02:30+01:00"]);
        assert!(readings("2026-10-25 04:30").is_empty() && readings("soon").is_empty());
        // Half an hour, and a whole day that Samoa skipped.
        assert!(refused("Australia/Lord_Howe", "2026-10-04 02:15").contains("2026-10-04 02:45"));
        assert!(refused("Pacific/Apia", "2011-12-30 12:00").contains("does not exist in Pacific/Apia"));
    }

    #[test]
    fn what_is_no_moment_is_told() {
        for text in [
            "",
            "tomorrow",
            "2026-12-01",
            "2026-02-30 10:00",
            "23:59",
            "2026-12-01 24:61",
            "2026-12-01 23:59[UTC]",
        ] {
            assert!(berlin().read(text).is_err(), "{text}");
        }
        assert_eq!(Zone::named("Europe/Atlantis"), None);
    }

    #[test]
    fn a_day_later_is_the_same_time_of_day() {
        let zone = berlin();
        let days_after = |text: &str, days| {
            let moment = zone.read(text).expect("a moment");
            zone.show(zone.days_after(moment, days))
        };
        assert_eq!(days_after("2026-12-01 23:59", 3), "2026-12-04 23:59:00 +01:00");
        assert_eq!(days_after("2026-10-24 23:59", 1), "2026-10-25 23:59:00 +01:00");
        assert_eq!(days_after("2026-03-28 02:30", 1), "2026-03-29 03:30:00 +02:00");
        assert_eq!(days_after("2026-10-24 02:30", 1), "2026-10-25 02:30:00 +01:00");
    }

    const ZONES: &[&str] =
        &["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia", "UTC"];

    proptest! {
        /// Formatted moments read back as the same moment, in every zone, around every change of the clocks.
        #[test]
        fn what_is_shown_is_read_again(seconds in 1_000_000_000_i64..4_000_000_000, zone in 0..ZONES.len()) {
            let zone = Zone::named(ZONES[zone]).expect("a zone");
            let moment = Moment::from_millis(seconds * 1000);
            let shown = zone.show(moment);
            prop_assert_eq!(zone.read(&shown.replace(" +", "+").replace(" -", "-")), Ok(moment));
            // Without the offset it is the same moment, or is refused because the clocks show it twice.
            let clock = &shown[..19];
            match zone.read(clock) {
                Ok(read) => prop_assert_eq!(read, moment),
                Err(error) => prop_assert!(error.why.contains("twice"), "{}", error.why),
            }
        }

        /// Late days never take time away, and each further one adds between 23 and 25 hours, despite changes of the
        /// clocks.
        #[test]
        fn a_late_day_is_about_a_day(seconds in 1_400_000_000_i64..4_000_000_000, zone in 0..ZONES.len(), days in 0_u32..30) {
            let zone = Zone::named(ZONES[zone]).expect("a zone");
            let moment = Moment::from_millis(seconds * 1000);
            let [before, after] = [days, days + 1].map(|days| zone.days_after(moment, days).millis());
            let hours = (after - before) as f64 / 3_600_000.0;
            // An hour either way, and one more if the clocks skip or repeat that very time.
            prop_assert!((22.0..=26.0).contains(&hours), "{}", hours);
        }
    }
}
