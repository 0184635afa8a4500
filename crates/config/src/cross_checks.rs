//! Checks that need several parts of the text: each stage must be playable with the entrants that reach it.

use tournament::{Entrant, Field, Format, FormatError, RunSeed, Stage};

use crate::Problem;
use crate::reader::Reader;
use crate::stages::StageTable;

/// Maximum number of matches in a run. A plan with more has a mistake in some number.
const MOST_MATCHES: u64 = 1_000_000_000;

/// Plans all stages as if no entrant were refused. Only for a text without problems so far.
pub(crate) fn check(whole: &Reader<'_>, stages: &[StageTable<'_>], entrants: &[Entrant]) {
    let mut field = Field::from_entrants(entrants);
    if field.ranked.is_empty() {
        let problem = Problem::new(whole.place_of("entrant"), "every entrant is a guest");
        whole.add(problem.hint("guests are not ranked; remove `guest = true` from those who compete"));
        return;
    }
    let mut matches: u64 = 0;
    for StageTable { table, spec } in stages {
        let Some(spec) = spec else { continue };
        let before = field.ranked.len();
        if let Some(advance) = spec.advance {
            if advance > before {
                let message =
                    format!("{advance} cannot advance: the previous stage has {before} ranked entrants");
                table.problem(table.place_of("advance"), message);
            }
            field.ranked.truncate(advance);
        }
        if let Format::Gauntlet(gauntlet) = &spec.plan.format
            && field.ranked.len() < before
            && !gauntlet.challengers.iter().any(|challenger| field.is_guest(*challenger))
        {
            let problem =
                Problem::new(table.place_of("challengers"), "no challenger is certain to reach this stage");
            table.add(
                problem.hint(
                    "only guests play in every stage: remove `advance`, or name a guest as a challenger",
                ),
            );
            continue;
        }
        if matches!(spec.plan.format, Format::Pairings(_)) && field.ranked.len() < before {
            let message = "the entrants of this stage are not known yet, so they cannot be paired by name";
            table.add(Problem::new(table.place_of("pairs"), message).hint("remove `advance`"));
            continue;
        }
        match lay_out(&spec.plan.format, &field, || {
            Stage::new(spec.plan.clone(), field.clone(), RunSeed::from(0))
        }) {
            Ok(stage) => matches = matches.saturating_add(stage.most_matches()),
            Err(error) => table.add(format_problem(table, &error)),
        }
    }
    if matches > MOST_MATCHES {
        let at = stages.first().map_or(0..0, |stage| stage.table.span());
        let message =
            format!("the stages have up to {matches} matches; the limit of a run is {MOST_MATCHES}");
        whole.problem(at, message);
    }
}

fn lay_out(
    format: &Format,
    field: &Field,
    stage: impl FnOnce() -> Result<Stage, FormatError>,
) -> Result<Stage, FormatError> {
    // A single ranked entrant that plays only guests has no one to be ranked against. Only a gauntlet allows that,
    // since it is its purpose.
    let least = if matches!(format, Format::Gauntlet(_)) { 1 } else { 2 };
    if field.ranked.len() < least {
        return Err(FormatError::TooFew { there: field.ranked.len(), least });
    }
    stage()
}

fn format_problem(table: &Reader<'_>, error: &FormatError) -> Problem {
    match error {
        FormatError::TooFew { there, least } => Problem::new(
            table.span(),
            format!("this stage needs at least {least} ranked entrants; it has {there}"),
        )
        .hint("guests are not ranked"),
        FormatError::Zero("budget") => {
            Problem::new(table.place_of("budget"), "the budget is too small for one pairing")
                .hint("`budget` counts games, and a pairing plays `games` of them")
        }
        FormatError::Zero(key) => Problem::new(table.place_of(key), error.to_string()),
        FormatError::TooLarge { name, .. } => {
            let problem = Problem::new(table.place_of(name), error.to_string());
            if *name == "rounds" {
                problem.hint("with more rounds, some would have to meet twice")
            } else {
                problem
            }
        }
        FormatError::NoPairs | FormatError::Oneself(_) => {
            Problem::new(table.place_of("pairs"), error.to_string())
        }
        FormatError::Limit { .. } => Problem::new(table.span(), error.to_string()),
    }
}
