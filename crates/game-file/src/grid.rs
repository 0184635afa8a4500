//! The boards of a declaration, with the parts of actions that a click on them sets.

use std::collections::BTreeMap;

use game::{Seat, Square, Tone};

use crate::declaration::{Declaration, DeclaredAction, DeclaredGrid, DeclaredPart, DeclaredPiece};

/// A board, at its place in the drawing.
#[derive(Debug)]
pub(crate) struct Grid {
    /// The index of its field in the view.
    pub(crate) field: usize,
    /// The column of the drawing where it begins.
    pub(crate) left: u8,
    pub(crate) columns: u8,
    pub(crate) rows: u8,
    pub(crate) column_labels: Vec<String>,
    pub(crate) row_labels: Vec<String>,
    pub(crate) pieces: BTreeMap<i128, (Option<Seat>, DeclaredPiece)>,
    pub(crate) tones: BTreeMap<i128, Tone>,
    click: Vec<Option<Click>>,
    pick: Vec<Option<Click>>,
}

/// A part of a kind of action, as a place on a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Click {
    /// The index of the part.
    pub(crate) part: usize,
    axis: Axis,
}

#[derive(Clone, Copy, Debug)]
enum Axis {
    Square,
    Column,
    Row,
}

impl Grid {
    /// Returns a declared board; adds a sentence to `problems` for each mistake, beginning with `place`.
    pub(crate) fn new(
        declared: &DeclaredGrid,
        declaration: &Declaration,
        left: u8,
        problems: &mut Vec<String>,
    ) -> Option<Grid> {
        let place = format!("the grid of `{}`", declared.field);
        let start = problems.len();
        let (columns, rows) = (declared.columns.len(), declared.rows.len());
        let Some(index) = declaration.view.iter().position(|field| field.name == declared.field) else {
            problems.push(format!("{place}: the view has no such field"));
            return None;
        };
        let field = &declaration.view[index];
        if field.count != columns * rows {
            problems.push(format!(
                "{place}: `{}` has {} elements, but {columns} columns and {rows} rows are {} squares",
                field.name,
                field.count,
                columns * rows
            ));
        }
        if columns > 64 || rows > 64 {
            problems.push(format!("{place}: a board has at most 64 columns and 64 rows"));
        }
        let is_bad = |label: &String| label.chars().count() > 3 || label.contains(game::is_invisible);
        if declared.rows.iter().chain(&declared.columns).any(is_bad) {
            problems.push(format!("{place}: the label of a row or a column has at most three characters"));
        }
        let mut pieces = BTreeMap::new();
        for (value, piece) in &declared.pieces {
            if !(1..=2).contains(&piece.symbol.chars().count()) || game::is_blank(&piece.symbol) {
                problems
                    .push(format!("{place}: the symbol of piece {value} must have one or two characters"));
            }
            if game::is_blank(&piece.name) || piece.name.contains(game::is_invisible) {
                problems.push(format!("{place}: piece {value} needs a name on one line"));
            }
            let seat = piece.seat.and_then(Seat::from_index);
            if piece.seat.is_some() && seat.is_none() {
                problems.push(format!("{place}: the seat of piece {value} must be 0, 1 or missing"));
            }
            match value.parse() {
                Ok(number) => drop(pieces.insert(number, (seat, piece.clone()))),
                Err(_) => problems.push(format!("{place}: `{value}` is not a value of `{}`", field.name)),
            }
        }
        let mut tones = BTreeMap::new();
        for (value, tone) in &declared.tones {
            match value.parse() {
                Ok(number) => drop(tones.insert(number, Tone::from(*tone))),
                Err(_) => problems.push(format!("{place}: `{value}` is not a value of `{}`", field.name)),
            }
        }
        let mut clicks = |named: &Option<String>| match named {
            Some(named) => clicks(named, &declaration.actions, [columns, rows]).unwrap_or_else(|problem| {
                problems.push(format!("{place}: {problem}"));
                Vec::new()
            }),
            None => vec![None; declaration.actions.len()],
        };
        let (click, pick) = (clicks(&declared.click), clicks(&declared.pick));
        (problems.len() == start).then(|| Grid {
            field: index,
            left,
            columns: columns as u8,
            rows: rows as u8,
            column_labels: declared.columns.clone(),
            row_labels: declared.rows.clone(),
            pieces,
            tones,
            click,
            pick,
        })
    }

    /// Returns the square of an index into the board's field.
    pub(crate) fn square(&self, index: usize) -> Option<Square> {
        let (columns, rows) = (usize::from(self.columns), usize::from(self.rows));
        (index < columns * rows)
            .then(|| Square { column: self.left + (index % columns) as u8, row: (index / columns) as u8 })
    }

    /// Returns the part of a kind that a click on a square sets, and the square of each of its values.
    pub(crate) fn click(&self, kind: u8) -> Option<Click> {
        self.click[usize::from(kind)]
    }

    /// Like [`click`](Self::click), for the acting piece.
    pub(crate) fn pick(&self, kind: u8) -> Option<Click> {
        self.pick[usize::from(kind)]
    }

    /// Returns the index of the square to click for a value of a part.
    pub(crate) fn clicked(&self, click: Click, value: u64) -> usize {
        match click.axis {
            Axis::Square | Axis::Column => value as usize,
            Axis::Row => value as usize * usize::from(self.columns),
        }
    }
}

/// Returns the part that a click sets, by kind.
fn clicks(
    named: &str,
    kinds: &[DeclaredAction],
    [columns, rows]: [usize; 2],
) -> Result<Vec<Option<Click>>, String> {
    let (only, part_name) = named.split_once('.').map_or((None, named), |(kind, part)| (Some(kind), part));
    let mut found = Vec::new();
    for kind in kinds {
        let part = kind.parts.iter().position(|part| part.name == part_name);
        let part = part.filter(|_| only.is_none_or(|only| only == kind.name));
        let click = part.map(|part| {
            let DeclaredPart { min, max, .. } = kind.parts[part];
            let values = max.saturating_sub(min).saturating_add(1) as usize;
            let axis = match values {
                _ if values == columns * rows => Axis::Square,
                _ if values == columns => Axis::Column,
                _ if values == rows => Axis::Row,
                _ => {
                    return Err(format!(
                        "a click cannot set `{}.{part_name}`, which has {values} values: the board has {} \
                         squares, {columns} columns and {rows} rows",
                        kind.name,
                        columns * rows
                    ));
                }
            };
            Ok(Click { part, axis })
        });
        found.push(click.transpose()?);
    }
    if found.iter().all(Option::is_none) {
        return Err(format!("no action has the part `{named}` that a click sets"));
    }
    Ok(found)
}
