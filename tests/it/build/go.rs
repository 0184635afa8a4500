//! A bot in Go, whose toolchain splits its data into tens of thousands of segments.

use std::fs;
use std::process::Command;

use sandbox::Caps;

use crate::build::folder::Folder;
use crate::support::{missing, path_with_tools, share_libraries, skip};

const BOT: &str = include_str!("bot.go");

/// Builds the bot like its author; `None` without Go.
fn built() -> Option<Folder> {
    let folder = Folder::new(&[("bot.go", BOT), ("go.mod", "module bot\n\ngo 1.24\n")]);
    let mut go = Command::new("go");
    go.args(["build", "-buildmode=c-shared", "-ldflags=-s -w", "-o", "split.wasm", "."]);
    go.current_dir(folder.path("")).env("PATH", path_with_tools());
    go.env("GOOS", "wasip1").env("GOARCH", "wasm").env("GOTOOLCHAIN", "local");
    let Ok(output) = share_libraries(&mut go).output() else {
        skip(&missing("there is no Go"));
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(folder)
}

#[test]
fn a_bot_in_go_plays_with_its_segments_merged() {
    let Some(folder) = built() else { return };
    let told = folder.muster("build split.wasm -o bot.wasm").done();
    let [before, after] = ["split.wasm", "bot.wasm"].map(|name| fs::read(folder.path(name)).unwrap());
    assert!(told.contains(&format!("bot.wasm: {} bytes, {} before", after.len(), before.len())), "{told}");
    let sizes = |module: &[u8]| sandbox::inspect(module, &Caps::script()).unwrap();
    let (split, merged) = (sizes(&before), sizes(&after));
    assert!(split.data_segments > 10_000 && merged.data_segments < 1_000, "{split:?}\n{merged:?}");
    assert_eq!((merged.functions, merged.memory_pages), (split.functions, split.memory_pages));
    let play = |bot: &str| {
        let told = folder.muster(&format!("play tank-war {bot} builtin:random --seed 3 --watch")).done();
        told.replace(bot, "bot")
    };
    let played = play("bot.wasm");
    assert!(played.contains("question 1 in 2000") && !played.contains("failed"), "{played}");
    let moves = |told: &str| {
        told.lines().filter(|line| line.starts_with("ply ")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(moves(&played), moves(&play("split.wasm")), "merged or not, it plays alike");
    let checked = folder.muster("check bot.wasm --script --game tank-war").done();
    assert!(!checked.contains("trap"), "{checked}");
}

#[test]
fn a_module_is_written_to_another_file_alone_and_what_is_none_is_told() {
    let folder = Folder::new(&[("noise.wasm", "not a module")]);
    let (code, _, err) = folder.muster("build noise.wasm").told();
    assert!(
        code == 1 && err.contains("is already a bot") && err.contains("hint: name the new file: --out"),
        "{err}"
    );
    let (code, _, err) = folder.muster("build noise.wasm -o bot.wasm").told();
    assert!(code == 1 && err.contains("noise.wasm is not a module whose data can be merged"), "{err}");
    assert!(err.contains("hint: `muster check` shows what is wrong with it"), "{err}");
}
