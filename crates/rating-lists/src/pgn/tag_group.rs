//! Tags and moves that belong together: a game, or a fragment of one.

use super::tag::{Name, Tag};
use crate::game::{Ending, FoundItem, Game, LeftOut};

/// A tag that a game has at most once.
#[derive(Debug)]
struct NeededTag {
    line: u64,
    /// `None` if it has no value in quotes.
    value: Option<String>,
}

/// Tags and moves of one game.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// The line of its first tag or move; 0 if there is none.
    line: u64,
    white: Option<NeededTag>,
    black: Option<NeededTag>,
    result: Option<NeededTag>,
    termination: Option<String>,
    event: Option<NeededTag>,
    has_tags: bool,
    has_moves: bool,
    /// The name of the previous tag, until there are moves.
    last: Option<Name>,
    /// Number of open variations.
    pub(super) variations: u32,
    /// The result behind the moves.
    ended: Option<&'static str>,
    /// `true` if two results follow the moves.
    ended_twice: bool,
}

/// Returns the result that a word stands for.
pub(super) fn result(word: &[u8]) -> Option<&'static str> {
    Some(match word {
        b"1-0" => "1-0",
        b"0-1" => "0-1",
        b"1/2-1/2" | b"1/2" => "1/2-1/2",
        b"*" => "*",
        b"0-0" => "0-0",
        _ if word == "½-½".as_bytes() => "1/2-1/2",
        _ => return None,
    })
}

impl Group {
    /// Returns `true` if there is a result behind the moves.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.is_some()
    }

    /// Returns `true` if it has every tag that a game needs.
    pub(super) fn has_all_tags(&self) -> bool {
        self.white.is_some() && self.black.is_some() && self.result.is_some()
    }

    /// Returns `true` if a tag begins another game.
    pub(super) fn is_ended_by(&self, tag: &Tag) -> bool {
        if self.has_moves || self.has_ended() {
            return true;
        }
        let known = match tag.name {
            Name::White => &self.white,
            Name::Black => &self.black,
            Name::Result => &self.result,
            Name::Event => &self.event,
            Name::Termination | Name::Other => &None,
        };
        let is_same = |known: &NeededTag| self.last == Some(tag.name) && known.value == tag.value;
        known.as_ref().is_some_and(|known| !is_same(known))
    }

    /// Returns `true` if words have no effect until there is a result.
    pub(super) fn has_moves_alone(&self) -> bool {
        self.has_moves && self.ended.is_none()
    }

    pub(super) fn take(&mut self, tag: Tag, line: u64) {
        self.begin(line);
        self.has_tags = true;
        self.last = Some(tag.name);
        let Tag { name, value, .. } = tag;
        match name {
            Name::White => self.white = Some(NeededTag { line, value }),
            Name::Black => self.black = Some(NeededTag { line, value }),
            Name::Result => self.result = Some(NeededTag { line, value }),
            Name::Event => self.event = Some(NeededTag { line, value }),
            Name::Termination => self.termination = value,
            Name::Other => {}
        }
    }

    /// Adds a word of the moves.
    pub(super) fn word(&mut self, word: &[u8], line: u64) {
        self.begin(line);
        self.last = None;
        match result(word).filter(|_| self.variations == 0) {
            None => self.has_moves = true,
            Some(result) => {
                self.ended_twice |= self.ended.is_some_and(|before| before != result);
                self.ended = Some(result);
            }
        }
    }

    fn begin(&mut self, line: u64) {
        if self.line == 0 {
            self.line = line;
        }
    }

    /// Returns the game, or the problem with it; `None` if the group is empty.
    pub(super) fn into_found(self) -> Option<FoundItem> {
        let line = self.line;
        if line == 0 {
            return None;
        }
        let left = |line, why, what: String| Some(FoundItem::Left { line, why, what, times: 1 });
        let needed = [("White", &self.white), ("Black", &self.black), ("Result", &self.result)];
        if !self.has_tags {
            if !self.has_ended() {
                return Some(FoundItem::Remark { line, what: "text that belongs to no game".to_owned() });
            }
            return left(line, LeftOut::Untagged, "moves without tags".to_owned());
        }
        if needed.iter().all(|(_, tag)| tag.is_none()) && !self.has_moves && !self.has_ended() {
            return Some(FoundItem::Remark { line, what: "tags that belong to no game".to_owned() });
        }
        for (name, tag) in needed {
            if let Some(NeededTag { line, value: None }) = tag {
                return left(*line, LeftOut::Damaged, format!("the tag {name} has no value in quotes"));
            }
        }
        let value = |tag: &Option<NeededTag>| tag.as_ref().and_then(|tag| tag.value.clone());
        let (Some(first), Some(second), Some(result)) =
            (value(&self.white), value(&self.black), value(&self.result))
        else {
            let missing = needed.iter().find(|(_, tag)| tag.is_none()).map_or("Result", |(name, _)| *name);
            return left(line, LeftOut::Incomplete, format!("the tag {missing} is missing"));
        };
        let Some(tagged) = Ending::parse(&result) else {
            let at = self.result.map_or(line, |tag| tag.line);
            let shown: String = result.chars().take(40).collect();
            return left(at, LeftOut::InvalidResult, format!("invalid result {shown:?}"));
        };
        let unknown = Ending::Without(LeftOut::NoResult);
        let ended = self.ended.and_then(Ending::parse).unwrap_or(unknown);
        if self.ended_twice || ended != unknown && tagged != unknown && ended != tagged {
            let ended = self.ended.unwrap_or_default();
            return left(line, LeftOut::Contradiction, format!("the tag says {result:?}, the moves {ended}"));
        }
        let ending = if tagged == unknown { ended } else { tagged };
        Some(FoundItem::Game(Game { line, first, second, ending, termination: self.termination, times: 1 }))
    }
}
