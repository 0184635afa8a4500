//! Who an entrant of an earlier run is by now: aliases change, and may become another's.

use crate::{Contender, Facts, Hash};

/// Those who may be an entrant that has played under an alias with a module: whoever has the alias and has handed the
/// module in; else everybody who has handed it in.
pub fn holders<'f>(facts: &'f Facts, alias: &str, module: &Hash) -> Vec<Contender<'f>> {
    let has_it = |contender: &Contender<'_>| {
        let own = facts.submissions_of(&contender.who);
        own.iter().any(|(_, submission)| submission.module() == Some(*module))
    };
    let holders: Vec<Contender<'_>> = facts.contenders().into_iter().filter(has_it).collect();
    match holders.iter().position(|holder| holder.alias == alias) {
        Some(at) => vec![holders[at].clone()],
        None => holders,
    }
}
