//! The hidden setup, piece by piece, both seats simultaneously.
//!
//! The pieces come in the order of their numbers: K L L L L M M M H H D D O O. A seat's legal placements depend only on
//! its own placements.

use game::{Dice, Seat};

use crate::square::back_rank;
use crate::{Action, Direction, Kind, Piece, Placement, Position, Square, Stage};

impl Position {
    /// Number of placements that each seat has made.
    pub(crate) fn placed(&self) -> u8 {
        self.board.armies[Seat::First].present.len() as u8
    }

    /// The kind that both seats place next.
    fn due(&self) -> Kind {
        self.options.kinds()[usize::from(self.placed())]
    }

    /// The next placement in words: `Place a Light tank (2 of 4)`.
    pub(crate) fn placement_prompt(&self) -> String {
        let kind = self.due();
        let all = self.options.kinds();
        let count = |kinds: &[Kind]| kinds.iter().filter(|&&each| each == kind).count();
        let (number, most) = (count(&all[..=usize::from(self.placed())]), count(all));
        if most == 1 {
            return format!("Place the {}", kind.name());
        }
        format!("Place a {} ({number} of {most})", kind.name())
    }

    /// Returns `true` if a piece of this kind may start on the square, ignoring other pieces.
    pub(crate) fn is_setup_square(&self, seat: Seat, kind: Kind, square: Square) -> bool {
        let (first, last) = self.options.command_files;
        square.is_back_row(seat) && (kind != Kind::Command || (first..=last).contains(&square.file()))
    }

    pub(crate) fn may_place(&self, seat: Seat, placement: Placement) -> bool {
        placement.kind == self.due() && self.is_free(seat, placement.kind, placement.square)
    }

    /// Returns `true` if the seat may place the kind on the square. An enemy never stands on such a square.
    fn is_free(&self, seat: Seat, kind: Kind, square: Square) -> bool {
        self.is_setup_square(seat, kind, square) && self.board.is_empty(square)
    }

    pub(crate) fn placements(&self, seat: Seat) -> impl Iterator<Item = Placement> {
        let kind = self.due();
        self.free_squares(seat).flat_map(move |square| {
            Direction::ALL.into_iter().map(move |facing| Placement { kind, square, facing })
        })
    }

    pub(crate) fn count_placements(&self, seat: Seat) -> u32 {
        8 * self.free_squares(seat).count() as u32
    }

    fn free_squares(&self, seat: Seat) -> impl Iterator<Item = Square> {
        let kind = self.due();
        (0..Square::SIDE)
            .filter_map(move |file| Square::new(file, back_rank(seat)))
            .filter(move |&square| self.is_free(seat, kind, square))
    }

    pub(crate) fn place(&mut self, seat: Seat, placement: Placement) {
        let number = self.board.armies[seat].present.len() as u8;
        self.board.put(seat, number, placement.square, placement.facing);
    }

    /// The position as a seat imagines it, with the opponent's placements made anew: by the seat's choices where they
    /// are legal, otherwise by dice. Uses only the number of the actual placements.
    pub(crate) fn imagined_by(&self, seat: Seat, choices: &[game::Action], dice: &mut Dice) -> Position {
        if self.hidden_placements() == 0 {
            return self.clone();
        }
        let opponent = seat.other();
        let mut imagined = Position::new(self.options);
        for number in 0..self.placed() {
            let own = self.board.piece(seat, number);
            let chosen = choices.get(usize::from(number)).and_then(|&action| Action::decode(action));
            let placement = match chosen {
                Some(Action::Place(placement)) if imagined.may_place(opponent, placement) => placement,
                _ => imagined.random_placement(opponent, dice),
            };
            imagined.place(opponent, placement);
            imagined.board.put(seat, number, own.square, own.facing);
        }
        imagined
    }

    /// A uniformly random placement of the next piece.
    fn random_placement(&self, seat: Seat, dice: &mut Dice) -> Placement {
        let count = self.count_placements(seat) as usize;
        self.placements(seat).nth(dice.below(count)).expect("as many placements as were counted")
    }

    /// Number of the latest plies in which a viewer may not know the other seat's placements.
    pub(crate) fn hidden_placements(&self) -> u32 {
        match self.stage {
            Stage::Setup => u32::from(self.placed()),
            _ => 0,
        }
    }

    /// The pieces of a seat that a viewer may see; `None` sees everything.
    pub(crate) fn visible_pieces(&self, seat: Seat, viewer: Option<Seat>) -> impl Iterator<Item = Piece> {
        let hidden = self.hidden_placements() > 0 && viewer == Some(seat.other());
        self.board.pieces(seat).filter(move |_| !hidden)
    }
}
