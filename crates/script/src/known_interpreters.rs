//! The code of our own interpreters, of this version and of earlier ones, by hash.

use sandbox::{FunctionSizes, KnownCode};

/// The languages, each with the processor time in seconds that compiling its interpreter takes.
const JAVASCRIPT: (&str, u32) = ("JavaScript", 2);
const PYTHON: (&str, u32) = ("Python", 17);
const TYPESCRIPT: (&str, u32) = ("TypeScript", 5);

/// The code of every interpreter that was ever part of the program, to which no limits apply
/// (`sandbox::SandboxOptions::known`). When an interpreter changes, its new code goes to the front and the earlier
/// one stays, so that bots built with it can still play. Function sizes are given only for the interpreters that are
/// part of this program, because only those can be checked.
pub const KNOWN: &[KnownCode] = &[
    inspected(
        code("1d2893265ac45120ec0ec6e4d8b8c34f3dc6e0bb01122400414b9f8c9c9df979", PYTHON),
        FunctionSizes {
            body: 210_337,
            locals: 200,
            nesting: 535,
            results: 1,
            carried: 454_161,
            compile_cost: 66_421_582,
            floats: true,
        },
    ),
    inspected(
        code("4fd9d8078992f71fbe247664c07f28e6d9c0cabc1be33e06d1c75ae7aa1d3435", JAVASCRIPT),
        FunctionSizes {
            body: 54_251,
            locals: 49,
            nesting: 280,
            results: 1,
            carried: 41_156,
            compile_cost: 5_560_350,
            floats: true,
        },
    ),
    code("ebda8fc10b1f0627e44f0594c2782d35869b62560853a485fca14fc8e7876d83", JAVASCRIPT),
    code("5c35adad49c498ee2a2a21f8f496fb53f36a26782de3c2937b0cb48abe82d395", PYTHON),
    code("6134d68fff3bd6a817b4e5899667a0bc5c10afb59312d16cc67544d8467ef1d3", PYTHON),
    code("f74d6c734866268853e3ed34c5d1e837af3d72f9cfd7cb794489225933f4a9c3", JAVASCRIPT),
    code("ceee41094bb494bcee0e939915373c00bcc6e965a8dd1165059326feb9dbcd23", JAVASCRIPT),
    code("fd8465088a1ae4bbb598d13d6843a198d555492416601c8864150ed5856c7169", JAVASCRIPT),
    code("07d0f77e39770b599fdd38f974db0ea8f2c29e40f4eb94f7d2a3e1d2ad5fc2ec", JAVASCRIPT),
    code("4912b9d7c942de9c29565bfe85f7e58508792fc2063e46e0df68ea25f03618b3", JAVASCRIPT),
    code("b27301224ae9fac582094274dbc6c8b5a01e1a09a127a37b945e98f33830258b", JAVASCRIPT),
    code("9290a7b730c4927da7402c1f9755c4b1f839a195208261aa2cedef4054f61f90", PYTHON),
    code("2e84fc8ba7b112262c1f0b0d157e89b4731f289cf9b915edd3815ac9c142d7c5", PYTHON),
    code("ce2dc7b6f19678d8bca2df96f04e3d91f28f13695832eb8ddb1851f0fc06d5b0", PYTHON),
    code("76a77c6839085c73295f51631ce00ecd90191d9526ad53d44267844684ce015c", TYPESCRIPT),
];

/// Code of an earlier version. Its functions are inspected with each module, as for any other module.
const fn code(hash: &str, (what, seconds): (&'static str, u32)) -> KnownCode {
    let (hash, mut name, mut at) = (hash.as_bytes(), [0; 32], 0);
    while at < 32 {
        name[at] = digit(hash[2 * at]) << 4 | digit(hash[2 * at + 1]);
        at += 1;
    }
    KnownCode { name, what, seconds, functions: None }
}

/// The same code with the function sizes that inspection finds.
const fn inspected(code: KnownCode, functions: FunctionSizes) -> KnownCode {
    KnownCode { functions: Some(functions), ..code }
}

const fn digit(letter: u8) -> u8 {
    if letter.is_ascii_digit() { letter - b'0' } else { letter - b'a' + 10 }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::{INTERPRETERS, Interpreter};

    #[test]
    fn the_code_of_every_interpreter_is_known() {
        let stripper = ("TypeScript", crate::types::stripper());
        let modules = INTERPRETERS.iter().map(|interpreter| (interpreter.language, interpreter.module()));
        let mut missing = String::new();
        for (language, module) in modules.chain([stripper]) {
            let name = sandbox::code_name(&module).expect("large enough to be shared");
            let known = KNOWN.iter().find(|known| known.name == name);
            if known.is_none_or(|known| known.what != language) {
                let found = found(&module, language);
                writeln!(missing, "{language} {} {found:?}", hash::Hash::from(name)).expect("a text grows");
                continue;
            }
            let own = Interpreter::in_module(&module).map(|interpreter| interpreter.language);
            assert_eq!(own, (language != "TypeScript").then_some(language));
        }
        assert!(missing.is_empty(), "not in the table:\n{missing}");
    }

    /// Returns the function sizes that inspection finds in an interpreter.
    fn found(module: &[u8], language: &str) -> Option<FunctionSizes> {
        let interpreter = INTERPRETERS.iter().find(|interpreter| interpreter.language == language)?;
        sandbox::inspect(module, &(interpreter.caps)()).ok().map(|sizes| FunctionSizes::from_sizes(&sizes))
    }

    #[test]
    fn what_is_in_the_functions_of_interpreters_is_written_down() {
        for interpreter in INTERPRETERS {
            let module = interpreter.module();
            let name = sandbox::code_name(&module).expect("large enough to be shared");
            let known = KNOWN.iter().find(|known| known.name == name).expect("in the table");
            let found = found(&module, interpreter.language);
            assert!(found.is_some() && known.functions == found, "{}: {found:?}", interpreter.language);
        }
        // Sizes of earlier code would be trusted, and no test would show that they are wrong.
        let inspected = KNOWN.iter().filter(|known| known.functions.is_some()).count();
        assert_eq!(inspected, INTERPRETERS.len(), "earlier code has none");
    }
}
