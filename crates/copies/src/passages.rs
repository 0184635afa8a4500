//! The passages that two texts share, by lines.
//!
//! # Source
//! Wise 1993, "String similarity via greedy string tiling and running Karp-Rabin matching": the longest passage first,
//! no token in two passages. This version proceeds from the top of the first text, so that it is fast for any length.

use std::collections::HashMap;

use crate::Kind;
use crate::fingerprint::{Fingerprint, of_list};
use crate::source_tokens::{Lexed, lexed};

/// Number of tokens in the shortest reported passage.
const SHORTEST: usize = 20;
/// Maximum number of places in the second text that are tried for one in the first.
const MOST_PLACES: usize = 64;

/// Lines of two texts that have the same tokens, ignoring the content of names, numbers and texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The first and the last line in the first text, from 1.
    pub one: (u32, u32),
    /// Those in the second text.
    pub other: (u32, u32),
    /// Number of tokens.
    pub tokens: usize,
}

/// Returns the passages that two texts in the same language share, in the order of the first text. Ignores their
/// position and layout, and the content of names, numbers and texts. A shared passage is no evidence of its origin.
pub fn passages(one: &str, other: &str, kind: Kind) -> Vec<Passage> {
    let [one, other] = [one, other].map(|text| lexed(text, kind));
    let mut places: HashMap<Fingerprint, Vec<usize>> = HashMap::new();
    for (at, run) in other.windows(SHORTEST).enumerate() {
        let found = places.entry(print_of(run)).or_default();
        if found.len() < MOST_PLACES {
            found.push(at);
        }
    }
    let mut is_taken = vec![false; other.len()];
    let (mut passages, mut at) = (Vec::new(), 0);
    while let Some(run) = one.get(at..at + SHORTEST) {
        let found = places.get(&print_of(run)).into_iter().flatten();
        let longest = found.map(|place| (length(&one[at..], &other[*place..], &is_taken[*place..]), *place));
        // Takes the first of the longest ones, so that passages of identical texts are in order.
        let longest = longest.max_by_key(|(length, place)| (*length, std::cmp::Reverse(*place)));
        match longest.filter(|(length, _)| *length >= SHORTEST) {
            None => at += 1,
            Some((length, place)) => {
                is_taken[place..place + length].fill(true);
                let lines = |of: &[Lexed]| (of[0].line, of[of.len() - 1].line);
                passages.push(Passage {
                    one: lines(&one[at..at + length]),
                    other: lines(&other[place..place + length]),
                    tokens: length,
                });
                at += length;
            }
        }
    }
    passages
}

fn print_of(run: &[Lexed]) -> Fingerprint {
    of_list(run.iter().map(|token| token.print))
}

/// Returns the number of equal tokens from the beginning that are in no passage yet.
fn length(one: &[Lexed], other: &[Lexed], is_taken: &[bool]) -> usize {
    let both = one.iter().zip(other).zip(is_taken);
    both.take_while(|((one, other), is_taken)| one.print == other.print && !**is_taken).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SourceLanguage;

    const LOOP: &str = "int worth(int n) {\n  int sum = 0;\n  for (int i = 0; i < n; i++) {\n    sum += i * 3; // so\n  }\n  return sum;\n}\n";

    #[test]
    fn a_passage_is_found_wherever_it_stands_and_whatever_names_are() {
        let kind = Kind::Source(SourceLanguage::C);
        let other = format!(
            "/* mine */\nstatic char x = 'q';\n\n{}",
            LOOP.replace("sum", "total").replace('3', "77")
        );
        let found = passages(LOOP, &other, kind);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].one, found[0].other), ((1, 7), (4, 10)));
        assert_eq!(passages(LOOP, "int main(void) { return 0; }", kind), []);
    }

    #[test]
    fn what_stands_once_is_not_matched_twice() {
        let kind = Kind::Source(SourceLanguage::C);
        let twice = format!("{LOOP}{LOOP}");
        assert_eq!(passages(&twice, LOOP, kind).len(), 1);
        let both = passages(&twice, &twice, kind);
        assert_eq!(
            both.iter().map(|found| (found.one, found.other)).collect::<Vec<_>>(),
            [((1, 14), (1, 14))]
        );
    }

    #[test]
    fn whatever_a_text_is_its_lines_are_within_it() {
        let texts = [
            "",
            "\"",
            "'",
            "/*",
            "#[",
            "`\n\n",
            "'a 'b fn",
            "é\u{feff}漢\r\n\0",
            &"x = (y + 1);\n".repeat(300),
        ];
        let kinds = [
            SourceLanguage::C,
            SourceLanguage::Go,
            SourceLanguage::Nim,
            SourceLanguage::Rust,
            SourceLanguage::Zig,
        ];
        for kind in kinds.map(Kind::Source).into_iter().chain([Kind::JavaScript, Kind::Python]) {
            for (one, other) in texts.iter().flat_map(|one| texts.iter().map(move |other| (one, other))) {
                for found in passages(one, other, kind) {
                    let [last, others] = [one, other].map(|text| text.lines().count() as u32);
                    assert!(found.one.0 <= found.one.1 && found.one.1 <= last, "{found:?}");
                    assert!(found.other.0 <= found.other.1 && found.other.1 <= others, "{found:?}");
                }
            }
        }
    }
}
