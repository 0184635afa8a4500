//! The shared parts of the boards of a page, drawn once and referred to.

use std::collections::BTreeMap;

use game::{Drawing, Piece};
use maud::{Markup, html};

use crate::ground::{self, Ground};
use crate::piece::{self, Look};

/// The shared parts of the boards of a page.
#[derive(Default)]
pub struct Sprites {
    pub(crate) grounds: BTreeMap<Ground, usize>,
    pub(crate) pieces: BTreeMap<Look, usize>,
}

impl Sprites {
    /// Returns the parts themselves, to include once in the page.
    pub fn definitions(&self) -> Markup {
        html! {
            svg.sprites width="0" height="0" aria-hidden="true" xmlns="http://www.w3.org/2000/svg" {
                defs {
                    (ground::patterns())
                    @for (ground, id) in in_order(&self.grounds) {
                        g id={ "g" (id) } { (ground::drawn(ground)) }
                    }
                    @for (look, id) in in_order(&self.pieces) {
                        g id={ "p" (id) } { (piece::drawn(look)) }
                    }
                }
            }
        }
    }

    pub(crate) fn ground(&mut self, drawing: &Drawing) -> usize {
        let next = self.grounds.len();
        *self.grounds.entry(Ground::new(drawing)).or_insert(next)
    }

    pub(crate) fn piece(&mut self, piece: &Piece) -> usize {
        let next = self.pieces.len();
        *self.pieces.entry(Look::from_piece(piece)).or_insert(next)
    }
}

/// The entries in the order of their first use, which is also the order of their numbers.
fn in_order<K>(map: &BTreeMap<K, usize>) -> impl Iterator<Item = (&K, usize)> {
    let mut keys = vec![None; map.len()];
    for (key, &id) in map {
        keys[id] = Some(key);
    }
    keys.into_iter().flatten().zip(0..)
}
