//! The gesture for an action: a click on a grid, or a button.

use game::{Action, Gesture, Mark, Seat, Square};

use crate::position::FilePosition;

/// Returns the gesture for an action of a seat.
pub(crate) fn gesture(position: &FilePosition, seat: Seat, action: Action) -> Gesture {
    let core = &*position.core;
    if !core.book.is_declared(action) {
        return Gesture::default();
    }
    let squares = squares(position, seat, action);
    let [piece, target] = squares;
    let legal = &core.given.legal[seat.index()];
    let same = |other: &Action| *other != action && self::squares(position, seat, *other) == squares;
    let needs_words = squares == [None, None] || legal.iter().any(same);
    let label = needs_words.then(|| {
        let mut label = String::new();
        core.book.write_action(action, &mut label);
        label.into()
    });
    let marks = match squares {
        [Some(from), Some(to)] => vec![Mark::Move { from, to }],
        _ => Vec::new(),
    };
    Gesture { piece, target, label, direction: None, marks }
}

/// Returns the square of the acting piece and the square to click. A piece that the seat does not see as its own is
/// left out.
fn squares(position: &FilePosition, seat: Seat, action: Action) -> [Option<Square>; 2] {
    let book = position.core.book;
    let template = &book.templates[usize::from(action.kind())];
    let value = |part: usize| template.parts()[part].of(action.payload());
    let mut found = [None, None];
    for grid in &book.grids {
        if let (None, Some(pick)) = (found[0], grid.pick(action.kind())) {
            let index = grid.clicked(pick, value(pick.part));
            let field = &book.layout.fields[grid.field];
            let look = grid.pieces.get(&field.get(position.view(seat), index));
            let is_own = look.is_some_and(|(owner, _)| *owner == Some(seat));
            found[0] = grid.square(index).filter(|_| is_own);
        }
        if let (None, Some(click)) = (found[1], grid.click(action.kind())) {
            found[1] = grid.square(grid.clicked(click, value(click.part)));
        }
    }
    found
}
