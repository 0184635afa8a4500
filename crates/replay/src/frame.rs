//! The visible state of a match between two plies.

use game::{Action, Drawing, Event, Joint, Phase, Position, Seat, format_joint, write_joint};
use referee::Clocks;

use crate::stepping::Moment;
use crate::{LogLine, Recording, log_lines};

/// A match between two of its plies.
#[derive(Clone, Copy)]
pub struct Frame<'r> {
    recording: &'r Recording<'r>,
    moment: &'r Moment,
}

impl<'r> Frame<'r> {
    pub(crate) fn new(recording: &'r Recording<'r>, moment: &'r Moment) -> Frame<'r> {
        Frame { recording, moment }
    }

    /// Number of complete plies.
    pub fn ply(&self) -> u32 {
        self.moment.ply
    }

    /// The turn as the game counts it.
    pub fn turn(&self) -> u32 {
        self.moment.position.turn()
    }

    /// The seats to act next, or the end of the game by its rules.
    pub fn phase(&self) -> Phase {
        self.moment.position.phase()
    }

    /// The position; its `Display` is its text.
    pub fn position(&self) -> &'r dyn Position {
        &*self.moment.position
    }

    /// Remaining and used time of each seat.
    pub fn clocks(&self) -> &'r Clocks {
        &self.moment.clocks
    }

    /// Returns the view that a seat receives when it is asked here, in bytes: the header and the game's part.
    pub fn view(&self, seat: Seat) -> Vec<u8> {
        let mut bytes = Vec::new();
        let shown = (self.recording.game, self.position());
        self.moment.clocks.write_view(shown, self.ply(), seat, &mut bytes);
        bytes
    }

    /// Returns the log that a seat wrote while it was asked here. After the last ply this is its log of a call that
    /// failed.
    pub fn logged(&self, seat: Seat) -> &'r [u8] {
        self.recording.logged(seat, self.ply())
    }

    /// Returns the same log in lines.
    pub fn log_lines(&self, seat: Seat) -> Vec<LogLine> {
        log_lines(self.logged(seat), self.position())
    }

    /// The legal actions of a seat, in the game's order.
    pub fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        let mut actions = Vec::new();
        self.moment.position.legal_actions(seat, &mut actions);
        actions
    }

    /// A seat's metrics, in the game's order.
    pub fn metrics(&self, seat: Seat) -> Vec<i64> {
        let mut values = vec![0; self.recording.game.metrics().len()];
        self.moment.position.metrics(seat, &mut values);
        values
    }

    /// Draws the board as a viewer sees it; `None` sees everything.
    pub fn drawing(&self, viewer: Option<Seat>) -> Drawing {
        self.moment.position.draw(viewer)
    }

    /// Returns the notation of a joint action that is legal here.
    pub fn notation(&self, joint: &Joint) -> String {
        format_joint(self.recording.game, self.position(), joint)
    }

    /// Appends that notation to a text.
    pub fn write_notation(&self, joint: &Joint, text: &mut String) {
        write_joint(self.recording.game, self.position(), joint, text);
    }

    /// Returns the events of a joint action that is legal here, as far as a viewer may know them; `None` sees
    /// everything.
    pub fn events(&self, joint: &Joint, viewer: Option<Seat>) -> Vec<Event> {
        self.moment.position.events(joint, viewer)
    }
}
