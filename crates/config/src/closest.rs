//! "Did you mean": suggests the most similar known word, or lists all of them.

pub use explain::closest;

/// Returns the hint for an unknown word: the most similar known word, or `all`.
pub fn hint(word: &str, known: &[&str], all: &str) -> String {
    match closest(word, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("{all} {}", known.join(", ")),
    }
}
