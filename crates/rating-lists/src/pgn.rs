//! Games in Portable Game Notation, read for their players and results.
//!
//! Moves are skipped without being parsed. Memory is bounded by the length of a tag, regardless of the length of the
//! file and its lines. The reader reports every game, including unreadable ones with the reason:
//!
//! - A tag is `[Name "value"]`, anywhere outside of a comment. A game begins with a tag that follows moves, or that the
//!   current game already has. A tag that is repeated immediately counts once.
//! - A comment in braces ends with the next closing brace. If a tag comes first, followed by another comment or the end
//!   of the file instead of a closing brace, the comment was never closed: it ends before that tag.
//! - Moves behind a result belong to a game without tags.
//!
//! `Census` counts the tags independently of these rules. If the reader has missed a tag, the file is refused with the
//! line.
//!
//! # Source
//! Edwards, Portable Game Notation Specification (1994), 3.2.4 (line lengths), 5 and 6 (comments and escapes), 8.1
//! (tags).

mod census;
mod input;
mod tag;
mod tag_group;

use std::io::{self, Read};

use memchr::{memchr, memchr2};

use self::census::TagCounts;
use self::input::Input;
use self::tag::Tag;
use self::tag_group::Group;
use crate::game::{FoundItem, LeftOut, Mistake, OnItem};

/// Maximum number of findings held back until it is known whether a comment was closed. If there are more, they are
/// taken as games.
const MOST_HELD: usize = 100_000;

/// A comment that contains a tag, read as if it had ended before that tag.
struct DoubtfulComment {
    /// The line in which the comment begins.
    opened: u64,
    /// The line of the tag.
    tag: u64,
    /// The game that contains the comment.
    game: Group,
    /// The findings after the tag, each with `true` if it has all tags of a game.
    held: Vec<(FoundItem, bool)>,
}

/// The state of the reader.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReaderState {
    Text,
    /// In a comment in braces that began in this line.
    Comment(u64),
    /// In a comment or an escape that ends with the line.
    RestOfLine,
}

struct Reader<'a> {
    each: OnItem<'a>,
    at: ReaderState,
    /// `true` if the line so far is blank.
    is_line_start: bool,
    group: Group,
    doubt: Option<DoubtfulComment>,
    /// Number of tags that were passed.
    seen: TagCounts,
    /// Number of tags in the comment of this line.
    in_line: TagCounts,
}

/// Calls `each` with every game of the text.
pub(crate) fn read(input: impl Read, each: OnItem<'_>) -> io::Result<Result<(), Mistake>> {
    let mut input = Input::new(input)?;
    let mut reader = Reader {
        each,
        at: ReaderState::Text,
        is_line_start: true,
        group: Group::default(),
        doubt: None,
        seen: TagCounts::default(),
        in_line: TagCounts::default(),
    };
    loop {
        input.fill()?;
        let rest = input.rest();
        if rest.is_empty() {
            let ended = reader.end();
            input.count();
            return Ok(ended.and_then(|()| reader.seen.check(&input.census, input.line)));
        }
        let line = input.line;
        let passed = match reader.step(rest, line, input.is_end()) {
            Ok(passed) => passed,
            Err(mistake) => return Ok(Err(mistake)),
        };
        if input.pass(passed) {
            // No tag spans lines, so both counts include the same tags.
            input.count();
            if let Err(mistake) = reader.seen.check(&input.census, line) {
                return Ok(Err(mistake));
            }
        }
    }
}

