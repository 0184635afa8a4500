//! The decisive blow of a match, as JSON.

use game::{Drawing, Mark, Square};
use replay::{DecisiveBlow, Recording, Replay, ReplayError};
use schemars::JsonSchema;
use serde::Serialize;

/// The event that decided a match by its rules.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DecisiveBlowReport {
    /// The event and the score in one sentence.
    pub words: String,
    /// The ply in which it happened, from 1.
    pub ply: u32,
    /// The event alone. Empty if only the score decided, because no ply changed who was ahead.
    pub text: String,
    /// The score at the end, the first seat's first, if it decided: `equal tanks, 17 boxes to 19`.
    pub score: Option<String>,
    /// The squares of the event.
    marks: Vec<BlowMark>,
}

/// Squares of a decisive event. A square is the label of its column followed by the label of its row.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum BlowMark {
    /// A piece moves to capture, or to reach a square that counts.
    Move {
        /// Its old square.
        from: String,
        /// Its new square.
        to: String,
    },
    /// A line of fire.
    Shot {
        /// The square of the piece that fires.
        from: String,
        /// The square of the piece that it hits.
        to: String,
    },
    /// A piece is lost.
    Loss {
        /// Its square.
        at: String,
    },
}

impl DecisiveBlowReport {
    /// Returns the decisive blow of a match whose players did not fail; `None` if there is none
    /// ([`replay::decisive_blow`]).
    ///
    /// # Errors
    /// When the recording cannot be replayed.
    pub fn of_match(recording: &Recording<'_>) -> Result<Option<DecisiveBlowReport>, ReplayError> {
        let Some(blow) = replay::decisive_blow(recording)? else { return Ok(None) };
        let drawing = Replay::new(*recording)?.frame().drawing(None);
        let words = blow.to_string();
        let DecisiveBlow { ply, text, score, marks } = blow;
        let marks = marks.into_iter().map(|mark| BlowMark::new(mark, &drawing)).collect();
        Ok(Some(DecisiveBlowReport { words, ply, text, score, marks }))
    }
}

impl BlowMark {
    fn new(mark: Mark, drawing: &Drawing) -> BlowMark {
        let name = |Square { column, row }: Square| {
            let [column, row] = [(&drawing.column_labels, column), (&drawing.row_labels, row)]
                .map(|(labels, index)| labels.get(usize::from(index)).map_or("", String::as_str));
            format!("{column}{row}")
        };
        match mark {
            Mark::Move { from, to } => BlowMark::Move { from: name(from), to: name(to) },
            Mark::Shot { from, to } => BlowMark::Shot { from: name(from), to: name(to) },
            Mark::Loss { at } => BlowMark::Loss { at: name(at) },
        }
    }
}
