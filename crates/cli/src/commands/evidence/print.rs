//! `muster verify FILE.zip`: prints the result of checking evidence, line by line.

use std::path::Path;

use evidence::{Findings, Host, Outcome, Package, Problem, Question, RepeatedAnswers, Retraced};
use explain::{Error, Kind};
use game::visible_path;
use job::MatchSettings;
use play::{RetraceEnd, RetraceQuestion};
use terminal::out;
use terminal::text::{inert, shortened};

use crate::commands::why::admit;
use crate::exit::Done;
use crate::isolation::IsolateOption;

/// Maximum size of an archive in bytes, slightly more than its files can have.
const MOST: u64 = 256 << 20;

/// This machine as the host that asks a module again: in this process, or in an isolated one.
struct ThisHost<'a>(&'a IsolateOption);

impl Host for ThisHost<'_> {
    fn ask(&self, question: &Question<'_>) -> Result<Retraced, Problem> {
        let Question { game, rules, record, played, module, size } = question;
        let place = self.0.place(1).map_err(Problem::Module)?;
        let bench = place.workbench();
        let here = bench.validator().fingerprint(*game);
        if here != record.engine {
            let advice = bench.validator().advice_on_engine(&record.engine, &here);
            return Err(Problem::OtherEngine { advice });
        }
        let module = admit(bench, module, *size).map_err(Problem::Module)?;
        let settings = MatchSettings::new(*game, rules.clone(), record.limits);
        let question = RetraceQuestion {
            settings: &settings,
            record,
            played,
            module: &module,
            until: RetraceEnd::Difference,
        };
        let retraced = bench.retrace(&question);
        let retraced = retraced.map_err(|error| Problem::Module(Error::wrap(Kind::Host, &error)))?;
        let same_fault = retraced.last.map(|last| last.is_same_fault());
        Ok(Retraced { answers: retraced.answers, same_fault, closing: retraced.closing })
    }
}

/// Verifies an archive on its own, and that it names the given root, if any.
pub(crate) fn verify(path: &Path, root: Option<&str>, isolate: &IsolateOption) -> Done {
    let file = visible_path(path);
    let bytes = files::read_bounded(path, MOST)
        .map_err(|error| Error::input(format!("cannot read {file}: {error}")))?;
    let package = Package::read(&bytes).map_err(|error| {
        Error::new(Kind::Damaged, format!("{file} is not valid evidence: {error}"))
            .hint("`muster evidence` writes such a file; to verify a run, give its folder")
    })?;
    let findings = evidence::check(&package, root, &ThisHost(isolate))?;
    print(&findings)?;
    if let Some(problem) = findings.problem {
        return Err(problem.into());
    }
    match (&findings.root, root) {
        (None, _) => out::line("  root: none, because the run was not complete"),
        (Some(named), _) => {
            out::line(&format!("  root: {named}; everything above belongs to the run with this root"))?;
            match root {
                Some(_) => Ok(()),
                None => out::line("hint: compare it with the published root: --root ROOT"),
            }
        }
    }
}

fn print(findings: &Findings) -> Done {
    let Findings { number, entrant, game, outcome, answers, log_as_recorded, unproven, .. } = findings;
    out::line(&format!("match {} for {}, {game}", inert(number), shortened(entrant)))?;
    match outcome {
        Some(Outcome::ByTheRules(reason)) => {
            out::line(&format!("  result: as the rules say, {}", inert(&reason.to_string())))?;
        }
        Some(Outcome::Forfeit) => out::line("  actions: allowed by the rules; it ended by a forfeit")?,
        None => {}
    }
    if let Some(RepeatedAnswers { count, same_fault }) = answers {
        let fault = if *same_fault { ", then the same fault" } else { "" };
        out::line(&format!("  bot: {count} answers as recorded{fault}"))?;
    }
    if *log_as_recorded {
        out::line("  log: as recorded")?;
    }
    if let Some(unproven) = unproven {
        out::line(&format!("  unproven: {unproven}"))?;
    }
    Ok(())
}
