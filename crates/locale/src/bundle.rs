//! The messages of each locale, parsed once.

use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use crate::{Arguments, Locale};

macro_rules! areas {
    ($($area:literal),*) => {
        /// The texts of each area, in the order of [`Locale::ALL`].
        const AREAS: &[[&str; 3]] = &[$([
            include_str!(concat!("../texts/en/", $area, ".ftl")),
            include_str!(concat!("../texts/de/", $area, ".ftl")),
            include_str!(concat!("../texts/fr/", $area, ".ftl")),
        ]),*];
    };
}

areas!("frame", "class", "student", "submission", "matches", "tokens", "mail", "questions", "teams");

/// English sentences of lower crates, and their translations.
const SENTENCES: [&str; 3] = [
    include_str!("../texts/en/sentences.ftl"),
    include_str!("../texts/de/sentences.ftl"),
    include_str!("../texts/fr/sentences.ftl"),
];

/// The messages of a locale.
pub(crate) struct Bundle {
    bundle: FluentBundle<FluentResource>,
}

/// Returns the messages of a locale.
pub(crate) fn of(locale: Locale) -> &'static Bundle {
    static BUNDLES: [OnceLock<Bundle>; 3] = [const { OnceLock::new() }; 3];
    let at = match locale {
        Locale::English | Locale::Pseudo => 0,
        Locale::German => 1,
        Locale::French => 2,
    };
    BUNDLES[at].get_or_init(|| Bundle::new(Locale::ALL[at], at))
}

/// Returns the English sentences of lower crates.
pub(crate) fn english_sentences() -> FluentResource {
    parsed(SENTENCES[0])
}

/// Parses texts. A test parses all of them, so that none is left out here.
fn parsed(text: &str) -> FluentResource {
    FluentResource::try_new(text.to_owned()).unwrap_or_else(|(resource, problems)| {
        debug_assert!(problems.is_empty(), "{problems:?}");
        resource
    })
}

impl Bundle {
    fn new(locale: Locale, at: usize) -> Bundle {
        let language: LanguageIdentifier = locale.tag().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![language]);
        // Marks of direction would get into copied texts; all of these languages run from left to right.
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(match locale {
            Locale::German | Locale::French => with_decimal_comma,
            Locale::English | Locale::Pseudo => |_, _| None,
        }));
        for text in AREAS.iter().map(|area| area[at]).chain([SENTENCES[at]]) {
            let added = bundle.add_resource(parsed(text));
            debug_assert!(added.is_ok(), "{added:?}");
        }
        Bundle { bundle }
    }

    /// Formats a message. A missing one shows its key, and stops a debug build.
    pub(crate) fn format(&self, key: &str, Arguments(arguments): &Arguments<'_>) -> String {
        let pattern = self.bundle.get_message(key).and_then(|message| message.value());
        let Some(pattern) = pattern else {
            debug_assert!(false, "there is no text {key}");
            return key.to_owned();
        };
        let mut problems = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(arguments), &mut problems).into_owned();
        debug_assert!(problems.is_empty(), "{key}: {problems:?}");
        text
    }

    /// Rewrites the date at the beginning of a time such as `2026-12-01 23:59`; `None` if there is none.
    pub(crate) fn with_local_date(&self, time: &str) -> Option<String> {
        let (date, rest) = time.split_at_checked("2026-12-01".len())?;
        let is_digits = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
        let parts: Vec<&str> = date.split('-').filter(is_digits).collect();
        let [year, month, day] = *parts.as_slice() else { return None };
        let has_lengths = [year.len(), month.len(), day.len()] == [4, 2, 2] && rest.starts_with([' ', 'T']);
        let date = Arguments::default().with("year", year).with("month", month).with("day", day);
        has_lengths.then(|| self.format("date", &date) + rest)
    }
}

fn with_decimal_comma<M>(value: &FluentValue<'_>, _: &M) -> Option<String> {
    match value {
        FluentValue::Number(number) => Some(number.as_string().replace('.', ",")),
        _ => None,
    }
}