impl Reader<'_> {
    /// Reads on from here, and returns the number of processed bytes: at least one.
    fn step(&mut self, rest: &[u8], line: u64, is_end: bool) -> Result<usize, Mistake> {
        match self.at {
            ReaderState::Text => self.text(rest, line),
            ReaderState::Comment(opened) => self.comment(rest, line, opened),
            ReaderState::RestOfLine => self.rest_of_line(rest, line, is_end),
        }
    }

    fn text(&mut self, rest: &[u8], line: u64) -> Result<usize, Mistake> {
        let first = rest[0];
        let was_line_start = self.is_line_start;
        if !was_line_start && self.group.has_moves_alone() {
            let passed = plain_moves(rest);
            if passed > 0 {
                return Ok(passed);
            }
        }
        self.is_line_start = first == b'\n' || was_line_start && first.is_ascii_whitespace();
        match first {
            _ if first.is_ascii_whitespace() => {}
            b'%' if was_line_start => self.at = ReaderState::RestOfLine,
            b';' => self.at = ReaderState::RestOfLine,
            b'{' => {
                self.settle()?;
                self.at = ReaderState::Comment(line);
            }
            b'}' => self.close_doubt()?,
            b'(' => self.group.variations += 1,
            b')' => self.group.variations = self.group.variations.saturating_sub(1),
            _ => {
                if let Some(tag) = Tag::read(rest, was_line_start) {
                    self.seen.add(&rest[..tag.length]);
                    let length = tag.length;
                    self.tag(tag, line)?;
                    return Ok(length);
                }
                let ends = |byte: &u8| byte.is_ascii_whitespace() || b"[{}();".contains(byte);
                let length = rest[1..].iter().position(ends).map_or(rest.len(), |end| end + 1);
                self.word(&rest[..length], line)?;
                return Ok(length);
            }
        }
        Ok(1)
    }

    fn tag(&mut self, tag: Tag, line: u64) -> Result<(), Mistake> {
        if self.group.is_ended_by(&tag) {
            self.finish()?;
        }
        self.group.take(tag, line);
        Ok(())
    }

    fn word(&mut self, word: &[u8], line: u64) -> Result<(), Mistake> {
        if !self.group.has_ended() || tag_group::result(word).is_some() {
            self.group.word(word, line);
            return Ok(());
        }
        self.finish()?;
        self.group.word(word, line);
        Ok(())
    }

    fn comment(&mut self, rest: &[u8], line: u64, opened: u64) -> Result<usize, Mistake> {
        let Some(end) = memchr2(b'[', b'}', rest) else { return Ok(rest.len()) };
        if end > 0 {
            return Ok(end);
        }
        if rest[0] == b'}' {
            self.at = ReaderState::Text;
            self.is_line_start = false;
            return Ok(1);
        }
        let tag = Tag::read(rest, false).filter(|tag| tag.is_whole);
        let Some(tag) = tag else {
            self.seen.add_first(rest);
            return Ok(1);
        };
        let game = std::mem::take(&mut self.group);
        self.doubt = Some(DoubtfulComment { opened, tag: line, game, held: Vec::new() });
        self.at = ReaderState::Text;
        self.seen.add(&rest[..tag.length]);
        let length = tag.length;
        self.tag(tag, line)?;
        Ok(length)
    }

    fn rest_of_line(&mut self, rest: &[u8], line: u64, is_end: bool) -> Result<usize, Mistake> {
        let end = memchr(b'\n', rest);
        // Keeps a tag from being cut in two.
        let whole = if is_end { rest.len() } else { rest.len() - tag::LONGEST_NAME };
        let passed = end.unwrap_or(whole);
        for at in memchr::memchr_iter(b'[', &rest[..passed]) {
            self.in_line.add_first(&rest[at..]);
        }
        if end.is_none() && !is_end {
            return Ok(passed);
        }
        let hidden = std::mem::take(&mut self.in_line);
        self.seen += hidden;
        self.at = ReaderState::Text;
        self.is_line_start = true;
        if let games @ 1.. = hidden.games() {
            let times = u32::try_from(games).unwrap_or(u32::MAX);
            let what = "the comment ends with the line".to_owned();
            self.found(FoundItem::Left { line, why: LeftOut::InComment, what, times }, false)?;
        }
        Ok(passed.max(1))
    }

    /// Reports the game that ends here, if there is one.
    fn finish(&mut self) -> Result<(), Mistake> {
        let group = std::mem::take(&mut self.group);
        let has_all_tags = group.has_all_tags();
        match group.into_found() {
            Some(found) => self.found(found, has_all_tags),
            None => Ok(()),
        }
    }

    fn found(&mut self, found: FoundItem, has_all_tags: bool) -> Result<(), Mistake> {
        let Some(doubt) = &mut self.doubt else { return (self.each)(found) };
        doubt.held.push((found, has_all_tags));
        if doubt.held.len() > MOST_HELD { self.settle() } else { Ok(()) }
    }

    /// Resolves the doubtful comment as never closed.
    fn settle(&mut self) -> Result<(), Mistake> {
        let Some(DoubtfulComment { opened, tag, game, held }) = self.doubt.take() else { return Ok(()) };
        let what = format!(
            "the comment that begins here is never closed; reading resumed at the tags in line {tag}"
        );
        (self.each)(FoundItem::Remark { line: opened, what })?;
        game.into_found().map_or(Ok(()), &mut self.each)?;
        held.into_iter().try_for_each(|(found, _)| (self.each)(found))
    }

    /// Handles a closing brace: the doubtful comment ends here, including the tags in it.
    fn close_doubt(&mut self) -> Result<(), Mistake> {
        let Some(DoubtfulComment { opened, game, held, .. }) = self.doubt.take() else { return Ok(()) };
        let inner = std::mem::replace(&mut self.group, game);
        let has_all_tags = inner.has_all_tags();
        let last = inner.into_found().map(|found| (found, has_all_tags));
        for (found, _) in held.into_iter().chain(last).filter(|(_, has_all_tags)| *has_all_tags) {
            let (line, times) = match found {
                FoundItem::Game(game) => (game.line, game.times),
                FoundItem::Left { line, times, .. } => (line, times),
                FoundItem::Remark { .. } => continue,
            };
            let what = format!("the comment begins in line {opened}");
            (self.each)(FoundItem::Left { line, why: LeftOut::InComment, what, times })?;
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Mistake> {
        if let ReaderState::Comment(line) = self.at {
            let what = "the comment that begins here is never closed".to_owned();
            self.found(FoundItem::Remark { line, what }, false)?;
        }
        self.finish()?;
        self.settle()
    }
}

/// Returns the number of bytes of moves that end no game, begin no comment or tag, and end no line.
fn plain_moves(text: &[u8]) -> usize {
    let tells = |byte: &u8| b"\n[{}();*-/".contains(byte);
    let end = text.iter().position(tells).unwrap_or(text.len());
    // A word that may be a result must be read as a whole.
    match text.get(end) {
        Some(b'\n' | b'[' | b'{' | b'}' | b'(' | b')' | b';') => end,
        _ => text[..end].iter().rposition(u8::is_ascii_whitespace).unwrap_or(0),
    }
}

#[cfg(test)]
mod tests;
