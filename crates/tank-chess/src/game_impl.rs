//! The implementation of the `game` traits.

use game::{
    Action, Blow, Dice, Drawing, Event, Game, Gesture, Joint, Layout, Metric, Outcome, PerSeat, Phase,
    RuleOption, Rules, Seat, SeatName, TextError, Work,
};

use crate::end;
use crate::history::TurnStart;
use crate::notation;
use crate::view::LAYOUT;
use crate::{METRICS, OPTIONS, Options, Position, Stage};

/// The rules of Tank Chess.
#[derive(Clone, Copy, Debug)]
pub struct TankChess;

/// Tank Chess, for the list of games.
pub static GAME: TankChess = TankChess;

pub(crate) const SEATS: PerSeat<SeatName> =
    PerSeat::new(SeatName { letter: 'W', word: "White" }, SeatName { letter: 'B', word: "Black" });

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

    fn work(&self) -> Work {
        Work {
            copy: 300,
            copied_ply: 0,
            check: 250,
            apply: 1800,
            searched_ply: 30,
            list: 1200,
            listed: 40,
            judge: 150,
            view: 3200,
            events: 2000,
            text_byte: 50,
            imagine: 1500,
            bytes: (size_of::<Position>() + size_of::<TurnStart>()) as u32,
            ply_bytes: size_of::<TurnStart>() as u32,
            shares_history: true,
        }
    }

    fn max_plies(&self, rules: &Rules) -> Option<u32> {
        Some(end::max_plies(Options::new(rules)))
    }

    fn start(&self, rules: &Rules) -> Box<dyn game::Position> {
        Box::new(Position::new(Options::new(rules)))
    }

    fn parse_position(&self, rules: &Rules, text: &str) -> Result<Box<dyn game::Position>, TextError> {
        Ok(Box::new(Position::parse(Options::new(rules), text)?))
    }

    fn is_action(&self, action: Action) -> bool {
        crate::Action::decode(action).is_some()
    }

    fn mirror_action(&self, action: Action) -> Action {
        crate::Action::decode(action).map_or(action, |action| action.turned().encode())
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
        values[2] = self.eliminated(seat);
    }

    fn write_view(&self, seat: Seat, bytes: &mut [u8]) -> usize {
        Position::write_view(self, seat, bytes)
    }

    fn parse_alike(&self, text: &str) -> Result<Box<dyn game::Position>, TextError> {
        Ok(Box::new(Position::parse(*self.options(), text)?))
    }

    fn history_len(&self) -> u32 {
        Position::history_len(self)
    }

    fn imagined_by(&self, seat: Seat, choices: &[Action], dice: &mut Dice) -> Box<dyn game::Position> {
        Box::new(Position::imagined_by(self, seat, choices, dice))
    }

    fn hides(&self, viewer: Seat, ago: u32, seat: Seat, _action: Action) -> bool {
        seat != viewer && ago < self.hidden_placements()
    }

    fn has_secrets(&self, _viewer: Seat) -> bool {
        self.hidden_placements() > 0
    }

    fn write_action(&self, _seat: Seat, action: Action, text: &mut String) {
        let decoded = crate::Action::decode(action);
        text.push_str(&decoded.map_or_else(|| format!("{:#x}", action.code()), |action| action.to_string()));
    }

    fn parse_action(&self, _seat: Seat, text: &str) -> Result<Action, TextError> {
        notation::read(text).map(crate::Action::encode)
    }

    fn events(&self, joint: &Joint, viewer: Option<Seat>) -> Vec<Event> {
        self.events_of(joint, viewer)
    }

    fn blow(&self, joint: &Joint, _winner: Option<Seat>) -> Option<Blow> {
        self.blow(joint)
    }

    fn draw(&self, viewer: Option<Seat>) -> Drawing {
        self.drawn(viewer)
    }

    fn gesture(&self, _seat: Seat, action: Action) -> Gesture {
        crate::Action::decode(action).map_or_else(Gesture::default, |action| self.gesture_of(action))
    }

    fn prompt(&self, _seat: Seat) -> String {
        match self.stage {
            Stage::Setup => self.placement_prompt(),
            Stage::Fire => "Fire, or end firing".to_owned(),
            Stage::Move => "Move, or end the turn".to_owned(),
            Stage::Over(_) => String::new(),
        }
    }

    fn mirrored(&self) -> Option<Box<dyn game::Position>> {
        Some(Box::new(self.turned()?))
    }
}
