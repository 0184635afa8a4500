//! Tests sample bots by name, with the built program.

use std::fs;
use std::path::Path;

use games::GAMES;
use serde_json::Value;

use crate::support::{run, say, top};

/// Writes a tournament of these bots, in a folder with nothing else.
fn tournament(folder: &Path, bots: [&str; 2]) -> String {
    let entrant = |bot: &str| format!("[[entrant]]\nname = \"{}\"\nbot = '{bot}'\n", bot.len());
    let text = format!(
        "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 7\n{}{}[[stage]]\nformat = \"round-robin\"\ngames = 2\n",
        entrant(bots[0]),
        entrant(bots[1])
    );
    let path = folder.join("cup.toml");
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Returns the file of a sample bot.
fn file(name: &str) -> String {
    top().join(format!("bots/tank-war/{name}/{name}.wasm")).display().to_string()
}

#[test]
fn a_name_plays_as_its_file_does() {
    let shown = |bot: &str, arguments: &[&str]| {
        let (code, told, err) = run(arguments);
        assert_eq!(code, 0, "{arguments:?}: {told}{err}");
        told.replace(bot, "BOT")
    };
    let (name, file) = ("builtin:greedy", file("greedy"));
    let play = |bot: &str| shown(bot, &["play", "tank-war", bot, "builtin:hunter", "--seed", "3"]);
    assert_eq!(play(name), play(&file));
    let call = |bot: &str| shown(bot, &["call", bot, "--game", "tank-war"]);
    assert_eq!(call(name), call(&file));
    let check = |bot: &str| -> [Value; 2] {
        let told: Value =
            serde_json::from_str(&shown(bot, &["check", bot, "--game", "tank-war", "--json"])).unwrap();
        [told["blake3"].clone(), told["trials"][0]["ticks"].clone()]
    };
    assert_eq!(check(name), check(&file));
    let compare = |bot: &str| -> Value {
        let told =
            shown(bot, &["compare", "tank-war", bot, "builtin:tank-war/scatter", "--games", "4", "--json"]);
        serde_json::from_str(&told).unwrap()
    };
    assert_eq!(compare(name)["wins"], compare(&file)["wins"]);
}

#[test]
fn a_name_that_stands_for_nothing_is_refused_with_those_that_do() {
    for (arguments, told) in [
        (
            &["play", "tank-battle", "builtin:gredy", "builtin:first"][..],
            "error: no built-in bot `builtin:gredy`; there are builtin:random, builtin:first, builtin:scatter, \
             builtin:greedy, builtin:trader, builtin:searcher\nhint: did you mean `builtin:greedy`?\n",
        ),
        (
            &["compare", "tank-battle", "builtin:hunter", "builtin:first"],
            "error: `builtin:hunter` does not play tank-battle; there are builtin:random, builtin:first, builtin:scatter, \
             builtin:greedy, builtin:trader, builtin:searcher\nhint: `muster opponents` lists them with their strength\n",
        ),
        (
            &["check", "builtin:hunter"],
            "error: `builtin:hunter` does not say which game it plays\nhint: write builtin:tank-war/hunter\n",
        ),
        (
            &["check", "builtin:random"],
            "error: builtin:random is a player without a module\n\
             hint: give a .wasm file, or the name of a bot that has a module\n",
        ),
    ] {
        let (code, _, err) = run(arguments);
        assert_eq!((code, err.as_str()), (1, told), "{arguments:?}");
    }
    let folder = tempfile::tempdir().unwrap();
    let cup = tournament(folder.path(), ["builtin:huntre", "builtin:greedy"]);
    let (code, _, err) = run(&["run", &cup, "--dry-run"]);
    assert_eq!(code, 1, "{err}");
    for part in ["bot = 'builtin:huntre'\n", "^^^^^^^^^^^^^^^^\n", "hint: did you mean `builtin:hunter`?"] {
        assert!(err.contains(part), "{err}");
    }
}

#[test]
fn a_tournament_keeps_the_module_of_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let cup = tournament(folder.path(), ["builtin:greedy", "builtin:tank-war/walker"]);
    let out = folder.path().join("run");
    let out = out.to_str().unwrap();
    let root = |told: &str| told.lines().find(|line| line.starts_with("root: ")).unwrap().to_owned();
    let (code, told, err) = run(&["run", &cup, "--out", out]);
    assert_eq!(code, 0, "{err}");
    let report: Value =
        serde_json::from_slice(&fs::read(Path::new(out).join("site/data/report.json")).unwrap()).unwrap();
    for (entrant, name) in report["entrants"].as_array().unwrap().iter().zip(["greedy", "walker"]) {
        assert_eq!(entrant["bot"], format!("builtin:{name}"));
        assert_eq!(entrant["module"], blake3::hash(&fs::read(file(name)).unwrap()).to_string());
    }
    let (code, verified, err) = run(&["verify", out]);
    assert_eq!((code, root(&verified)), (0, root(&told)), "{err}");
    let (code, again, err) = run(&["run", &cup, "--out", out]);
    assert_eq!((code, root(&again)), (0, root(&told)), "{err}");
    // A match of it can be asked again, even with a named module.
    let (code, told, err) = run(&["why", out, "1.1.1.1", "--seat", "first", "--bot", "builtin:walker"]);
    assert!(code == 0 && told.contains("asked again from ply 1: builtin:walker"), "{told}{err}");
}

/// The tournaments that measure the bots use all built-in ones.
#[test]
fn what_is_listed_is_what_was_measured() {
    for game in GAMES.iter().map(|game| game.name()) {
        let folder = top().join("tournaments/opponents");
        let (toml, table) = (folder.join(format!("{game}.toml")), folder.join(format!("{game}.csv")));
        if std::env::var_os("MUSTER_MEASURE").is_some() {
            fs::write(&table, measured(&toml)).unwrap();
            say(&format!(
                "{game} was measured; its bots' strengths are listed once the program is built again"
            ));
        }
        let (text, table) = (fs::read_to_string(toml).unwrap(), fs::read_to_string(table).unwrap());
        let (code, listed, err) = run(&["opponents", "--game", game]);
        assert_eq!(code, 0, "{err}");
        for line in table.lines().skip(1) {
            let name = line.split(',').next().unwrap();
            assert!(text.contains(&format!("bot = \"builtin:{name}\"\n")), "{game}: {name}");
            assert!(listed.contains(&format!("  builtin:{name} ")), "{listed}");
        }
        assert_eq!(listed.lines().count(), table.lines().count() + 2, "{listed}");
    }
    let (code, _, err) = run(&["opponents", "--game", "chess"]);
    assert!(code == 1 && err.contains("unknown game `chess`"), "{err}");
}

/// Plays a tournament and returns its ratings in the committed format. Omits bots with settings, which fill gaps.
fn measured(toml: &Path) -> String {
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().join("run");
    let (code, _, err) = run(&["run", toml.to_str().unwrap(), "--out", folder.to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    let report: Value =
        serde_json::from_slice(&fs::read(folder.join("site/data/report.json")).unwrap()).unwrap();
    let mut table = "name,module,rating,plus_minus,games\n".to_owned();
    for entrant in report["entrants"].as_array().unwrap() {
        let name = entrant["name"].as_str().unwrap();
        if name.contains(' ') {
            continue;
        }
        let (module, rating) = (entrant["module"].as_str().unwrap_or_default(), &entrant["rating"]);
        let (elo, plus_minus, games) = (&rating["elo"], &rating["plus_minus"], &rating["games"]);
        table.push_str(&format!("{name},{module},{elo},{plus_minus},{games}\n"));
    }
    table
}
