//! The implementation of the `game` traits.

use game::{
    Action, Blow, Dice, Drawing, Event, Game, Gesture, Joint, Layout, Metric, Outcome, PerSeat, Phase,
    RuleOption, Rules, Seat, SeatName, SeatSet, TextError, Work,
};

use crate::{LAYOUT, Options, Position, Tank, blow, drawing, events, gesture, notation, view};

/// The Tank War.
#[derive(Clone, Copy, Debug)]
pub struct TankWar;

/// The Tank War, for a list of games.
pub static GAME: TankWar = TankWar;

impl Game for TankWar {
    fn name(&self) -> &'static str {
        "tank-war"
    }

    fn title(&self) -> &'static str {
        "The Tank War"
    }

    fn id(&self) -> u32 {
        1
    }

    fn version(&self) -> u32 {
        1
    }

    fn seats(&self) -> PerSeat<SeatName> {
        let name = |seat, word| SeatName { letter: notation::letter(seat), word };
        PerSeat::new(name(Seat::First, "Up"), name(Seat::Second, "Down"))
    }

    fn options(&self) -> &'static [RuleOption] {
        Options::DECLARED
    }

    fn metrics(&self) -> &'static [Metric] {
        &[
            Metric { name: "tanks", about: "Own tanks that survived, 0 to 6." },
            Metric { name: "boxes", about: "Boxes held at the end, 0 to 36." },
            Metric { name: "destroyed", about: "Enemy tanks that did not survive, 0 to 6." },
        ]
    }

    fn layout(&self) -> &'static Layout {
        &LAYOUT
    }

    fn work(&self) -> Work {
        Work {
            copy: 150,
            copied_ply: 0,
            check: 50,
            apply: 150,
            searched_ply: 0,
            list: 100,
            listed: 20,
            judge: 100,
            view: 350,
            events: 1500,
            text_byte: 30,
            imagine: 0,
            bytes: size_of::<Position>() as u32,
            ply_bytes: 0,
            shares_history: false,
        }
    }

    fn max_plies(&self, rules: &Rules) -> Option<u32> {
        Some(u32::from(Options::from_rules(rules).max_rounds()))
    }

    fn start(&self, rules: &Rules) -> Box<dyn game::Position> {
        Box::new(Position::start(Options::from_rules(rules)))
    }

    fn parse_position(&self, rules: &Rules, text: &str) -> Result<Box<dyn game::Position>, TextError> {
        let position = Position::parse(Options::from_rules(rules), text)?;
        Ok(Box::new(position))
    }

    fn is_action(&self, action: Action) -> bool {
        Tank::from_action(action).is_some()
    }

    /// Plays random rounds in which both sides name the same tank ([`Position::opening`]).
    fn opening(&self, rules: &Rules, plies: u32, dice: &mut Dice) -> Option<Box<dyn game::Position>> {
        let opening = Position::start(Options::from_rules(rules)).opening(plies, dice)?;
        Some(Box::new(opening))
    }
}

/// The tanks that both sides name.
///
/// # Panics
/// When a side names none.
fn choice(joint: &Joint) -> PerSeat<Tank> {
    joint.map(|action| action.and_then(Tank::from_action).expect("each side names a tank"))
}

impl game::Position for Position {
    fn phase(&self) -> Phase {
        self.end().map_or(Phase::Act(SeatSet::BOTH), Phase::Over)
    }

    fn turn(&self) -> u32 {
        u32::from(self.rounds())
    }

    fn is_legal(&self, seat: Seat, action: Action) -> bool {
        !self.is_over() && Tank::from_action(action).is_some_and(|tank| self.may_move(seat, tank))
    }

    fn legal_actions(&self, seat: Seat, list: &mut Vec<Action>) {
        if !self.is_over() {
            list.extend(self.movable_tanks(seat).iter().map(Tank::action));
        }
    }

    fn legal_count(&self, seat: Seat) -> Option<u32> {
        Some(if self.is_over() { 0 } else { self.movable(seat).len() })
    }

    fn apply(&mut self, joint: &Joint) {
        self.play(choice(joint));
    }

    fn adjudicate(&self) -> Outcome {
        self.score()
    }

    fn metrics(&self, seat: Seat, values: &mut [i64]) {
        values[0] = i64::from(self.tanks(seat).len());
        values[1] = i64::from(self.boxes(seat).len());
        values[2] = 6 - i64::from(self.tanks(seat.other()).len());
    }

    fn write_view(&self, _seat: Seat, bytes: &mut [u8]) -> usize {
        view::write(self, bytes)
    }

    fn parse_alike(&self, text: &str) -> Result<Box<dyn game::Position>, TextError> {
        Ok(Box::new(Position::parse(self.options(), text)?))
    }

    fn write_action(&self, _seat: Seat, action: Action, text: &mut String) {
        match Tank::from_action(action) {
            Some(tank) => text.push_str(tank.name()),
            None => text.push_str(&format!("#{}", action.code())),
        }
    }

    fn parse_action(&self, _seat: Seat, text: &str) -> Result<Action, TextError> {
        Tank::from_name(text).map(Tank::action).ok_or_else(|| {
            TextError::new(format!("{text:?} is not a tank; the tanks are LA, LB, LC, RA, RB and RC"))
        })
    }

    fn events(&self, joint: &Joint, _viewer: Option<Seat>) -> Vec<Event> {
        events::of_round(self, choice(joint))
    }

    fn blow(&self, joint: &Joint, winner: Option<Seat>) -> Option<Blow> {
        Some(blow::of_round(self, choice(joint), winner))
    }

    fn draw(&self, _viewer: Option<Seat>) -> Drawing {
        drawing::draw(self)
    }

    fn gesture(&self, seat: Seat, action: Action) -> Gesture {
        Tank::from_action(action).map_or_else(Gesture::default, |tank| gesture::of_tank(self, seat, tank))
    }

    fn mirrored(&self) -> Option<Box<dyn game::Position>> {
        Some(Box::new(self.turned()))
    }
}
