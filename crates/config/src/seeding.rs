//! `seeding` of `[tournament]`: the seeds of the first stage.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use course_files::gradebook::{Sheet, key};
use tournament::{Entrant, EntrantId};

use crate::Problem;
use crate::openings::Files;
use crate::problem::OtherLine;
use crate::reader::{Located, Reader};

/// The seeds of the first stage, from a list of ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeding {
    /// The file, as the text names it.
    pub file: String,
    /// The rated entrants, best first.
    pub seeded: Vec<EntrantId>,
}

/// The headings of the column of names: in a report's `ratings.csv`, and in a ladder's `standings.csv`.
const NAMES: [&str; 2] = ["entrant", "alias"];
const RATING: &str = "rating";

pub(crate) fn read(table: &Reader<'_>, entrants: &[Entrant], files: &Files<'_>) -> Option<Seeding> {
    let file = table.string("seeding")?;
    let text = match files.get(&file.value) {
        Ok(text) => text,
        Err(why) => {
            table.add(why.problem(file.span, "the list of ratings"));
            return None;
        }
    };
    match ratings(&text, entrants) {
        Ok(seeded) => Some(Seeding { file: file.value, seeded }),
        Err(mistake) => {
            table.add(mistake.problem(&file));
            None
        }
    }
}

/// A mistake in a list.
struct ListMistake {
    what: String,
    hint: &'static str,
    /// The number and the text of the line.
    line: Option<(usize, String)>,
}

impl ListMistake {
    fn problem(self, file: &Located<String>) -> Problem {
        let problem = Problem::new(file.span.clone(), self.what);
        match self.line {
            Some((number, text)) => problem.in_line(OtherLine { file: file.value.clone(), number, text }),
            None => problem.hint(self.hint),
        }
    }
}

const COLUMNS: &str = "use, for example, `data/ratings.csv` of a report or `ladder/standings.csv` of a class";

/// Returns the entrants that the list rates, best first. Equal ones are in the order of the tournament's text.
fn ratings(text: &str, entrants: &[Entrant]) -> Result<Vec<EntrantId>, ListMistake> {
    let whole = |what: String| ListMistake { what, hint: COLUMNS, line: None };
    let unread = |error| whole(format!("cannot read the list of ratings: {error}"));
    let sheet = Sheet::read(text.as_bytes()).map_err(unread)?;
    let column = |names: &[&str]| names.iter().find_map(|name| sheet.column(name).ok());
    let (Some(name), Some(rating)) = (column(&NAMES), column(&[RATING])) else {
        return Err(whole(format!("the list needs the columns `{}` and `{RATING}`", NAMES.join("` or `"))));
    };
    let ids: BTreeMap<String, EntrantId> =
        (0..).map(EntrantId).zip(entrants).map(|(id, entrant)| (key(&entrant.name), id)).collect();
    let mut rated: BTreeMap<EntrantId, f64> = BTreeMap::new();
    for row in sheet.students() {
        // An apostrophe precedes a cell that a spreadsheet could take for a formula.
        let cell = key(&row.text(name));
        let id = ids.get(&cell).or_else(|| ids.get(cell.strip_prefix('\'')?));
        let Some(&id) = id else { continue };
        let at = |what: &str| {
            let shown = text.lines().nth(row.line - 1).unwrap_or_default().to_owned();
            ListMistake { what: what.to_owned(), hint: COLUMNS, line: Some((row.line, shown)) }
        };
        let number = plaintext::number(&row.text(rating)).ok_or_else(|| at("this rating is not a number"))?;
        if rated.insert(id, number).is_some() {
            return Err(at("this entrant already has a rating in an earlier line"));
        }
    }
    if rated.is_empty() {
        return Err(whole("the list rates none of the entrants".to_owned()));
    }
    let mut seeded: Vec<(f64, EntrantId)> = rated.into_iter().map(|(id, rating)| (rating, id)).collect();
    seeded.sort_by(|one, other| other.0.partial_cmp(&one.0).unwrap_or(Ordering::Equal));
    Ok(seeded.into_iter().map(|(_, id)| id).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeded(list: &str) -> Result<Vec<u32>, String> {
        let entrants = ["Ada", "Ben, Jr", "-Cay", "Dot"].map(Entrant::ranked);
        let ids = ratings(list, &entrants).map_err(|mistake| mistake.what)?;
        Ok(ids.into_iter().map(|id| id.0).collect())
    }

    #[test]
    fn the_best_rating_is_the_first_seed() {
        let report = "entrant,rating,plus_minus,open,games\nAda,1400.5,60,,22\n\"Ben, Jr\",1600,60,,22\n'-Cay,1500,,,1\n";
        assert_eq!(seeded(report), Ok(vec![1, 2, 0]));
        let ladder = "\u{FEFF}place,alias,rating,deviation\n1,Dot,1500.0,30\n2,Ada,1500.0,30\n3,Gone,99,1\n";
        assert_eq!(seeded(ladder), Ok(vec![0, 3]), "equal ratings are in the order of the text");
        let resaved = "sep=;\r\nentrant;rating;games\r\nAda;1400,5;22\r\n\"Ben, Jr\";1600;22\r\n";
        assert_eq!(seeded(resaved), Ok(vec![1, 0]), "a spreadsheet has saved it again");
    }

    #[test]
    fn a_list_that_says_nothing_is_refused() {
        for (list, what) in [
            ("", "cannot read the list of ratings: it is empty"),
            ("entrant,elo\nAda,1\n", "the list needs the columns `entrant` or `alias` and `rating`"),
            ("entrant,rating\nEve,1\n", "the list rates none of the entrants"),
            ("entrant,rating\nAda,high\n", "this rating is not a number"),
            ("entrant,rating\nAda,1\nAda,2\n", "this entrant already has a rating in an earlier line"),
        ] {
            assert_eq!(seeded(list), Err(what.to_owned()), "{list}");
        }
    }
}
