//! The effects of an action, in words.

use game::{Event, Joint, Mark, Seat};

use crate::drawing::drawn_square;
use crate::game_impl::SEATS;
use crate::retreat::Fate;
use crate::{Action, Kind, Move, Piece, Placement, Position, Retreat, Shot};

impl Position {
    /// Returns the events of legal actions, in order. Even the last placements are described without their content; the
    /// next drawing of the board shows them.
    pub(crate) fn events_of(&self, joint: &Joint, viewer: Option<Seat>) -> Vec<Event> {
        joint
            .iter()
            .filter_map(|(seat, action)| Some((seat, Action::decode((*action)?)?)))
            .flat_map(|(seat, action)| self.events_of_one(seat, action, viewer))
            .collect()
    }

    fn events_of_one(&self, seat: Seat, action: Action, viewer: Option<Seat>) -> Vec<Event> {
        let word = SEATS[seat].word;
        match action {
            Action::Place(_) if viewer == Some(seat.other()) => vec![plain(format!("{word} places a piece"))],
            Action::Place(Placement { kind, square, facing }) => {
                vec![plain(format!("{word} places a {} on {square}, facing {}", kind.name(), facing.word()))]
            }
            Action::Shoot(shot) => self.events_of_shot(shot),
            Action::EndFiring => vec![plain(format!("{word} ends firing"))],
            Action::Move(step) => self.events_of_move(step),
            Action::EndTurn => vec![plain(format!("{word} ends the turn"))],
        }
    }

    fn events_of_move(&self, Move { from, to, facing }: Move) -> Vec<Event> {
        let Some(piece) = self.piece_at(from) else { return Vec::new() };
        let mark = Mark::Move { from: drawn_square(from), to: drawn_square(to) };
        let text = format!("{} moves to {to}, facing {}", called(piece), facing.word());
        vec![Event { text, mark: Some(mark) }]
    }

    fn events_of_shot(&self, shot: Shot) -> Vec<Event> {
        let (Some(firer), Some(target)) = (self.piece_at(shot.firer), self.piece_at(shot.target)) else {
            return Vec::new();
        };
        let (from, at) = (drawn_square(shot.firer), drawn_square(shot.target));
        let effect = if shot.retreat.is_none() { " without effect" } else { "" };
        let fires = Event {
            text: format!("{} fires on {}{effect}", called(firer), called(target)),
            mark: Some(Mark::Shot { from, to: at }),
        };
        let mut events = vec![fires];
        let Some(retreat) = shot.retreat else { return events };
        let Retreat { direction, distance } = retreat;
        match self.fate(shot.target, retreat) {
            Fate::Reaches(square) => events.push(Event {
                text: format!("{} retreats {} to {square}", called(target), direction.word()),
                mark: Some(Mark::Move { from: at, to: drawn_square(square) }),
            }),
            fate => events.push(Event {
                text: format!(
                    "{} {} on its retreat {} by {distance} and is eliminated",
                    called(target),
                    if fate == Fate::Stopped { "is stopped" } else { "leaves the board" },
                    direction.word()
                ),
                mark: Some(Mark::Loss { at }),
            }),
        }
        if target.kind == Kind::Command && !matches!(self.fate(shot.target, retreat), Fate::Reaches(_)) {
            events.push(plain(format!("{} wins", SEATS[firer.seat].word)));
        }
        events
    }
}

/// `White's Light tank on d4`.
pub(crate) fn called(piece: Piece) -> String {
    format!("{}'s {} on {}", SEATS[piece.seat].word, piece.kind.name(), piece.square)
}

fn plain(text: String) -> Event {
    Event { text, mark: None }
}
