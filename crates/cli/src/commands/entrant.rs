//! Finds entrants by name.

use explain::Error;
use ledger::EntrantRow;
use run_folder::RecordedRun;
use terminal::text::shortened;
use tournament::EntrantId;

/// Returns the entrant with a name, or an error that lists all entrants.
pub(crate) fn find_entrant(
    RecordedRun { entrants, .. }: &RecordedRun,
    name: &str,
) -> Result<EntrantId, Error> {
    let named = |(_, entrant): &(u32, &EntrantRow)| entrant.name == name;
    (0..).zip(entrants).find(named).map(|(id, _)| EntrantId(id)).ok_or_else(|| {
        let names: Vec<String> = entrants.iter().take(20).map(|entrant| shortened(&entrant.name)).collect();
        Error::input(format!("no entrant is named \"{}\"", shortened(name)))
            .hint(format!("the entrants are {}", names.join(", ")))
    })
}
