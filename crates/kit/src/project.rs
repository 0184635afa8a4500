//! A new project: a working strategy, its kit, and the commands that build and try it.

use game::Game;

use crate::editor;
use crate::language::{File, Language, Starter};
use crate::rules_text;
use crate::text::identifier;

/// Returns the files of a project.
///
/// # Panics
/// When the language has no strategy for the game. A test checks all combinations.
pub fn project(language: &Language, game: &dyn Game) -> Vec<File> {
    let starter = &language.starter;
    let name = identifier(game);
    let listed = games::listed(game.name());
    let strategy = listed
        .and_then(|listed| listed.starter(language.name))
        .unwrap_or_else(|| panic!("{} has no strategy for {}", language.title, game.title()));
    let mut files = vec![File::new("README.md", readme(language, game)), File::new(starter.entry, strategy)];
    files.extend(listed.map(|listed| rules_text::file(listed.rules_page)));
    files.extend(editor::files(&commands(language, game)));
    files.extend(editor::tsconfig(language));
    files.extend(starter.files.iter().map(|(path, text)| File::new(*path, text.replace("$name", &name))));
    let kit = language.kit(game).into_iter();
    files.extend(kit.map(|file| File::new(format!("{}{}", starter.kit, file.path), file.text)));
    files
}

/// Returns the commands that build a project's bot, check it, play a match and show it.
pub(crate) fn commands(language: &Language, game: &dyn Game) -> String {
    let Starter { build, module, is_script, .. } = language.starter;
    let name = game.name();
    let build = build.replace("$name", &identifier(game)).replace("$game", name);
    // `check` recognizes a script built by `muster build`.
    let script = if is_script && !build.starts_with("muster build") { " --script" } else { "" };
    format!(
        "{build}\n\
         muster check {module} --game {name}{script}\n\
         muster play {name} {module} builtin:random --seed 1\n\
         muster play {name} {module} builtin:random --seed 1 --watch\n"
    )
}

fn readme(language: &Language, game: &dyn Game) -> String {
    let starter = &language.starter;
    let (title, module, entry) = (game.title(), starter.module, starter.entry);
    let kit: Vec<String> =
        language.kit(game).iter().map(|file| format!("`{}{}`", starter.kit, file.path)).collect();
    format!(
        "# A bot for {title} in {language}

`{entry}` has the strategy: change the function `choose`. The kit is in {kit}: the view, the actions, settings, dice, clock
and log. `RULES.md` explains the game. Editors that read `.vscode/tasks.json` have the commands below as tasks.

{needs}

```
{commands}```

The first command builds `{module}`. The second checks that a tournament would admit it, and says how to replay a failed
trial match. The third plays a match; another `--seed` plays another one. The last one shows each ply with the bot's log,
so you can see why it lost. {crash}
",
        language = language.title,
        commands = commands(language, game),
        kit = kit.join(", "),
        needs = starter.needs,
        crash = starter.crash,
    )
}
