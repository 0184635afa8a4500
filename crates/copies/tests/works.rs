//! What shows in a work, and what does not.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use copies::{BASELINES, Given, Kind, Likeness, Own, Work, module, pairs, script};
use proptest::prelude::*;

const SEARCH: &str = "
function worth(view, seat) {
  let sum = 0;
  for (const tank of view.tanks) {
    if (tank.owner === seat) sum += 10 * tank.steps;
    else sum -= 7 * tank.steps + 1;
  }
  return sum;
}

export function choose(view) {
  const moves = legalActions();
  let best = moves[0], most = -1000;
  for (const move of moves) {
    const value = worth(play(view, move), view.seat);
    if (value > most) {
      most = value;
      best = move;
    }
  }
  return best;
}
";

/// The same with other names, other numbers, other layout, the functions exchanged.
const COPY: &str = "
export function choose(v) { // my own idea
  var all = legalActions();
  var top = all[0], score = -500
  for (var m of all) {
      var s = rate(play(v, m), v.seat)
      if (s > score) { score = s; top = m }
  }
  return top
}

function rate(v, me) {
  let total = 1;
  for (let t of v.tanks) {
    if (t.owner === me) total += 12 * t.steps; else total -= 5 * t.steps + 2
  }
  return total;
}
";

fn likeness(one: &Work, other: &Work) -> Likeness {
    let given = Given::default();
    Own::of(one, &given).likeness(&Own::of(other, &given))
}

#[test]
fn names_numbers_layout_and_order_of_a_script_do_not_show() {
    let (one, other) = (script(SEARCH, Kind::JavaScript), script(COPY, Kind::JavaScript));
    let found = likeness(&one, &other);
    // What stands in braces in the one and not in the other is all that differs.
    assert!(found.share() > 0.6, "{found:?}");
    let given = Given::default();
    let (one, other) = (Own::of(&one, &given), Own::of(&other, &given));
    let matches = one.matches(&other);
    let names: Vec<[&str; 2]> = matches
        .iter()
        .map(|found| [found.one, found.other].map(|part| part.name.as_deref().unwrap()))
        .collect();
    assert!(names.contains(&["choose", "choose"]), "{names:?}");
    assert_eq!((matches[0].one.place, matches[0].other.place), (11, 2), "lines");
}

#[test]
fn a_module_is_compared_by_what_it_computes() {
    let one = "(module (memory 1)
        (func $a (param i32 i32) (result i32) (local i32)
            (local.set 2 (i32.load offset=8 (i32.add (local.get 0) (i32.mul (local.get 1) (i32.const 12)))))
            (if (result i32) (i32.lt_s (local.get 2) (i32.const 3))
                (then (i32.load8_u offset=4 (local.get 2)))
                (else (i32.xor (i32.popcnt (local.get 2)) (local.get 1))))))";
    // Another name, other locals, other numbers, an address added up elsewhere, the comparison exchanged.
    let other = "(module (memory 1) (func (nop))
        (func $b (param i32 i32) (result i32) (local i32 i32)
            (local.set 3 (i32.add (i32.mul (local.get 1) (i32.const 20)) (local.get 0)))
            (local.set 2 (i32.load (i32.add (local.get 3) (i32.const 16))))
            (if (result i32) (i32.gt_s (i32.const 5) (local.get 2))
                (then (i32.load8_u (i32.sub (local.get 2) (i32.const 9))))
                (else (i32.xor (local.get 1) (i32.popcnt (local.get 2)))))))";
    let third = "(module (memory 1)
        (func (param i32 i32) (result i32)
            (i32.store16 (local.get 0) (i32.clz (local.get 1)))
            (i32.rotl (i32.load (i32.shr_u (local.get 0) (local.get 1))) (i32.const 3))))";
    let [one, other, third] = [one, other, third].map(|text| module(&wat::parse_str(text).unwrap()).unwrap());
    let found = likeness(&one, &other);
    assert!(found.both > 5 && found.both == found.smaller, "{found:?}");
    assert_eq!(one.parts[0].name.as_deref(), Some("a"));
    let found = likeness(&one, &third);
    assert!(found.share() < 0.2, "{found:?}");
}

