//! Which cell of a course system's file is a student's.

use std::collections::BTreeMap;

use gradebook::{Column, Row, Sheet, key};

use super::identity::{EMAIL, ID, LOGIN, Roll};
use crate::{Facts, Student};

/// The column of a file that tells who a student is, and what it says of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowKeys {
    /// The column.
    pub column: Column,
    /// What stands in it, by the students' ids. Who is not in the file is not here.
    pub keys: BTreeMap<String, String>,
}

/// Finds the column of a file that tells who most of a class's students are: by their ids, else by their addresses. By
/// their names only in a column that is named, and only those whose names nobody shares.
///
/// `None` if no column has anybody.
pub fn row_keys(facts: &Facts, sheet: &Sheet<'_>, named: Option<Column>) -> Option<RowKeys> {
    let roll = Roll::of(facts);
    let column = |name: &&str| sheet.column(name).ok();
    let columns: Vec<(Column, Identified)> = if let Some(column) = named {
        [by_id, by_email, by_name].map(|identified: Identified| (column, identified)).into()
    } else {
        let ids = ID.iter().chain([&LOGIN]).filter_map(column).map(|column| (column, by_id as Identified));
        let emails = EMAIL.iter().filter_map(column).map(|column| (column, by_email as Identified));
        ids.chain(emails).collect()
    };
    let mut best: Option<RowKeys> = None;
    for (column, identified) in columns {
        let own = |row: Row<'_>| {
            let text = key(&row.text(column));
            Some((identified(&roll, &text)?.id.clone(), text))
        };
        let keys: BTreeMap<String, String> = sheet.students().filter_map(own).collect();
        if keys.len() > best.as_ref().map_or(0, |best| best.keys.len()) {
            best = Some(RowKeys { column, keys });
        }
    }
    best
}

/// Finds a student by what a cell says.
type Identified = for<'f> fn(&Roll<'f>, &str) -> Option<&'f Student>;

fn by_id<'f>(roll: &Roll<'f>, text: &str) -> Option<&'f Student> {
    roll.by_id(text)
}

fn by_email<'f>(roll: &Roll<'f>, text: &str) -> Option<&'f Student> {
    roll.by_email(text)
}

fn by_name<'f>(roll: &Roll<'f>, text: &str) -> Option<&'f Student> {
    match roll.by_name(text) {
        &[only] => Some(only),
        _ => None,
    }
}
