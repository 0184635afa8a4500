//! A bot that is undecided on this machine is neither refused nor remembered, and does not block others.

use std::fs;

use crate::support::{MUCH_SLOWER, bot_that_answers, muster, slow_to_compile, told};

#[test]
fn what_a_slow_machine_cannot_decide_is_neither_refused_nor_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let slow = folder.path().join("slow.wasm").display().to_string();
    fs::write(&slow, slow_to_compile()).unwrap();
    let quick = bot_that_answers(folder.path(), "quick.wasm", "(call $first)");
    let toml = folder.path().join("cup.toml");
    let entrants = format!(
        "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 1\n\
         [[entrant]]\nname = \"Slow\"\nbot = '{slow}'\n[[entrant]]\nname = \"Quick\"\nbot = '{quick}'\n\
         [[stage]]\nformat = \"round-robin\"\n"
    );
    fs::write(&toml, entrants).unwrap();
    let out = folder.path().join("out");
    let run = |times: &str, arguments: &[&str]| {
        let mut command = muster();
        command.env("MUSTER_CACHE", folder.path().join("cache")).env("MUSTER_TEST_TIMES_SLOWER", times);
        told(&command.args(arguments).output().unwrap())
    };

    let (code, said, err) = run(MUCH_SLOWER, &["check", &slow, "--game", "tank-war"]);
    assert_eq!(code, 6, "{said}{err}");
    assert!(said.contains("slow.wasm: undecided\n  undecided on this machine: "), "{said}");

    // A directory's other bots are still checked.
    let (code, said, err) =
        run(MUCH_SLOWER, &["check", folder.path().to_str().unwrap(), "--game", "tank-war"]);
    assert_eq!(code, 4, "{said}{err}");
    assert!(said.contains("undecided on this machine") && said.contains(" of 8 "), "{said}");

    // A tournament names the entrant, and does not begin.
    let begin = ["run", toml.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let (code, said, err) = run(MUCH_SLOWER, &begin);
    assert_eq!(code, 6, "{said}{err}");
    assert!(
        err.contains("the bot of \"Slow\": undecided on this machine") && !err.contains("\"Quick\""),
        "{err}"
    );
    assert!(!out.exists(), "nothing has begun");

    // Only the machine is the reason.
    let (code, said, err) = run("1", &["check", &slow, "--game", "tank-war"]);
    assert!(code != 6 && !said.contains("undecided") && said.contains("tank-war"), "{code} {said}{err}");
}
