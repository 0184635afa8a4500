//! A module that calls any function of the interface with any arguments, and logs the results.

use std::fmt::Write as _;

use sandbox::interface::{self, CALLS, MODULE, WASI};

/// Returns every function that a bot may import: module, name, letters of parameters and results.
pub(crate) fn functions() -> Vec<(&'static str, &'static str, (&'static str, &'static str))> {
    let names = CALLS.iter().map(|(name, _)| (MODULE, *name));
    let names = names.chain(interface::wasi_names().map(|name| (WASI, name)));
    names.map(|(module, name)| (module, name, interface::import(module, name).unwrap().letters())).collect()
}

/// Values for 32-bit parameters, in turn: good and bad pointers and lengths, files, numbers of buffers. The memory has
/// one page, with a list of two buffers at 64.
pub(crate) const ARGUMENTS: &[&[i32]] = &[
    &[64, 128, 192, 256],
    &[0],
    &[1],
    &[65_528, 8],
    &[65_528, 9],
    &[65_536, 0],
    &[65_536, 1],
    &[65_535, 1],
    &[65_536, 2],
    &[-1, 1],
    &[-8, 16],
    &[64, -1],
    &[64, 100_000],
    &[64, 3],
    &[0, 64, 2, 128],
    &[1, 64, 2, 128],
    &[2, 64, 2, 65_533],
    &[1, 64, 0, 128],
    &[1, 64, 3, 128],
    &[1, 64, 1_025, 128],
    &[1, 65_530, 1, 128],
    &[2, -4, 2, 128],
    &[1, 65_536, 0, 65_536],
    &[3, 64, 1, 128],
    &[-1, -1, -1, -1],
    &[i32::MIN, i32::MAX],
];

/// Returns the settings for which the module makes one of the calls.
pub(crate) fn settings(function: usize, arguments: usize) -> String {
    format!("{function:02}{arguments:02}")
}

/// Returns the module. The first two digits of its settings choose the function, the next two the arguments.
pub(crate) fn text() -> String {
    let functions = functions();
    let (mut imports, mut cases) = (String::new(), String::new());
    for (index, (module, name, (parameters, results))) in functions.iter().enumerate() {
        let types = |letters: &str| {
            letters.chars().map(|l| if l == 'l' { " i64" } else { " i32" }).collect::<String>()
        };
        let _ = writeln!(
            imports,
            "(import \"{module}\" \"{name}\" (func $f{index} (param{}) (result{})))",
            types(parameters),
            types(results)
        );
        for (variant, values) in ARGUMENTS.iter().enumerate() {
            let mut turn = values.iter().cycle();
            let arguments: String = parameters
                .chars()
                .map(|letter| match letter {
                    'l' => "(i64.const 77)".to_owned(),
                    _ => format!("(i32.const {})", turn.next().unwrap()),
                })
                .collect();
            let call = format!("(call $f{index} {arguments})");
            // Time differs between the hosts.
            let call = match (*name, *results) {
                ("remaining" | "game_remaining", _) => format!("(drop {call})"),
                // To the second, since the rest differs between the hosts.
                ("clock_time_get", _) => format!(
                    "(i32.store (i32.const 1000) {call})
                     (if (i32.eqz (i32.load (i32.const 1000)))
                       (then (call $to_seconds (i32.const {}))))",
                    values.iter().cycle().nth(1).unwrap()
                ),
                (_, "") => call,
                (_, "l") => format!("(i64.store (i32.const 1000) {call})"),
                _ => format!("(i32.store (i32.const 1000) {call})"),
            };
            let number = index * 100 + variant;
            let _ = writeln!(cases, "(if (i32.eq (local.get $which) (i32.const {number})) (then {call}))");
        }
    }
    TEMPLATE.replace("IMPORTS", &imports).replace("CASES", &cases)
}

/// The view is at 2048 and the memory's last bytes are in use, so that writes there are visible.
const TEMPLATE: &str = r#"(module
  IMPORTS
  (memory (export "memory") 1 1)
  (data (i32.const 64) "\2c\01\00\00\05\00\00\00\36\01\00\00\07\00\00\00\ff\ff\00\00\02\00\00\00")
  (data (i32.const 300) "what is printed here is logged")
  (data (i32.const 65497) "the end of the memory, to the last byte")
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 2048))
  (func $to_seconds (param $at i32)
    (i64.store (local.get $at) (i64.div_u (i64.load (local.get $at)) (i64.const 1000000000))))
  (func $digit (param i32) (result i32) (i32.sub (i32.load8_u (local.get 0)) (i32.const 48)))
  (func (export "muster_choose") (param $length i32) (result i64)
    (local $which i32)
    (drop (call $f6 (i32.const 1100) (i32.const 4)))
    (local.set $which
      (i32.add (i32.add (i32.mul (call $digit (i32.const 1100)) (i32.const 1000))
                        (i32.mul (call $digit (i32.const 1101)) (i32.const 100)))
               (i32.add (i32.mul (call $digit (i32.const 1102)) (i32.const 10)) (call $digit (i32.const 1103)))))
    (i64.store (i32.const 1000) (i64.const -1))
    CASES
    (call $f7 (i32.const 0) (i32.const 1024))
    (call $f7 (i32.const 65472) (i32.const 64))
    (drop (call $f0 (i32.const 1100) (i32.const 1)))
    (i64.load (i32.const 1100))))"#;
