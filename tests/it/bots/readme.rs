//! Tests the instructions of `bots/README.md` for the author of a first bot.

use std::fs;
use std::path::Path;
use std::process::Command;

use config::SizeClass;
use game::{PerSeat, Seat};
use job::MatchSettings;
use play::{Contestant, MatchSetup, Source};
use referee::{Builtin, Fault, Loss, MatchSeed, TrapKind};
use sandbox::Caps;

use crate::bots::bots;
use crate::bots::sources::WasmOpt;
use crate::support::{missing, sandbox, skip, top};

/// A recursion that exceeds the stack by less than the size of the static data. If the data were below the stack, the
/// recursion would overwrite them, and the bot would play on.
const DEEP: &str = r#"#include "tank_war.h"

static volatile uint64_t table[8192] = {1};

static uint64_t deeper(uint64_t depth) {
    volatile uint64_t frame[32];
    frame[depth % 32] = depth;
    if (depth == 0) return table[0];
    return deeper(depth - 1) + frame[depth % 32];
}

uint64_t choose(const tank_war_view *view) {
    table[1] = deeper(300);
    for (unsigned tank = 0; tank < 6; tank++) {
        if (view->movable[view->seat] >> tank & 1) return tank_war_move(tank);
    }
    return 0;
}
"#;

fn readme() -> String {
    fs::read_to_string(bots().join("README.md")).expect("bots/README.md")
}

/// Returns the README's command that builds a bot in C, for this source and this module.
fn command(source: &Path, module: &Path) -> Command {
    let text = readme();
    let start = text.find("\nclang-19 ").expect("a command") + 1;
    let rest = text[start..].replace("\\\n", " ");
    let mut words = rest.lines().next().expect("a line").split_whitespace();
    let mut command = Command::new(words.next().expect("a program"));
    for word in words {
        match word {
            "mine.c" => command.arg(source),
            "mine.wasm" => command.arg(module),
            flag => command.arg(flag),
        };
    }
    command.current_dir(top());
    command
}

/// Builds a module from a source with the command, regardless of the installed `wasm-opt`; `None` without a compiler.
fn build(text: &str) -> Option<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [source, module] = ["mine.c", "mine.wasm"].map(|name| folder.path().join(name));
    fs::write(&source, text).expect("a source");
    let idle = WasmOpt::that("");
    let Ok(output) = command(&source, &module).env("PATH", idle.path()).output() else {
        skip(&missing("there is no clang-19"));
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(fs::read(module).expect("what was built"))
}

/// Returns the first seat's loss by a fault in a match of Tank War against a player that makes its first moves.
fn loss(module: &[u8]) -> Option<Loss> {
    let admitted = sandbox().admit(module, &Caps::default()).expect("the host can compile");
    let bot = admitted.unwrap_or_else(|refusal| panic!("{refusal}"));
    let contestant = |source| Contestant { source, settings: "".into() };
    let first = contestant(Source::Module { bot, size: SizeClass::Normal });
    let second = contestant(Source::Builtin(Builtin::First));
    let setup = MatchSetup {
        settings: &MatchSettings::defaults(&tank_war::GAME),
        start: None,
        seed: MatchSeed::from_number(1),
        seats: PerSeat::new(&first, &second),
    };
    let record = setup.play(sandbox(), |_| true).expect("the host works").expect("nobody stops it");
    record.losses[Seat::First].as_deref().cloned()
}

#[test]
fn the_first_bot_is_built_and_plays() {
    let text = readme();
    let source = text.split("```c\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a source");
    let Some(module) = build(source) else { return };
    assert_eq!(loss(&module), None);
}

#[test]
fn a_recursion_too_deep_is_called_a_stack_overflow_and_its_functions_have_names() {
    let Some(module) = build(DEEP) else { return };
    let failure = loss(&module).expect("a fault").failure;
    assert_eq!(failure.fault, Fault::Trap(TrapKind::StackOverflow), "{failure:?}");
    assert!(failure.detail.contains("of the program's own stack"), "{failure:?}");
    assert!(failure.backtrace[0].starts_with("deeper "), "{failure:?}");
}
