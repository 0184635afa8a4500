//! Every construct that is not an operator on numbers, as text that can be repeated in a row or nested. The bench
//! times them, and a test counts their fuel.

/// A construct. In its text `$zero` and `$one` are globals with values that the compiler cannot know, `$i` is a
/// 32-bit local, and `$j` a 64-bit one.
#[derive(Clone)]
pub struct Construct {
    pub name: String,
    /// Minimum units of fuel that each costs; zero if it produces no machine code.
    pub least: u64,
    /// Maximum number that fits in a function.
    pub most: usize,
    /// Definitions and locals that it needs.
    top: String,
    locals: String,
    /// Code before the first and after the last of them, in each round.
    around: (String, String),
    /// Code before the first round and after the last.
    once: (String, String),
    /// Its two halves, with room for nested constructs in between; the second is empty if it cannot nest.
    halves: (String, String),
}

/// Number of values that one construct carries and the operand stack keeps: the maximum that is admitted.
const CARRIED: usize = 16;
/// Number of parameters of a function: the maximum that is admitted.
const PARAMETERS: usize = 100;

impl Construct {
    fn new(name: &str, least: u64, open: &str, close: &str) -> Construct {
        let halves = (format!("{open} "), if close.is_empty() { String::new() } else { format!("{close} ") });
        let (top, locals, around, once) = Default::default();
        Construct { name: name.to_owned(), least, most: 4_000, top, locals, around, once, halves }
    }

    fn with(self, top: &str) -> Construct {
        Construct { top: top.to_owned(), ..self }
    }

    fn between(self, before: &str, after: &str) -> Construct {
        Construct { around: (before.to_owned(), after.to_owned()), ..self }
    }

    /// Returns a module with `count` of them in a row, in a loop of `rounds`: a number, or a word to be replaced by
    /// one.
    pub fn chain(&self, count: usize, rounds: &str) -> String {
        self.module(&format!("{}{}", self.halves.0, self.halves.1).repeat(count), rounds)
    }

    /// Returns a module with `depth` of them nested; `None` if they cannot nest.
    pub fn nested(&self, depth: usize, rounds: &str) -> Option<String> {
        let (open, close) = &self.halves;
        (!close.is_empty()).then(|| self.module(&(open.repeat(depth) + &close.repeat(depth)), rounds))
    }

