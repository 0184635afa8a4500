//! The plies that led to a position, shared with the positions before it.

use std::sync::Arc;

use game::{Action, Joint, Seat};

use crate::rulebook::Rulebook;

/// The text of a position without known plies.
pub(crate) const IMAGINED: &str = "?";
/// The text of the start.
pub(crate) const START: &str = "start";
/// The separator of plies in a text.
pub(crate) const BETWEEN: &str = "; ";

/// The plies from the start of a game, or from a position that was read or imagined.
#[derive(Clone, Default)]
pub(crate) struct Plies {
    last: Option<Arc<Ply>>,
    length: u32,
    /// `true` if they do not begin at the start.
    is_imagined: bool,
}

struct Ply {
    joint: Joint,
    before: Option<Arc<Ply>>,
}

impl Plies {
    /// No plies, from a position in the middle of a game.
    pub(crate) fn imagined(length: u32) -> Plies {
        Plies { last: None, length, is_imagined: true }
    }

    /// The number of plies from the start.
    pub(crate) fn len(&self) -> u32 {
        self.length
    }

    pub(crate) fn push(&mut self, joint: Joint) {
        self.last = Some(Arc::new(Ply { joint, before: self.last.take() }));
        self.length += 1;
    }

    /// Returns the plies in notation.
    pub(crate) fn text(&self, game: &Rulebook) -> String {
        if self.is_imagined {
            return IMAGINED.to_owned();
        }
        let mut plies = Vec::with_capacity(self.length as usize);
        let mut next = &self.last;
        while let Some(ply) = next {
            plies.push(&ply.joint);
            next = &ply.before;
        }
        let mut text = String::new();
        for joint in plies.iter().rev() {
            if !text.is_empty() {
                text.push_str(BETWEEN);
            }
            write(game, joint, &mut text);
        }
        if text.is_empty() { START.to_owned() } else { text }
    }
}

/// Appends a ply in the form of `game::format_joint`.
fn write(game: &Rulebook, joint: &Joint, text: &mut String) {
    let lettered = |seat: Seat, action: Action, text: &mut String| {
        text.push(game.seats[seat].letter);
        text.push(':');
        game.write_action(action, text);
    };
    match joint.0 {
        [Some(first), Some(second)] => {
            lettered(Seat::First, first, text);
            text.push(' ');
            lettered(Seat::Second, second, text);
        }
        [first, second] => first.or(second).into_iter().for_each(|action| game.write_action(action, text)),
    }
}

impl Drop for Ply {
    /// Frees a long game without recursion.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut ply) = next.and_then(Arc::into_inner) {
            next = ply.before.take();
        }
    }
}
