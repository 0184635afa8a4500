//! Known code: the sizes of its functions are taken from the table; everything else in a module is inspected.

use crate::common;

use sandbox::{
    Bot, Caps, FunctionSizes, KnownCode, NotAdmitted, Sandbox, SandboxOptions, code_name, inspect,
};

fn text(name: &str) -> String {
    std::fs::read_to_string(common::hostile().join(format!("{name}.wat"))).unwrap()
}

/// Returns a large module made of a text of `tests/hostile` and more fields.
fn module(name: &str, more: &str) -> Vec<u8> {
    wat::parse_str(common::padded(&text(name), more)).unwrap()
}

/// Returns the table's entry for the code of a module.
fn known(module: &[u8]) -> KnownCode {
    let sizes = inspect(module, &Caps::standard()).unwrap();
    let functions = Some(FunctionSizes::from_sizes(&sizes));
    KnownCode { name: code_name(module).unwrap(), what: "an interpreter", seconds: 1, functions }
}

fn sandbox(known: &[KnownCode]) -> Sandbox {
    let options = SandboxOptions { instances: 8, known: known.to_vec(), ..SandboxOptions::default() };
    Sandbox::new(&options).unwrap()
}

fn admit(known: &[KnownCode], module: &[u8], caps: &Caps) -> Result<Bot, NotAdmitted> {
    sandbox(known).admit(module, caps).unwrap()
}

#[test]
fn its_sizes_are_those_that_inspection_finds() {
    let states =
        ["", "(data (i32.const 60000) \"x\")", "(data (i32.const 1) \"x\") (data (i32.const 9) \"y\")"];
    for name in ["honest", "floats", "program-first-legal", "data-out-of-bounds"] {
        let table = [known(&module(name, ""))];
        for state in states {
            let module = module(name, state);
            assert_eq!(code_name(&module), Some(table[0].name), "{name}: the same code");
            let bot = admit(&table, &module, &Caps::standard()).unwrap();
            let sizes = inspect(&module, &Caps::standard()).unwrap();
            assert_eq!(*bot.sizes(), sizes, "{name} with {state}");
            assert_eq!(sandbox(&table).inspect(&module, &Caps::standard()), Ok(sizes));
        }
    }
}

#[test]
fn its_functions_are_not_read_again() {
    let module = module("honest", "");
    let mut entry = known(&module);
    entry.functions.as_mut().unwrap().nesting += 1;
    let found = |known: &[KnownCode]| admit(known, &module, &Caps::standard()).unwrap().sizes().nesting;
    assert_eq!(found(&[entry]), found(&[]) + 1);
    entry.functions = None;
    assert_eq!(found(&[entry]), found(&[]));
}

#[test]
fn what_is_wrong_with_a_module_is_found_and_said_as_of_any_other() {
    let honest = text("honest");
    let table = [known(&module("honest", ""))];
    let memory = "(memory (export \"memory\") 1)";
    assert!(honest.contains(memory));
    let with_memory = |other: &str| common::padded(&honest.replace(memory, other), "");
    let wrong = [
        ("two exports of a name", common::padded(&honest, "(export \"memory\" (memory 0))")),
        ("a large memory", with_memory("(memory (export \"memory\") 60000)")),
        ("a memory of 64 bits", with_memory("(memory (export \"memory\") i64 1)")),
        ("a shared memory", with_memory("(memory (export \"memory\") 1 2 shared)")),
        ("no memory for the host", with_memory("(memory (export \"other\") 1)")),
        ("an address of 64 bits", common::padded(&honest, "(data (i64.const 0) \"x\")")),
        ("data for another memory", common::padded(&honest, "(data (memory 1) (i32.const 0) \"x\")")),
    ];
    for (what, text) in wrong {
        let module = wat::parse_str(text).unwrap();
        let refused = admit(&table, &module, &Caps::standard()).expect_err(what);
        assert_eq!(refused, admit(&[], &module, &Caps::standard()).expect_err(what), "{what}");
    }
    let whole = module("honest", "");
    for end in [whole.len() - 1, whole.len() - 60, whole.len() / 2] {
        let refused = admit(&table, &whole[..end], &Caps::standard()).expect_err("cut");
        assert_eq!(refused, admit(&[], &whole[..end], &Caps::standard()).expect_err("cut"));
    }
    let caps = Caps { body: table[0].functions.unwrap().body - 1, ..Caps::standard() };
    let refused = admit(&table, &whole, &caps).expect_err("a function is too long");
    assert_eq!(refused, admit(&[], &whole, &caps).expect_err("a function is too long"));
}
