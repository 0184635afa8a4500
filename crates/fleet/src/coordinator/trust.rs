//! Trust in the results of workers.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use referee::{Fault, Record};
use serde::{Deserialize, Serialize};

use super::options::Checks;
use crate::{FleetError, PublicKey};

/// Maximum size of the file of known workers, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// Knowledge about all workers.
pub(super) struct WorkerTrust {
    checks: Checks,
    file: Option<PathBuf>,
    workers: BTreeMap<PublicKey, WorkerRecord>,
    is_changed: bool,
}

/// Knowledge about a worker.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct WorkerRecord {
    /// Number of results that another worker, or this machine, has confirmed.
    confirmed: u32,
    /// The fault of a record that it sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exposed: Option<String>,
}

impl WorkerTrust {
    /// Reads the file of known workers.
    ///
    /// # Errors
    /// When the file exists and cannot be read.
    pub(super) fn open(checks: Checks, file: Option<PathBuf>) -> Result<WorkerTrust, FleetError> {
        let workers = file.as_deref().map_or_else(|| Ok(BTreeMap::new()), read)?;
        Ok(WorkerTrust { checks, file, workers, is_changed: false })
    }

    /// Returns `true` if a worker has sent a wrong record.
    pub(super) fn is_exposed(&self, worker: &PublicKey) -> bool {
        self.workers.get(worker).is_some_and(|known| known.exposed.is_some())
    }

    /// Returns `true` if a worker's record counts only when another one agrees.
    pub(super) fn needs_a_second(&self, worker: &PublicKey, record: &Record) -> bool {
        let Checks { first, share, faults } = self.checks;
        let has_failed = record.losses.0.iter().any(Option::is_some);
        let confirmed = self.workers.get(worker).map_or(0, |known| known.confirmed);
        confirmed < first || (faults && has_failed) || is_drawn(share)
    }

    /// Notes that a worker's record was confirmed.
    pub(super) fn confirm(&mut self, worker: &PublicKey) {
        let known = self.workers.entry(worker.clone()).or_default();
        known.confirmed = known.confirmed.saturating_add(1);
        self.is_changed = true;
    }

    /// Notes that a worker has sent a wrong record. Returns `true` if that is new.
    pub(super) fn expose(&mut self, worker: &PublicKey, why: &str) -> bool {
        let known = self.workers.entry(worker.clone()).or_default();
        let is_new = known.exposed.is_none();
        known.exposed.get_or_insert_with(|| why.to_owned());
        self.is_changed = true;
        is_new
    }

    /// Writes the file, if anything has changed. After a failure, the next run checks these workers again.
    pub(super) fn save(&mut self) {
        let Some(file) = &self.file else { return };
        if !std::mem::take(&mut self.is_changed) {
            return;
        }
        let written = serde_json::to_vec_pretty(&self.workers).map_err(std::io::Error::other);
        let saved = written.and_then(|bytes| files::replace_private(file, |sink| sink.write_all(&bytes)));
        if let Err(error) = saved {
            let file = game::visible_path(file);
            tracing::warn!(file, %error, "cannot save the known workers");
        }
    }
}

/// Returns `true` if a bot was slow, which depends on the machine and its load.
pub(crate) fn is_slow(record: &Record) -> bool {
    record.losses.0.iter().flatten().any(|loss| loss.failure.fault == Fault::Slow)
}

fn read(file: &Path) -> Result<BTreeMap<PublicKey, WorkerRecord>, FleetError> {
    let text = match files::read_text(file, MOST_BYTES) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(source) => return Err(FleetError::File { action: "read", path: file.to_owned(), source }),
    };
    serde_json::from_str(&text)
        .map_err(|error| FleetError::KnownWorkers { path: file.to_owned(), why: error.to_string() })
}

/// Returns `true` with this chance. Workers cannot predict it.
fn is_drawn(share: f64) -> bool {
    const PARTS: f64 = 4_294_967_296.0;
    share > 0.0 && getrandom::u32().is_ok_and(|drawn| f64::from(drawn) < share * PARTS)
}

#[cfg(test)]
mod tests {
    use game::{Outcome, PerSeat, Seat};
    use referee::{Closing, Failure, Loss, Reason, Ticks, Verdict};

    use super::*;
    use crate::Key;

    fn record(fault: Option<Fault>) -> Record {
        let loss = |fault| {
            let failure = Failure { fault, detail: String::new(), backtrace: Vec::new() };
            Box::new(Loss { failure, ply: 0, position: String::new(), view: Vec::new(), spent: Ticks::ZERO })
        };
        Record {
            verdict: Verdict { outcome: Outcome::Win(Seat::First), reason: Reason::PlyLimit },
            played: Vec::new(),
            plies: 0,
            metrics: PerSeat::default(),
            spent: PerSeat::new(Ticks::ZERO, Ticks::ZERO),
            losses: PerSeat::new(None, fault.map(loss)),
            closings: PerSeat::new(Closing::default(), Closing::default()),
        }
    }

    #[test]
    fn first_results_failures_and_a_share_of_the_others_are_checked() {
        let worker = Key::fresh().public();
        let mut trust = WorkerTrust::open(Checks { first: 2, share: 0.0, faults: true }, None).unwrap();
        let mut needed = Vec::new();
        for _ in 0..3 {
            needed.push(trust.needs_a_second(&worker, &record(None)));
            trust.confirm(&worker);
        }
        assert_eq!(needed, [true, true, false]);
        assert!(trust.needs_a_second(&worker, &record(Some(Fault::Timeout))));
        assert!(is_slow(&record(Some(Fault::Slow))) && !is_slow(&record(Some(Fault::Timeout))));
        let drawn = |share: f64| (0..2000).filter(|_| is_drawn(share)).count();
        assert_eq!((drawn(0.0), drawn(1.0)), (0, 2000));
        assert!(
            (100..400).contains(&drawn(0.1)),
            "two in ten thousand million million such counts are others"
        );
    }

    #[test]
    fn what_is_known_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("known.json");
        let [honest, liar] = [(); 2].map(|()| Key::fresh().public());
        let mut trust = WorkerTrust::open(Checks::USUAL, Some(file.clone())).unwrap();
        (0..50).for_each(|_| trust.confirm(&honest));
        assert!(trust.expose(&liar, "its record differs") && !trust.expose(&liar, "again"));
        trust.save();
        let again = WorkerTrust::open(Checks { share: 0.0, ..Checks::USUAL }, Some(file.clone())).unwrap();
        assert!(again.is_exposed(&liar) && !again.is_exposed(&honest));
        assert!(!again.needs_a_second(&honest, &record(None)) && again.needs_a_second(&liar, &record(None)));
        std::fs::write(&file, "{").unwrap();
        assert!(matches!(WorkerTrust::open(Checks::USUAL, Some(file)), Err(FleetError::KnownWorkers { .. })));
    }
}
