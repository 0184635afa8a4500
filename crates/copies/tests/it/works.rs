//! Tests which differences matter between works, and which do not.

use copies::{Discounted, Kind, Likeness, OwnFingerprints, Work, module, pairs, script};
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

/// The same with other names, numbers and layout, and with exchanged functions.
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
    let given = Discounted::default();
    OwnFingerprints::new(one, &given).likeness(&OwnFingerprints::new(other, &given))
}

#[test]
fn names_numbers_layout_and_order_of_a_script_do_not_show() {
    let (one, other) = (script(SEARCH, Kind::JavaScript), script(COPY, Kind::JavaScript));
    let found = likeness(&one, &other);
    // The only difference is the code in braces.
    assert!(found.share() > 0.6, "{found:?}");
    let given = Discounted::default();
    let (one, other) = (OwnFingerprints::new(&one, &given), OwnFingerprints::new(&other, &given));
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
    // Another name, other locals and numbers, another place for the offset, and a reversed comparison.
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

/// An unoptimised build calls functions that another build inlines, and keeps its variables in memory.
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
    // The called function is also a part of its own.
    assert_eq!((plain.parts.len(), plain.parts[0].prints().len()), (2, 3));
}

/// Each function calls the next one twice, and the last one calls the first. Unlimited inlining would never end.
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

/// The value of a variable is unknown after a branch, or in a loop that sets it.
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

/// The output of terser for [`SEARCH`], with `let` instead of `const`.
const MINIFIED: &str = "function e(e,t){let n=0;for(let o of e.tanks)o.owner===t?n+=10*o.steps:n-=7*o.steps+1;return n}\
export function choose(t){let n=legalActions();let o=n[0],s=-1e3;for(let l of n){let n=e(play(t,l),t.seat);\
n>s&&(s=n,o=l)}return o}";

const RATE: &str = "
def rate(view, seat):
    total = 0
    for tank in view.tanks:
        if tank.owner == seat:
            total += 10 * tank.steps
        else:
            total -= 7 * tank.steps + 1
    for row in range(8):
        total += view.rows[row].count(seat) - view.columns[row].count(seat)
    return total

def choose(view):
    moves = legal_actions()
    best = max(moves, key=lambda move: rate(play(view, move), view.seat))
    if not best or best.kind == 'pass':
        return moves[0]
    return best
";

/// Checks that a disguised copy shares at least `least` with its original.
fn check_disguise(kind: Kind, [original, copy]: [&str; 2], least: f64) {
    let found = likeness(&script(original, kind), &script(copy, kind));
    assert!(found.share() >= least, "{found:?} of\n{copy}");
}

#[test]
fn a_minified_copy_is_found() {
    check_disguise(Kind::JavaScript, [SEARCH, MINIFIED], 0.95);
    let short = "a && b(1, c); d ? e(f[1]) : g(); x = void 0; if (!(x < 0)) { h(), i(k, l + 2); }";
    let long = "if (a) { b(1, c); } if (d) { e(f[1]); } else { g(); } x = undefined; if (x >= 0) { h(); i(k, l + 2); }";
    check_disguise(Kind::JavaScript, [long, short], 1.0);
    let early = "function f(a) { if (!a.b) return; while (g(a)) { if (h(a.b)) continue; a.c(a.d, 1); } }";
    let nested = "const f = a => { if (a.b) for (; g(a);) h(a.b) || a.c(a.d, 1) }";
    check_disguise(Kind::JavaScript, [early, nested], 1.0);
}

#[test]
fn names_for_what_is_used_once_do_not_show() {
    let copy = SEARCH
        .replace("return sum;", "const worth = sum; return worth;")
        .replace("const value = worth(play(view, move), view.seat);", "const next = play(view, move); const seat = view.seat; const is = worth(next, seat); const value = is;")
        .replace("if (value > most) {", "const isBetter = value > most; if (isBetter) {");
    check_disguise(Kind::JavaScript, [SEARCH, &copy], 1.0);
    let copy = RATE
        .replace("    return total", "    result = total\n    return result")
        .replace(
            "        if tank.owner == seat:",
            "        owner = tank.owner\n        mine = owner == seat\n        if mine:",
        )
        .replace("    if not best or", "    kind = best.kind\n    if not best or")
        .replace("best.kind == 'pass'", "kind == 'pass'");
    check_disguise(Kind::Python, [RATE, &copy], 1.0);
}

