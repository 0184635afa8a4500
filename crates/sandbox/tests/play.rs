//! Bots at play.

mod common;

use common::{against_first, bot};
use game::{Outcome, Seat};
use referee::{Limits, Reason};

#[test]
fn an_honest_bot_plays_to_the_end() {
    let record = against_first(&bot("honest"), &Limits::default());
    assert_eq!(record.verdict.reason, Reason::Rules("the plies are played".into()));
    assert_eq!(record.verdict.outcome, Outcome::Win(Seat::Second));
    assert_eq!(record.plies, common::PLIES);
    assert!(record.spent[Seat::First].0 > 0);
}
