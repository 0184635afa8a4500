//! Finding entrants in a course system's file.

use std::collections::BTreeMap;

use course_files::gradebook::{Column, GradeEntry, Sheet, key};
use explain::Error;
use results::EntrantGrade;

use super::problem::In;
use super::{KeyedEntries, entry};
use crate::named_file::NamedFile;

/// The column of a map with the entrants' names.
const ENTRANT: &str = "entrant";

/// The way to match rows to entrants.
#[derive(Clone, Copy, Debug)]
pub enum RowsBy<'a> {
    /// By the columns that make up the entrants' names, joined with spaces.
    Names(&'a [String]),
    /// By a map: a file with the column `entrant` and a column named as in the course system's file.
    Map(&'a NamedFile),
}

/// The keys of entrants' rows, by entrant name.
struct Map {
    column: String,
    keys: BTreeMap<String, Vec<String>>,
}

impl RowsBy<'_> {
    /// Returns the entrants with their keys, by a map or by their names.
    pub(super) fn keyed(
        self,
        problem: In<'_>,
        sheet: &Sheet<'_>,
        grades: &[EntrantGrade],
    ) -> Result<KeyedEntries, Error> {
        let column = |name: &str| sheet.column(name).map_err(|error| problem.no_column(sheet, &error));
        match self {
            RowsBy::Map(file) => {
                let map = Map::read(file, grades)?;
                Ok(KeyedEntries { columns: vec![column(&map.column)?], entries: map.entries(grades) })
            }
            RowsBy::Names([]) => Err(problem.unmatched(sheet, grades)),
            RowsBy::Names(names) => {
                let columns: Vec<Column> = names.iter().map(|name| column(name)).collect::<Result<_, _>>()?;
                let entries = grades.iter().map(|grade| entry(grade, vec![grade.entrant.clone()])).collect();
                Ok(KeyedEntries { columns, entries })
            }
        }
    }
}

impl Map {
    /// Reads a map for these entrants.
    fn read(file: &NamedFile, grades: &[EntrantGrade]) -> Result<Map, Error> {
        let problem = In(&file.name);
        let sheet = Sheet::read(&file.bytes).map_err(|error| problem.unread(&error))?;
        let entrant = sheet.column(ENTRANT).map_err(|error| problem.no_column(&sheet, &error))?;
        let others: Vec<_> = sheet.columns().filter(|column| *column != entrant).collect();
        let &[other] = others.as_slice() else {
            return Err(problem.says("a map must have exactly two columns").hint(format!(
                "name one \"{ENTRANT}\", and the other after the column in the course system's file, for example \"Email \
                 address\""
            )));
        };
        let mut keys: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for row in sheet.students() {
            let name = key(&row.text(entrant));
            if !grades.iter().any(|grade| key(&grade.entrant) == name) {
                return Err(problem
                    .says(&format!("line {}: no entrant is named \"{name}\"", row.line))
                    .hint("the names are those in private/gradebook.csv, where guests have no grade"));
            }
            keys.entry(name).or_default().push(row.text(other).into_owned());
        }
        Ok(Map { column: sheet.heading(other).to_owned(), keys })
    }

    fn entries(&self, grades: &[EntrantGrade]) -> Vec<GradeEntry> {
        let keys = |grade: &EntrantGrade| self.keys.get(&key(&grade.entrant)).cloned().unwrap_or_default();
        grades.iter().map(|grade| entry(grade, keys(grade))).collect()
    }
}
