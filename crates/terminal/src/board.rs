//! Drawings of boards.

use game::{Cell, Drawing, Facing, Game, Mark, PerSeat, Piece, Seat, Sketch, Square, Tone};

use crate::event_signs::EventSigns;
use crate::ink::{Ink, RESET};
use crate::text::{inert, pad, pad_left};

/// Draws the board in lines: labels, cells, and each seat's notes below.
///
/// A piece is its seat's letter in lower case and its symbol (`uLA`, `wT`), with an arrow for its facing. A field is
/// `.` when open, `#` when blocked, `~` when dangerous, and the letter of the seat whose base or ground it is. Marks
/// are signs after the squares: [`LEGEND`](crate::event_signs::LEGEND). For a sketch, the named shapes are listed.
pub fn render(game: &dyn Game, drawing: &Drawing, marks: &[Mark], ink: Ink) -> String {
    let mut lines = match &drawing.sketch {
        Some(sketch) => shapes(game, sketch),
        None => squares(game, drawing, marks, ink),
    };
    for (seat, notes) in drawing.notes.iter() {
        let notes: Vec<String> = notes.iter().map(|(label, value)| format!("{label} {value}")).collect();
        if !notes.is_empty() {
            lines.push(format!("{}: {}", game.seats()[seat].word, notes.join(", ")));
        }
    }
    lines.join("\n")
}

/// Returns a line for each named shape, with its text unless the name has it: `Dealer's card: K (Dealer)`. Equal lines
/// are merged, with a count.
fn shapes(game: &dyn Game, sketch: &Sketch) -> Vec<String> {
    let mut lines: Vec<(String, u32)> = Vec::new();
    for shape in sketch.shapes.iter().filter(|shape| !shape.name.is_empty()) {
        let mut line = inert(&shape.name);
        if !shape.name.contains(&shape.text) {
            line.push_str(&format!(": {}", inert(&shape.text)));
        }
        if let Some(seat) = shape.seat {
            line.push_str(&format!(" ({})", game.seats()[seat].word));
        }
        match lines.iter_mut().find(|(listed, _)| *listed == line) {
            Some((_, count)) => *count += 1,
            None => lines.push((line, 1)),
        }
    }
    let counted = |(line, count)| if count == 1 { line } else { format!("{line}, {count} times") };
    lines.into_iter().map(counted).collect()
}

fn squares(game: &dyn Game, drawing: &Drawing, marks: &[Mark], ink: Ink) -> Vec<String> {
    if drawing.columns == 0 {
        return Vec::new();
    }
    let signs = EventSigns::from_marks(marks);
    let letters = game.seats().map(|name| name.letter.to_ascii_lowercase());
    let faced = drawing.pieces.iter().any(|piece| piece.facing.is_some());
    let symbol = drawing.pieces.iter().map(|piece| piece.symbol.chars().count()).max().unwrap_or(1);
    let width = 1 + symbol + usize::from(faced);
    let margin = drawing.row_labels.iter().map(String::len).max().unwrap_or(0);
    let mut lines = Vec::new();
    let labels: Vec<String> = drawing.column_labels.iter().map(|label| pad(label, width)).collect();
    lines.push(format!("{} {}", " ".repeat(margin), labels.join(" ")).trim_end().to_owned());
    for (row, label) in drawing.row_labels.iter().enumerate() {
        let cells: String = (0..drawing.columns)
            .map(|column| {
                let square = Square { column, row: row as u8 };
                let text = field(drawing.cell(square), drawing.piece(square), letters, width);
                let colour = colour(drawing.cell(square), drawing.piece(square));
                painted(&text, colour, signs.is_reached(square), ink) + &signs.shown(square, ink)
            })
            .collect();
        lines.push(format!("{} {cells}", pad_left(label, margin)).trim_end().to_owned());
    }
    lines
}

fn field(cell: &Cell, piece: Option<&Piece>, letters: PerSeat<char>, width: usize) -> String {
    let text = match piece {
        Some(piece) => {
            let arrow = piece.facing.map(arrow).map(String::from).unwrap_or_default();
            let letter = piece.seat.map(|seat| letters[seat].to_string()).unwrap_or_default();
            format!("{letter}{}{arrow}", piece.symbol)
        }
        None if cell.circled => "o".to_owned(),
        None => match cell.tone {
            Tone::Plain => ".".to_owned(),
            Tone::Blocked | Tone::Mined => "#".repeat(width),
            Tone::Danger => "~".to_owned(),
            Tone::Home(seat) | Tone::Held(seat) => letters[seat].to_string(),
        },
    };
    pad(&text, width)
}

/// Returns a field in its colour; a field that a piece has just reached stands out.
fn painted(text: &str, colour: Option<&str>, is_reached: bool, ink: Ink) -> String {
    let reverse = is_reached.then_some("7");
    let codes: Vec<&str> = colour.into_iter().chain(reverse).collect();
    if ink == Ink::Plain || codes.is_empty() {
        return text.to_owned();
    }
    format!("\u{1b}[{}m{text}{RESET}", codes.join(";"))
}

/// Returns the colour's code: blue for the first seat, red for the second, pieces bold, ground dim.
fn colour(cell: &Cell, piece: Option<&Piece>) -> Option<&'static str> {
    match (piece.map(|piece| piece.seat), cell.tone) {
        (Some(Some(Seat::First)), _) => Some("1;34"),
        (Some(Some(Seat::Second)), _) => Some("1;31"),
        (Some(None), _) => Some("1"),
        (None, Tone::Home(Seat::First) | Tone::Held(Seat::First)) => Some("2;34"),
        (None, Tone::Home(Seat::Second) | Tone::Held(Seat::Second)) => Some("2;31"),
        (None, Tone::Danger) => Some("33"),
        (None, Tone::Blocked | Tone::Mined) => Some("2"),
        (None, Tone::Plain) => None,
    }
}

const fn arrow(facing: Facing) -> char {
    match facing {
        Facing::North => '↑',
        Facing::NorthEast => '↗',
        Facing::East => '→',
        Facing::SouthEast => '↘',
        Facing::South => '↓',
        Facing::SouthWest => '↙',
        Facing::West => '←',
        Facing::NorthWest => '↖',
    }
}
