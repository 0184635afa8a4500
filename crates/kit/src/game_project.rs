//! A new game: rules that play, our files for its language, and the commands that check and play it.

use crate::editor;
use crate::language::{File, Fixed};
use crate::rules_runtimes::{RULES_JAVASCRIPT, RULES_PYTHON};

/// A language in which an author can write a game.
pub struct GameLanguage {
    /// The name on the command line.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The file with the rules.
    pub entry: &'static str,
    /// The file that commands take: the script, or the module that `build` makes.
    pub game: &'static str,
    rules: &'static str,
    files: &'static [Fixed],
    /// The command that compiles the module; empty for scripts.
    build: &'static str,
    needs: &'static str,
}

macro_rules! file {
    ($path:literal) => {
        include_str!(concat!("../rules/", $path))
    };
}

/// The editor files of a JavaScript project.
const JAVASCRIPT: &[Fixed] =
    &[("muster_rules.mjs", RULES_JAVASCRIPT), ("muster_rules.d.mts", file!("muster_rules.d.mts"))];
const NO_TOOLS: &str = "Muster runs the script: no other tool is needed.";

/// The languages of games.
pub const GAME_LANGUAGES: &[GameLanguage] = &[
    GameLanguage {
        name: "python",
        title: "Python",
        entry: "game.py",
        game: "game.py",
        rules: file!("starters/game.py"),
        files: &[("muster/rules.py", RULES_PYTHON)],
        build: "",
        needs: NO_TOOLS,
    },
    GameLanguage {
        name: "javascript",
        title: "JavaScript",
        entry: "game.js",
        game: "game.js",
        rules: file!("starters/game.js"),
        files: JAVASCRIPT,
        build: "",
        needs: NO_TOOLS,
    },
    GameLanguage {
        name: "typescript",
        title: "TypeScript",
        entry: "game.ts",
        game: "game.ts",
        rules: file!("starters/game.ts"),
        files: &[JAVASCRIPT[0], JAVASCRIPT[1], ("tsconfig.json", editor::TSCONFIG)],
        build: "",
        needs: NO_TOOLS,
    },
    GameLanguage {
        name: "c",
        title: "C",
        entry: "game.c",
        game: "game.wasm",
        rules: file!("starters/game.c"),
        files: &[("muster_rules.h", file!("muster_rules.h"))],
        build: "clang-19 --target=wasm32 -nostdlib -O2 -mbulk-memory -o game.wasm game.c -Wl,--no-entry \
                -Wl,--stack-first -Wl,--export=__stack_pointer -Wl,--strip-all -Wl,--keep-section=name",
        needs: "You need clang and its linker for WebAssembly (Debian: `clang-19 lld-19`). The header serves C++, too.",
    },
    GameLanguage {
        name: "rust",
        title: "Rust",
        entry: "src/lib.rs",
        game: "target/wasm32-unknown-unknown/release/bot.wasm",
        rules: file!("starters/game.rs"),
        files: &[
            ("src/muster_rules.rs", file!("muster_rules.rs")),
            ("Cargo.toml", include_str!("../starters/rust/manifest.toml")),
            (".cargo/config.toml", include_str!("../starters/rust/config.toml")),
        ],
        // Each call is charged for a copy of memory. The default stack would take a mebibyte of it.
        build: "cargo rustc --release -- -Clink-arg=-zstack-size=65536",
        needs: "You need Rust with its wasm target: `rustup target add wasm32-unknown-unknown`.",
    },
    GameLanguage {
        name: "zig",
        title: "Zig",
        entry: "game.zig",
        game: "game.wasm",
        rules: file!("starters/game.zig"),
        files: &[("muster_rules.zig", file!("muster_rules.zig"))],
        build: "python3 -m ziglang build-exe -target wasm32-freestanding -O ReleaseSafe -fno-entry -rdynamic --stack 65536 \
                -fstrip -femit-bin=game.wasm --dep game -Mroot=muster_rules.zig --dep muster_rules=root -Mgame=game.zig",
        needs: "You need Zig 0.17: `pip install ziglang==0.17.0`.",
    },
    GameLanguage {
        name: "assemblyscript",
        title: "AssemblyScript",
        entry: "game.ts",
        game: "game.wasm",
        rules: file!("starters/game.as.ts"),
        files: &[
            ("muster_rules.ts", file!("muster_rules.ts")),
            ("game_door.ts", file!("game_door.ts")),
            ("package.json", file!("starters/package.as.json")),
            ("tsconfig.json", include_str!("../starters/assemblyscript/tsconfig.json")),
        ],
        build: "npm run build",
        needs: "You need Node. Run `npm install` here once to install the compiler.",
    },
];

/// Returns the files of a new game in a language; `None` if games cannot be written in it.
pub fn game_project(language: &str) -> Option<Vec<File>> {
    let language = GAME_LANGUAGES.iter().find(|known| known.name == language)?;
    let mut files = vec![
        File::new("README.md", readme(language)),
        File::new(language.entry, language.rules),
        File::new("tournament.toml", tournament(language.game)),
    ];
    files.extend(language.files.iter().map(|(path, text)| File::new(*path, *text)));
    files.extend(editor::game_files(&commands(language)));
    Some(files)
}

/// Returns the commands of a project, one a line.
fn commands(language: &GameLanguage) -> String {
    let game = language.game;
    let build = if language.build.is_empty() { String::new() } else { format!("{}\n", language.build) };
    format!(
        "{build}muster game check {game}\n\
         muster play {game} builtin:random builtin:random --seed 1 --watch\n\
         muster run tournament.toml\n"
    )
}

fn readme(language: &GameLanguage) -> String {
    format!(
        "# A game for Muster in {title}

`{entry}` has the rules: tic-tac-toe, until you change them. Editors that read `.vscode/tasks.json` have the commands below
as tasks.

{needs}

```
{commands}```

`muster game check` plays random games, reports mistakes in the rules, and shows what authors of bots will see.
`muster play` shows a match ply by ply; `human` instead of a bot lets you play. `muster run` plays the tournament of
`tournament.toml` and writes its report. `muster new --game {game} --lang python my-bot` creates a project for a bot.
",
        title = language.title,
        entry = language.entry,
        game = language.game,
        needs = language.needs,
        commands = commands(language),
    )
}

fn tournament(game: &str) -> String {
    format!(
        "# A tournament of the game, to begin with.

[tournament]
name = \"A new game\"
game = \"{game}\"
seed = 1

[[entrant]]
name = \"Random\"
bot = \"builtin:random\"

[[entrant]]
name = \"First\"
bot = \"builtin:first\"

[[stage]]
name = \"League\"
format = \"round-robin\"
games = 10
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_project_has_its_rules_and_names_its_commands() {
        for language in GAME_LANGUAGES {
            let files = game_project(language.name).expect("a language of games");
            let text =
                |path: &str| files.iter().find(|file| file.path == path).map(|file| file.text.as_str());
            assert!(
                text(language.entry).is_some_and(|rules| rules.contains("Tic-tac-toe")),
                "{}",
                language.name
            );
            assert!(
                text("README.md").is_some_and(|page| page.contains(&commands(language))),
                "{}",
                language.name
            );
            let tasks = text(".vscode/tasks.json").expect("tasks");
            assert!(tasks.contains("muster game check"), "{tasks}");
        }
        assert!(game_project("cobol").is_none());
    }
}
