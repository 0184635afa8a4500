//! The language in which a student reads pages and mail.

use class_model::{Event, Facts};
use explain::Error;
use locale::Locale;

use crate::open_class::{OpenClass, find_student};

/// Records the language that a student has chosen, unless it is recorded already.
///
/// # Errors
/// If there is no such student, or the class's record cannot be written.
pub fn choose_language(class: &OpenClass, student: &str, locale: Locale) -> Result<(), Error> {
    class.write(|facts, _| {
        let student = find_student(facts, student)?.id.clone();
        let is_known = language_of(facts, &student) == Some(locale);
        let chosen = Event::LanguageChosen { student, language: locale.tag().to_owned() };
        Ok(if is_known { Vec::new() } else { vec![chosen] })
    })?;
    Ok(())
}

/// Returns the language that a student has chosen.
pub fn language_of(facts: &Facts, student: &str) -> Option<Locale> {
    facts.language_of(student)?.parse().ok()
}
