//! Names of entrants: short, printable and unique.

use unicode_normalization::UnicodeNormalization;

/// Bytes a name may have.
const LONGEST: usize = 100;

/// Says what is wrong with a name.
///
/// # Errors
/// A message for users: too long, empty, with invisible characters, or with spaces around it.
pub fn check(name: &str) -> Result<(), String> {
    // Alone, what folding leaves out draws nothing.
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

/// What two names have in common when people would take them for the same: compatibility characters, case
/// and runs of spaces folded.
pub fn fold(name: &str) -> String {
    // Whether a sign is drawn as text or in colours makes no other name of it.
    let is_style = |character: &char| ('\u{FE00}'..='\u{FE0F}').contains(character);
    let lower: String =
        name.nfkc().filter(|character| !is_style(character)).flat_map(char::to_lowercase).collect();
    // Upper case first, so that `ß` and `SS` meet; once more, because folding can compose anew.
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
