//! An exception of a script is called an exception everywhere, and a trap of another module a trap.

use std::fs;

use crate::build::choosing;
use crate::build::folder::Folder;
use crate::support::tree;

const CUP: &str = "[tournament]
name = \"Cup\"
game = \"tank-battle\"
seed = 7
[[entrant]]
name = \"Script\"
bot = \"bot.wasm\"
[[entrant]]
name = \"Random\"
bot = \"builtin:random\"
[[stage]]
format = \"round-robin\"
";

#[test]
fn an_exception_is_no_trap() {
    let folder =
        Folder::new(&[("bot.js", &choosing("if (view.ply > 9) view.nothing.here = 1;")), ("cup.toml", CUP)]);
    folder.muster("build bot.js --game tank-battle").done();
    folder.muster("run cup.toml --out run").done();
    let due = "exception in choose, bot.js:3: TypeError: ";
    let check = |command: &str, lines: &[&str]| {
        let (_, out, err) = folder.muster(command).told();
        let told = out + &err;
        for line in lines {
            assert!(told.contains(line), "{command} says no `{line}`:\n{told}");
        }
        assert!(!told.contains("trap(") && !told.contains("unreachable"), "{command}:\n{told}");
    };
    check("check bot.wasm --game tank-battle", &[": exception in 8 of 8 trial matches", due]);
    check("play tank-battle bot.wasm builtin:random", &["forfeit: exception after ", due]);
    check(
        "compare tank-battle bot.wasm builtin:random --games 2",
        &[": exception 2\n", "forfeit: exception", due],
    );
    check("why run 1.1.1.1", &[": forfeit: exception after ", due, "then the same fault"]);
    fs::write(folder.path("bot.js"), choosing("")).unwrap();
    folder.muster("build bot.js --game tank-battle -o mended.wasm").done();
    check("why run 1.1.1.1 --bot mended.wasm", &["where it failed by exception in the match"]);
    // The record keeps the fault.
    let exported = folder.muster("why run 1.1.1.1 --save part.json").done();
    assert!(exported.contains("saved"), "{exported}");
    assert!(fs::read_to_string(folder.path("part.json")).unwrap().contains("trap(unreachable)"));
    folder.muster("report run").done();
    let site = folder.path("run/site");
    let index = fs::read_to_string(site.join("index.html")).unwrap();
    assert!(index.contains("exception"), "the site names no exception");
    for (page, bytes) in tree(&site) {
        let text = String::from_utf8_lossy(&bytes);
        if page.extension().is_some_and(|ending| ending == "html") {
            assert!(!text.contains("trap(unreachable)"), "{} names a trap", page.display());
        }
        // It is public, and so contains nothing that the script printed.
        assert!(!text.contains("TypeError"), "{} shows what is the author's", page.display());
    }
}
