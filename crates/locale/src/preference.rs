//! The language that a browser asks for.

use crate::Locale;

/// Returns the locale that a browser prefers by its `Accept-Language` header; `None` if it accepts none of ours.
pub fn best_of(accepted: &str) -> Option<Locale> {
    let mut best: Option<(Locale, u32)> = None;
    for range in accepted.split(',') {
        let mut parts = range.split(';').map(str::trim);
        let tag = parts.next().unwrap_or_default();
        let quality = parts.find_map(|part| part.strip_prefix("q=")).map_or(Some(1000), thousandths);
        let locale = if tag == "*" { Ok(Locale::English) } else { tag.parse() };
        let (Ok(locale), Some(quality)) = (locale, quality) else { continue };
        // Of equal ones, the first counts; a quality of zero refuses the language.
        if quality > 0 && best.is_none_or(|(_, other)| quality > other) {
            best = Some((locale, quality));
        }
    }
    best.map(|(locale, _)| locale)
}

/// Reads a quality (RFC 9110, section 12.4.2) in thousandths; `None` if it is malformed.
fn thousandths(text: &str) -> Option<u32> {
    let quality: f64 = text.trim().parse().ok()?;
    (0.0..=1.0).contains(&quality).then_some((quality * 1000.0).round() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_accepted_language_counts() {
        let check = |accepted: &str, best: Option<Locale>| assert_eq!(best_of(accepted), best, "{accepted}");
        check("de", Some(Locale::German));
        check("de-AT,de;q=0.9,en;q=0.8", Some(Locale::German));
        check("en;q=0.5, fr;q=0.7, de;q=0.6", Some(Locale::French));
        check("nl, fr-CH;q=0.3", Some(Locale::French));
        check("DE-de", Some(Locale::German));
        check("de;q=0, fr;q=0.1", Some(Locale::French));
        check("fr;q=0.5,de;q=0.5", Some(Locale::French));
        check("nl,*;q=0.5", Some(Locale::English));
        check("nl,pt;q=0.9", None);
        check("", None);
        check("de;q=2,fr;q=x,;;,=", None);
    }
}
