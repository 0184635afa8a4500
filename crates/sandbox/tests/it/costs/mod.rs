//! Fuel costs of constructs. They are counted, because no clock in a test can be trusted.

use referee::Limits;
use sandbox::Bot;

use super::first_answer;
use crate::common::bot_of_text;
use crate::common::constructs::{Construct, constructs};

/// Numbers of a construct in the smaller and the larger of two modules that are compared.
const FEW: usize = 3;
const MANY: usize = 19;

fn fuel(module: &str) -> u64 {
    let bot: Bot = bot_of_text(module);
    let answer = first_answer(&bot, Limits::default(), "");
    assert!(answer.result.is_ok(), "{answer:?}");
    answer.spent.0
}

/// Returns the bytes of machine code with its tables, in whole pages, so that a few jumps do not show.
fn code(module: &str) -> u64 {
    bot_of_text(module).making().code
}

/// Returns modules with few and with many of it, in a row and nested.
fn pairs(construct: &Construct, many: usize) -> impl Iterator<Item = [String; 2]> {
    let row = [FEW, many].map(|count| Some(construct.chain(count, "1")));
    let nested = [FEW, many].map(|count| construct.nested(count, "1"));
    [row, nested].into_iter().filter_map(|[few, many]| Some([few?, many?]))
}

#[test]
fn no_construct_is_free() {
    for construct in constructs().iter().filter(|construct| construct.least > 0) {
        for [few, many] in pairs(construct, MANY) {
            let more = fuel(&many) - fuel(&few);
            let least = construct.least * (MANY - FEW) as u64;
            assert!(more >= least, "{}: {more} units for {} of them", construct.name, MANY - FEW);
        }
    }
}

#[test]
fn what_costs_nothing_makes_no_code() {
    let grows = |construct: &Construct| -> Vec<(bool, bool)> {
        let pairs = pairs(construct, 900);
        pairs.map(|[few, many]| (fuel(&many) > fuel(&few), code(&many) > code(&few))).collect()
    };
    let (free, priced): (Vec<_>, Vec<_>) =
        constructs().into_iter().partition(|construct| construct.least == 0);
    assert!(free.iter().flat_map(grows).all(|grows| grows == (false, false)));
    // Shows that machine code would be detected: a loop makes code only for its fuel check.
    let empty = priced.iter().find(|construct| construct.name == "loop").expect("a loop");
    assert!(grows(empty).into_iter().all(|grows| grows == (true, true)));
}
