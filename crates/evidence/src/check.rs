//! Checking evidence: judges the result by the rules, replays the entrant's moves, and follows the path to the root.

use std::error::Error;

use game::{Game, PerSeat, Rules, Seat};
use job::{Plays, SeatRecord};
use referee::{Played, Ticks, Verdict};
use replay::{Claim, Recording, Replay, rejudge};

use crate::error::Problem;
use crate::findings::{Findings, Outcome};
use crate::package::Package;
use crate::repeated_answers::{Host, Question};

/// The unproven part without a root.
const NO_ROOT: &str =
    "everything that the rules and the module do not show: without a root, nothing ties it to a run";

/// Checks evidence by itself, and that it names this root, if one is given.
///
/// # Errors
/// If it is unknown which match was played. Problems with the match are in the findings.
pub fn check(package: &Package, root: Option<&str>, host: &dyn Host) -> Result<Findings, Problem> {
    let Package { about, record, .. } = package;
    let played = record.played().map_err(|error| Problem::Contradiction(error.to_string()))?;
    let game = match &package.rules {
        Some(rules) => games::open_module(rules).map_err(Problem::RulesModule)?,
        None => games::find(&record.game).ok_or_else(|| Problem::UnknownGame(record.game.clone()))?,
    };
    let rules =
        Rules::parse(game.options(), &record.rules).map_err(|error| Problem::Rules(error.to_string()))?;
    let mut findings = Findings {
        number: about.number.clone(),
        entrant: about.entrant.clone(),
        game: game.title(),
        outcome: None,
        answers: None,
        log_as_recorded: false,
        unproven: None,
        root: None,
        problem: None,
    };
    let checked = CheckedMatch { package, game, rules, played: &played };
    findings.problem = checked.check(root, host, &mut findings).err();
    Ok(findings)
}

/// The match to check.
struct CheckedMatch<'a> {
    package: &'a Package,
    game: &'static dyn Game,
    rules: Rules,
    played: &'a [Played],
}

impl CheckedMatch<'_> {
    /// Runs the checks in order, up to the first problem.
    fn check(self, root: Option<&str>, host: &dyn Host, findings: &mut Findings) -> Result<(), Problem> {
        let Package { about, record, module, membership, .. } = self.package;
        let shown = membership.as_ref().map(|membership| membership.root_of(record, self.played));
        if shown.transpose().map_err(Problem::WayToRoot)? != about.root {
            return Err(Problem::OtherRun);
        }
        findings.outcome = Some(judge(self.game, &self.rules, record, self.played)?);
        if let (Some(module), Plays::Module { size, .. }) = (module, &record.plays) {
            let CheckedMatch { game, rules, played, .. } = self;
            let question = Question { game, rules, record, played, module, size: *size };
            let (answers, asked) = question.compare(host);
            findings.answers = answers;
            asked?;
            findings.log_as_recorded = true;
        }
        findings.unproven = membership.is_none().then_some(NO_ROOT);
        match (&about.root, root) {
            (Some(named), Some(wanted)) if named != wanted => Err(Problem::OtherRoot(named.clone())),
            (None, Some(_)) => Err(Problem::NoRoot),
            _ => {
                findings.root.clone_from(&about.root);
                Ok(())
            }
        }
    }
}

/// Judges the result by the rules. After a forfeit, only the actions before it are judged: the archive does not say
/// how the other entrant failed.
fn judge(
    game: &'static dyn Game,
    rules: &Rules,
    record: &SeatRecord,
    played: &[Played],
) -> Result<Outcome, Problem> {
    let recording = Recording {
        game,
        rules,
        limits: &record.limits,
        start: record.start.as_deref(),
        played,
        closings: PerSeat::default(),
    };
    if record.reason.forfeits().iter().next().is_some() {
        let mut replay = Replay::new(recording).map_err(impossible)?;
        while replay.forward().map_err(impossible)?.is_some() {}
        return Ok(Outcome::Forfeit);
    }
    let spent = |seat: Seat| {
        let own = played.iter().filter(|played| played.seat == seat);
        Ticks(own.map(|played| played.spent.0).fold(0, u64::saturating_add))
    };
    let claim = Claim {
        losses: PerSeat::default(),
        spent: PerSeat::from_fn(spent),
        has_bot: PerSeat::from_fn(|_| true),
        // The seed of chance is not in the evidence, but the root covers the outcomes.
        luck: None,
        closings: PerSeat::default(),
    };
    let again = rejudge(&recording, claim).map_err(impossible)?;
    let Verdict { outcome, reason } = again.verdict;
    if (outcome, &reason) != (record.outcome, &record.reason) {
        return Err(Problem::OtherResult(reason));
    }
    Ok(Outcome::ByTheRules(reason))
}

fn impossible(error: impl Error + Send + Sync + 'static) -> Problem {
    Problem::Impossible(Box::new(error))
}
