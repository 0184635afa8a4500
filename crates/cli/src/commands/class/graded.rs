//! How the grades of a run came about, by student.

mod tell;

use std::path::Path;

use class::{Badge, Contender, Entered, Facts, Hash, badges, entered, standing};
use classroom::{OpenClass, find_student, words};
use games::GAMES;
use ledger::{EntrantRow, RunFolder};
use report::EntrantGrade;
use run::RecordedRun;

use crate::commands::report::into::grades;
use crate::exit::Done;

/// How it is shown.
#[derive(Clone, Copy)]
pub(super) enum Form {
    Text,
    Json,
    Csv,
}

/// How the grade of a student or a team came about; or of an entrant who is nobody in the class.
struct Graded<'a> {
    alias: &'a str,
    contender: Option<&'a Contender<'a>>,
    /// What the run says; `None` for whoever is not in it.
    grade: Option<&'a EntrantGrade>,
    /// The version that played, or why there is none.
    played: Result<Played<'a>, String>,
}

/// The version that played.
struct Played<'a> {
    entered: Entered<'a>,
    module: Hash,
    badges: Vec<Badge<'a>>,
}

/// Shows how the grades of a run came about: those of everybody, or of one student.
pub(super) fn tell(opened: &OpenClass, facts: &Facts, run: &Path, student: Option<&str>, form: Form) -> Done {
    let folder = RunFolder::at(run);
    let grades = grades(&folder)?;
    let run = RecordedRun::open_read_only(&folder).map_err(|error| folder.explain(&error))?;
    let plan = run.plan(GAMES)?;
    let formula = plan.grade.as_ref().map_or("", |grade| grade.text());
    let contenders = facts.contenders();
    let all = all(opened, facts, &contenders, &run, &grades);
    let Some(id) = student else { return tell::all(opened, formula, &all, form) };
    let id = &find_student(facts, id)?.id;
    let is_it = |one: &&Graded<'_>| one.contender.is_some_and(|contender| contender.has(id));
    all.iter().find(is_it).map_or(Ok(()), |one| tell::one(opened, formula, one, form))
}

/// Everybody of the class in the order of joining, then the other entrants of the run.
fn all<'a>(
    opened: &'a OpenClass,
    facts: &'a Facts,
    contenders: &'a [Contender<'a>],
    run: &'a RecordedRun,
    grades: &'a [EntrantGrade],
) -> Vec<Graded<'a>> {
    let entrant = |alias: &str| run.entrants.iter().find(|row| row.name == alias);
    let of_class = contenders.iter().map(|contender| {
        let played = played(opened, facts, contender, entrant(contender.alias));
        // Whoever else has played under the alias has the grade.
        let grade = grades.iter().find(|grade| played.is_ok() && grade.entrant == contender.alias);
        Graded { alias: contender.alias, contender: Some(contender), grade, played }
    });
    let mut all: Vec<Graded<'_>> = of_class.collect();
    for grade in grades {
        if let Err(why) = find(opened, facts, entrant(&grade.entrant)) {
            let played = Err(why.to_owned());
            all.push(Graded { alias: &grade.entrant, contender: None, grade: Some(grade), played });
        }
    }
    all
}

fn played<'a>(
    opened: &'a OpenClass,
    facts: &'a Facts,
    contender: &Contender<'_>,
    entrant: Option<&EntrantRow>,
) -> Result<Played<'a>, String> {
    let Some(entrant) = entrant else {
        let standing = standing(&opened.plan, facts, contender);
        return Err(match standing.active {
            Ok(_) => "not entered in this run".to_owned(),
            Err(_) => format!("not entered in this run; now: {}", words::why(opened, &standing)),
        });
    };
    let (entered, module) = version(opened, facts, contender, entrant)?;
    Ok(Played { entered, module, badges: badges(&opened.plan, facts, &module) })
}

/// Who in the class an entrant of a run is; or why it is nobody.
pub(super) fn find<'f>(
    opened: &OpenClass,
    facts: &'f Facts,
    entrant: Option<&EntrantRow>,
) -> Result<Contender<'f>, &'static str> {
    let entrant = entrant.ok_or("the run has no such entrant")?;
    let contender = facts.contenders().into_iter().find(|contender| contender.alias == entrant.name);
    let contender = contender.ok_or("nobody in the class has this alias")?;
    version(opened, facts, &contender, entrant).map(|_| contender)
}

/// The version that an entrant of a run who has this one's alias has played with.
fn version<'f>(
    opened: &OpenClass,
    facts: &'f Facts,
    contender: &Contender<'_>,
    entrant: &EntrantRow,
) -> Result<(Entered<'f>, Hash), &'static str> {
    let module = entrant.module.ok_or("who has this alias in the run is a built-in player")?;
    let entered = entered(&opened.plan, facts, contender, &module)
        .ok_or("who has this alias in the class has not handed in the module that played")?;
    Ok((entered, module))
}
