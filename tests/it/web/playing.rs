//! Tests a person who plays in both browsers: from the start, and from a recorded match.

use std::fs;
use std::path::Path;

use crate::support::{is_full, node, run, top};
use crate::web::node::{folder, in_both_browsers, in_turn};

/// A match of two bots that do not use the clock.
struct Recorded {
    game: &'static str,
    bots: [&'static str; 2],
    /// The ply from which a person plays to the end. A match ends after sixty plies at most.
    from: &'static str,
    /// `true` if the bots draw no dice, so that they repeat their moves of the run in a browser.
    is_certain: bool,
}

const RECORDED: [Recorded; 3] = [
    Recorded { game: "tank-war", bots: ["greedy", "rusher"], from: "0", is_certain: true },
    Recorded { game: "tank-battle", bots: ["greedy", "greedy"], from: "54", is_certain: false },
    Recorded { game: "tank-chess", bots: ["greedy", "greedy"], from: "54", is_certain: false },
];

/// Returns the site of a short run, in a separate folder for each test.
pub(crate) fn site(test: &str, game: &str, bots: [&str; 2]) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test).join(game);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let mut text = format!("[tournament]\nname = 'Short'\ngame = '{game}'\nseed = 3\n[limits]\nplies = 60\n");
    for (name, bot) in ["One", "Other"].iter().zip(bots) {
        let file = top().join(format!("bots/{game}/{bot}/{bot}.wasm"));
        text.push_str(&format!("[[entrant]]\nname = '{name}'\nbot = '{}'\n", file.display()));
    }
    text.push_str("[[stage]]\nformat = 'round-robin'\n");
    let (toml, out) = (folder.join("short.toml"), folder.join("run"));
    fs::write(&toml, text).unwrap();
    let (code, _, err) = run(&["run", toml.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    out.join("site").display().to_string()
}

/// Returns modules that the page refuses, or stops, or compiles slowly.
fn modules() -> String {
    let into = Path::new(env!("CARGO_TARGET_TMPDIR")).join("playing").join("modules");
    fs::create_dir_all(&into).unwrap();
    for (name, fixture) in
        [("program", "program-returns"), ("import", "refused-unknown-import"), ("endless", "endless-loop")]
    {
        let bytes = wat::parse_file(top().join("tests/hostile").join(format!("{fixture}.wat"))).unwrap();
        fs::write(into.join(format!("{name}.wasm")), bytes).unwrap();
    }
    let large =
        "require('fs').writeFileSync(process.argv[1], require('./support/large.js').largeBot(10 << 20))";
    let _ = node().current_dir(folder()).args(["-e", large]).arg(into.join("large.wasm")).output();
    into.display().to_string()
}

#[test]
fn people_play_and_play_on() {
    let modules = modules();
    for (at, Recorded { game, bots, from, is_certain }) in RECORDED.into_iter().enumerate() {
        let site = site("playing", game, bots);
        let every = ["late", "aids", "persons", "bots", "record", "program", "import", "large", "endless"];
        let some = ["late", "aids", "persons"];
        let scenes = if is_full() || game == "tank-war" { &every[..] } else { &some[..] };
        let scenes = scenes.iter().copied().filter(|scene| is_certain || *scene != "record");
        let common = [&*site, &*modules, bots[0], from];
        let arguments: Vec<&str> = common.into_iter().chain(scenes).collect();
        match at {
            0 => in_both_browsers("playing.js", &arguments),
            _ => in_turn(at, "playing.js", &arguments),
        }
    }
}
