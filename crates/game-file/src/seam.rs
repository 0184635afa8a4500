//! The implementation of `game::Position`.

use game::{
    Action, ClonePosition, Dice, Drawing, Event, Gesture, Joint, Outcome, Phase, Position, RulesFault, Seat,
    TextError,
};

use crate::answer::{only_field, read_outcome};
use crate::declaration::Function;
use crate::position::FilePosition;
use crate::{derived, drawing, events, gesture, reading};

impl Position for FilePosition {
    fn phase(&self) -> Phase {
        self.core.given.phase
    }

    /// The number of plies so far in which the second seat acted.
    fn turn(&self) -> u32 {
        self.core.turn
    }

    fn is_legal(&self, seat: Seat, action: Action) -> bool {
        self.core.given.is_legal(seat, action)
    }

    fn legal_actions(&self, seat: Seat, list: &mut Vec<Action>) {
        list.extend_from_slice(&self.core.given.legal[seat.index()]);
    }

    fn legal_count(&self, seat: Seat) -> Option<u32> {
        Some(self.core.given.legal[seat.index()].len() as u32)
    }

    fn apply(&mut self, joint: &Joint) {
        self.play(joint);
    }

    /// The outcome by the rules' `score`, otherwise by the first metric. After a failure of the rules it is that of the
    /// last position before.
    fn adjudicate(&self) -> Outcome {
        let core = &*self.core;
        if let Phase::Over(end) = core.given.phase
            && !self.has_failed()
        {
            return end.outcome;
        }
        if core.book.declaration.has(Function::Score) {
            let request = core.request("score", None, &Joint::default());
            return self
                .question(&request, |answer| read_outcome(only_field(core.book.form, answer)?))
                .unwrap_or(Outcome::Draw);
        }
        let [first, second] = Seat::BOTH.map(|seat| core.metrics(seat).first().copied());
        Outcome::of_more(first, second)
    }

    fn metrics(&self, seat: Seat, values: &mut [i64]) {
        let values = &mut values[..self.core.book.metrics.len()];
        match self.core.metrics(seat) {
            [] => values.fill(0),
            known => values.copy_from_slice(known),
        }
    }

    fn write_view(&self, seat: Seat, bytes: &mut [u8]) -> usize {
        let view = self.view(seat);
        bytes[..view.len()].copy_from_slice(view);
        view.len()
    }

    fn parse_alike(&self, text: &str) -> Result<Box<dyn Position>, TextError> {
        reading::position(self.core.book, &self.core.setting.rules, text)
    }

    /// The position that the rules imagine for the seat. Guesses are not used: the rules are given only dice.
    fn imagined_by(&self, seat: Seat, _choices: &[Action], dice: &mut Dice) -> Box<dyn Position> {
        if !self.core.book.declaration.secrets || self.has_failed() {
            return self.clone_box();
        }
        Box::new(derived::imagined(self, seat, dice))
    }

    fn hides(&self, viewer: Seat, _ago: u32, seat: Seat, action: Action) -> bool {
        self.core.book.hides(viewer, seat, action)
    }

    /// Depends on the declaration alone. An answer that depended on the state would reveal a part of it.
    fn has_secrets(&self, _viewer: Seat) -> bool {
        self.core.book.declaration.secrets
    }

    /// Includes the failure of a question about this position, such as one for its events.
    fn fault(&self) -> Option<&RulesFault> {
        self.any_fault()
    }

    fn cost(&self) -> u64 {
        self.spent()
    }

    fn write_action(&self, _seat: Seat, action: Action, text: &mut String) {
        self.core.book.write_action(action, text);
    }

    fn parse_action(&self, _seat: Seat, text: &str) -> Result<Action, TextError> {
        let book = self.core.book;
        book.read_action(text).ok_or_else(|| {
            let templates: Vec<String> = book.templates.iter().map(|kind| format!("`{kind}`")).collect();
            TextError::new(format!(
                "`{}` is not an action; the actions are {}",
                game::visible(text),
                templates.join(", ")
            ))
        })
    }

    fn events(&self, joint: &Joint, viewer: Option<Seat>) -> Vec<Event> {
        let core = &*self.core;
        if !core.book.declaration.has(Function::Events) || core.given.bytes.is_empty() {
            return Vec::new();
        }
        let mut known = *joint;
        for seat in Seat::BOTH {
            known[seat] = joint[seat]
                .filter(|action| !viewer.is_some_and(|viewer| core.book.hides(viewer, seat, *action)));
        }
        self.question(&core.request("events", viewer, &known), |answer| events::read(core, answer))
            .unwrap_or_default()
    }

    fn draw(&self, viewer: Option<Seat>) -> Drawing {
        drawing::draw(self, viewer)
    }

    fn gesture(&self, seat: Seat, action: Action) -> Gesture {
        gesture::gesture(self, seat, action)
    }

    /// The position with the seats exchanged, in which every action keeps its code.
    fn mirrored(&self) -> Option<Box<dyn Position>> {
        let can = self.core.book.declaration.has(Function::Mirror) && !self.has_failed();
        can.then(|| -> Box<dyn Position> { Box::new(derived::mirrored(self)) })
    }
}
