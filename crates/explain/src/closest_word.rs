//! "Did you mean": the known word closest to an unknown one.

/// Returns the known word closest to an unknown one, if it is close: up to a third of its letters may be wrong,
/// missing, doubled or swapped. Case is ignored; spaces and underscores count as hyphens.
pub fn closest<'w>(word: &str, known: &[&'w str]) -> Option<&'w str> {
    let plain = |word: &str| word.trim().to_lowercase().replace([' ', '_'], "-");
    // Far longer than any known word, and slow to compare.
    if word.len() > 100 {
        return None;
    }
    let word = plain(word);
    known
        .iter()
        .map(|&candidate| (strsim::damerau_levenshtein(&word, &plain(candidate)), candidate))
        .filter(|(mistakes, candidate)| *mistakes <= (candidate.chars().count() / 3).max(1))
        .min_by_key(|(mistakes, _)| *mistakes)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_that_was_meant() {
        for (word, known, meant) in [
            ("per_mvoe", ["per_game", "per_move"].as_slice(), Some("per_move")),
            ("permove", &["per_move"], Some("per_move")),
            ("Round Robin", &["knockout", "round-robin"], Some("round-robin")),
            ("tank", &["boxes", "tanks"], Some("tanks")),
            ("elo", &["ladder", "rating"], None),
            ("", &["name"], None),
            ("x", &["games", "cycles"], None),
        ] {
            assert_eq!(closest(word, known), meant, "{word}");
        }
        assert_eq!(closest(&"a".repeat(1_000_000), &["name"]), None);
    }
}
