//! The law of gestures: they refer to the drawing and distinguish legal actions.

use super::walk::{list, require, walk};
use crate::{Action, Dice, Drawing, Game, Gesture, Mark, Position, Rules, Seat, Square};

pub(super) fn gestures(game: &dyn Game, rules: &Rules, dice: &mut Dice) -> Result<(), String> {
    walk(game, rules, dice, |ply, position, _, dice| {
        for seat in Seat::BOTH {
            let legal = list(position, seat);
            let all: Vec<Gesture> = legal.iter().map(|&action| position.gesture(seat, action)).collect();
            let drawing = position.draw(Some(seat));
            for (action, gesture) in legal.iter().zip(&all) {
                points_at(&drawing, seat, gesture)
                    .map_err(|what| format!("ply {ply}, {position}: {action:?} {what}: {gesture:?}"))?;
            }
            tells_apart(&all).map_err(|what| format!("ply {ply}, {position}: {what}"))?;
            does_not_panic(game, position, seat, dice);
        }
        Ok(())
    })
    .map(drop)
}

/// Checks that piece, target and marks are on the drawing, and that there is something to point at or to press.
fn points_at(drawing: &Drawing, seat: Seat, gesture: &Gesture) -> Result<(), String> {
    let on_board = |square: &Square| square.column < drawing.columns && square.row < drawing.rows;
    require(gesture.piece.is_some() || gesture.target.is_some() || gesture.label.is_some(), || {
        "cannot be made".to_owned()
    })?;
    if let Some(square) = gesture.piece {
        let is_own = drawing.piece(square).is_some_and(|piece| piece.seat == Some(seat));
        require(is_own, || "takes a piece that is not drawn".to_owned())?;
    }
    require(gesture.target.iter().all(on_board), || "has its target off the board".to_owned())?;
    require(gesture.label.as_ref().is_none_or(|label| !label.is_empty()), || "has no words".to_owned())?;
    require(gesture.label.is_some() || gesture.direction.is_none(), || {
        "has a direction without words".to_owned()
    })?;
    let squares = gesture.marks.iter().flat_map(|mark| match *mark {
        Mark::Move { from, to } | Mark::Shot { from, to } => [from, to],
        Mark::Loss { at } => [at, at],
    });
    require(squares.into_iter().all(|square| on_board(&square)), || "has a mark off the board".to_owned())
}

fn tells_apart(gestures: &[Gesture]) -> Result<(), String> {
    let place = |square: Option<Square>| square.map(|Square { column, row }| (row, column));
    let mut told: Vec<_> = gestures
        .iter()
        .map(|gesture| (place(gesture.piece), place(gesture.target), gesture.label.as_deref()))
        .collect();
    told.sort_unstable();
    let twice = told.windows(2).find(|pair| pair[0] == pair[1]);
    require(twice.is_none(), || format!("two actions are made by the same gesture {twice:?}"))
}

/// Asks for the gestures of actions that may be illegal in every position.
fn does_not_panic(game: &dyn Game, position: &dyn Position, seat: Seat, dice: &mut Dice) {
    let kinds = game.layout().actions;
    let strays = (0..8).filter_map(|_| {
        let kind = dice.pick(kinds)?.kind;
        Some(Action::new(kind, dice.bits() >> (16 + dice.below(48))))
    });
    for action in strays {
        position.gesture(seat, action);
    }
}
