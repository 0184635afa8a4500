//! The events of a ply, from a module's answer.

use game::{Event, Mark, Square};
use serde::Deserialize;

use crate::answer::{each_field, refusal};
use crate::position::Core;

/// Maximum number of events of a ply.
const MOST_EVENTS: usize = 1_000;
/// Maximum length of an event's text in bytes.
const LONGEST_TEXT: usize = 500;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenEvent {
    text: String,
    mark: Option<GivenMark>,
}

/// A mark by squares of the first grid.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum GivenMark {
    Move([usize; 2]),
    Shot([usize; 2]),
    Loss(usize),
}

/// Reads the events of an answer: one a field. An empty field is no event.
///
/// # Errors
/// A sentence for the author.
pub(crate) fn read(core: &Core, answer: &[u8]) -> Result<Vec<Event>, String> {
    let form = core.book.form;
    refusal(form, answer)?;
    let mut fields = Vec::new();
    each_field(form, answer, |range| fields.push(range))?;
    if fields.len() > MOST_EVENTS {
        return Err(format!("a ply has {} events; at most {MOST_EVENTS} are allowed", fields.len()));
    }
    let fields = fields.into_iter().filter(|range| !range.is_empty()).map(|range| &answer[range]);
    fields.map(|field| event(core, field)).collect()
}

fn event(core: &Core, field: &[u8]) -> Result<Event, String> {
    let GivenEvent { text, mark } =
        serde_json::from_slice(field).map_err(|error| format!("an event cannot be read: {error}"))?;
    if game::is_blank(&text) || text.len() > LONGEST_TEXT || text.contains(game::is_invisible) {
        return Err(format!("the text of an event must be a line of 1 to {LONGEST_TEXT} bytes"));
    }
    let square = |index: usize| -> Result<Square, String> {
        let grid = core.book.grids.first().ok_or("an event has a mark, but the game has no grid")?;
        grid.square(index).ok_or_else(|| format!("an event marks square {index}, which is not on the grid"))
    };
    let mark = match mark {
        None => None,
        Some(GivenMark::Move([from, to])) => Some(Mark::Move { from: square(from)?, to: square(to)? }),
        Some(GivenMark::Shot([from, to])) => Some(Mark::Shot { from: square(from)?, to: square(to)? }),
        Some(GivenMark::Loss(at)) => Some(Mark::Loss { at: square(at)? }),
    };
    Ok(Event { text, mark })
}
