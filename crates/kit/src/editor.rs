//! The files of a project for editors and git.

use crate::language::{File, Language};
use crate::text::MODULE;

/// The contents of `.gitignore`: the build outputs of all languages.
const IGNORED: &str = "\
# Build outputs.
*.wasm
*.o
/target/
/node_modules/
/build/
__pycache__/
.zig-cache/
zig-out/
nimcache/

# Saved matches.
*.html
";

/// The settings of TypeScript.
pub(crate) const TSCONFIG: &str = "\
{
  \"compilerOptions\": {
    \"target\": \"ES2023\",
    \"lib\": [\"ES2023\"],
    \"types\": [],
    \"module\": \"ESNext\",
    \"moduleResolution\": \"Bundler\",
    \"allowImportingTsExtensions\": true,
    \"resolveJsonModule\": true,
    \"strict\": true,
    \"erasableSyntaxOnly\": true,
    \"verbatimModuleSyntax\": true,
    \"noEmit\": true
  },
  \"include\": [\"*.ts\"]
}
";

/// Returns the files of a project that do not depend on its language. `commands` has one command per line: build,
/// check, play and watch. A project with a module of rules keeps it.
pub(crate) fn files(commands: &str, has_rules: bool) -> Vec<File> {
    let kept = if has_rules { format!("\n# The rules of the game.\n!{MODULE}\n") } else { String::new() };
    with_tasks(&kept, tasks(&["build", "check", "play", "watch"], commands))
}

/// Returns the files of a game's project. `commands` has one command per line: build, if it needs one, check, play and
/// run.
pub(crate) fn game_files(commands: &str) -> Vec<File> {
    let names = ["build", "check", "play", "run"];
    with_tasks("", tasks(&names[names.len() - commands.lines().count()..], commands))
}

fn with_tasks(kept: &str, tasks: String) -> Vec<File> {
    vec![File::new(".gitignore", format!("{IGNORED}{kept}")), File::new(".vscode/tasks.json", tasks)]
}

/// Returns the TypeScript settings for the languages that need them.
pub(crate) fn tsconfig(language: &Language) -> Option<File> {
    (language.name == "typescript").then(|| File::new("tsconfig.json", TSCONFIG))
}

/// Returns the commands as tasks of an editor: Ctrl+Shift+B builds.
fn tasks(names: &[&str], commands: &str) -> String {
    let task = |(name, command): (&&str, &str)| {
        let group = match *name {
            "build" => "{ \"kind\": \"build\", \"isDefault\": true }",
            "check" => "{ \"kind\": \"test\", \"isDefault\": true }",
            _ => "\"none\"",
        };
        format!(
            "    {{\n      \"label\": \"{name}\",\n      \"type\": \"shell\",\n      \"command\": {},\n      \
             \"group\": {group},\n      \"problemMatcher\": []\n    }}",
            quoted(command)
        )
    };
    let tasks: Vec<String> = names.iter().zip(commands.lines()).map(task).collect();
    format!("{{\n  \"version\": \"2.0.0\",\n  \"tasks\": [\n{}\n  ]\n}}\n", tasks.join(",\n"))
}

/// Returns a JSON string.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
