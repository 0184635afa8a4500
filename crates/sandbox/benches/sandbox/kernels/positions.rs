//! Kernels that make positions and play in them: every call, in each game, early and late.

use bot_protocol::positions::{NAMES, Named, Type};
use games::GAMES;

use super::{Kernel, Scene, shell};

/// Random plies before the question: for a game that has begun, and for one with a history.
const PLIES: [u32; 2] = [30, 150];

pub(super) fn positions() -> Vec<Kernel> {
    let scenes = GAMES.iter().flat_map(|&game| PLIES.map(|plies| Scene { game, plies }));
    // Tank War ends long before the second number.
    let scenes = scenes.map(|Scene { game, plies }| Scene {
        game,
        plies: if game.name() == "tank-war" { plies / 10 } else { plies },
    });
    scenes.flat_map(|scene| NAMES.iter().map(move |call| kernel(call, scene))).collect()
}

fn kernel(call: &Named, scene: Scene) -> Kernel {
    let imports: String = NAMES.iter().map(import).collect();
    Kernel {
        name: format!("{}: {}, ply {}", call.name, scene.game.name(), scene.plies),
        text: shell(&imports, "", LOCALS, BEFORE, &body(call).repeat(4), ""),
        excepted: false,
        host: true,
        generated: false,
        scene,
    }
}

pub(super) const LOCALS: &str =
    "(local $p i32) (local $r i32) (local $phase i32) (local $seat i32) (local $length i32)
    (local $first i64) (local $second i64) (local $other i64)";

/// Sets up the position of the question, an action of each seat that acts, and the position's text at 32768.
pub(super) const BEFORE: &str = "
    (local.set $p (call $position_here (i32.const 0) (i32.const 0)))
    (local.set $phase (call $position_phase (local.get $p)))
    (local.set $first (i64.const -1)) (local.set $second (i64.const -1)) (local.set $other (i64.const -1))
    (if (i32.and (local.get $phase) (i32.const 1)) (then
      (drop (call $position_legal (local.get $p) (i32.const 0) (i32.const 1024) (i32.const 1)))
      (local.set $first (i64.load (i32.const 1024)))))
    (if (i32.and (local.get $phase) (i32.const 2)) (then
      (drop (call $position_legal (local.get $p) (i32.const 1) (i32.const 1024) (i32.const 1)))
      (local.set $second (i64.load (i32.const 1024)))))
    (local.set $seat (i32.eq (local.get $phase) (i32.const 2)))
    (if (i32.eq (local.get $phase) (i32.const 3)) (then (local.set $other (local.get $second))))
    (local.set $length (call $position_text (local.get $p) (i32.const 32768) (i32.const 4096)))";

pub(super) fn import(call: &Named) -> String {
    let types = call.parameters.iter().map(|parameter| match parameter {
        Type::Number => "i32 ",
        Type::Action => "i64 ",
        Type::Input | Type::Output => "i32 i32 ",
    });
    let (name, types) = (call.name, types.collect::<String>());
    format!("(import \"muster\" \"{name}\" (func ${name} (param {types}) (result i32)))")
}

/// One call, which must not be a misuse; a position that it makes is released.
fn body(call: &Named) -> String {
    let makes =
        matches!(call.name, "position_here" | "position_read" | "position_after" | "position_playout");
    if call.name == "position_release" {
        return "(drop (call $position_release (call $position_here (i32.const 0) (i32.const 0))))"
            .to_owned();
    }
    let (mut numbers, mut actions) = (0, 0);
    let arguments = call.parameters.iter().map(|parameter| match parameter {
        Type::Number => {
            numbers += 1;
            match (numbers, call.name) {
                (1, _) => "(local.get $p) ",
                (_, "position_playout") => "(i32.const 50) ",
                _ => "(local.get $seat) ",
            }
        }
        Type::Action => {
            actions += 1;
            match (actions, call.name) {
                (_, "position_children") => "(local.get $other) ",
                (1, _) => "(local.get $first) ",
                _ => "(local.get $second) ",
            }
        }
        Type::Input if call.name == "position_read" => "(i32.const 32768) (local.get $length) ",
        Type::Input => "(i32.const 0) (i32.const 0) ",
        Type::Output => "(i32.const 65536) (i32.const 4096) ",
    });
    let called = format!("(local.set $r (call ${} {}))", call.name, arguments.collect::<String>());
    let release = if makes { "(drop (call $position_release (local.get $r)))" } else { "" };
    format!("{called} (if (i32.lt_s (local.get $r) (i32.const 0)) (then unreachable)) {release}")
}
