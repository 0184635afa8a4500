//! A language that has a kit.

use game::Game;

/// A text file of a kit or of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Where it stands, with `/` between the parts.
    pub path: String,
    /// What it holds.
    pub text: String,
}

impl File {
    pub(crate) fn new(path: impl Into<String>, text: impl Into<String>) -> File {
        File { path: path.into(), text: text.into() }
    }
}

/// A file whose text is compiled in: its path and its text.
pub(crate) type Fixed = (&'static str, &'static str);

/// A language: its kit, and a project to begin with.
pub struct Language {
    /// As it is named on the command line.
    pub name: &'static str,
    /// As people write it.
    pub title: &'static str,
    /// The folder of the kit inside `bots/kit`.
    pub folder: &'static str,
    /// The language whose kit this one has, too.
    pub(crate) base: Option<&'static Language>,
    /// What makes the files of a game.
    pub(crate) render: fn(&dyn Game) -> Vec<File>,
    /// The files of the kit that are the same for all games.
    pub(crate) common: &'static [Fixed],
    pub(crate) starter: Starter,
}

/// A project to begin with, beside its kit.
pub(crate) struct Starter {
    /// The file with the strategy.
    pub(crate) entry: &'static str,
    /// The strategies, by the game's name.
    pub(crate) strategies: &'static [Fixed],
    /// What else the project holds. `$name` stands for the game's name as an identifier.
    pub(crate) files: &'static [Fixed],
    /// Where the kit stands in the project: empty, or with a `/` at its end.
    pub(crate) kit: &'static str,
    /// What has to be installed, in a sentence.
    pub(crate) needs: &'static str,
    /// The command that builds the bot. `$name` stands for the game's name as an identifier, `$game` for its name.
    pub(crate) build: &'static str,
    /// The module that it makes.
    pub(crate) module: &'static str,
    /// What a crash tells.
    pub(crate) crash: &'static str,
    /// Whether the module needs the larger caps of scripts.
    pub(crate) is_script: bool,
}

impl Language {
    /// The kit's files that are made for a game, by their paths inside the kit's folder.
    pub fn made(&self, game: &dyn Game) -> Vec<File> {
        (self.render)(game)
    }

    /// All that a bot of a game needs of the kit.
    pub fn kit(&self, game: &dyn Game) -> Vec<File> {
        let mut files = self.base.map(|base| base.kit(game)).unwrap_or_default();
        files.extend(self.common.iter().map(|(path, text)| File::new(*path, *text)));
        files.extend(self.made(game));
        files
    }

    /// The file with the strategy in a project of [`project`](crate::project).
    pub fn entry(&self) -> &'static str {
        self.starter.entry
    }

    /// The module that a project's build makes.
    pub fn module(&self) -> &'static str {
        self.starter.module
    }

    /// Whether the module needs the larger caps of scripts.
    pub fn is_script(&self) -> bool {
        self.starter.is_script
    }
}
