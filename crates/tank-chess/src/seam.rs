//! The game as the seam sees it.

use game::{
    Action, Drawing, Event, Game, Joint, Layout, Metric, Outcome, PerSeat, Phase, RuleOption, Rules, Seat,
    SeatName, TextError,
};

use crate::end;
use crate::notation;
use crate::text;
use crate::view::LAYOUT;
use crate::{Kind, OPTIONS, Options, Position, Stage};

/// The rules of Tank Chess.
#[derive(Clone, Copy, Debug)]
pub struct TankChess;

/// Tank Chess, for the list of games.
pub static GAME: TankChess = TankChess;

pub(crate) const SEATS: PerSeat<SeatName> =
    PerSeat::new(SeatName { letter: 'W', word: "White" }, SeatName { letter: 'B', word: "Black" });

/// The metrics, in the order of a position's values.
pub const METRICS: &[Metric] = &[
    Metric { name: "pieces", about: "Surviving pieces." },
    Metric { name: "value", about: "Sum of the guns of the surviving pieces." },
    Metric { name: "eliminated", about: "Enemy pieces eliminated." },
];

impl Game for TankChess {
    fn name(&self) -> &'static str {
        "tank-chess"
    }

    fn title(&self) -> &'static str {
        "Tank Chess"
    }

    fn id(&self) -> u32 {
        3
    }

    fn version(&self) -> u32 {
        1
    }

    fn seats(&self) -> PerSeat<SeatName> {
        SEATS
    }

    fn options(&self) -> &'static [RuleOption] {
        OPTIONS
    }

    fn metrics(&self) -> &'static [Metric] {
        METRICS
    }

    fn layout(&self) -> &'static Layout {
        &LAYOUT
    }

    fn max_plies(&self, rules: &Rules) -> Option<u32> {
        Some(end::max_plies(Options::new(rules)))
    }

    fn start(&self, rules: &Rules) -> Box<dyn game::Position> {
        Box::new(Position::new(Options::new(rules)))
    }

    fn parse_position(&self, rules: &Rules, text: &str) -> Result<Box<dyn game::Position>, TextError> {
        Ok(Box::new(text::read(Options::new(rules), text)?))
    }

    fn is_action(&self, action: Action) -> bool {
        crate::Action::decode(action).is_some()
    }

    fn mirror_action(&self, action: Action) -> Action {
        crate::Action::decode(action).map_or(action, |action| action.turned().encode())
    }
}

impl Position {
    /// Reads a position's text (see the crate's `README.md`).
    ///
    /// # Errors
    /// When the text is no position under these options; the message names the square or the word.
    pub fn parse(options: Options, text: &str) -> Result<Position, TextError> {
        text::read(options, text)
    }

    /// The pieces a seat has left; all of them in the setup, whether placed yet or not.
    pub(crate) fn survivors(&self, seat: Seat) -> impl Iterator<Item = Kind> {
        let present = self.board.armies[seat].present;
        let in_setup = self.stage == Stage::Setup;
        let numbered = (0u8..).zip(self.options.kinds());
        numbered.filter(move |&(number, _)| in_setup || present.contains(number)).map(|(_, kind)| *kind)
    }

    pub(crate) fn surviving(&self, seat: Seat) -> i64 {
        self.survivors(seat).count() as i64
    }

    pub(crate) fn value(&self, seat: Seat) -> i64 {
        self.survivors(seat).map(|kind| i64::from(kind.gun())).sum()
    }
}

impl game::Position for Position {
    fn phase(&self) -> Phase {
        Position::phase(self)
    }

    fn turn(&self) -> u32 {
        self.turn_number()
    }

    fn is_legal(&self, seat: Seat, action: Action) -> bool {
        crate::Action::decode(action).is_some_and(|action| Position::is_legal(self, seat, action))
    }

    fn legal_actions(&self, seat: Seat, list: &mut Vec<Action>) {
        Position::legal_actions(self, seat, list);
    }

    fn legal_count(&self, seat: Seat) -> Option<u32> {
        Some(Position::legal_count(self, seat))
    }

    fn apply(&mut self, joint: &Joint) {
        Position::apply(self, joint);
    }

    fn adjudicate(&self) -> Outcome {
        self.phase().end().map_or(Outcome::Draw, |end| end.outcome)
    }

    fn metrics(&self, seat: Seat, values: &mut [i64]) {
        values[0] = self.surviving(seat);
        values[1] = self.value(seat);
        values[2] = i64::from(self.options.side()) - self.surviving(seat.other());
    }

    fn write_view(&self, seat: Seat, bytes: &mut [u8]) -> usize {
        Position::write_view(self, seat, bytes)
    }

    fn hidden_plies(&self, _viewer: Seat) -> u32 {
        self.hidden_placements()
    }

    fn format_action(&self, _seat: Seat, action: Action) -> String {
        crate::Action::decode(action)
            .map_or_else(|| format!("{:#x}", action.code()), |action| action.to_string())
    }

    fn parse_action(&self, _seat: Seat, text: &str) -> Result<Action, TextError> {
        notation::read(text).map(crate::Action::encode)
    }

    fn events(&self, joint: &Joint) -> Vec<Event> {
        self.events_of(joint)
    }

    fn draw(&self, viewer: Option<Seat>) -> Drawing {
        self.drawn(viewer)
    }

    fn mirrored(&self) -> Option<Box<dyn game::Position>> {
        Some(Box::new(self.turned()?))
    }
}
