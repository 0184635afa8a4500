//! A whole view, header first, as the members of a struct.

use game::{Field, Game, view};

/// One member of the view's struct.
pub(crate) enum Member {
    Field(Field),
    /// A gap of this many bytes between fields, at the offset.
    Gap(usize, usize),
}

/// Returns the members of a whole view, header first, at offsets from its start and without holes.
pub(crate) fn members(game: &dyn Game) -> Vec<Member> {
    let layout = game.layout();
    let own = layout.fields.iter().map(|field| Field { offset: view::HEADER_LEN + field.offset, ..*field });
    let mut members = Vec::new();
    let mut end = 0;
    for field in view::HEADER.iter().copied().chain(own) {
        if field.offset > end {
            members.push(Member::Gap(end, field.offset - end));
        }
        end = field.end();
        members.push(Member::Field(field));
    }
    let length = length(game);
    if length > end {
        members.push(Member::Gap(end, length - end));
    }
    members
}

pub(crate) fn length(game: &dyn Game) -> usize {
    view::HEADER_LEN + game.layout().view_len()
}

pub(crate) fn fields(game: &dyn Game) -> Vec<Field> {
    let field = |member| if let Member::Field(field) = member { Some(field) } else { None };
    members(game).into_iter().filter_map(field).collect()
}
