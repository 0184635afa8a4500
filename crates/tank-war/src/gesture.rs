//! The gesture with which a person names a tank: dragging it one box forward.

use game::{Gesture, Seat};

use crate::drawing::square;
use crate::{Position, Tank};

/// The gesture for a tank. Whether it gets there depends on the other side's choice, too. A blocked tank stays in any
/// case, so nothing is drawn for it.
pub(crate) fn of_tank(position: &Position, seat: Seat, tank: Tank) -> Gesture {
    let standing = position.standing(seat, tank);
    let box_ahead = standing.ahead(seat);
    let places = standing.iter().next().zip(box_ahead.iter().next());
    let Some((from, to)) = places.map(|(from, to)| (square(from), square(to))) else {
        return Gesture::button(tank.name());
    };
    let step = Gesture::step(from, to);
    if position.blocked(seat).meets(standing) { Gesture { marks: Vec::new(), ..step } } else { step }
}

#[cfg(test)]
mod tests {
    use game::{Mark, Square};

    use super::*;
    use crate::{Blocked, Options};

    #[test]
    fn a_tank_is_taken_to_the_box_ahead() {
        let square = |row, column| Square { column, row };
        let text = "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:200000 D:000200 4";
        let wasted = Options { blocked: Blocked::Wasted, ..Options::default() };
        let position = Position::parse(wasted, text).unwrap();
        let (from, to) = (square(0, 5), square(1, 5));
        let gesture = of_tank(&position, Seat::First, Tank::Lc);
        assert_eq!((gesture.piece, gesture.target), (Some(from), Some(to)));
        assert_eq!(gesture.marks, [Mark::Move { from, to }]);
        let blocked = of_tank(&position, Seat::First, Tank::La);
        assert_eq!((blocked.piece, blocked.target), (Some(square(2, 3)), Some(square(3, 3))));
        assert_eq!(blocked.marks, []);
    }
}
