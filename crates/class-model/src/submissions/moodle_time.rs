//! Parsing times as course systems write them.

use jiff::civil::{DateTime, Weekday};

use super::course_languages::{LANGUAGES, Language};
use crate::{Moment, NoMoment, Zone};

impl Zone {
    /// Reads a course system's time in local time of this zone: `Tuesday, 1 December 2026, 10:10 PM`, the same in
    /// another supported language, or as [`Zone::read`] does. A time without seconds is the beginning of its minute.
    ///
    /// # Errors
    /// If it is in another language, if its day of the week does not match its date, or if the clocks of this zone
    /// skip that time or show it twice.
    pub fn read_course_time(&self, text: &str) -> Result<Moment, NoMoment> {
        match clock(text) {
            Some(clock) => self.on_its_clocks(clock),
            None => self.read(text.trim()),
        }
    }
}

/// Returns the date and time of day, in any language; `None` if languages disagree on it.
fn clock(text: &str) -> Option<DateTime> {
    let text = text.to_lowercase();
    let words: Vec<&str> = text
        .split(|one: char| one.is_whitespace() || one == ',')
        .map(|word| word.trim_end_matches('.'))
        .filter(|word| !word.is_empty())
        .collect();
    let mut read = LANGUAGES.iter().filter_map(|language| in_language(&words, language));
    let first = read.next()?;
    read.all(|other| other == first).then_some(first)
}

/// Parses the words in a language, if it knows each of them. The day and the month may come in either order, because
/// a month is a word; everything else has a fixed place.
fn in_language(words: &[&str], language: &Language) -> Option<DateTime> {
    let mut words = words.iter().copied().filter(|word| !language.between.contains(word)).peekable();
    let weekday = words.next_if(|word| named(&language.days, word).is_some());
    let weekday = weekday.and_then(|word| named(&language.days, word));
    let (one, other) = (words.next()?, words.next()?);
    let (day, month) = match named(&language.months, one) {
        Some(month) => (other, month),
        None => (one, named(&language.months, other)?),
    };
    let (day, year) = (number(day, 1..=2)?, number(words.next()?, 4..=4)?);
    let (hour, minute) = words.next()?.split_once(':')?;
    let (hour, minute) = (number(hour, 1..=2)?, number(minute, 2..=2)?);
    let hour = half_of_the_day(hour, words.next())?;
    if words.next().is_some() {
        return None;
    }
    let month = i8::try_from(month + 1).ok()?;
    let small = |number: i16| i8::try_from(number).ok();
    let clock = DateTime::new(year, month, small(day)?, small(hour)?, small(minute)?, 0, 0).ok()?;
    let is_its_day = |day: usize| Weekday::from_monday_zero_offset(day as i8).ok() == Some(clock.weekday());
    weekday.is_none_or(is_its_day).then_some(clock)
}

/// Returns the index of the name, among names with several forms each, that a word is.
fn named(names: &[&str], word: &str) -> Option<usize> {
    names.iter().position(|forms| forms.split('|').any(|form| form == word))
}

/// Parses a number whose length is within a range of digits.
fn number(word: &str, digits: std::ops::RangeInclusive<usize>) -> Option<i16> {
    let is_one = digits.contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit());
    is_one.then(|| word.parse().ok())?
}

/// Returns the hour of the day, from 0; `half` is `am` or `pm` for a 12-hour clock.
fn half_of_the_day(hour: i16, half: Option<&str>) -> Option<i16> {
    match half {
        None => Some(hour),
        Some("am") if (1..=12).contains(&hour) => Some(hour % 12),
        Some("pm") if (1..=12).contains(&hour) => Some(hour % 12 + 12),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, NoMoment> {
        let zone = Zone::named("Europe/Berlin").expect("a zone");
        zone.read_course_time(text).map(|moment| moment.to_string())
    }

    #[test]
    fn moodles_times_are_read() {
        for text in [
            "Tuesday, 1 December 2026, 10:10 PM",
            "Tuesday, December 1, 2026, 10:10\u{202f}PM",
            "Tuesday, 1 December 2026, 22:10",
            " 1 December 2026, 10:10 pm",
            "2026-12-01 22:10",
            "2026-12-01T21:10:00Z",
            "Dienstag, 1. Dezember 2026, 22:10",
            "mardi 1 décembre 2026, 22:10",
            "martes, 1 de diciembre de 2026, 22:10",
            "martedì, 1 dicembre 2026, 22:10",
            "dinsdag, 1 december 2026, 22:10",
            "wtorek, 1 grudnia 2026, 22:10",
            "wtorek, 1 grudzień 2026, 22:10",
            "terça-feira, 1 de dezembro de 2026 às 22:10",
            "terça-feira, 1 dez. 2026, 22:10",
        ] {
            assert_eq!(read(text), Ok("2026-12-01T21:10:00Z".to_owned()), "{text}");
        }
        assert_eq!(read("Tuesday, 1 December 2026, 12:05 AM"), Ok("2026-11-30T23:05:00Z".to_owned()));
        assert_eq!(read("Tuesday, 1 December 2026, 12:05 PM"), Ok("2026-12-01T11:05:00Z".to_owned()));
    }

    /// Each name of a month or a day maps to its index in each language.
    #[test]
    fn every_name_is_read() {
        let mut day = jiff::civil::date(2026, 1, 1);
        while day.year() == 2026 {
            for language in LANGUAGES {
                let weekday = language.days[day.weekday().to_monday_zero_offset() as usize];
                let month = language.months[day.month() as usize - 1];
                for (weekday, month) in
                    weekday.split('|').flat_map(|weekday| month.split('|').map(move |month| (weekday, month)))
                {
                    let text = format!("{weekday}, {} {month} {}, 12:00", day.day(), day.year());
                    assert_eq!(clock(&text), Some(day.at(12, 0, 0, 0)), "{text}");
                }
            }
            day = day.tomorrow().expect("2027 is a year");
        }
    }

    #[test]
    fn others_are_not() {
        for text in [
            "-",
            "",
            "Вторник, 1 декабря 2026, 22:10",
            // It was a Tuesday.
            "Monday, 1 December 2026, 10:10 PM",
            "Montag, 1. Dezember 2026, 22:10",
            // Words of two languages.
            "Dienstag, 1 December 2026, 22:10",
            "Tuesday, 1 December 2026",
            "Tuesday, 31 November 2026, 22:10",
            "Tuesday, 1 December 26, 22:10",
            "Tuesday, 1 December 2026, 22:10 PM",
            "Tuesday, 1 December 2026, 0:10 PM",
            "Tuesday, 1 December 2026, 22:10 o'clock",
            "Tuesday, 1 December 2026, 24:10",
            "01/12/2026, 22:10",
            // The clocks show it twice.
            "Sunday, 25 October 2026, 02:30 AM",
            "Sonntag, 25. Oktober 2026, 02:30",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
