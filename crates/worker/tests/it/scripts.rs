//! Workers build scripts just as this process does.

use std::collections::BTreeMap;

use job::{NotBuilt, Script, ScriptBuild, Validator};

use crate::common::{here, isolated};

fn built(validator: &dyn Validator, sources: &[(&str, &str)]) -> Result<ScriptBuild, NotBuilt> {
    let files: BTreeMap<String, Vec<u8>> =
        sources.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
    let game = games::GAMES.iter().copied().find(|game| game.name() == "tank-war");
    let script = Script { entry: sources[0].0, sources: &files, game };
    validator.build(&script).unwrap_or_else(|error| panic!("{}", explain::with_causes(&error)))
}

pub(crate) fn a_script_becomes_the_same_module() {
    let sources = [
        (
            "bot.js",
            "import { first } from './search.js';\nconsole.log('loaded');\nexport function choose() { return first; }\n",
        ),
        ("search.js", "export const first = 0;\n"),
    ];
    let (one, other) = (built(&here(), &sources).unwrap(), built(&isolated(&[]), &sources).unwrap());
    assert_eq!(one.sources.len(), 2);
    assert!(one == other, "the modules have {} and {} bytes", one.module.len(), other.module.len());
}

pub(crate) fn what_is_wrong_with_a_script_is_told_alike() {
    for text in ["export function choose( {", "throw new Error('no');", "for (;;) {}"] {
        let sources = [("bot.js", text)];
        let (one, other) =
            (built(&here(), &sources).unwrap_err(), built(&isolated(&[]), &sources).unwrap_err());
        assert_eq!(one, other, "{text}");
    }
}
