//! A script plays what the same strategy plays as a compiled program.

use std::process::Command;

use games::GAMES;
use kit::Language;

use crate::folder::Folder;
use crate::support::{missing, path_with_tools, skip};

/// The project of a language with its bot built; `None` without its compiler.
fn built(language: &Language, game: &dyn game::Game) -> Option<Folder> {
    let files = kit::project(language, game);
    let texts: Vec<(&str, &str)> =
        files.iter().map(|file| (file.path.as_str(), file.text.as_str())).collect();
    let folder = Folder::new(&texts);
    // The first command of the README is the one that builds.
    let command = files[0].text.split("```").nth(1).unwrap().trim().lines().next().unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder.path("")).env("PATH", path_with_tools());
    let output = shell.output().unwrap();
    if folder.path(language.module()).exists() {
        return Some(folder);
    }
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("No module named"), "{command}\n{told}");
    skip(&missing(&format!("{} cannot be built: {told}", language.title)));
    None
}

/// All that a match shows but for the times that it took.
fn shown(folder: &Folder, language: &Language, game: &dyn game::Game, seed: u32) -> Vec<String> {
    let (game, module) = (game.name(), language.module());
    let told = folder.muster(&format!("play {game} {module} builtin:random --seed {seed} --watch")).done();
    let timeless = |line: &&str| !line.contains(" moves in ") && !line.contains(" left");
    told.lines().filter(timeless).map(str::to_owned).collect()
}

#[test]
fn the_same_strategy_plays_the_same_matches_in_javascript_and_in_c() {
    let [c, javascript] = ["c", "javascript"].map(|name| Language::find(name).unwrap());
    for game in GAMES {
        let Some(compiled) = built(c, *game) else { return };
        let script = built(javascript, *game).unwrap();
        for seed in 1..=3 {
            let due = shown(&compiled, c, *game, seed);
            assert!(due.len() > 30, "{}: {due:?}", game.name());
            let due = due.into_iter().map(|line| line.replace(c.module(), javascript.module()));
            assert_eq!(
                shown(&script, javascript, *game, seed),
                due.collect::<Vec<_>>(),
                "{} seed {seed}",
                game.name()
            );
        }
    }
}
