//! The rules of a game: the declaration in the form of the traits, and the calls.

use std::collections::BTreeSet;
use std::sync::{Mutex, OnceLock, PoisonError};

use game::{Action, Layout, Metric, PerSeat, RuleOption, Seat, SeatName};

use crate::declaration::Declaration;
use crate::grid::Grid;
use crate::notation::Template;
use crate::request::Request;
use crate::{CallFailure, Form, RulesCalls};

/// Maximum number of different reasons for the end of a game, which are kept for the life of the process.
const MOST_REASONS: usize = 100_000;
/// Maximum length of a reason in bytes.
const LONGEST_REASON: usize = 200;

/// The rules of a game from a file, kept for the life of the process.
pub(crate) struct Rulebook {
    pub(crate) key: &'static str,
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) about: &'static str,
    pub(crate) module: &'static [u8],
    pub(crate) id: u32,
    pub(crate) version: u32,
    pub(crate) seats: PerSeat<SeatName>,
    pub(crate) options: &'static [RuleOption],
    pub(crate) metrics: &'static [Metric],
    pub(crate) layout: &'static Layout,
    pub(crate) templates: Vec<Template>,
    pub(crate) grids: Vec<Grid>,
    pub(crate) declaration: Declaration,
    pub(crate) form: Form,
    pub(crate) calls: Box<dyn RulesCalls>,
    pub(crate) reasons: Mutex<BTreeSet<&'static str>>,
    /// The number of bytes of a position, estimated from the start when the game is opened.
    pub(crate) position_bytes: OnceLock<u32>,
}

impl Rulebook {
    /// Performs a call.
    pub(crate) fn call(&self, request: &Request<'_>, answer: &mut Vec<u8>) -> Result<u64, CallFailure> {
        SCRATCH.with(|scratch| {
            let mut bytes = scratch.take();
            request.write(self.form, &mut bytes);
            let done = self.calls.call(&bytes, answer);
            scratch.set(bytes);
            done
        })
    }

    /// Returns `true` if a code is declared: its kind exists, its parts are in range, and all other bits are zero.
    pub(crate) fn is_declared(&self, action: Action) -> bool {
        let Some(template) = self.templates.get(usize::from(action.kind())) else { return false };
        let payload = action.payload();
        let used = template.parts().last().map_or(0, |part| part.shift + part.width);
        payload >> used == 0 && template.parts().iter().all(|part| part.of(payload) <= part.most)
    }

    /// Appends an action in notation; of a code that is not declared, its kind and the code.
    pub(crate) fn write_action(&self, action: Action, text: &mut String) {
        let kind = usize::from(action.kind());
        if let Some((outcome, _)) = action.as_chance() {
            text.push_str(&format!("chance:{outcome}"));
        } else if self.is_declared(action) {
            self.templates[kind].write(action.payload(), text);
        } else {
            let name = self.layout.actions.get(kind).map_or("", |kind| kind.name);
            text.push_str(&format!("{name}#{}", action.code()));
        }
    }

    /// Reads an action in notation.
    pub(crate) fn read_action(&self, text: &str) -> Option<Action> {
        let kinds = self.templates.iter().zip(0..);
        let mut read = kinds.filter_map(|(template, kind)| Some(Action::new(kind, template.read(text)?)));
        read.next()
    }

    /// Returns `true` if a viewer may never know an action of a seat.
    pub(crate) fn hides(&self, viewer: Seat, seat: Seat, action: Action) -> bool {
        if let Some((_, seen_by)) = action.as_chance() {
            !seen_by.contains(viewer)
        } else {
            let declared = self.declaration.actions.get(usize::from(action.kind()));
            viewer != seat && declared.is_some_and(|action| action.secret)
        }
    }

    /// The word for a seat.
    pub(crate) fn word(&self, seat: Seat) -> &'static str {
        self.seats[seat].word
    }

    /// Returns a reason for the end of a game, kept for the life of the process.
    ///
    /// # Errors
    /// A sentence for the author.
    pub(crate) fn reason(&self, words: &str) -> Result<&'static str, String> {
        let mut reasons = self.reasons.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = reasons.get(words) {
            return Ok(known);
        }
        if game::is_blank(words) || words.len() > LONGEST_REASON || words.contains(game::is_invisible) {
            return Err(format!("the reason of the end must be a line of 1 to {LONGEST_REASON} bytes"));
        }
        if reasons.len() == MOST_REASONS {
            return Err(format!(
                "games end for more than {MOST_REASONS} different reasons; leave numbers out of them"
            ));
        }
        let kept: &'static str = words.to_owned().leak();
        reasons.insert(kept);
        Ok(kept)
    }
}

std::thread_local! {
    /// The memory of requests.
    static SCRATCH: std::cell::Cell<Vec<u8>> = const { std::cell::Cell::new(Vec::new()) };
}
