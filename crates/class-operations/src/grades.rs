//! Grades of a run: their origins by student, and their way into a course system's file.

mod course_scores;
mod export;
mod grade_report;
mod graded_run;
mod in_full;
mod spreadsheet;
mod text_effects;
mod transfer;

use class_model::{Badge, Contender, EntrantVersion, Facts, Hash, badges, standing};
use explain::Error;
use ledger::EntrantRow;
use results::EntrantGrade;
use tournament::EntrantId;

pub use self::course_scores::{
    PlannedScore, ScorePlan, ScoreSettings, plan_scores, resend_scores, send_scores,
};
pub(crate) use self::export::find_rows;
pub use self::export::{GradeExport, export_grades};
pub use self::grade_report::{GradeReport, GradesReport};
pub use self::graded_run::GradedRun;
pub use self::text_effects::{ChangedOrigin, changed_origins};
pub(crate) use self::transfer::In;
pub use self::transfer::{
    GradeTransfer, RowsBy, TransferPlan, TransferReport, cautions_words, cell_words, transfer_grades,
};
use crate::open_class::{OpenClass, find_student};
use crate::runs::{entered_version, find_run_entrant};
use crate::words;

/// The origins of a run's grades.
pub struct GradeOrigins<'a> {
    /// The grading formula from the tournament's text.
    pub formula: &'a str,
    /// All students and teams of the class in the order of joining, then the other entrants of the run.
    pub entries: Vec<GradeOrigin<'a>>,
}

/// The origin of the grade of a student or a team, or of an entrant that is not in the class.
pub struct GradeOrigin<'a> {
    /// Alias in the run.
    pub alias: &'a str,
    /// The student or team; `None` if the entrant is not in the class.
    pub contender: Option<Contender<'a>>,
    /// The grade in the run; `None` if there is none.
    pub grade: Option<&'a EntrantGrade>,
    /// The version that played, or why there is none.
    pub played: Result<PlayedVersion<'a>, String>,
}

/// The version that played.
pub struct PlayedVersion<'a> {
    /// The version, and its late days.
    pub entered: EntrantVersion<'a>,
    /// Its module.
    pub module: Hash,
    /// The version's results for the class's requirements.
    pub badges: Vec<Badge<'a>>,
}

impl<'a> GradeOrigins<'a> {
    /// Explains the grades of a run.
    pub fn new(class: &'a OpenClass, facts: &'a Facts, run: &'a GradedRun) -> GradeOrigins<'a> {
        let of_class = facts.contenders().into_iter().map(|contender| {
            GradeOrigin::of_contender(class, facts, contender, &run.run.entrants, &run.grades)
        });
        let others = run.grades.iter().filter_map(|grade| {
            let why = find_run_entrant(class, facts, run.entrant(grade.id)).err()?;
            let played = Err(why.to_owned());
            Some(GradeOrigin { alias: &grade.entrant, contender: None, grade: Some(grade), played })
        });
        GradeOrigins { formula: &run.formula, entries: of_class.chain(others).collect() }
    }

    /// Returns the origin of a student's grade.
    ///
    /// # Errors
    /// If the class has no such student.
    pub fn of_student(&self, facts: &Facts, id: &str) -> Result<Option<&GradeOrigin<'a>>, Error> {
        let id = &find_student(facts, id)?.id;
        let has = |one: &&GradeOrigin<'_>| one.contender.as_ref().is_some_and(|contender| contender.has(id));
        Ok(self.entries.iter().find(has))
    }

    /// Returns these origins as CSV for spreadsheets, one line per student.
    ///
    /// # Errors
    /// If writing fails.
    pub fn csv(&self, class: &OpenClass, entries: &[&GradeOrigin<'_>]) -> Result<String, Error> {
        spreadsheet::text(class, self.formula, entries)
    }
}

impl<'a> GradeOrigin<'a> {
    /// Returns the origin of the grade of a student or a team, by the entrants of a run and their grades.
    pub(crate) fn of_contender(
        class: &'a OpenClass,
        facts: &'a Facts,
        contender: Contender<'a>,
        entrants: &[EntrantRow],
        grades: &'a [EntrantGrade],
    ) -> GradeOrigin<'a> {
        let mut entrants = (0..).map(EntrantId).zip(entrants);
        let entrant = entrants.find(|(_, row)| row.name == contender.alias);
        let played = played(class, facts, &contender, entrant.map(|(_, row)| row));
        // An entrant under the same alias that is not this contender keeps the grade.
        let id = entrant.map(|(id, _)| id).filter(|_| played.is_ok());
        let grade = grades.iter().find(|grade| Some(grade.id) == id);
        GradeOrigin { alias: contender.alias, contender: Some(contender), grade, played }
    }
}

impl GradeOrigin<'_> {
    /// Returns notes on what the numbers do not show.
    pub fn notes(&self) -> Vec<&str> {
        let of_run = self.grade.map_or(&[][..], |grade| &grade.notes);
        self.played.as_ref().err().into_iter().chain(of_run).map(String::as_str).collect()
    }

    /// Returns the late days that the version takes, in words; empty without a version.
    pub fn late_days(&self) -> String {
        let Ok(played) = &self.played else { return String::new() };
        played.entered.late_days.map_or_else(|| "too late".to_owned(), |days| days.to_string())
    }

    /// Returns a summary: the alias, the grade, the submission that played, its late days, its badges, and notes.
    pub fn summary(&self) -> [String; 6] {
        let grade = self.grade.and_then(|grade| grade.grade).map(|grade| grade.to_string());
        let [number, badges] = match &self.played {
            Ok(PlayedVersion { entered, badges, .. }) => {
                let met = badges.iter().filter(|badge| badge.is_met()).count();
                let badges =
                    if badges.is_empty() { String::new() } else { format!("{met} of {}", badges.len()) };
                [entered.number.to_string(), badges]
            }
            Err(_) => Default::default(),
        };
        let notes = self.notes().join("; ");
        [self.alias.to_owned(), grade.unwrap_or_default(), number, self.late_days(), badges, notes]
    }
}

fn played<'a>(
    class: &'a OpenClass,
    facts: &'a Facts,
    contender: &Contender<'_>,
    entrant: Option<&EntrantRow>,
) -> Result<PlayedVersion<'a>, String> {
    let Some(entrant) = entrant else {
        let standing = standing(&class.plan, facts, contender);
        return Err(match standing.active {
            Ok(_) => "not entered in this run".to_owned(),
            Err(_) => format!("not entered in this run; now: {}", words::why(class, &standing)),
        });
    };
    let (entered, module) = entered_version(class, facts, contender, entrant)?;
    Ok(PlayedVersion { entered, module, badges: badges(&class.plan, facts, &module) })
}
