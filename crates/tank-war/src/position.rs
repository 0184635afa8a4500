//! A state of play: the tanks, the owners of the boxes, the legal choices and the end.

use game::{End, Outcome, PerSeat, Seat};

use crate::{Blocked, Boxes, Options, Tank, TankSet, Tracks};

/// A state of play, small and cheap to copy.
///
/// A tank's column identifies it, so three sets of boxes and a count hold everything. The game has no other history: a
/// position's text (its [`Display`](std::fmt::Display) form) leaves out only the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The boxes of each side's living tanks.
    pub(crate) tanks: PerSeat<Boxes>,
    /// The boxes that belong to D; all others belong to U.
    pub(crate) held_by_second: Boxes,
    pub(crate) rounds: u8,
    pub(crate) options: Options,
}

impl Position {
    /// The start position: all tanks on their back rows, half the boxes each.
    pub const fn start(options: Options) -> Position {
        Position {
            tanks: PerSeat::new(Boxes::back_row(Seat::First), Boxes::back_row(Seat::Second)),
            held_by_second: Boxes::BOTTOM,
            rounds: 0,
            options,
        }
    }

    /// The rule options.
    pub const fn options(&self) -> Options {
        self.options
    }

    /// Number of rounds played.
    pub const fn rounds(&self) -> u8 {
        self.rounds
    }

    /// The boxes of a side's living tanks.
    pub fn tanks(&self, seat: Seat) -> Boxes {
        self.tanks[seat]
    }

    /// The boxes that belong to a side.
    pub fn boxes(&self, seat: Seat) -> Boxes {
        match seat {
            Seat::First => Boxes::ALL - self.held_by_second,
            Seat::Second => self.held_by_second,
        }
    }

    /// The row of a tank, 0 to 5 from the top; `None` if it is destroyed.
    pub fn row(&self, seat: Seat, tank: Tank) -> Option<u8> {
        (self.tanks[seat] & self.tracks().track(seat, tank)).first_row()
    }

    /// Number of boxes that a tank has advanced, 0 to 5; `None` if it is destroyed.
    pub fn advanced(&self, seat: Seat, tank: Tank) -> Option<u8> {
        let row = self.row(seat, tank)?;
        Some(match seat {
            Seat::First => row,
            Seat::Second => 5 - row,
        })
    }

    /// Returns `true` if a side may name the tank in the next round. Does not check whether the game is over.
    pub fn may_move(&self, seat: Seat, tank: Tank) -> bool {
        self.movable(seat).meets(self.tracks().track(seat, tank))
    }

    /// The tanks that a side may name in the next round.
    pub fn movable_tanks(&self, seat: Seat) -> TankSet {
        Tank::ALL.into_iter().filter(|&tank| self.may_move(seat, tank)).collect()
    }

    /// The boxes of a side's movable tanks (rule 1): alive, not on the enemy's back row, and, unless a blocked tank may
    /// waste its move, with no tank on the box ahead.
    pub fn movable(&self, seat: Seat) -> Boxes {
        let driving = self.tanks[seat] - Boxes::back_row(seat.other());
        match self.options.blocked {
            Blocked::Illegal => driving - self.blocked(seat),
            Blocked::Wasted => driving,
        }
    }

    /// The boxes of a side's tanks with a tank right ahead. It is an enemy, because no two tanks of a side share a
    /// track.
    pub(crate) fn blocked(&self, seat: Seat) -> Boxes {
        self.tanks[seat] & self.tanks[seat.other()].ahead(seat.other())
    }

    /// Returns `true` if the game is over.
    pub fn is_over(&self) -> bool {
        self.movable(Seat::First).is_empty()
            || self.movable(Seat::Second).is_empty()
            || self.rounds >= self.round_limit()
    }

    /// The end of the game; `None` while it goes on.
    pub fn end(&self) -> Option<End> {
        self.is_over().then(|| End { outcome: self.score(), reason: self.reason() })
    }

