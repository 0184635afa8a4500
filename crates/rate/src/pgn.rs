//! Games in Portable Game Notation, read for who played and how it ending.
//!
//! Only the tags White, Black and Result are read; moves are skipped without being parsed. Nothing but
//! the current tag is held, however long the file and its lines are.
//!
//! # Source
//! Edwards, Portable Game Notation Specification (1994), 3.2.4 (line lengths), 5 and 6 (comments and escapes), 8.1 (tags).

use std::io::{self, BufRead};

use memchr::{memchr, memchr2, memchr3};

use crate::game::{Ending, Game, Mistake};

/// Bytes of a line of tags; the specification allows 255.
const LONGEST_TAG: usize = 16 * 1024;

/// Where the reader is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    /// At the beginning of a line, outside of comments; spaces may have passed.
    LineStart,
    /// In a line of tags, which is gathered.
    Tags,
    /// Among moves.
    Moves,
    /// In a comment in braces.
    Comment,
    /// In a comment or an escape that ends with the line.
    RestOfLine,
}

/// What is known of the current game.
#[derive(Default)]
struct Tags {
    /// The line of its first tag.
    line: u64,
    white: Option<String>,
    black: Option<String>,
    result: Option<Ending>,
    has_event: bool,
    has_moves: bool,
}

/// A reader of one file.
struct Reader<'a> {
    each: &'a mut dyn FnMut(Game<'_>) -> Result<(), Mistake>,
    at: At,
    line: u64,
    /// The line of tags so far.
    gathered: Vec<u8>,
    tags: Tags,
}

/// Calls `each` with every game of the text.
pub(crate) fn read(
    mut input: impl BufRead,
    each: &mut dyn FnMut(Game<'_>) -> Result<(), Mistake>,
) -> io::Result<Result<(), Mistake>> {
    let mut reader = Reader { each, at: At::LineStart, line: 1, gathered: Vec::new(), tags: Tags::default() };
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            return Ok(reader.end());
        }
        let read = chunk.len();
        if let Err(mistake) = reader.take(chunk) {
            return Ok(Err(mistake));
        }
        input.consume(read);
    }
}

