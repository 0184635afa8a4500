//! The texts that students read, in their language.
//!
//! `texts/LANGUAGE/AREA.ftl` has the [Fluent](https://projectfluent.org) messages of one area. [`Locale::text`] formats
//! one by its key, and [`text!`] is its short form. [`Locale::translated`] finds the translation of an English sentence
//! of a lower crate.

mod bundle;
mod preference;
mod sentences;

use std::fmt;
use std::str::FromStr;

use fluent_bundle::FluentArgs;
pub use fluent_bundle::FluentValue;

pub use self::preference::best_of;

/// Number of levels of sentences within sentences to translate.
const DEPTH: u8 = 4;

/// A language with the formats of its numbers and times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Locale {
    /// English, the language of staff and programs.
    #[default]
    English,
    /// German.
    German,
    /// French.
    French,
    /// English in brackets, to find texts that are not in the bundles. Only in debug builds.
    Pseudo,
}

impl Locale {
    /// The locales to choose from.
    pub const ALL: [Locale; 3] = [Locale::English, Locale::German, Locale::French];

    /// Returns the language tag (RFC 5646).
    pub fn tag(self) -> &'static str {
        match self {
            Locale::English => "en",
            Locale::German => "de",
            Locale::French => "fr",
            Locale::Pseudo => "en-XA",
        }
    }

    /// Returns the name of the language in itself.
    pub fn own_name(self) -> &'static str {
        match self {
            Locale::English | Locale::Pseudo => "English",
            Locale::German => "Deutsch",
            Locale::French => "Français",
        }
    }

    /// Returns the message with a key.
    pub fn text(self, key: &str, arguments: &Arguments<'_>) -> String {
        self.bracketed(bundle::of(self).format(key, arguments))
    }

    /// Returns the translation of an English sentence, such as an error, or of each of its lines; a line that is not
    /// known stays English.
    pub fn translated(self, sentence: &str) -> String {
        if self == Locale::English {
            return sentence.to_owned();
        }
        let translate =
            |text: &str| Some(self.bracketed(sentences::translate(bundle::of(self), text, DEPTH)?));
        let lines = || sentence.lines().map(|line| translate(line).unwrap_or_else(|| line.to_owned()));
        translate(sentence).unwrap_or_else(|| lines().collect::<Vec<_>>().join("\n"))
    }

    /// Returns a time such as `2026-12-01 23:59`, with its date as the locale writes it.
    pub fn time(self, time: &str) -> String {
        bundle::of(self).with_local_date(time).unwrap_or_else(|| time.to_owned())
    }

    fn bracketed(self, text: String) -> String {
        if self == Locale::Pseudo { format!("⟦{text}⟧") } else { text }
    }
}

impl FromStr for Locale {
    type Err = UnknownLanguage;

    /// Reads the primary language of a tag: `de-AT` is German.
    fn from_str(tag: &str) -> Result<Locale, UnknownLanguage> {
        if cfg!(debug_assertions) && tag == Locale::Pseudo.tag() {
            return Ok(Locale::Pseudo);
        }
        let primary = tag.split('-').next().unwrap_or_default();
        Locale::ALL.into_iter().find(|one| one.tag().eq_ignore_ascii_case(primary)).ok_or(UnknownLanguage)
    }
}

/// A language without texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownLanguage;

impl fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there are no texts in this language")
    }
}

impl std::error::Error for UnknownLanguage {}

/// The arguments of a message, by name.
#[derive(Debug, Default)]
pub struct Arguments<'a>(FluentArgs<'a>);

impl<'a> Arguments<'a> {
    /// Adds an argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<FluentValue<'a>>) -> Arguments<'a> {
        self.0.set(name, value);
        self
    }
}

/// Formats a message: `text!(locale, "key", count = 3)`. Anything that has a locale may stand in its place.
#[macro_export]
macro_rules! text {
    ($locale:expr, $key:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::Locale::from($locale).text($key, &$crate::Arguments::default()$(.with(stringify!($name), $value))*)
    };
}