    /// The reason why a finished game is over.
    fn reason(&self) -> &'static str {
        let without = |which: fn(&Position, Seat) -> Boxes| {
            Seat::BOTH.into_iter().filter(|&seat| which(self, seat).is_empty()).count()
        };
        match (without(Position::tanks), without(Position::movable)) {
            (2, _) => "both sides destroyed",
            (1, _) => "one side destroyed",
            (_, 2) => "neither side can move",
            (_, 1) => "one side cannot move",
            _ => "200 rounds played",
        }
    }

    /// The score of the current board (rule 6): more surviving tanks, then more boxes, else a draw.
    pub fn score(&self) -> Outcome {
        let worth = |seat| (self.tanks[seat].len(), self.boxes(seat).len());
        Outcome::of_more(worth(Seat::First), worth(Seat::Second))
    }

    /// The board turned by 180 degrees with the sides exchanged; tanks keep their names.
    #[must_use]
    pub fn turned(&self) -> Position {
        Position {
            tanks: self.tanks.map(Boxes::turned).swapped(),
            held_by_second: self.boxes(Seat::First).turned(),
            ..*self
        }
    }

    pub(crate) const fn tracks(&self) -> Tracks {
        self.options.tracks
    }

    /// The number of rounds at which play stops. Without wasted moves the game ends by itself, even from a position
    /// whose text has more rounds than it can have had.
    const fn round_limit(&self) -> u8 {
        match self.options.blocked {
            Blocked::Illegal => u8::MAX,
            Blocked::Wasted => self.options.max_rounds(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const U: Seat = Seat::First;
    const D: Seat = Seat::Second;

    fn position(options: Options, text: &str) -> Position {
        Position::parse(options, text).unwrap()
    }

    fn names(set: TankSet) -> String {
        set.iter().map(Tank::name).collect::<Vec<_>>().join(" ")
    }

    const WASTED: Options =
        Options { tracks: Tracks::AInside, blocked: Blocked::Wasted, c_blocked_by_tanks: false };

    /// Rule 1: U's LA is dead, LB has crossed the board, RA and D's LA stand face to face.
    const MIXED: &str = "uuuuuu/uuuuuu/uuduuu/ddddud/ddddud/ddddud U:-50100 D:3000-0 9";

    #[test]
    fn a_position_is_small() {
        assert!(size_of::<Position>() <= 32);
    }

    #[test]
    fn at_the_start_all_six_may_move() {
        for seat in Seat::BOTH {
            let start = Position::start(Options::default());
            assert_eq!(names(start.movable_tanks(seat)), "LA LB LC RA RB RC");
            assert_eq!((start.tanks(seat).len(), start.boxes(seat).len()), (6, 18));
        }
    }

    #[test]
    fn rule_1_dead_blocked_and_arrived_tanks_are_not_movable() {
        let mixed = position(Options::default(), MIXED);
        assert_eq!(names(mixed.movable_tanks(U)), "LC RB RC");
        assert_eq!(names(mixed.movable_tanks(D)), "LB LC RA RC");
    }

    #[test]
    fn with_wasted_moves_a_blocked_tank_is_movable() {
        let mixed = position(WASTED, MIXED);
        assert_eq!(names(mixed.movable_tanks(U)), "LC RA RB RC");
        assert_eq!(names(mixed.movable_tanks(D)), "LA LB LC RA RC");
    }

    #[test]
    fn rows_and_advances_are_each_sides_own() {
        let mixed = position(Options::default(), MIXED);
        assert_eq!((mixed.row(U, Tank::Lb), mixed.advanced(U, Tank::Lb)), (Some(5), Some(5)));
        assert_eq!((mixed.row(D, Tank::La), mixed.advanced(D, Tank::La)), (Some(2), Some(3)));
        assert_eq!((mixed.row(U, Tank::La), mixed.advanced(D, Tank::Rb)), (None, None));
    }

    /// Rules 1 and 6, with the reason.
    #[test]
    fn games_end_and_are_scored() {
        use Outcome::{Draw, Win};
        let cases = [
            // No tanks left; boxes decide.
            ("uuuuuu/uuuuuu/uuuudu/dddddd/dddddd/dddddd U:------ D:------ 9", Win(D), "both sides destroyed"),
            ("uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:------ D:------ 9", Draw, "both sides destroyed"),
            // Tanks count before boxes.
            ("uuuuuu/uuuuuu/uuuuuu/uuuddd/dddddd/dddddd U:------ D:-0---- 9", Win(D), "one side destroyed"),
            // All of U's tanks have arrived.
            (
                "uuuuuu/uuuuuu/uuuuuu/udddud/udddud/udddud U:-5---5 D:00---- 20",
                Win(U),
                "one side cannot move",
            ),
            // Face to face on two tracks.
            ("uuuuuu/uuuuuu/uuuudu/dddddd/dddddd/dddddd U:01---- D:----3- 9", Win(U), "one side cannot move"),
            (
                "uuuuuu/uuuuuu/uuuudu/dddddd/dddddd/dddddd U:-1---- D:----3- 9",
                Win(D),
                "neither side can move",
            ),
        ];
        for (text, outcome, reason) in cases {
            let position = position(Options::default(), text);
            assert_eq!(position.score(), outcome, "{text}");
            assert_eq!(position.end(), Some(End { outcome, reason }), "{text}");
        }
    }

    #[test]
    fn wasted_moves_end_before_round_201() {
        let at = |rounds: u32| {
            let board = "uuuuuu/uuuuuu/uuuudu/dddddd/dddddd/dddddd U:-1---- D:----3-";
            position(WASTED, &format!("{board} {rounds}"))
        };
        assert_eq!(at(199).end(), None);
        let end = End { outcome: Outcome::Win(D), reason: "200 rounds played" };
        assert_eq!(at(200).end(), Some(end));
    }

    #[test]
    fn turning_exchanges_the_sides() {
        let text = "uuuuuu/uuuuuu/uuuudu/dddddd/dddddd/dddddd U:-0-100 D:00013- 5";
        let turned = position(Options::default(), text).turned();
        assert_eq!(turned.to_string(), "uuuuuu/uuuuuu/uuuuuu/dudddd/dddddd/dddddd U:00013- D:-0-100 5");
        assert_eq!(turned.turned().to_string(), text);
    }
}
