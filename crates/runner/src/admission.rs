//! Admission: every bot is checked once, before it may play.

use std::collections::BTreeMap;
use std::sync::Arc;

use config::{BotPlan, EntrantPlan};
use explain::{Explain, Kind};
use job::SizeClass;
use ledger::EntrantRow;
use run::bot_name;
use sandbox::{Bot, HostError, NotAdmitted, Sandbox, Undecided};
use thiserror::Error;

use crate::contestant::{Contestant, Source, caps};

/// An entrant with the bytes of its bot.
pub struct Candidate {
    /// What the plan says.
    pub plan: EntrantPlan,
    /// The module; `None` for a built-in player.
    pub module: Option<Arc<[u8]>>,
}

/// The result of admitting a list of entrants.
pub struct Admission {
    /// What plays for each entrant; `None` for an entrant that was refused.
    pub contestants: Vec<Option<Contestant>>,
    /// The ledger's row for each entrant.
    pub rows: Vec<EntrantRow>,
    /// The modules by hash, including refused ones.
    pub modules: BTreeMap<[u8; 32], Arc<[u8]>>,
}

impl Admission {
    /// The first entrant whose bot was refused.
    pub(crate) fn refused(&self) -> Option<&EntrantRow> {
        self.rows.iter().find(|row| !row.refusal.is_empty())
    }
}

/// Why a list of entrants was not admitted.
#[derive(Debug, Error)]
pub enum AdmissionError {
    /// The host fails to check a module.
    #[error(transparent)]
    Host(#[from] HostError),
    /// Some modules can neither be admitted nor refused on this machine. All others were decided about.
    #[error("{}", told(.0))]
    Undecided(Vec<UndecidedEntrant>),
}

/// An entrant whose module can neither be admitted nor refused on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndecidedEntrant {
    /// Its name.
    pub name: String,
    /// What stopped the compiler.
    pub why: Undecided,
}

/// The undecided entrants, each on a line with the reason.
pub(crate) fn told(undecided: &[UndecidedEntrant]) -> String {
    let lines = undecided.iter().map(|entrant| format!("the bot of \"{}\": {}", entrant.name, entrant.why));
    lines.collect::<Vec<_>>().join("\n")
}

/// What to do about undecided entrants, each piece of advice once.
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

/// The BLAKE3 hash of a module's bytes, by which the module is named.
pub fn module_hash(bytes: &[u8]) -> [u8; 32] {
    blake3::hash(bytes).into()
}

/// Admits or refuses each entrant. A module entered several times is checked once.
///
/// # Errors
/// When the host fails to check a module, or some modules are undecided on this machine: they are named once all others
/// were decided about.
pub fn admit(sandbox: &Sandbox, candidates: &[Candidate]) -> Result<Admission, AdmissionError> {
    let mut undecided = Vec::new();
    let mut admission = Admission { contestants: Vec::new(), rows: Vec::new(), modules: BTreeMap::new() };
    let mut known: BTreeMap<([u8; 32], SizeClass), Result<Bot, NotAdmitted>> = BTreeMap::new();
    for Candidate { plan, module } in candidates {
        let hash = module.as_ref().map(|bytes| module_hash(bytes));
        let source = match (&plan.bot, module, hash) {
            (BotPlan::Builtin(builtin), ..) => Ok(Source::Builtin(*builtin)),
            (BotPlan::File(_), Some(bytes), Some(hash)) => {
                admission.modules.entry(hash).or_insert_with(|| Arc::clone(bytes));
                let size = plan.size;
                let decided = match known.get(&(hash, size)) {
                    Some(decided) => decided.clone(),
                    None => at_the_door(sandbox, bytes, size)?,
                };
                known.insert((hash, size), decided.clone());
                let reasons = |why: NotAdmitted| {
                    if let NotAdmitted::Undecided(why) = why {
                        undecided.push(UndecidedEntrant { name: plan.name.clone(), why });
                    }
                    why.reasons().into_iter().map(|(why, advice)| format!("{why} (hint: {advice})")).collect()
                };
                decided.map(|bot| Source::Module { bot, size }).map_err(reasons)
            }
            (BotPlan::File(path), ..) => Err(vec![format!("the file {path} was not read")]),
        };
        let settings: Arc<str> = plan.settings.as_str().into();
        admission.rows.push(EntrantRow {
            name: plan.name.clone(),
            bot: bot_name(&plan.bot),
            module: hash,
            settings: plan.settings.clone(),
            size: Some(plan.size),
            guest: plan.guest,
            refusal: source.as_ref().err().cloned().unwrap_or_default(),
            joined: 0,
            since: 0,
        });
        admission.contestants.push(source.ok().map(|source| Contestant { source, settings }));
    }
    if undecided.is_empty() { Ok(admission) } else { Err(AdmissionError::Undecided(undecided)) }
}

fn at_the_door(
    sandbox: &Sandbox,
    bytes: &[u8],
    size: SizeClass,
) -> Result<Result<Bot, NotAdmitted>, HostError> {
    let decided = sandbox.admit(bytes, &caps(size))?;
    if let Ok(bot) = &decided {
        let making = bot.making();
        let module = blake3::Hash::from_bytes(*bot.hash());
        tracing::info!(%module, cached = making.cached, time = ?making.time, code = making.code, "admitted");
    }
    Ok(decided)
}
