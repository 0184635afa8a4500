//! A language that has a kit.

use game::Game;

/// A text file of a kit or of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The path, with `/` between the parts.
    pub path: String,
    /// The contents.
    pub text: String,
}

impl File {
    pub(crate) fn new(path: impl Into<String>, text: impl Into<String>) -> File {
        File { path: path.into(), text: text.into() }
    }
}

/// A file whose text is compiled in: its path and its text.
pub(crate) type Fixed = (&'static str, &'static str);

/// A language with its kit and the starter of a project.
pub struct Language {
    /// The name on the command line.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The folder of the kit inside `bots/kit`.
    pub folder: &'static str,
    /// The language whose kit is part of this one; `None` if there is none.
    pub(crate) base: Option<&'static Language>,
    /// Generates the files for a game.
    pub(crate) render: fn(&dyn Game) -> Vec<File>,
    /// The files of the kit that are equal for all games.
    pub(crate) common: &'static [Fixed],
    pub(crate) starter: Starter,
}

/// The starter of a project, without the strategy and the kit.
pub(crate) struct Starter {
    /// The file with the strategy.
    pub(crate) entry: &'static str,
    /// A strategy for any game, with `$title`, `$plan` and so on in place of the game's words.
    pub(crate) strategy: &'static str,
    /// The other files of the project. `$name` stands for the game's name as an identifier.
    pub(crate) files: &'static [Fixed],
    /// The folder of the kit in the project: empty, or with a `/` at its end.
    pub(crate) kit: &'static str,
    /// The tools to install, in a sentence.
    pub(crate) needs: &'static str,
    /// The command that builds the bot. `$name` stands for the game's name as an identifier,
    pub(crate) build: &'static str,
    /// The module that the command makes.
    pub(crate) module: &'static str,
    /// The information that a crash gives.
    pub(crate) crash: &'static str,
    /// `true` if the module needs the larger caps for scripts.
    pub(crate) is_script: bool,
}

impl Language {
    /// Returns the kit's generated files for a game, with paths within the kit's folder.
    pub fn made(&self, game: &dyn Game) -> Vec<File> {
        (self.render)(game)
    }

    /// Returns all files of the kit for a bot of a game.
    pub fn kit(&self, game: &dyn Game) -> Vec<File> {
        let mut files = self.base.map(|base| base.kit(game)).unwrap_or_default();
        files.extend(self.common.iter().map(|(path, text)| File::new(*path, *text)));
        files.extend(self.made(game));
        files
    }

    /// Returns the file with the strategy in a project of [`project`](crate::project).
    pub fn entry(&self) -> &'static str {
        self.starter.entry
    }

    /// Returns the module that a project's build makes.
    pub fn module(&self) -> &'static str {
        self.starter.module
    }

    /// Returns `true` if the module needs the larger caps for scripts.
    pub fn is_script(&self) -> bool {
        self.starter.is_script
    }
}
