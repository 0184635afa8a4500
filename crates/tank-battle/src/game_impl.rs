//! The implementation of the [`game`] traits.

use game::{
    Action, Blow, Drawing, End, Event, Game, Gesture, Joint, Layout, Metric, Outcome, PerSeat, Phase,
    RuleOption, Rules, Seat, SeatName, SeatSet, TextError, Work,
};

use crate::{LAYOUT, Move, OPTIONS, Options, Position};

/// Tank Battle, for the list of games.
pub static GAME: TankBattle = TankBattle;

/// The rules of Tank Battle, seen from outside.
#[derive(Clone, Copy, Debug)]
pub struct TankBattle;

const METRICS: &[Metric] = &[
    Metric {
        name: "points",
        about: "1 for each surviving tank, 2 in the enemy's base, 3 for the commander on its circle.",
    },
    Metric { name: "tanks", about: "Surviving tanks, the commander among them." },
    Metric { name: "in_base", about: "Tanks in the enemy's base." },
    Metric { name: "captures", about: "Enemy tanks captured." },
];

impl Game for TankBattle {
    fn name(&self) -> &'static str {
        "tank-battle"
    }

    fn title(&self) -> &'static str {
        "Tank Battle"
    }

    fn id(&self) -> u32 {
        2
    }

    fn version(&self) -> u32 {
        1
    }

    fn seats(&self) -> PerSeat<SeatName> {
        PerSeat::new(SeatName { letter: 'W', word: "White" }, SeatName { letter: 'B', word: "Black" })
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
            copy: 250,
            copied_ply: 2,
            check: 60,
            apply: 250,
            searched_ply: 4,
            list: 300,
            listed: 20,
            judge: 120,
            view: 900,
            events: 800,
            text_byte: 30,
            imagine: 0,
            bytes: size_of::<Position>() as u32,
            ply_bytes: 16,
            shares_history: false,
        }
    }

    fn max_plies(&self, rules: &Rules) -> Option<u32> {
        Options::from_rules(rules).max_plies()
    }

    fn start(&self, rules: &Rules) -> Box<dyn game::Position> {
        Box::new(Position::start(Options::from_rules(rules)))
    }

    fn parse_position(&self, rules: &Rules, text: &str) -> Result<Box<dyn game::Position>, TextError> {
        Ok(Box::new(Position::parse(Options::from_rules(rules), text)?))
    }

    fn is_action(&self, action: Action) -> bool {
        Move::of_action(action).is_some()
    }

    fn mirror_action(&self, action: Action) -> Action {
        Move::of_action(action).map_or(action, |played| played.mirrored().action())
    }
}

impl game::Position for Position {
    fn phase(&self) -> Phase {
        match self.ending() {
            None => Phase::Act(SeatSet::only(self.board().to_move())),
            Some(ending) => Phase::Over(End { outcome: self.outcome(), reason: ending.reason() }),
        }
    }

    fn turn(&self) -> u32 {
        self.turn()
    }

    fn is_legal(&self, seat: Seat, action: Action) -> bool {
        Move::of_action(action).is_some_and(|asked| self.is_legal(seat, asked))
    }

    fn legal_actions(&self, seat: Seat, list: &mut Vec<Action>) {
        if seat == self.board().to_move() && self.ending().is_none() {
            self.board().each_move(self.options().duel, |legal| list.push(legal.action()));
        }
    }

    fn legal_count(&self, seat: Seat) -> Option<u32> {
        Some(if seat == self.board().to_move() { self.count_moves() } else { 0 })
    }

    fn apply(&mut self, joint: &Joint) {
        self.play(only_move(self, joint));
    }

    fn adjudicate(&self) -> Outcome {
        self.outcome()
    }

    fn metrics(&self, seat: Seat, values: &mut [i64]) {
        let board = self.board();
        let measured =
            [board.points(seat), board.tanks(seat).len(), board.in_base(seat), board.captures(seat)];
        values[..METRICS.len()].copy_from_slice(&measured.map(i64::from));
    }

    fn write_view(&self, _seat: Seat, bytes: &mut [u8]) -> usize {
        self.write_view(bytes)
    }

    fn parse_alike(&self, text: &str) -> Result<Box<dyn game::Position>, TextError> {
        Ok(Box::new(Position::parse(*self.options(), text)?))
    }

    fn history_len(&self) -> u32 {
        Position::history_len(self)
    }

    fn write_action(&self, seat: Seat, action: Action, text: &mut String) {
        text.push_str(&match Move::of_action(action) {
            Some(played) => self.board().format_move(seat, played),
            None => format!("{:x}", action.code()),
        });
    }

    fn parse_action(&self, seat: Seat, text: &str) -> Result<Action, TextError> {
        Ok(self.board().parse_move(seat, text)?.action())
    }

    fn events(&self, joint: &Joint, _viewer: Option<Seat>) -> Vec<Event> {
        self.events(only_move(self, joint))
    }

    fn blow(&self, joint: &Joint, _winner: Option<Seat>) -> Option<Blow> {
        Some(self.blow(only_move(self, joint)))
    }

    fn draw(&self, _viewer: Option<Seat>) -> Drawing {
        self.board().draw()
    }

    fn gesture(&self, _seat: Seat, action: Action) -> Gesture {
        Move::of_action(action).map_or_else(Gesture::default, |played| self.board().gesture(played))
    }

    fn mirrored(&self) -> Option<Box<dyn game::Position>> {
        Some(Box::new(self.mirrored()))
    }
}

/// The move in the joint action of an alternating ply.
fn only_move(position: &Position, joint: &Joint) -> Move {
    joint[position.board().to_move()].and_then(Move::of_action).expect("a legal action of the side to move")
}
