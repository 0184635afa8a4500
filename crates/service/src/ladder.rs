//! The ladder as readers see it, rendered once for all who see the same.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use class_model::{Facts, Hash, Reader};
use class_operations::OpenClass;
use class_operations::ladder::{Ladder, ShownLadder, cycle_runs, shown_ladder};
use class_operations::runs::StandingsTable;
use explain::Error;

use crate::lock::lock;

/// The ladder as a reader sees it.
pub(crate) struct LadderView {
    /// The part of the ladder that is shown.
    shown: ShownLadder,
    /// Number of cycles shown.
    pub(crate) cycles: u32,
    pub(crate) standings: StandingsTable,
    /// The report's pages. Those in the ladder's folder are for the teacher and may have outdated aliases.
    pub(crate) pages: BTreeMap<String, Vec<u8>>,
}

/// Rendered views for each kind of reader, cached until something changes.
#[derive(Default)]
pub(crate) struct LadderCache {
    /// The runs of the cycles.
    runs: Mutex<Vec<Hash>>,
    views: Mutex<BTreeMap<Option<Reader>, RenderedLadder>>,
}

/// The state of a reader's view.
#[derive(Default)]
struct RenderedLadder {
    /// The latest view.
    view: Option<Arc<LadderView>>,
    /// `true` while a request renders the next one.
    in_progress: bool,
    /// The part of the ladder that could not be rendered last, with the error.
    failed: Option<(ShownLadder, Error)>,
}

impl LadderCache {
    /// Returns the part of the ladder that a reader sees. `seen` has the reader and the facts that they may see.
    ///
    /// # Errors
    /// If a cycle cannot be read.
    pub(crate) fn shown(
        &self,
        class: &OpenClass,
        all: &Facts,
        seen: Option<(Reader, &Facts)>,
    ) -> Result<ShownLadder, Error> {
        let known = lock(&self.runs).clone();
        let before = known.len();
        let runs = cycle_runs(class, known)?;
        if runs.len() > before {
            lock(&self.runs).clone_from(&runs);
        }
        Ok(shown_ladder(&runs, all, seen))
    }

    /// Returns the ladder as a reader sees it. While another request renders it, returns the previous view if the
    /// reader may still see all of it; else `None`.
    ///
    /// # Errors
    /// If it cannot be rendered. The error is cached until something changes.
    pub(crate) fn view(
        &self,
        class: &OpenClass,
        reader: Option<Reader>,
        shown: ShownLadder,
    ) -> Result<Option<Arc<LadderView>>, Error> {
        self.made_by(reader, shown, |shown| LadderView::make(class, reader, shown))
    }

    fn made_by(
        &self,
        reader: Option<Reader>,
        shown: ShownLadder,
        make: impl FnOnce(ShownLadder) -> Result<LadderView, Error>,
    ) -> Result<Option<Arc<LadderView>>, Error> {
        {
            let mut views = lock(&self.views);
            // Readers who see the same share a view.
            let made = views.values().filter_map(|made| made.view.as_ref()).find(|view| view.shown == shown);
            if let Some(view) = made.cloned() {
                views.entry(reader).or_default().view = Some(Arc::clone(&view));
                return Ok(Some(view));
            }
            let made = views.entry(reader).or_default();
            if let Some((_, error)) = made.failed.as_ref().filter(|(failed, _)| *failed == shown) {
                return Err(error.clone());
            }
            if made.in_progress {
                return Ok(made.view.clone().filter(|view| view.shown.may_stand_for(&shown)));
            }
            made.in_progress = true;
        }
        let being_made = BeingMade { cache: self, reader };
        let view = make(shown.clone()).map(Arc::new);
        {
            let mut views = lock(&self.views);
            let made = views.entry(reader).or_default();
            match &view {
                Ok(view) => (made.view, made.failed) = (Some(Arc::clone(view)), None),
                Err(error) => made.failed = Some((shown, error.clone())),
            }
        }
        drop(being_made);
        view.map(Some)
    }
}

/// Marks a reader's view as being rendered, until dropped. A panic also drops it, and another request may try again.
struct BeingMade<'a> {
    cache: &'a LadderCache,
    reader: Option<Reader>,
}

impl Drop for BeingMade<'_> {
    fn drop(&mut self) {
        if let Some(made) = lock(&self.cache.views).get_mut(&self.reader) {
            made.in_progress = false;
        }
    }
}

impl LadderView {
    fn make(class: &OpenClass, reader: Option<Reader>, shown: ShownLadder) -> Result<LadderView, Error> {
        let ladder = Ladder::open(class, reader, Some(&shown))?;
        let table = ladder.table(None)?;
        let (standings, pages) = (table.standings_table(), ladder.pages_beside(&table));
        Ok(LadderView { shown, cycles: ladder.cycles(), standings, pages })
    }
}

#[cfg(test)]
mod tests {
    use explain::Kind;

    use super::*;

    fn shown(cycles: u8) -> ShownLadder {
        let roots = (0..cycles).map(|cycle| Hash::digest(&[cycle])).collect();
        ShownLadder { roots, frozen: None, aliases: vec!["Ada".to_owned()] }
    }

    fn view(shown: ShownLadder) -> LadderView {
        let standings = StandingsTable { head: Vec::new(), rows: Vec::new() };
        LadderView { cycles: shown.roots.len() as u32, shown, standings, pages: BTreeMap::new() }
    }

    /// Requests the view without rendering one.
    fn look(cache: &LadderCache, reader: Option<Reader>, cycles: u8) -> Option<u32> {
        let made = cache.made_by(reader, shown(cycles), |_| unreachable!("it is being made, or there"));
        made.unwrap().map(|view| view.cycles)
    }

    #[test]
    fn whoever_comes_while_it_is_made_does_not_wait_and_sees_no_more_than_they_may() {
        let cache = LadderCache::default();
        let made = cache.made_by(None, shown(1), |shown| {
            assert_eq!(look(&cache, None, 1), None, "there is none yet");
            Ok(view(shown))
        });
        assert_eq!(made.unwrap().unwrap().cycles, 1);
        assert_eq!(look(&cache, Some(Reader::All), 1), Some(1), "who sees the same shares it");
        let made = cache.made_by(None, shown(3), |shown| {
            assert_eq!(look(&cache, None, 3), Some(1), "the last one");
            Ok(view(shown))
        });
        assert_eq!(made.unwrap().unwrap().cycles, 3);
        cache
            .made_by(None, shown(4), |shown| {
                assert_eq!(look(&cache, None, 2), None, "the last one has more than that");
                Ok(view(shown))
            })
            .unwrap();
    }

    #[test]
    fn what_cannot_be_made_is_tried_again_once_something_has_changed() {
        let cache = LadderCache::default();
        let failing = |_| Err(Error::new(Kind::Damaged, "a ledger is damaged"));
        cache.made_by(None, shown(1), failing).err().unwrap();
        let again = cache.made_by(None, shown(1), |_| unreachable!("nothing has changed"));
        assert_eq!(again.err().unwrap().what, "a ledger is damaged");
        assert!(cache.made_by(None, shown(2), |shown| Ok(view(shown))).unwrap().is_some());
    }

    #[test]
    fn a_maker_that_panics_leaves_it_to_the_next_one() {
        let cache = LadderCache::default();
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _ = cache.made_by(None, shown(1), |_| panic!("on purpose"));
        }));
        assert!(panicked.is_err());
        assert!(cache.made_by(None, shown(1), |shown| Ok(view(shown))).unwrap().is_some());
    }
}
