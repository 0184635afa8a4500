//! The shared parts of the boards of a page, drawn once and referred to.

use std::collections::BTreeMap;

use game::{Drawing, Figure, Piece, Seat};
use maud::{Markup, html};

use crate::figure;
use crate::ground::{self, Ground};
use crate::piece::{self, Look};

/// The shared parts of the boards of a page.
#[derive(Default)]
pub struct Sprites {
    pub(crate) grounds: BTreeMap<Ground, usize>,
    pub(crate) pieces: BTreeMap<Look, usize>,
    figures: BTreeMap<(Figure, Option<Seat>), usize>,
}

impl Sprites {
    /// Returns the parts themselves, to include once in the page.
    pub fn definitions(&self) -> Markup {
        html! {
            svg.sprites width="0" height="0" aria-hidden="true" { (self.parts()) }
        }
    }

    /// Returns the parts as an element of a picture.
    pub fn parts(&self) -> Markup {
        html! {
            defs {
                (ground::patterns())
                @for (ground, id) in in_order(&self.grounds) {
                    g id={ "g" (id) } { (ground::drawn(ground)) }
                }
                @for ((figure, seat), id) in in_order(&self.figures) {
                    g.figure id={ "f" (id) } { (figure::drawn(*figure, *seat)) }
                }
                @for (look, id) in in_order(&self.pieces) {
                    g id={ "p" (id) } class=(look.class()) { (piece::drawn(look, self.figure(look))) }
                }
            }
        }
    }

    pub(crate) fn ground(&mut self, drawing: &Drawing) -> usize {
        number(&mut self.grounds, Ground::new(drawing))
    }

    pub(crate) fn piece(&mut self, piece: &Piece) -> usize {
        if let Some(figure) = piece.figure {
            number(&mut self.figures, (figure, piece.seat));
        }
        number(&mut self.pieces, Look::from_piece(piece))
    }

    fn figure(&self, look: &Look) -> Option<usize> {
        look.figure.and_then(|figure| self.figures.get(&(figure, look.seat)).copied())
    }
}

/// Returns the number of a part. Adds the part if it is new.
fn number<K: Ord>(parts: &mut BTreeMap<K, usize>, part: K) -> usize {
    let next = parts.len();
    *parts.entry(part).or_insert(next)
}

/// The entries in the order of their first use, which is also the order of their numbers.
fn in_order<K>(map: &BTreeMap<K, usize>) -> impl Iterator<Item = (&K, usize)> {
    let mut keys = vec![None; map.len()];
    for (key, &id) in map {
        keys[id] = Some(key);
    }
    keys.into_iter().flatten().zip(0..)
}
