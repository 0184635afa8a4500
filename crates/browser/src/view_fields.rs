//! The bytes of a seat's view, field by field.

use game::view::{HEADER, HEADER_LEN};
use game::{Field, Game};
use serde::Serialize;

/// A field with its values. They are texts, because JavaScript numbers do not hold 64 bits.
#[derive(Serialize)]
pub(crate) struct FieldShape {
    name: &'static str,
    about: &'static str,
    values: Vec<String>,
}

/// The fields of a view: first those of the header, then the game's.
pub(crate) fn fields(game: &dyn Game, view: &[u8]) -> Vec<FieldShape> {
    let (header, own) = view.split_at(HEADER_LEN.min(view.len()));
    let of_header = HEADER.iter().map(|field| shape(field, header));
    of_header.chain(game.layout().fields.iter().map(|field| shape(field, own))).collect()
}

fn shape(field: &Field, bytes: &[u8]) -> FieldShape {
    // A view may end before the layout does.
    let within = bytes.len().saturating_sub(field.offset) / field.kind.size();
    let values = (0..field.count.min(within)).map(|index| field.get(bytes, index).to_string());
    FieldShape { name: field.name, about: field.about, values: values.collect() }
}
