//! A declaration in the form of the traits: kept for the life of the process.

use std::collections::BTreeSet;
use std::sync::{Mutex, OnceLock};

use game::{
    ActionKind, BitField, Board, Field, Ground, Layout, Metric, PerSeat, RuleKind, RuleOption, RuleValue,
    Seat, SeatName,
};
use hash::Hash;

use crate::RulesCalls;
use crate::checked::Checked;
use crate::declaration::{Declaration, DeclaredAction, DeclaredField, DeclaredGrid, DeclaredOption};
use crate::notation::Template;
use crate::rulebook::Rulebook;

/// Returns the game of a module with a declaration. Its texts are never freed.
pub(crate) fn keep(
    module: &[u8],
    hash: Hash,
    declaration: Declaration,
    Checked { templates, grids }: Checked,
    calls: Box<dyn RulesCalls>,
) -> Rulebook {
    let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|index| hash.bytes()[at + index]));
    let actions = declaration.actions.iter().zip(&templates).zip(0..);
    let actions: Vec<ActionKind> =
        actions.map(|((action, template), kind)| self::kind(action, template, kind)).collect();
    let fields = fields(&declaration.view);
    let board = declaration.grids.first().and_then(|grid| board(grid, &fields));
    let options: Vec<RuleOption> = declaration.options.iter().map(option).collect();
    let metrics = declaration.metrics.iter();
    let metrics: Vec<Metric> =
        metrics.map(|metric| Metric { name: text(&metric.name), about: text(&metric.about) }).collect();
    Rulebook {
        key: format!("{}@{hash}", declaration.name).leak(),
        name: text(&declaration.name),
        title: text(&declaration.title),
        about: text(&declaration.about),
        module: module.to_vec().leak(),
        // Built-in games have small numbers.
        id: number(0) | 1 << 31,
        version: number(4),
        seats: seats(&declaration.seats),
        options: options.leak(),
        metrics: metrics.leak(),
        layout: Box::leak(Box::new(Layout { fields: fields.leak(), actions: actions.leak(), board })),
        templates,
        grids,
        form: calls.form(),
        calls,
        reasons: Mutex::new(BTreeSet::new()),
        position_bytes: OnceLock::new(),
        declaration,
    }
}

fn text(text: &str) -> &'static str {
    text.to_owned().leak()
}

fn texts(texts: &[String]) -> &'static [&'static str] {
    texts.iter().map(|word| text(word)).collect::<Vec<_>>().leak()
}

/// Returns the seats' names. Their letters are the first ones of their words, if these differ.
fn seats(words: &[String; 2]) -> PerSeat<SeatName> {
    let letters = words.each_ref().map(|word| word.chars().next().map_or('?', upper));
    let letters = if letters[0] == letters[1] { ['A', 'B'] } else { letters };
    PerSeat::from_fn(|seat: Seat| SeatName {
        letter: letters[seat.index()],
        word: text(&words[seat.index()]),
    })
}

/// Returns the upper case of a letter, if that is one letter.
fn upper(letter: char) -> char {
    let mut upper = letter.to_uppercase();
    upper.next().filter(|_| upper.next().is_none()).unwrap_or(letter)
}

fn option(declared: &DeclaredOption) -> RuleOption {
    let default = declared.default.as_ref();
    let (kind, default) = if let Some(choices) = &declared.choices {
        let words = texts(choices);
        let named = default.and_then(serde_json::Value::as_str);
        let default = words.iter().copied().find(|word| named == Some(word)).unwrap_or(words[0]);
        (RuleKind::Choice(words), RuleValue::Choice(default))
    } else if let Some(default) = declared.flag {
        (RuleKind::Flag, RuleValue::Flag(default))
    } else {
        let (min, max) = (declared.min.unwrap_or_default(), declared.max.unwrap_or_default());
        let default = default.and_then(serde_json::Value::as_i64).unwrap_or(min);
        (RuleKind::Number { min, max }, RuleValue::Number(default))
    };
    RuleOption { name: text(&declared.name), kind, default, about: text(&declared.about) }
}

fn kind(action: &DeclaredAction, template: &Template, kind: u8) -> ActionKind {
    let bits = action.parts.iter().zip(template.parts()).map(|(declared, part)| BitField {
        name: text(&declared.name),
        shift: part.shift,
        width: part.width,
        most: part.most,
        least: part.least,
        labels: texts(&declared.labels),
        about: text(&declared.about),
    });
    ActionKind {
        name: text(&action.name),
        kind,
        bits: bits.collect::<Vec<_>>().leak(),
        about: text(&action.about),
    }
}

fn fields(view: &[DeclaredField]) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    for DeclaredField { name, kind, count, about } in view {
        let (name, kind, about) = (text(name), (*kind).into(), text(about));
        fields.push(match fields.last() {
            None => Field::first(name, kind, *count, about),
            Some(last) => last.then(name, kind, *count, about),
        });
    }
    fields
}

/// Returns a grid as a board that kits print; `None` if its columns need more than a character of ASCII each.
fn board(grid: &DeclaredGrid, fields: &[Field]) -> Option<Board> {
    let field = fields.iter().find(|field| field.name == grid.field)?;
    let columns = grid.columns.concat();
    if field.kind != game::FieldType::U8 || !columns.is_ascii() || columns.len() != grid.columns.len() {
        return None;
    }
    let symbol = |value: usize| {
        let Some(piece) = grid.pieces.get(&value.to_string()) else { return ' ' };
        let letters = [&piece.symbol, &piece.name].into_iter().flat_map(|words| words.chars());
        letters.into_iter().find(char::is_ascii_graphic).unwrap_or('*')
    };
    let last = grid.pieces.keys().filter_map(|value| value.parse::<u8>().ok()).max().unwrap_or(0);
    Some(Board {
        field: field.name,
        columns: columns.leak(),
        rows: texts(&grid.rows),
        first_row_on_top: true,
        symbols: (0..=usize::from(last)).map(symbol).collect::<String>().leak(),
        ground: Ground::Squares(".".repeat(field.count).leak()),
    })
}
