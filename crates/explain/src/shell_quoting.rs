//! Quoting for a shell's command line.

/// Returns the text as one word of a shell's command line.
pub fn quoted(text: &str) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || "-_./:=,+@%".contains(character);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_with_anything_special_is_quoted_for_a_shell() {
        assert_eq!(quoted("bots/a-b.wasm"), "bots/a-b.wasm");
        assert_eq!(quoted("depth=4 it's"), r"'depth=4 it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
