//! A view as text.

use std::fmt::Write as _;

use game::{Field, Layout, view};

use crate::lines::MOVE;

/// Fields of the header that are equal in every question of a match. The opening has them.
const CONSTANT: &[&str] = &["abi_version", "game", "seats"];

/// The fields of the header that a question shows.
pub(crate) fn header() -> impl Iterator<Item = &'static Field> {
    view::HEADER.iter().filter(|field| !CONSTANT.contains(&field.name))
}

/// Appends a seat's view, one field per line, and the line that asks for a move. It contains nothing but the view's
/// bytes and the layout.
pub fn question(layout: &Layout, view: &[u8], text: &mut String) {
    fields(layout, view, text);
    text.push_str(MOVE);
    text.push('\n');
}

/// Appends a view, one field per line.
pub(crate) fn fields(layout: &Layout, view: &[u8], text: &mut String) {
    let (head, own) = view.split_at_checked(view::HEADER_LEN).unwrap_or((view, &[]));
    for field in header() {
        line(field, head, text);
    }
    for field in layout.fields {
        line(field, own, text);
    }
}

/// Appends the field's name and its elements, as far as the view has them.
fn line(field: &Field, bytes: &[u8], text: &mut String) {
    text.push_str(field.name);
    text.push(':');
    let present = bytes.len().saturating_sub(field.offset) / field.kind.size();
    for index in 0..field.count.min(present) {
        // Writing to a string cannot fail.
        let _ = write!(text, " {}", field.get(bytes, index));
    }
    text.push('\n');
}
