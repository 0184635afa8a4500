//! The faults of a match by seat, reconstructed from its record.

use game::{PerSeat, Seat};
use referee::{Fault, Reason};
use serde::Serialize;

use crate::EngineError;

/// A fault with its explanation for a page.
#[derive(Serialize)]
pub(crate) struct FaultShape {
    name: String,
    about: &'static str,
    advice: &'static str,
}

/// Returns the faults of a match by seat; a `winner` of `None` is a draw. `names` has a fault for each seat that
/// forfeited, the first seat's first.
pub(crate) fn by_seat(winner: Option<Seat>, names: &str) -> Result<[Option<FaultShape>; 2], EngineError> {
    let names = names.split('\0').filter(|name| !name.is_empty());
    let faults = names.map(str::parse::<Fault>).collect::<Result<Vec<Fault>, _>>()?;
    let PerSeat(faults) = match (winner, faults.as_slice()) {
        (Some(winner), [fault]) => Reason::Forfeit { seat: winner.other(), fault: *fault }.faults(),
        (None, [first, second]) => Reason::DoubleForfeit { first: *first, second: *second }.faults(),
        _ => PerSeat::default(),
    };
    Ok(faults.map(|fault| fault.map(FaultShape::from)))
}

impl From<Fault> for FaultShape {
    fn from(fault: Fault) -> FaultShape {
        FaultShape { name: fault.to_string(), about: fault.explanation(), advice: fault.advice() }
    }
}
