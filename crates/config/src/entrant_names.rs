//! Names of entrants: short, printable and unique.

use unicode_normalization::UnicodeNormalization;

/// Maximum length of a name in bytes.
const LONGEST: usize = 100;

/// Checks a name.
///
/// # Errors
/// Returns a message for users if the name is too long or empty, or has invisible characters or spaces around it.
pub fn check(name: &str) -> Result<(), String> {
    // Characters that folding removes are invisible by themselves.
    if fold(name).is_empty() {
        return Err("a name cannot be empty".to_owned());
    }
    if name.len() > LONGEST {
        return Err(format!("a name has at most {LONGEST} bytes; this one has {}", name.len()));
    }
    if let Some(character) = name.chars().find(|character| game::is_invisible(*character)) {
        return Err(format!("a name cannot contain the invisible character U+{:04X}", u32::from(character)));
    }
    if name.trim() != name {
        return Err("a name cannot begin or end with a space".to_owned());
    }
    Ok(())
}

/// Folds a name, so that names that people would confuse become equal: folds compatibility characters, case and runs of
/// spaces.
pub fn fold(name: &str) -> String {
    // Variation selectors, which choose between text and emoji style, do not distinguish names.
    let is_style = |character: &char| ('\u{FE00}'..='\u{FE0F}').contains(character);
    let lower: String =
        name.nfkc().filter(|character| !is_style(character)).flat_map(char::to_lowercase).collect();
    // Upper case first, so that `ß` and `SS` become equal. Then NFKC again, because folding can create new
    // compositions.
    let folded: String = lower.to_uppercase().to_lowercase().nfkc().collect();
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_fold_alike() {
        for (one, other) in
            [("Straße", "STRASSE"), ("ＡＢＣ", "abc"), ("e\u{301}", "É"), ("a  b", "A b"), ("❤\u{fe0f}", "❤")]
        {
            assert_eq!(fold(one), fold(other), "{one} {other}");
        }
        assert_ne!(fold("alpha"), fold("alpha 2"));
    }

    #[test]
    fn names_nobody_could_read_are_refused() {
        for name in [
            "",
            "  ",
            " a",
            "a\nb",
            "a\u{0}b",
            "x\u{202e}y",
            "Ada\u{1d173}",
            "\u{2800}",
            "\u{fe0f}",
            &"n".repeat(300),
        ] {
            assert!(check(name).is_err(), "{name:?}");
        }
        for name in ["<script>", "=cmd|x", "--help", "../../etc/x", "将軍", "O'Brien \"x\""] {
            assert_eq!(check(name), Ok(()), "{name}");
        }
    }
}