impl Reader<'_> {
    fn take(&mut self, mut rest: &[u8]) -> Result<(), Mistake> {
        while !rest.is_empty() {
            let passed = match self.at {
                At::LineStart => self.line_start(rest),
                At::Tags => self.tags(rest)?,
                At::Moves => self.moves(rest),
                At::Comment => self.comment(rest),
                At::RestOfLine => self.rest_of_line(rest),
            };
            rest = &rest[passed..];
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Mistake> {
        if self.at == At::Tags {
            self.tag_line()?;
        }
        self.finish()
    }

    fn next_line(&mut self) {
        self.line += 1;
        self.at = At::LineStart;
    }

    fn line_start(&mut self, rest: &[u8]) -> usize {
        match rest[0] {
            b'\n' => self.next_line(),
            b'[' => {
                self.at = At::Tags;
                return 0;
            }
            b'%' | b';' => self.at = At::RestOfLine,
            // Spaces, and what marks a text as UTF-8.
            b' ' | b'\t' | b'\r' | 0xef | 0xbb | 0xbf => {}
            _ => {
                self.at = At::Moves;
                return 0;
            }
        }
        1
    }

    fn moves(&mut self, rest: &[u8]) -> usize {
        let end = memchr3(b'\n', b'{', b';', rest);
        let moves = &rest[..end.unwrap_or(rest.len())];
        self.tags.has_moves = self.tags.has_moves || moves.iter().any(|byte| !byte.is_ascii_whitespace());
        match end.map(|end| rest[end]) {
            Some(b'\n') => self.next_line(),
            Some(b'{') => self.at = At::Comment,
            Some(_) => self.at = At::RestOfLine,
            None => {}
        }
        end.map_or(rest.len(), |end| end + 1)
    }

    fn comment(&mut self, rest: &[u8]) -> usize {
        let Some(end) = memchr2(b'\n', b'}', rest) else { return rest.len() };
        if rest[end] == b'\n' {
            self.line += 1;
        } else {
            self.at = At::Moves;
        }
        end + 1
    }

    fn rest_of_line(&mut self, rest: &[u8]) -> usize {
        let Some(end) = memchr(b'\n', rest) else { return rest.len() };
        self.next_line();
        end + 1
    }

    fn tags(&mut self, rest: &[u8]) -> Result<usize, Mistake> {
        let end = memchr(b'\n', rest);
        let part = &rest[..end.unwrap_or(rest.len())];
        if self.gathered.len() + part.len() > LONGEST_TAG {
            return Err(self.mistake("a line of tags is too long", "break the line after a tag"));
        }
        self.gathered.extend_from_slice(part);
        let Some(end) = end else { return Ok(rest.len()) };
        self.tag_line()?;
        self.next_line();
        Ok(end + 1)
    }

    /// Reads the tags of the gathered line.
    fn tag_line(&mut self) -> Result<(), Mistake> {
        let gathered = std::mem::take(&mut self.gathered);
        let mut rest = gathered.trim_ascii();
        while let Some(tag) = rest.strip_prefix(b"[") {
            let tag = tag.trim_ascii_start();
            let name =
                &tag[..tag.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count()];
            rest = self.tag(name, tag[name.len()..].trim_ascii_start())?.trim_ascii_start();
        }
        self.gathered = gathered;
        self.gathered.clear();
        Ok(())
    }

    /// Takes one tag, and returns the rest of its line.
    fn tag<'t>(&mut self, name: &[u8], text: &'t [u8]) -> Result<&'t [u8], Mistake> {
        let has = match name {
            b"White" => self.tags.white.is_some(),
            b"Black" => self.tags.black.is_some(),
            b"Result" => self.tags.result.is_some(),
            b"Event" => self.tags.has_event,
            _ => false,
        };
        if has || self.tags.has_moves {
            self.finish()?;
        }
        if self.tags.line == 0 {
            self.tags.line = self.line;
        }
        let is_needed = matches!(name, b"White" | b"Black" | b"Result");
        let Some((value, rest)) = value(text) else {
            // What else the game says of itself may be said in any way.
            self.tags.has_event |= name == b"Event";
            if !is_needed {
                return Ok(b"");
            }
            let name = String::from_utf8_lossy(name);
            let what = format!("the tag {name} has no value in quotes");
            return Err(self.mistake(&what, &format!("write [{name} \"…\"]")));
        };
        match name {
            b"White" => self.tags.white = Some(value),
            b"Black" => self.tags.black = Some(value),
            b"Event" => self.tags.has_event = true,
            b"Result" => {
                let ending = Ending::parse(&value).ok_or_else(|| {
                    self.mistake(&format!("invalid result {value:?}"), "write 1-0, 0-1, 1/2-1/2 or *")
                })?;
                self.tags.result = Some(ending);
            }
            _ => {}
        }
        Ok(rest)
    }

    /// Hands the game over, if there was one.
    fn finish(&mut self) -> Result<(), Mistake> {
        let tags = std::mem::take(&mut self.tags);
        if tags.line == 0 && !tags.has_moves {
            return Ok(());
        }
        let line = if tags.line == 0 { self.line } else { tags.line };
        let (Some(white), Some(black), Some(ending)) = (&tags.white, &tags.black, tags.result) else {
            let missing = match (&tags.white, &tags.black) {
                (None, _) => "White",
                (_, None) => "Black",
                _ => "Result",
            };
            let what = if tags.line == 0 { "moves without tags end here" } else { "a game begins here" };
            return Err(Mistake {
                line,
                what: format!("{what}, and the tag {missing} is missing"),
                remedy: format!("add [{missing} \"…\"], or remove the game"),
            });
        };
        (self.each)(Game { line, first: white, second: black, ending, times: 1 })
    }

    fn mistake(&self, what: &str, remedy: &str) -> Mistake {
        Mistake { line: self.line, what: what.to_owned(), remedy: remedy.to_owned() }
    }
}

