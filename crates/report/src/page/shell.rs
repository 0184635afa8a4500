//! What every page has: head, style, the promise to load nothing.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use crate::shown::visible;

/// The style sheet is part of each page, so that a single page can be passed on.
const STYLE: &str = include_str!("style.css");

/// Makes pages of one tournament.
pub(crate) struct Shell {
    policy: String,
    tournament: String,
}

impl Shell {
    /// For a tournament of this name.
    pub(crate) fn new(tournament: &str) -> Shell {
        // Nothing is loaded and nothing runs: the one style sheet is allowed by its hash.
        let policy = format!(
            "default-src 'none'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
            base64(&Sha256::digest(STYLE))
        );
        Shell { policy, tournament: visible(tournament) }
    }

    pub(crate) fn page(&self, title: Option<&str>, body: &Markup) -> String {
        let title = match title {
            Some(title) => format!("{} · {}", visible(title), self.tournament),
            None => self.tournament.clone(),
        };
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(self.policy);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="referrer" content="no-referrer";
                    meta name="generator" content="Muster";
                    title { (title) }
                    style { (PreEscaped(STYLE)) }
                }
                body { (body) }
            }
        };
        page.into_string() + "\n"
    }
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let padded = digit > chunk.len();
            let value = (bits >> (18 - 6 * digit)) & 63;
            text.push(if padded { '=' } else { char::from(DIGITS[value as usize]) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_as_in_rfc_4648() {
        for (text, coded) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(text.as_bytes()), coded);
        }
    }

    #[test]
    fn the_style_holds_nothing_to_load_and_cannot_end_its_element() {
        for word in ["url(", "@import", "http", "</"] {
            assert!(!STYLE.contains(word), "{word}");
        }
    }
}
