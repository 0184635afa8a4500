//! "Did you mean": the known word that was probably meant, or all of them.

pub use explain::closest;

/// The hint below an unknown word: the one that was probably meant, or all known ones.
pub(crate) fn hint(word: &str, known: &[&str], all: &str) -> String {
    match closest(word, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("{all} {}", known.join(", ")),
    }
}
