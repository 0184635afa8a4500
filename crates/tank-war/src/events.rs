//! A round in words.

use game::{Event, Mark, PerSeat, Seat};

use crate::drawing::square;
use crate::notation::{letter, owned};
use crate::{Boxes, Position, Tank};

/// Returns the events of a round in which the sides name these tanks: the moves, the shots, the losses. The mark of a
/// shot starts at the tank's box after the moves.
pub(crate) fn of_round(position: &Position, choice: PerSeat<Tank>) -> Vec<Event> {
    let mut after = *position;
    after.enter(position.entries(choice));
    let mut events: Vec<Event> = contest(position, choice).into_iter().collect();
    events.extend(Seat::BOTH.into_iter().map(|seat| moving(position, choice, seat)));
    events.extend(Seat::BOTH.into_iter().flat_map(|seat| shots(&after, seat)));
    events.extend(Seat::BOTH.into_iter().flat_map(|seat| losses(&after, seat)));
    events
}

fn contest(position: &Position, choice: PerSeat<Tank>) -> Option<Event> {
    let place = position.contested(choice).iter().next()?;
    let [first, second] = Seat::BOTH.map(|seat| owned(seat, choice[seat]));
    Some(Event { text: format!("{first} and {second} both head for {}", words(place)), mark: None })
}

fn moving(position: &Position, choice: PerSeat<Tank>, seat: Seat) -> Event {
    let name = owned(seat, choice[seat]);
    let from = position.standing(seat, choice[seat]).iter().next();
    let to = position.entries(choice)[seat];
    let (Some(from), Some(place)) = (from, to.iter().next()) else {
        return Event { text: format!("{name} stays: {}", why_it_stays(position, choice, seat)), mark: None };
    };
    let other = seat.other();
    let taken = if position.boxes(other).meets(to) {
        format!(" and takes it from {}", letter(other))
    } else {
        String::new()
    };
    Event {
        text: format!("{name} moves to {}{taken}", words(place)),
        mark: Some(Mark::Move { from: square(from), to: square(place) }),
    }
}

fn why_it_stays(position: &Position, choice: PerSeat<Tank>, seat: Seat) -> String {
    let standing = position.standing(seat, choice[seat]);
    if standing.is_empty() {
        "it is destroyed".to_owned()
    } else if position.blocked(seat).meets(standing) {
        format!("{} stands ahead", owned(seat.other(), choice[seat].opponent()))
    } else if standing.ahead(seat).is_empty() {
        "its track ends".to_owned()
    } else {
        format!("the box is {}'s", letter(seat.other()))
    }
}

/// The living tanks of a side with their places, LA first.
pub(crate) fn living(position: &Position, seat: Seat) -> impl Iterator<Item = (Tank, Boxes, (u8, u8))> + '_ {
    Tank::ALL.into_iter().filter_map(move |tank| {
        let standing = position.standing(seat, tank);
        Some((tank, standing, standing.iter().next()?))
    })
}

/// The shots of a side that hit.
fn shots(position: &Position, seat: Seat) -> Vec<Event> {
    let mut shots = Vec::new();
    for (tank, standing, from) in living(position, seat) {
        let range = position.range(standing);
        for (target, _, to) in living(position, seat.other()).filter(|(_, there, _)| range.meets(*there)) {
            shots.push(Event {
                text: format!("{} fires at {}", owned(seat, tank), owned(seat.other(), target)),
                mark: Some(Mark::Shot { from: square(from), to: square(to) }),
            });
        }
    }
    shots
}

/// The tanks that a side loses, each with all tanks that hit it.
fn losses(position: &Position, seat: Seat) -> Vec<Event> {
    let mut losses = Vec::new();
    for (tank, standing, at) in living(position, seat) {
        let by: Vec<&str> = living(position, seat.other())
            .filter(|&(_, from, _)| position.range(from).meets(standing))
            .map(|(shooter, ..)| shooter.name())
            .collect();
        if by.is_empty() {
            continue;
        }
        let verb = if by.len() == 1 { "destroys" } else { "destroy" };
        losses.push(Event {
            text: format!("{}'s {} {verb} {}", letter(seat.other()), list(&by), owned(seat, tank)),
            mark: Some(Mark::Loss { at: square(at) }),
        });
    }
    losses
}

/// `RA`, `RA and RB`, `RA, RB and RC`.
pub(crate) fn list(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}

pub(crate) fn words((row, column): (u8, u8)) -> String {
    format!("row {row}, column {column}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Blocked, Options};

    fn texts(position: &Position, first: Tank, second: Tank) -> Vec<String> {
        of_round(position, PerSeat::new(first, second)).into_iter().map(|event| event.text).collect()
    }

    fn after(options: Options, text: &str, first: Tank, second: Tank) -> Vec<String> {
        texts(&Position::parse(options, text).unwrap(), first, second)
    }

    #[test]
    fn the_illustration_in_words() {
        let mut position = Position::start(Options::default());
        let rounds: [(Tank, Tank, &[&str]); 5] = [
            (Tank::La, Tank::Rc, &["U's LA moves to row 1, column 3", "D's RC moves to row 4, column 5"]),
            (Tank::Lc, Tank::Rb, &["U's LC moves to row 1, column 5", "D's RB moves to row 4, column 4"]),
            (Tank::Ra, Tank::Rb, &["U's RA moves to row 1, column 2", "D's RB moves to row 3, column 4"]),
            (
                Tank::La,
                Tank::Rb,
                &[
                    "U's LA moves to row 2, column 3",
                    "D's RB moves to row 2, column 4 and takes it from U",
                    "D's RB fires at U's LA",
                    "D's RB destroys U's LA",
                ],
            ),
            (
                Tank::Lc,
                Tank::Ra,
                &[
                    "U's LC moves to row 2, column 5",
                    "D's RA moves to row 4, column 3",
                    "U's LC fires at D's RC",
                    "D's RB fires at U's LC",
                    "D's RC fires at U's LC",
                    "D's RB and RC destroy U's LC",
                    "U's LC destroys D's RC",
                ],
            ),
        ];
        for (first, second, expected) in rounds {
            assert_eq!(texts(&position, first, second), expected);
            position.play(PerSeat::new(first, second));
        }
    }

    #[test]
    fn a_contested_box_is_named() {
        let text = "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:100000 D:000200 3";
        assert_eq!(
            after(Options::default(), text, Tank::La, Tank::Ra),
            [
                "U's LA and D's RA both head for row 2, column 3",
                "U's LA moves to row 2, column 3",
                "D's RA stays: the box is U's",
            ]
        );
    }

    #[test]
    fn a_wasted_move_says_why() {
        let options = Options { blocked: Blocked::Wasted, ..Options::default() };
        let text = "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:200000 D:000200 4";
        assert_eq!(
            after(options, text, Tank::La, Tank::Ra),
            ["U's LA stays: D's RA stands ahead", "D's RA stays: U's LA stands ahead"]
        );
    }

    #[test]
    fn marks_join_the_places() {
        let text = "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:101100 D:000021 3";
        let position = Position::parse(Options::default(), text).unwrap();
        let marks: Vec<_> = of_round(&position, PerSeat::new(Tank::La, Tank::Rb))
            .into_iter()
            .filter_map(|event| event.mark)
            .collect();
        let at = |row, column| square((row, column));
        assert_eq!(
            marks,
            [
                Mark::Move { from: at(1, 3), to: at(2, 3) },
                Mark::Move { from: at(3, 4), to: at(2, 4) },
                Mark::Shot { from: at(2, 4), to: at(2, 3) },
                Mark::Loss { at: at(2, 3) },
            ]
        );
    }
}