#[test]
fn the_kind_of_a_loop_does_not_show() {
    let copy = SEARCH
        .replace(
            "for (const tank of view.tanks) {",
            "for (let i = 0; i < view.tanks.length; i++) { const tank = view.tanks[i];",
        )
        .replace("for (const move of moves) {", "moves.forEach(move => {")
        .replace("    }\n  }\n  return best", "    }\n  });\n  return best");
    check_disguise(Kind::JavaScript, [SEARCH, &copy], 1.0);
    let copy = RATE
        .replace(
            "    for tank in view.tanks:\n",
            "    for i in range(len(view.tanks)):\n        tank = view.tanks[i]\n",
        )
        .replace("    for row in range(8):\n", "    row = 0\n    while row < 8:\n")
        .replace("view.columns[row].count(seat)\n", "view.columns[row].count(seat)\n        row += 1\n");
    check_disguise(Kind::Python, [RATE, &copy], 1.0);
}

#[test]
fn code_that_does_nothing_does_not_show() {
    let copy = SEARCH
        .replace(
            "let sum = 0;",
            "let sum = 1 - 1; let also = 3; also += view.tanks.length; if (false) { log(sum); }",
        )
        .replace("return best;", "return best; log('never');");
    check_disguise(Kind::JavaScript, [SEARCH, &copy], 1.0);
    let copy = RATE
        .replace("    total = 0\n", "    \"\"\"What it is worth.\"\"\"\n    also = 2 * 3\n    total: int = 0\n    if False:\n        print(also)\n")
        .replace("    return best\n", "    return best\n    print(view)\n");
    check_disguise(Kind::Python, [RATE, &copy], 1.0);
}

/// Two functions that use the name `t` have two variables. A minifier reuses names like this.
#[test]
fn variables_of_one_name_are_kept_apart() {
    let apart = "function f(a) { const b = g(a.c, 1); return h(b, 2) } function k(d) { const e = g(d.c, 3); return h(e, 4) }";
    let alike = "function f(t) { const e = g(t.c, 1); return h(e, 2) } function k(t) { const e = g(t.c, 3); return h(e, 4) }";
    assert_eq!(script(apart, Kind::JavaScript).prints(), script(alike, Kind::JavaScript).prints());
    let blocks = "function f(a) { if (a) { let t = g(a); h(t, 1) } else { let t = k(a); l(t, a) } }";
    let inlined = "function f(a) { if (a) { h(g(a), 1) } else { l(k(a), a) } }";
    assert_eq!(script(blocks, Kind::JavaScript).prints(), script(inlined, Kind::JavaScript).prints());
}

/// Each of these is nested or chained as deep as the length of a file allows.
#[test]
fn scripts_that_are_nested_without_end_are_read() {
    let times = if std::env::var_os("MUSTER_FULL").is_some() { 20_000 } else { 2_000 };
    let often = |text: &str| text.repeat(times);
    let scripts = [
        "(",
        "[",
        "{",
        "!",
        "a=>",
        "a?",
        "a?b:",
        "a.",
        "f(",
        "f()",
        "a+",
        "a-a*",
        "a=",
        "x=x+",
        "if(a)",
        "if(a){",
        "else ",
        "for(",
        "function f(){",
        "class A{f(){",
        "new ",
        "`",
        "async ",
        "...",
        "yield ",
        "switch(a){case 1:",
        "do ",
        "try{",
        "a,",
        "a&&",
        "!(a||",
        "({a:",
        "[{",
        "let {a=",
        "return ",
        "not ",
        "lambda:",
        "lambda a=",
        "a if b else ",
        "if a:",
        "for a in ",
        "[a for a in ",
        "def f(a=",
        "x:",
        "a:b=",
        "with a as ",
        "\\\n",
        "@",
        "*",
        "a:=",
        "(a,",
        "{a:",
    ];
    for text in scripts {
        for kind in [Kind::JavaScript, Kind::Python] {
            script(&often(text), kind);
        }
    }
    let chain: Vec<String> = (1..5_000).map(|at| format!("  const t{at} = f(t{}, 1);\n", at - 1)).collect();
    let chain = chain.concat();
    script(&format!("function g(t0) {{\n{chain}  return t4999;\n}}"), Kind::JavaScript);
    let left = ["if (a) return;", "if (a) return b;", "if (a) { b() } else", "while (a) if (b) continue;"];
    for text in left {
        script(&format!("function f(a) {{\n{}}}", text.repeat(20_000)), Kind::JavaScript);
    }
    let indented: Vec<String> = (0..1_500).map(|depth| format!("{}if a:\n", " ".repeat(depth))).collect();
    script(&indented.concat(), Kind::Python);
}

