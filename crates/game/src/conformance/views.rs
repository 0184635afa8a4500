//! The laws of visible and hidden information.

use super::walk::{list, require, walk};
use crate::view::HEADER_LEN;
use crate::{Action, Board, Dice, FieldType, Game, Ground, Joint, Layout, Phase, Position, Rules, Seat};

pub(super) fn see(game: &dyn Game, position: &dyn Position, seat: Seat, fill: u8) -> Vec<u8> {
    let mut bytes = vec![fill; game.layout().view_len() + HEADER_LEN];
    let length = position.write_view(seat, &mut bytes);
    bytes.truncate(length);
    bytes
}

/// Checks that a board's fields have one byte per square, and that every square can be printed.
fn printable(layout: &Layout, board: &Board) -> Result<(), String> {
    let squares = board.columns.len() * board.rows.len();
    let is_by_square = |name: &str| {
        layout.field(name).is_some_and(|field| field.kind == FieldType::U8 && field.count == squares)
    };
    let is_complete = match board.ground {
        Ground::Squares(symbols) => symbols.len() == squares,
        Ground::Field(name, symbols) => is_by_square(name) && !symbols.is_empty(),
    };
    require(is_by_square(board.field) && is_complete, || "the board that is printed".to_owned())
}

pub(super) fn views(game: &dyn Game, rules: &Rules, dice: &mut Dice) -> Result<(), String> {
    let layout = game.layout();
    let mut end = 0;
    for field in layout.fields {
        require(field.offset >= end && field.offset % field.kind.size() == 0, || {
            format!("field {}", field.name)
        })?;
        end = field.end();
    }
    if let Some(board) = &layout.board {
        printable(layout, board)?;
    }
    let mut plies: Vec<Joint> = Vec::new();
    walk(game, rules, dice, |ply, position, joint, dice| {
        for seat in Seat::BOTH {
            let view = see(game, position, seat, 0);
            require(view.len() <= layout.view_len(), || {
                format!("ply {ply}: a view of {} bytes", view.len())
            })?;
            require(view == see(game, position, seat, 0xFF), || {
                format!("ply {ply}: a byte of the view is not written")
            })?;
            let hidden = latest_hidden(position, seat, &plies);
            if hidden > 0 {
                let (known, unknown) = plies.split_at(plies.len() - hidden);
                let other = other_secrets(game, rules, known, unknown, seat, dice);
                require(see(game, &*other, seat, 0) == view, || {
                    format!("ply {ply}: the view of {seat:?} tells {position} from {other}")
                })?;
                require(other.draw(Some(seat)) == position.draw(Some(seat)), || {
                    format!("ply {ply}: the drawing for {seat:?} tells {position} from {other}")
                })?;
                require(list(&*other, seat) == list(position, seat), || {
                    format!("ply {ply}: the legal actions of {seat:?} tell {position} from {other}")
                })?;
                let gesture = |position: &dyn Position, action| position.gesture(seat, action);
                let told = |&action: &Action| gesture(&*other, action) != gesture(position, action);
                require(!list(position, seat).iter().any(told), || {
                    format!("ply {ply}: the gestures of {seat:?} tell {position} from {other}")
                })?;
            }
            if let Some(joint) = joint
                && (hidden > 0 || joint[seat.other()].is_some())
            {
                let (known, unknown) = plies.split_at(plies.len() - hidden);
                let other = other_secrets(game, rules, known, unknown, seat, dice);
                let choice = other_choice(&*other, joint, seat, dice);
                let is_hidden = [(position, joint), (&*other, &choice)].into_iter().all(|(before, joint)| {
                    let mut after = before.clone_box();
                    after.apply(joint);
                    hides(&*after, seat, 0, joint)
                });
                let seen = position.events(joint, Some(seat));
                require(!is_hidden || other.events(&choice, Some(seat)) == seen, || {
                    format!("ply {ply}: the events for {seat:?} tell {position} from {other}")
                })?;
            }
        }
        plies.extend(joint.copied());
        Ok(())
    })
    .map(drop)
}

/// Returns the same joint action, but with another choice by the viewer's opponent.
fn other_choice(position: &dyn Position, joint: &Joint, viewer: Seat, dice: &mut Dice) -> Joint {
    let mut joint = *joint;
    match position.phase() {
        Phase::Chance(chance) if !chance.seen_by.contains(viewer) => return chance.draw(dice),
        Phase::Chance(_) => return joint,
        _ => {}
    }
    if joint[viewer.other()].is_some() {
        joint[viewer.other()] = dice.pick(&list(position, viewer.other())).copied();
    }
    joint
}

/// Returns the number of latest plies that each have something hidden from a viewer.
pub(super) fn latest_hidden(position: &dyn Position, viewer: Seat, plies: &[Joint]) -> usize {
    let latest = plies.iter().rev().zip(0..);
    latest.take_while(|(joint, ago)| hides(position, viewer, *ago, joint)).count()
}

fn hides(position: &dyn Position, viewer: Seat, ago: u32, joint: &Joint) -> bool {
    let mut actions = joint.iter().filter_map(|(seat, action)| Some((seat, (*action)?)));
    actions.any(|(seat, action)| position.hides(viewer, ago, seat, action))
}

/// Returns the position after the same plies, but with other actions where they are hidden from the viewer.
pub(super) fn other_secrets(
    game: &dyn Game,
    rules: &Rules,
    known: &[Joint],
    unknown: &[Joint],
    viewer: Seat,
    dice: &mut Dice,
) -> Box<dyn Position> {
    let mut position = game.start(rules);
    for joint in known {
        position.apply(joint);
    }
    for joint in unknown {
        let joint = other_choice(&*position, joint, viewer, dice);
        position.apply(&joint);
    }
    position
}