/// A build without optimisation calls what another has in place, and keeps its variables in memory.
#[test]
fn calls_and_variables_in_memory_do_not_show() {
    let optimised = "(module (memory 1) (global (mut i32) (i32.const 65536))
        (func (export \"f\") (param i32 i32) (result i32)
            (i32.xor (i32.popcnt (i32.load8_u (local.get 0)))
                (i32.rotl (i32.clz (i32.load (local.get 1))) (i32.popcnt (i32.load8_u (local.get 0)))))))";
    let plain = "(module (memory 1) (global (mut i32) (i32.const 65536))
        (func $count (param i32) (result i32) (local i32)
            (local.set 1 (i32.sub (global.get 0) (i32.const 16)))
            (i32.store offset=12 (local.get 1) (local.get 0))
            (return (i32.popcnt (i32.load8_u (i32.load offset=12 (local.get 1))))))
        (func (export \"f\") (param i32 i32) (result i32) (local i32)
            (global.set 0 (local.tee 2 (i32.sub (global.get 0) (i32.const 32))))
            (i32.store offset=28 (local.get 2) (local.get 0))
            (i32.store offset=24 (local.get 2) (local.get 1))
            (loop (br_if 0 (i32.eqz (i32.load offset=24 (local.get 2)))))
            (i32.store offset=20 (local.get 2) (call $count (i32.load offset=28 (local.get 2))))
            (i32.store offset=16 (local.get 2) (i32.rotl
                (i32.clz (i32.load (i32.load offset=24 (local.get 2)))) (i32.load offset=20 (local.get 2))))
            (global.set 0 (i32.add (local.get 2) (i32.const 32)))
            (i32.xor (i32.load offset=16 (local.get 2)) (i32.load offset=20 (local.get 2)))))";
    let [optimised, plain] = [optimised, plain].map(|text| module(&wat::parse_str(text).unwrap()).unwrap());
    let found = likeness(&optimised, &plain);
    assert!(found.both >= 6 && found.both == found.smaller, "{found:?}");
    // The function that was called is shown by itself, too.
    assert_eq!((plain.parts.len(), plain.parts[0].prints().len()), (2, 3));
}

/// Each function calls the next one twice, and the last one the first: run in the place of each call, they would never end.
#[test]
fn calls_within_calls_end() {
    let functions = (0..200).map(|number| {
        let next = (number + 1) % 200;
        format!("(func $f{number} (param i32) (call $f{next} (i32.clz (local.get 0))) (call $f{next} (local.get 0)))")
    });
    let text = format!("(module {})", functions.collect::<String>());
    let work = module(&wat::parse_str(text).unwrap()).unwrap();
    assert_eq!(work.parts.len(), 200);
    assert!(!work.prints().is_empty());
}

/// What a variable has after a branch or in a loop that sets it is not known.
#[test]
fn what_depends_on_a_jump_is_not_taken_for_certain() {
    let of = |between: &str| {
        let text = format!(
            "(module (memory 1) (func (export \"f\") (param i32) (local i32)
                (local.set 1 (i32.clz (local.get 0))) {between}
                (i32.store (local.get 0) (i32.popcnt (local.get 1)))))"
        );
        module(&wat::parse_str(text).unwrap()).unwrap()
    };
    let certain = of("(block (nop)) (local.set 1 (i32.ctz (local.get 0)))");
    let plain_block = of("(block (local.set 1 (i32.ctz (local.get 0))))");
    assert_eq!(certain.prints(), plain_block.prints());
    let branch = "(if (i32.load (local.get 0)) (then (local.set 1 (i32.ctz (local.get 0)))))";
    let jump = "(block (br_if 0 (i32.load (local.get 0))) (local.set 1 (i32.ctz (local.get 0))))";
    let within = "(loop (i32.store (local.get 0) (i32.popcnt (local.get 1)))
        (local.set 1 (i32.ctz (local.get 0))) (br_if 0 (i32.load (local.get 0))))";
    let before = "(i32.store (local.get 0) (i32.popcnt (local.get 1)))
        (local.set 1 (i32.ctz (local.get 0))) (br_if 0 (i32.load (local.get 0)))";
    assert_ne!(of(within).prints(), of(before).prints());
    for between in [branch, jump] {
        let found = likeness(&certain, &of(between));
        assert!(found.both < found.smaller, "{between}: {found:?}");
    }
}

