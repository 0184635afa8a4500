//! The ladder as readers see it, made once for all who look.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use class::{Facts, Hash, Reader};
use classroom::{Ladder, OpenClass, ShownLadder, StandingsTable, cycle_runs, shown_ladder};
use explain::Error;

use crate::lock::lock;

/// The ladder as readers see it.
pub(crate) struct SeenLadder {
    /// How much of it they see.
    pub(crate) shown: ShownLadder,
    pub(crate) standings: StandingsTable,
    /// Its pages, if those in the ladder's folder have more than they may see.
    pub(crate) pages: Option<BTreeMap<String, Vec<u8>>>,
}

/// What was made for each reader, for as long as nothing of it has changed.
#[derive(Default)]
pub(crate) struct SeenLadders {
    /// The runs of the cycles.
    runs: Mutex<Vec<Hash>>,
    seen: Mutex<BTreeMap<Option<Reader>, Arc<SeenLadder>>>,
}

impl SeenLadders {
    /// The ladder as a reader sees it, to whom `seen` of all facts is shown; `None` if they see no cycle of it.
    ///
    /// # Errors
    /// If a cycle or the class's record cannot be read.
    pub(crate) fn of(
        &self,
        class: &OpenClass,
        reader: Option<Reader>,
        (all, seen): (&Facts, Option<&Facts>),
    ) -> Result<Option<Arc<SeenLadder>>, Error> {
        let shown = shown_ladder(&self.runs(class)?, all, seen);
        if shown.roots.is_empty() {
            return Ok(None);
        }
        // Whoever comes meanwhile waits, instead of making the same.
        let mut known = lock(&self.seen);
        if let Some(seen) = known.get(&reader).filter(|seen| seen.shown == shown) {
            return Ok(Some(Arc::clone(seen)));
        }
        let ladder = Ladder::open(class, reader)?;
        let table = ladder.table(None)?;
        let pages = (!shown.is_whole).then(|| ladder.pages_beside(&table));
        let seen = Arc::new(SeenLadder { standings: table.standings_table(), shown, pages });
        known.insert(reader, Arc::clone(&seen));
        Ok(Some(seen))
    }

    fn runs(&self, class: &OpenClass) -> Result<Vec<Hash>, Error> {
        let mut known = lock(&self.runs);
        let runs = cycle_runs(class, known.clone())?;
        known.clone_from(&runs);
        Ok(runs)
    }
}
