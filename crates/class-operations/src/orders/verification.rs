//! Verifications: all matches of a run are played again and compared with its record.

use std::sync::atomic::{AtomicBool, Ordering};

use class_model::{Facts, Order, OrderState};
use explain::{Error, Kind};
use games::GAMES;
use job::{Executor, Validator};
use ledger::RunFolder;
use runner::{RunCheck, VerificationEvent};

use super::order;
use crate::open_class::OpenClass;
use crate::runs::{explain_run, find_class_run};

/// Orders the verification of a run in the class's folder of runs. Returns the order's number.
///
/// # Errors
/// If the class has no such run, its verification is already ordered, or the class's record cannot be written.
pub fn order_verification(class: &OpenClass, run: &str) -> Result<u32, Error> {
    find_class_run(class, &class.facts()?, run)?;
    order(class, &Order::Verification { run: run.to_owned() })
}

/// Returns the last order to verify a run, with its number.
pub fn verification_of<'f>(facts: &'f Facts, run: &str) -> Option<(u32, &'f OrderState)> {
    let is_of_run = |what: &Order| matches!(what, Order::Verification { run: own } if own == run);
    facts.orders().rfind(|(_, order)| is_of_run(&order.what))
}

/// Plays the matches of a run again, and compares them with its record.
///
/// # Errors
/// If anything differs from the record or cannot be confirmed, or the executor is lost.
pub(super) fn verify_run(
    folder: &RunFolder,
    validator: &dyn Validator,
    executor: &dyn Executor,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(u64),
) -> Result<(), Error> {
    let explained = |error| explain_run(folder, &error);
    let check = RunCheck::open(folder, GAMES, validator).map_err(explained)?;
    let verified = check.verify_until(executor, stop, &mut |event| {
        if let VerificationEvent::Checked { matches } = event {
            tell(matches);
        }
    });
    let (seen, _) = verified.map_err(explained)?;
    if stop.load(Ordering::Relaxed) {
        return Err(Error::new(Kind::Incomplete, "interrupted before all matches were played again"));
    }
    // A match at which the host failed was tried three times; the order would only fail again.
    seen.failure()
        .or(seen.reservation())
        .map_or(Ok(()), |error| Err(Error { kind: Kind::Unconfirmed, ..error }))
}