#[test]
fn what_is_given_is_discounted() {
    let (one, other) = (script(SEARCH, Kind::JavaScript), script(COPY, Kind::JavaScript));
    let mut given = Given::default();
    given.add(&one);
    assert_eq!(Own::of(&one, &given).size(), 0);
    assert!(!Own::of(&one, &given).is_comparable());
    assert!(Own::of(&other, &given).size() < other.prints().len() / 2);
}

/// Four of a class may have copied; of six of thirty, nobody can say from whom.
#[test]
fn what_many_have_is_discounted() {
    let work = script(SEARCH, Kind::JavaScript);
    let others: Vec<Work> = (0..24).map(|_| script("", Kind::JavaScript)).collect();
    for (copies, is_given) in [(4, false), (6, false), (8, true)] {
        let class: Vec<&Work> = std::iter::repeat_n(&work, copies).chain(&others).collect();
        let mut given = Given::default();
        given.add_what_many_have(class);
        assert_eq!(Own::of(&work, &given).size() == 0, is_given, "{copies}");
    }
}

#[test]
fn a_baseline_is_like_itself_and_pairs_come_in_order() {
    let given = Given::starters();
    let works: Vec<Work> =
        ["tank-war/hunter", "tank-war/reader", "tank-war/hunter", "tank-war/teacher", "tank-war/walker"]
            .iter()
            .map(|name| module(BASELINES.iter().find(|(one, _)| one == name).unwrap().1).unwrap())
            .collect();
    let own: Vec<Own<'_>> = works.iter().map(|work| Own::of(work, &given)).collect();
    let found: Vec<[usize; 2]> = pairs(&own).iter().map(|pair| [pair.one, pair.other]).collect();
    // The reader is the teacher until it knows its enemy; the walker has too little of its own.
    assert_eq!(found, [[0, 2], [1, 3]]);
    assert!(!own[4].is_comparable());
}

#[test]
fn kinds_are_not_mixed() {
    let (one, other) = (script(SEARCH, Kind::JavaScript), script(SEARCH, Kind::Python));
    assert_eq!(likeness(&one, &other).both, 0);
}

proptest! {
    /// Bytes and texts are hostile.
    #[test]
    fn nothing_that_is_handed_in_panics(bytes in proptest::collection::vec(any::<u8>(), 0..400), at in any::<prop::sample::Index>()) {
        drop(module(&bytes));
        let text = String::from_utf8_lossy(&bytes);
        for kind in [Kind::JavaScript, Kind::Python] {
            script(&text, kind);
        }
        // A module with a few bytes changed gets farther.
        let (_, baseline) = at.get(BASELINES);
        let mut damaged = baseline.to_vec();
        for (offset, byte) in bytes.iter().take(8).enumerate() {
            let place = at.index(damaged.len()).wrapping_add(offset * 131) % damaged.len();
            damaged[place] = *byte;
        }
        drop(module(&damaged));
    }

    /// Texts made of what scripts are made of.
    #[test]
    fn scripts_of_any_shape_are_read(text in "([a-z0-9 \\n{}()\\[\\]'\"`/\\\\#*=.;:é\u{feff}-]|def |function |/\\*|\"\"\"){0,200}") {
        for kind in [Kind::JavaScript, Kind::Python] {
            let work = script(&text, kind);
            prop_assert_eq!(&work, &script(&text, kind));
        }
    }
}
