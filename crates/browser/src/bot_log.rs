//! The log of a bot as JSON: the lines of each ply with their annotations.

use game::Seat;
use referee::{Closing, LogMark};
use replay::{Annotation, LogLine, Recording, Replay, log_lines};
use serde::Serialize;

use crate::EngineError;
use crate::drawing_shapes::{ColumnRow, place};

/// The lines logged while the bot was asked for a ply.
#[derive(Serialize)]
pub(crate) struct PartShape {
    /// The ply, from 0; `None` if it is unknown for this log.
    ply: Option<u32>,
    lines: Vec<LineShape>,
}

#[derive(Serialize)]
struct LineShape {
    text: String,
    annotation: Option<AnnotationShape>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum AnnotationShape {
    Cell {
        square: ColumnRow,
        colour: &'static str,
    },
    Arrow {
        from: ColumnRow,
        to: ColumnRow,
        text: String,
    },
    /// As text, because JSON floats would need their own tables.
    Eval {
        value: String,
    },
}

/// A log with its marks. Each mark is a ply and an offset as numbers of 32 bits, the lowest byte first.
pub(crate) fn closing(marks: &[u8], log: &[u8]) -> Closing {
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte));
    let mark = |bytes: &[u8]| LogMark { ply: number(&bytes[..4]), offset: number(&bytes[4..]) as usize };
    Closing { log: log.to_vec(), log_marks: marks.chunks_exact(8).map(mark).collect(), ..Closing::default() }
}

/// Returns the parts of a seat's log. Without marks the log is one part.
pub(crate) fn parts(
    recording: Recording<'_>,
    seat: Seat,
    closing: &Closing,
) -> Result<Vec<PartShape>, EngineError> {
    let mut recording = recording;
    recording.closings[seat] = Some(closing);
    let mut replay = Replay::new(recording)?;
    if closing.log_marks.is_empty() {
        let lines = log_lines(&closing.log, replay.frame().position());
        return Ok(vec![part(None, lines)]);
    }
    let mut parts = Vec::with_capacity(closing.log_marks.len());
    for mark in &closing.log_marks {
        replay.seek(mark.ply)?;
        parts.push(part(Some(mark.ply), replay.frame().log_lines(seat)));
    }
    Ok(parts)
}

fn part(ply: Option<u32>, lines: Vec<LogLine>) -> PartShape {
    PartShape { ply, lines: lines.into_iter().map(LineShape::from).collect() }
}

impl From<LogLine> for LineShape {
    fn from(LogLine { text, annotation }: LogLine) -> LineShape {
        LineShape { text, annotation: annotation.map(AnnotationShape::from) }
    }
}

impl From<Annotation> for AnnotationShape {
    fn from(annotation: Annotation) -> AnnotationShape {
        match annotation {
            Annotation::Cell { square, colour } => {
                AnnotationShape::Cell { square: place(square), colour: colour.word() }
            }
            Annotation::Arrow { from, to, text } => {
                AnnotationShape::Arrow { from: place(from), to: place(to), text }
            }
            Annotation::Eval(value) => AnnotationShape::Eval { value: value.to_string() },
        }
    }
}
