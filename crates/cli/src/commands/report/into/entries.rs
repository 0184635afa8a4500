//! Entrants as a file of a course system knows them.

use std::collections::BTreeMap;
use std::path::Path;

use explain::{Error, Kind};
use gradebook::{Decimal, Entry, Sheet, key};
use report::EntrantGrade;

use super::explain::In;
use super::read;

/// The column of a map that has the entrants' names.
const ENTRANT: &str = "entrant";

/// What stands in the rows of entrants, by their names.
pub(super) struct Map {
    column: String,
    keys: BTreeMap<String, Vec<String>>,
}

impl Map {
    /// Reads a map of these entrants.
    pub(super) fn read(path: &Path, grades: &[EntrantGrade]) -> Result<Map, Error> {
        let bytes = read::bytes(path)?;
        let file = In(path);
        let sheet = Sheet::read(&bytes).map_err(|error| file.unread(&error))?;
        let entrant = sheet.column(ENTRANT).map_err(|error| file.no_column(&sheet, &error))?;
        let others: Vec<_> = sheet.columns().filter(|column| *column != entrant).collect();
        let &[other] = others.as_slice() else {
            return Err(file.says("a map has two columns").hint(format!(
                "name one \"{ENTRANT}\", and the other like the column of the course system's file, for example \"Email \
                 address\""
            )));
        };
        let mut keys: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for row in sheet.students() {
            let name = key(&row.text(entrant));
            if !grades.iter().any(|grade| key(&grade.entrant) == name) {
                return Err(file
                    .says(&format!("line {}: no entrant is named \"{name}\"", row.line))
                    .hint("the names are those in private/gradebook.csv, where guests have no grade"));
            }
            keys.entry(name).or_default().push(row.text(other).into_owned());
        }
        Ok(Map { column: sheet.heading(other).to_owned(), keys })
    }

    /// The column of the course system's file in which its keys stand.
    pub(super) fn column(&self) -> &str {
        &self.column
    }
}

/// The entrants with their keys: those of the map, or their names.
pub(super) fn entries(grades: &[EntrantGrade], map: Option<&Map>) -> Result<Vec<Entry>, Error> {
    let keyed = |grade: &EntrantGrade| {
        let name = &grade.entrant;
        let keys = match map {
            Some(map) => map.keys.get(&key(name)).cloned().unwrap_or_default(),
            None => vec![name.clone()],
        };
        entry(grade, keys)
    };
    grades.iter().map(keyed).collect()
}

/// An entrant with its keys.
pub(crate) fn entry(grade: &EntrantGrade, keys: Vec<String>) -> Result<Entry, Error> {
    Ok(Entry { who: grade.entrant.clone(), keys, grade: number(grade)? })
}

/// A formula gives numbers alone.
fn number(grade: &EntrantGrade) -> Result<Option<Decimal>, Error> {
    let Some(text) = &grade.grade else { return Ok(None) };
    Decimal::parse(text).map(Some).ok_or_else(|| {
        let message = format!("the grade of \"{}\" is {text}, which is not a decimal number", grade.entrant);
        Error::new(Kind::Damaged, message)
    })
}
