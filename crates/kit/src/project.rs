//! A new project: a working strategy, its kit, and the commands that build and try it.

use game::Game;

use crate::editor;
use crate::language::{File, Language, Starter};
use crate::rules_text::rules;
use crate::text::{MODULE, harmless, identifier, listed, lower_camel};

/// Returns the files of a project. The project of a game from a file also has the game's module, as [`MODULE`].
pub fn project(language: &Language, game: &dyn Game) -> Vec<File> {
    let starter = &language.starter;
    let name = identifier(game);
    let written = listed(game).and_then(|listed| listed.starter(language.name));
    let strategy = written.map_or_else(|| strategy(language, game), str::to_owned);
    let mut files = vec![File::new("README.md", readme(language, game)), File::new(starter.entry, strategy)];
    files.push(File::new("RULES.md", rules(game)));
    files.extend(editor::files(&commands(language, game), game.module().is_some()));
    files.extend(editor::tsconfig(language));
    files.extend(starter.files.iter().map(|(path, text)| File::new(*path, text.replace("$name", &name))));
    let kit = language.kit(game).into_iter();
    files.extend(kit.map(|file| File::new(format!("{}{}", starter.kit, file.path), file.text)));
    files
}

/// Returns the language's strategy for any game, in the game's words.
fn strategy(language: &Language, game: &dyn Game) -> String {
    let name = identifier(game);
    let metric = game.metrics().first().map(|metric| metric.name);
    let plan = match metric {
        Some(metric) => format!("it wins if it can, and otherwise gets the greatest lead in `{metric}`"),
        None => "it wins if it can, and does not lose at once".to_owned(),
    };
    let weights = metric.map_or("{}".to_owned(), |metric| format!("\"{metric}\""));
    let actions: Vec<String> = game.layout().actions.iter().map(|action| lower_camel(action.name)).collect();
    let text = language.starter.strategy;
    // The difference of metrics, if there are any.
    let text = match (text.split_once("$lead{"), metric) {
        (Some((before, rest)), metric) => {
            let (lead, after) = rest.split_once('}').unwrap_or((rest, ""));
            format!(
                "{before}{}{after}",
                metric.map_or("0".to_owned(), |metric| lead.replace("$metric", metric))
            )
        }
        (None, _) => text.to_owned(),
    };
    // Longer names come first. The title comes last, because it is the author's.
    [
        ("$metrics", game.metrics().len().to_string()),
        ("$weights", weights),
        ("$package", name.replace('_', "")),
        ("$actions", actions.join(", ")),
        ("$name", name),
        ("$plan", plan),
        ("$title", harmless(game.title()).replace('\n', " ")),
    ]
    .into_iter()
    .fold(text, |text, (name, value)| text.replace(name, &value))
}

/// Returns the commands that build a project's bot, check it, play a match and show it.
pub(crate) fn commands(language: &Language, game: &dyn Game) -> String {
    let Starter { build, module, is_script, .. } = language.starter;
    let name = if game.module().is_some() { MODULE } else { game.name() };
    let is_built = build.starts_with("muster build");
    let mut build = build.replace("$name", &identifier(game));
    if is_built && game.module().is_some() {
        build.push_str(&format!(" --game {MODULE}"));
    }
    // `check` recognizes a script built by `muster build`.
    let script = if is_script && !is_built { " --script" } else { "" };
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
and log. `RULES.md` explains the game{rules}. Editors that read `.vscode/tasks.json` have the commands below as tasks.

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
        rules = if game.module().is_some() { format!(", and `{MODULE}` has its rules") } else { String::new() },
    )
}
