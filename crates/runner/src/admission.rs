//! Admission: every bot is checked once, before it may play.

use std::collections::BTreeMap;
use std::sync::Arc;

use config::{BotPlan, EntrantPlan};
use job::SizeClass;
use ledger::EntrantRow;
use sandbox::{Bot, HostError, Objection, Sandbox};

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

/// The BLAKE3 hash of a module's bytes, by which the module is named.
pub fn module_hash(bytes: &[u8]) -> [u8; 32] {
    blake3::hash(bytes).into()
}

/// Admits or refuses each entrant. A module entered several times is checked once.
///
/// # Errors
/// When the host fails to check a module.
pub fn admit(sandbox: &Sandbox, candidates: &[Candidate]) -> Result<Admission, HostError> {
    let mut admission = Admission { contestants: Vec::new(), rows: Vec::new(), modules: BTreeMap::new() };
    let mut known: BTreeMap<([u8; 32], SizeClass), Result<Bot, Vec<String>>> = BTreeMap::new();
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
                decided.map(|bot| Source::Module { bot, size })
            }
            (BotPlan::File(path), ..) => Err(vec![format!("the file {path} was not read")]),
        };
        let settings: Arc<str> = plan.settings.as_str().into();
        admission.rows.push(EntrantRow {
            name: plan.name.clone(),
            bot: shown_name(&plan.bot),
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
    Ok(admission)
}

fn at_the_door(
    sandbox: &Sandbox,
    bytes: &[u8],
    size: SizeClass,
) -> Result<Result<Bot, Vec<String>>, HostError> {
    let reason = |objection: &Objection| format!("{objection} (hint: {})", objection.advice());
    let decided = sandbox.admit(bytes, &caps(size))?;
    if let Ok(bot) = &decided {
        let making = bot.making();
        let module = blake3::Hash::from_bytes(*bot.hash());
        tracing::info!(%module, cached = making.cached, time = ?making.time, code = making.code, "admitted");
    }
    Ok(decided.map_err(|refusal| refusal.objections().iter().map(reason).collect()))
}

/// The bot's name without its folder, so that no local path gets into a record.
fn shown_name(bot: &BotPlan) -> String {
    match bot {
        BotPlan::Builtin(builtin) => builtin.to_string(),
        BotPlan::File(path) => path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned(),
    }
}