/// A value in quotes, and the text after its closing bracket.
fn value(text: &[u8]) -> Option<(String, &[u8])> {
    let text = text.strip_prefix(b"\"")?;
    let mut value = Vec::new();
    let mut at = 0;
    loop {
        match *text.get(at)? {
            b'\\' if matches!(text.get(at + 1), Some(b'"' | b'\\')) => {
                value.push(text[at + 1]);
                at += 2;
            }
            b'"' => break,
            byte => {
                value.push(byte);
                at += 1;
            }
        }
    }
    let rest = text[at + 1..].trim_ascii_start().strip_prefix(b"]")?;
    // The specification says ISO 8859-1; most programs of today write UTF-8.
    let value = String::from_utf8(value)
        .unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| char::from(byte)).collect());
    Some((value, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &[u8], chunk: usize) -> Result<Vec<String>, String> {
        let mut games = Vec::new();
        let input = io::BufReader::with_capacity(chunk, text);
        let read = read(input, &mut |game| {
            games.push(format!("{} {} {} {:?}", game.line, game.first, game.second, game.ending));
            Ok(())
        });
        read.unwrap().map(|()| games).map_err(|mistake| mistake.to_string())
    }

    /// The same however the bytes come.
    fn check(text: &[u8], expected: Result<&[&str], &str>) {
        let expected = expected
            .map(|games| games.iter().map(|game| (*game).to_owned()).collect::<Vec<_>>())
            .map_err(str::to_owned);
        for chunk in [1, 2, 7, 64, 4096] {
            assert_eq!(
                games(text, chunk),
                expected,
                "in chunks of {chunk}: {}",
                String::from_utf8_lossy(text)
            );
        }
    }

    const PLAIN: &[u8] = b"[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";

    #[test]
    fn games_are_told_apart() {
        check(b"", Ok(&[]));
        check(PLAIN, Ok(&["1 A B Decided(Win)"]));
        check(&PLAIN.repeat(2), Ok(&["1 A B Decided(Win)", "7 A B Decided(Win)"]));
        // Without moves, without line ends, on one line, with the marks of Windows.
        let tags = b"[White \"A\"] [Black \"B\"][Result \"*\"]";
        check(tags, Ok(&["1 A B Unknown"]));
        check(&[&tags[..], b"\r\n\r\n", tags].concat(), Ok(&["1 A B Unknown", "3 A B Unknown"]));
        check(&[b"\xef\xbb\xbf", PLAIN].concat(), Ok(&["1 A B Decided(Win)"]));
    }

    #[test]
    fn comments_and_escapes_hold_no_tags() {
        let moves =
            b"% [White \"X\"]\n1. e4 {a comment\n[White \"Y\"]\n[%eval 0.1]} e5 ; [Result \"0-1\"]\n1-0\n";
        check(&[&PLAIN[..39], moves, PLAIN].concat(), Ok(&["1 A B Decided(Win)", "9 A B Decided(Win)"]));
    }

    #[test]
    fn names_may_be_anything() {
        let named = |name: &[u8]| [b"[White \"", name, &PLAIN[9..]].concat();
        check(&named(br#"a \"b\" \\ [c]"#), Ok(&[r#"1 a "b" \ [c] B Decided(Win)"#]));
        check(&named("Ünal ☃".as_bytes()), Ok(&["1 Ünal ☃ B Decided(Win)"]));
        check(&named(b"M\xfcller"), Ok(&["1 Müller B Decided(Win)"]));
        // Other tags are not looked at.
        check(&[b"[Event \"the \"big\" one]\n[Site]\n", PLAIN].concat(), Ok(&["1 A B Decided(Win)"]));
    }

    #[test]
    fn a_mistake_is_named_with_its_line() {
        let cases: [(&[u8], &str); 6] = [
            (
                b"[White \"A\"]\n[Black \"B]\n",
                "line 2: the tag Black has no value in quotes; write [Black \"\u{2026}\"]",
            ),
            (
                b"[White \"A\"]\n[Black \"B\"]\n[Result \"2-0\"]\n",
                "line 3: invalid result \"2-0\"; write 1-0, 0-1, 1/2-1/2 or *",
            ),
            (
                b"\n[White \"A\"]\n[Result \"*\"]\n1. e4",
                "line 2: a game begins here, and the tag Black is missing; add [Black \"\u{2026}\"], or remove the game",
            ),
            (
                b"[White \"A\"]\n[Black \"B\"]\n\n1. e4 1-0\n",
                "line 1: a game begins here, and the tag Result is missing; add [Result \"\u{2026}\"], or remove the game",
            ),
            (
                b"PK\x03\x04 noise\n",
                "line 2: moves without tags end here, and the tag White is missing; add [White \"\u{2026}\"], or remove the game",
            ),
            (b"[White\n", "line 1: the tag White has no value in quotes; write [White \"\u{2026}\"]"),
        ];
        for (text, message) in cases {
            check(text, Err(message));
        }
        let long = [b"[White \"", &b"x".repeat(LONGEST_TAG)[..], b"\"]"].concat();
        check(&long, Err("line 1: a line of tags is too long; break the line after a tag"));
    }
}
