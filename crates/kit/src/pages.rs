//! Pages for students, generated from the layouts and the languages.

use game::{ActionKind, Board, Game, Ground, Layout, view};

use crate::language::Language;
use crate::languages::{LANGUAGES, UNAVAILABLE};
use crate::project::commands;
use crate::tables::{drawn, fields, in_a_cell, numbered, parts};

/// Returns the page of a game: its board at the start, the numbers of squares, the view and the actions. `shown`
/// is the view at the start.
pub fn game_page(game: &dyn Game, shown: &[u8]) -> String {
    let (name, title) = (game.name(), game.title());
    let layout = game.layout();
    let [first, second] = game.seats().0.map(|seat| seat.word);
    let mut page = format!(
        "# {title}: views and actions\n\n\
         This page is generated from the rules' code. See also [the rules](../../crates/{name}/README.md), and \
         [the lines of text](../../crates/bot-protocol/games/{name}.md) for programs that use standard input and \
         output.\n\n\
         Seat 0 is {first}, seat 1 is {second}.\n"
    );
    if let Some(board) = &layout.board {
        page.push_str(&format!(
            "\n## The board\n\nAt the start, as the kits print it to the log; capital letters are {first}'s:\n\n```\n{}```\n\n\
             The squares of `{}` and of every other array with one element per square are numbered like this:\n\n\
             ```\n{}```\n",
            printed(layout, board, shown),
            board.field,
            numbered(board)
        ));
    }
    page.push_str("\n## The view\n\nIn every game:\n\n");
    page.push_str(&fields(view::HEADER.iter()));
    page.push_str(&format!("\nIn {title}:\n\n"));
    page.push_str(&fields(layout.fields.iter()));
    page.push_str(
        "\n## The actions\n\nA bot answers with one number, the code of an action. The kit has a function for each kind. \
         `legal_actions` (in some languages `legalActions`) lists the codes that are legal now.\n\n\
         | action | parts | |\n|---|---|---|\n",
    );
    for action in layout.actions {
        let ActionKind { name, about, .. } = action;
        page.push_str(&format!("| `{name}` | {} | {} |\n", parts(action), in_a_cell(about)));
    }
    page
}

/// Returns the board of a view, one character per square.
fn printed(layout: &Layout, board: &Board, shown: &[u8]) -> String {
    let own = shown.get(view::HEADER_LEN..).unwrap_or_default();
    let value = |name: &str, square: usize| layout.field(name).map_or(0, |field| field.get(own, square));
    let symbol = |symbols: &str, at: i128| usize::try_from(at).ok().and_then(|at| symbols.chars().nth(at));
    drawn(board, |square| {
        let piece = symbol(board.symbols, value(board.field, square)).filter(|&piece| piece != ' ');
        let ground = || match board.ground {
            Ground::Squares(symbols) => symbol(symbols, square as i128),
            Ground::Field(name, symbols) => symbol(symbols, value(name, square)),
        };
        piece.or_else(ground).unwrap_or(' ').to_string()
    })
}

/// Returns the page of the languages: for each the tools it needs and the commands of a project for this game.
pub fn languages_page(game: &dyn Game) -> String {
    let mut page = String::from(
        "# Your first bot, language by language\n\n\
         This page is generated, and a test runs its commands for every game. \
         `muster new --game GAME --lang LANGUAGE DIR` makes a project. Its function `choose` is your bot.\n",
    );
    for language in LANGUAGES {
        let Language { name, title, starter, .. } = language;
        page.push_str(&format!(
            "\n## {title}\n\n{}\n\n```\nmuster new --game {} --lang {name} mybot\ncd mybot\n{}```\n\n\
             The strategy is in `{}`. {}\n",
            starter.needs,
            game.name(),
            commands(language, game),
            starter.entry,
            starter.crash
        ));
    }
    page.push_str("\n## Unavailable languages\n\n| language | why |\n|---|---|\n");
    for (name, why) in UNAVAILABLE {
        page.push_str(&format!("| {name} | {why} |\n"));
    }
    page.push_str(
        "\nAny other language with a compiler to plain WebAssembly works: a module that exports `muster_choose` needs no \
         kit ([the sandbox](../../crates/sandbox/README.md) lists the imports), and a program with `main` can read and \
         print [lines of text](../../crates/bot-protocol/README.md).\n",
    );
    page
}