    fn module(&self, body: &str, rounds: &str) -> String {
        let ((before, after), (first, last)) = (&self.around, &self.once);
        format!(
            "(module (memory (export \"memory\") 17) {}
               (global $zero (mut i32) (i32.const 0)) (global $one (mut i32) (i32.const 1))
               (func (export \"muster_buffer\") (param i32) (result i32) (i32.const 1024))
               (func (export \"muster_choose\") (param i32) (result i64)
                 (local $n i32) (local $i i32) (local $j i64) {}
                 {first}
                 (local.set $n (i32.const {rounds}))
                 (loop $again
                   {before} {body} {after}
                   (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
                 {last}
                 (i64.const 1)))",
            self.top, self.locals
        )
    }
}

/// Returns all constructs.
pub fn constructs() -> Vec<Construct> {
    [blocks(), branches(), calls(), accesses(), references()].concat()
}

fn blocks() -> Vec<Construct> {
    vec![
        Construct::new("nop", 0, "nop", ""),
        Construct { most: 20_000, ..Construct::new("block", 0, "block", "end") },
        Construct::new("loop", 2, "loop", "end"),
        Construct::new("if, not taken", 2, "global.get $zero if end", ""),
        Construct::new("if, taken", 2, "global.get $one if", "end"),
        Construct {
            most: 1_000,
            ..Construct::new("if, first arm", 3, "global.get $one if i32.const 1 local.set $i", "else end")
        },
        Construct {
            most: 1_000,
            ..Construct::new("if, second arm", 2, "global.get $zero if else", "i32.const 1 local.set $i end")
        },
    ]
}

fn branches() -> Vec<Construct> {
    let mut all = vec![
        Construct::new("br", 2, "block br 0 end", ""),
        Construct::new(
            "br out of ten",
            2,
            &format!("{} br 9 {}", "block ".repeat(10), "end ".repeat(10)),
            "",
        ),
        Construct::new("br_if, taken", 2, "block global.get $one br_if 0 end", ""),
        Construct::new("br_if, not taken", 2, "block global.get $zero br_if 0", "end"),
        Construct::new("br_table, first", 2, "block global.get $zero br_table 0 0 end", ""),
        Construct::new("br_table, default", 2, "block global.get $one br_table 0 0 end", ""),
        Construct::new(
            "br_table, in turn",
            4,
            "block block block local.get $n i32.const 3 i32.and br_table 0 1 2 0 end end end",
            "",
        ),
        Construct::new("loop and br_if", 4, "loop global.get $zero br_if 0", "end"),
        Construct::new("loop and br", 4, "block loop br 1 end end", ""),
        Construct::new(
            "loop once more",
            7,
            "loop local.get $i i32.const 1 i32.xor local.tee $i br_if 0",
            "end",
        ),
    ];
    for (branch, text) in [
        ("br", "br 0"),
        ("br_if, taken", "global.get $one br_if 0"),
        ("br_if, not taken", "global.get $zero br_if 0"),
        ("br_table", "global.get $zero br_table 0 0"),
    ] {
        let with_values = Construct::new(
            &format!("{branch}, with {CARRIED} values"),
            2,
            &format!("block (type $same) {text} end"),
            "",
        );
        all.push(with_values.with(&same()).between(&values(CARRIED), &"drop ".repeat(CARRIED)));
    }
    let back = Construct::new(
        &format!("loop and br_if, with {CARRIED} values"),
        4,
        "loop (type $same) global.get $zero br_if 0 end",
        "",
    );
    all.push(back.with(&same()).between(&values(CARRIED), &"drop ".repeat(CARRIED)));
    all.push(joins("if, whose end joins 250 locals", "global.get $one if else", "end"));
    all.push(joins("br_if, whose target joins 250 locals", "block global.get $one br_if 0", "end"));
    all
}

/// A type with as many parameters as results.
fn same() -> String {
    let many = "i64 ".repeat(CARRIED);
    format!("(type $same (func (param {many}) (result {many})))")
}

/// Concatenates the texts for all numbers.
fn each(numbers: impl Iterator<Item = usize>, text: impl Fn(usize) -> String) -> String {
    numbers.map(text).collect()
}

fn values(count: usize) -> String {
    each(0..count, |value| format!("local.get $j i64.const {value} i64.add "))
}

/// A branch that is never taken exchanges all locals, so that the path that is taken has to move them all to where
/// the two meet.
fn joins(name: &str, open: &str, close: &str) -> Construct {
    const LOCALS: usize = 250;
    let exchange = each(0..LOCALS, |local| format!("local.get $v{} ", (local + 1) % LOCALS))
        + &each((0..LOCALS).rev(), |local| format!("local.set $v{local} "));
    let set =
        each(0..LOCALS, |local| format!("global.get $many i64.const {local} i64.add local.set $v{local} "));
    let sum = each(0..LOCALS, |local| format!("local.get $v{local} i64.add "));
    Construct {
        most: 20,
        locals: each(0..LOCALS, |local| format!("(local $v{local} i64)")),
        once: (set, format!("global.get $many {sum} global.set $many")),
        ..Construct::new(name, 2, &format!("{open} {exchange} {close}"), "")
    }
    .with("(global $many (mut i64) (i64.const 1))")
}

fn calls() -> Vec<Construct> {
    let function = |parameters: usize, results: usize, body: &str| {
        format!("(func $f (param {}) (result {}) {body})", "i64 ".repeat(parameters), "i64 ".repeat(results))
    };
    let constants = |count: usize| "i64.const 1 ".repeat(count);
    let some = |construct: Construct, most: usize| Construct { most, ..construct };
    vec![
        Construct::new("call", 9, "call $f", "").with("(func $f)"),
        Construct::new("call and return", 10, "call $f", "").with("(func $f return)"),
        Construct::new("call and early return", 12, "call $f", "")
            .with("(func $f global.get $one if return end call $f)"),
        Construct::new("call_indirect", 10, "global.get $one call_indirect", "")
            .with("(table funcref (elem $f $f)) (func $f)"),
        some(
            Construct::new(
                &format!("call with {PARAMETERS} parameters"),
                9 + PARAMETERS as u64,
                &format!("{} call $f", constants(PARAMETERS)),
                "",
            )
            .with(&function(PARAMETERS, 0, "")),
            200,
        ),
        some(
            Construct::new(
                &format!("call with {CARRIED} results"),
                9 + CARRIED as u64,
                &format!("call $f {}", "drop ".repeat(CARRIED)),
                "",
            )
            .with(&function(0, CARRIED, &constants(CARRIED))),
            1_000,
        ),
        some(
            Construct::new(
                &format!("call with {CARRIED} results, handed on"),
                18 + CARRIED as u64,
                &format!("call $g {}", "drop ".repeat(CARRIED)),
                "",
            )
            .with(&format!(
                "{} (func $g (result {}) call $f)",
                function(0, CARRIED, &constants(CARRIED)),
                "i64 ".repeat(CARRIED)
            )),
            1_000,
        ),
        Construct::new(&format!("call with {CARRIED} of both"), 9, "call $f", "")
            .with(&function(CARRIED, CARRIED, &each(0..CARRIED, |value| format!("local.get {value} "))))
            .between(&values(CARRIED), &"drop ".repeat(CARRIED)),
    ]
}

fn accesses() -> Vec<Construct> {
    vec![
        Construct::new("drop", 1, "global.get $one drop", ""),
        Construct::new("select", 5, "local.get $i global.get $zero global.get $one select local.set $i", ""),
        Construct::new(
            "typed select",
            5,
            "local.get $i global.get $zero global.get $one select (result i32) local.set $i",
            "",
        ),
        Construct::new("local.get and set", 2, "local.get $i local.set $i", ""),
        Construct::new("local.tee", 2, "local.get $i local.tee $i drop", ""),
        Construct::new("global.get and set", 2, "global.get $g global.set $g", "")
            .with("(global $g (mut i64) (i64.const 0))"),
        Construct::new("load", 3, "local.get $i i32.load local.set $i", ""),
        Construct::new("store", 3, "local.get $i local.get $n i32.store", ""),
        Construct::new("memory.size", 1, "memory.size drop", ""),
    ]
}

fn references() -> Vec<Construct> {
    const TABLE: &str = "(table $t 1000 2000 funcref) (elem declare func $f) (func $f)";
    [
        ("ref.null", 2, "ref.null func ref.is_null drop"),
        ("ref.func", 100, "ref.func $f drop"),
        ("ref.func and ref.is_null", 101, "ref.func $f ref.is_null drop"),
        ("table.get", 11, "global.get $one table.get $t drop"),
        ("table.set", 12, "global.get $one ref.null func table.set $t"),
        ("table.size", 1, "table.size $t drop"),
    ]
    .map(|(name, least, text)| Construct { most: 2_000, ..Construct::new(name, least, text, "").with(TABLE) })
    .into()
}
