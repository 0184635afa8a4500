//! Admission: every bot is checked once, before it may play.

use std::collections::BTreeMap;
use std::sync::Arc;

use config::{BotPlan, EntrantPlan};
use explain::{Explain, Kind};
use game::Game;
use hash::Hash;
use job::{NotAdmitted, Plays, ReadyModule, SeatJob, SizeClass, Undecided, Validator, ValidatorError};
use ledger::EntrantRow;
use run_folder::bot_name;
use thiserror::Error;

use crate::roster::Roster;

/// An entrant with the bytes of its bot.
pub struct Candidate {
    /// The entrant's part of the plan.
    pub plan: EntrantPlan,
    /// The module; `None` for a built-in player.
    pub module: Option<Arc<[u8]>>,
}

/// Returns the inputs of a run's record: the modules of bots, and of the rules of a game from a file.
pub(crate) fn recorded_modules<'a>(
    modules: &'a BTreeMap<Hash, Arc<[u8]>>,
    game: &dyn Game,
) -> Vec<(Hash, &'a [u8])> {
    let bots = modules.iter().map(|(hash, bytes)| (*hash, &**bytes));
    bots.chain(game.module().map(|rules| (Hash::digest(rules), rules))).collect()
}

/// The result of admitting a list of entrants.
pub struct Admission {
    /// The player of each entrant.
    pub roster: Roster,
    /// The ledger's row for each entrant.
    pub rows: Vec<EntrantRow>,
    /// The modules by hash, including refused ones.
    pub modules: BTreeMap<Hash, Arc<[u8]>>,
}

impl Admission {
    /// The first entrant whose bot was refused.
    pub(crate) fn refused(&self) -> Option<&EntrantRow> {
        self.rows.iter().find(|row| !row.refusal.is_empty())
    }
}

/// The reason why a list of entrants was not admitted.
#[derive(Debug, Error)]
pub enum AdmissionError {
    /// The host fails to check a module.
    #[error(transparent)]
    Host(#[from] ValidatorError),
    /// Some modules can neither be admitted nor refused on this machine. All others were decided about.
    #[error("{}", told(.0))]
    Undecided(Vec<UndecidedEntrant>),
}

/// An entrant whose module can neither be admitted nor refused on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndecidedEntrant {
    /// Its name.
    pub name: String,
    /// The reason why the compiler stopped.
    pub why: Undecided,
}

/// The undecided entrants, each on a line with the reason.
pub(crate) fn told(undecided: &[UndecidedEntrant]) -> String {
    let lines = undecided.iter().map(|entrant| format!("the bot of \"{}\": {}", entrant.name, entrant.why));
    lines.collect::<Vec<_>>().join("\n")
}

/// Advice about undecided entrants, without repetitions.
pub(crate) fn advice(undecided: &[UndecidedEntrant]) -> Vec<String> {
    let mut advice: Vec<String> = Vec::new();
    for entrant in undecided {
        let own = entrant.why.advice();
        if !advice.iter().any(|known| known == own) {
            advice.push(own.to_owned());
        }
    }
    advice
}

impl Explain for AdmissionError {
    fn kind(&self) -> Kind {
        match self {
            AdmissionError::Undecided(_) => Kind::Undecided,
            AdmissionError::Host(_) => Kind::Host,
        }
    }

    fn hints(&self) -> Vec<String> {
        match self {
            AdmissionError::Undecided(entrants) => advice(entrants),
            AdmissionError::Host(_) => Vec::new(),
        }
    }
}

/// The decisions about the modules so far.
type Decided = BTreeMap<(Hash, SizeClass), Result<ReadyModule, NotAdmitted>>;

/// Admits or refuses each entrant. A module entered several times is checked once.
///
/// # Errors
/// When the host fails to check a module, or some modules are undecided on this machine. Undecided modules are named
/// after all others were decided.
pub fn admit(validator: &dyn Validator, candidates: &[Candidate]) -> Result<Admission, AdmissionError> {
    let mut undecided = Vec::new();
    let mut admission = Admission { roster: Roster::default(), rows: Vec::new(), modules: BTreeMap::new() };
    let mut known = Decided::new();
    for Candidate { plan, module } in candidates {
        let hash = module.as_ref().map(|bytes| Hash::digest(bytes));
        let player = match (&plan.bot, module, hash) {
            (BotPlan::Builtin(builtin), ..) => Ok((Plays::Builtin(*builtin), None)),
            (BotPlan::Opponent(_) | BotPlan::File(_), Some(bytes), Some(hash)) => {
                admission.modules.entry(hash).or_insert_with(|| Arc::clone(bytes));
                let decided = match known.get(&(hash, plan.size)) {
                    Some(decided) => decided.clone(),
                    None => validator.validate(bytes, plan.size)?.and_then(ReadyModule::as_bot),
                };
                known.insert((hash, plan.size), decided.clone());
                let reasons = |why: NotAdmitted| {
                    if let NotAdmitted::Undecided(why) = why {
                        undecided.push(UndecidedEntrant { name: plan.name.clone(), why });
                    }
                    why.reasons().into_iter().map(|(why, advice)| format!("{why} (hint: {advice})")).collect()
                };
                decided.map(|module| (module.plays(), Some(module))).map_err(reasons)
            }
            (BotPlan::File(path), ..) => Err(vec![format!("the file {path} was not read")]),
            (BotPlan::Opponent(opponent), ..) => Err(vec![format!("the module of {opponent} was not read")]),
        };
        admission.rows.push(EntrantRow {
            name: plan.name.clone(),
            bot: bot_name(&plan.bot),
            module: hash,
            settings: plan.settings.clone(),
            size: plan.size,
            guest: plan.guest,
            refusal: player.as_ref().err().cloned().unwrap_or_default(),
            joined: 0,
            since: 0,
        });
        let seat = |(plays, module)| (SeatJob { plays, settings: plan.settings.clone() }, module);
        admission.roster.push(player.ok().map(seat));
    }
    if undecided.is_empty() { Ok(admission) } else { Err(AdmissionError::Undecided(undecided)) }
}