#[test]
fn what_is_given_is_discounted() {
    let (one, other) = (script(SEARCH, Kind::JavaScript), script(COPY, Kind::JavaScript));
    let mut given = Discounted::default();
    given.add(&one);
    assert_eq!(OwnFingerprints::new(&one, &given).size(), 0);
    assert!(!OwnFingerprints::new(&one, &given).is_comparable());
    assert!(OwnFingerprints::new(&other, &given).size() < other.prints().len() / 2);
}

/// Four in a class may have copied from one another. With six in thirty, the source is unclear.
#[test]
fn what_many_have_is_discounted() {
    let work = script(SEARCH, Kind::JavaScript);
    let others: Vec<Work> = (0..24).map(|_| script("", Kind::JavaScript)).collect();
    for (copies, is_given) in [(4, false), (6, false), (8, true)] {
        let class: Vec<&Work> = std::iter::repeat_n(&work, copies).chain(&others).collect();
        let mut given = Discounted::default();
        given.add_what_many_have(class);
        assert_eq!(OwnFingerprints::new(&work, &given).size() == 0, is_given, "{copies}");
    }
}

#[test]
fn a_baseline_is_like_itself_and_pairs_come_in_order() {
    let given = Discounted::starters();
    let works: Vec<Work> = ["hunter", "reader", "hunter", "teacher", "walker"]
        .iter()
        .map(|name| module(games::listed("tank-war").unwrap().bot(name).unwrap().module).unwrap())
        .collect();
    let own: Vec<OwnFingerprints<'_>> = works.iter().map(|work| OwnFingerprints::new(work, &given)).collect();
    let found: Vec<[usize; 2]> = pairs(&own).iter().map(|pair| [pair.one, pair.other]).collect();
    // The reader equals the teacher until it knows its enemy; the walker is too small.
    assert_eq!(found, [[0, 2], [1, 3]]);
    assert!(!own[4].is_comparable());
}

/// Scripts by independent authors share at most an eighth of the smaller one, so that half of one is no accident.
#[test]
fn a_script_that_shares_half_of_another_is_listed() {
    let half = Likeness { both: 60, smaller: 110 };
    assert!(half.is_listed(Kind::JavaScript) && half.is_listed(Kind::Python));
}

/// A bot of two hundred lines in C may have a dozen own fingerprints, and two authors may share half of so few.
#[test]
fn a_small_module_is_compared_more_strictly_and_told_to_be_small() {
    let most = Likeness { both: 10, smaller: 12 };
    assert!(most.is_listed(Kind::Module) && most.is_small(Kind::Module));
    let half = Likeness { both: 6, smaller: 12 };
    assert!(!half.is_listed(Kind::Module), "half of so little may be chance");
    // The small one has the higher share, and is not listed.
    let [small, large] = [Likeness { both: 10, smaller: 19 }, Likeness { both: 10, smaller: 20 }];
    assert!(small.certain_share() > large.certain_share());
    assert!(!small.is_listed(Kind::Module) && large.is_listed(Kind::Module) && !large.is_small(Kind::Module));
    assert!(!Likeness { both: 7, smaller: 7 }.is_listed(Kind::Module));
}

#[test]
fn every_sample_bot_can_be_read() {
    for bot in games::sample_bots() {
        assert!(!module(bot.module).unwrap().parts.is_empty(), "{bot:?}");
    }
}

#[test]
fn kinds_are_not_mixed() {
    let (one, other) = (script(SEARCH, Kind::JavaScript), script(SEARCH, Kind::Python));
    assert_eq!(likeness(&one, &other).both, 0);
}

proptest! {
    /// Bytes and texts are untrusted.
    #[test]
    fn nothing_that_is_handed_in_panics(bytes in proptest::collection::vec(any::<u8>(), 0..400), at in any::<prop::sample::Index>()) {
        drop(module(&bytes));
        let text = String::from_utf8_lossy(&bytes);
        for kind in [Kind::JavaScript, Kind::Python] {
            script(&text, kind);
        }
        // A module with a few changed bytes gets further.
        let bots: Vec<&games::SampleBot> = games::sample_bots().collect();
        let mut damaged = at.get(&bots).module.to_vec();
        for (offset, byte) in bytes.iter().take(8).enumerate() {
            let place = at.index(damaged.len()).wrapping_add(offset * 131) % damaged.len();
            damaged[place] = *byte;
        }
        drop(module(&damaged));
    }

    /// Texts composed of typical parts of scripts.
    #[test]
    fn scripts_of_any_shape_are_read(text in "([a-z0-9 \\n{}()\\[\\]'\"`/\\\\#*=.;:é\u{feff}-]|def |function |/\\*|\"\"\"){0,200}") {
        for kind in [Kind::JavaScript, Kind::Python] {
            let work = script(&text, kind);
            prop_assert_eq!(&work, &script(&text, kind));
        }
    }
}
