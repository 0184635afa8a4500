//! What `muster build` puts into the interpreter: the script's files and the layout of the game's view.

use crate::view::Field;

/// A script with what is known of its game.
pub(crate) struct Script {
    /// The file with `choose`.
    pub(crate) entry: String,
    pub(crate) layout: Vec<Field>,
    pub(crate) files: Files,
    /// Files that were asked for and do not exist.
    pub(crate) absent: Vec<String>,
    /// The game that it plays; empty while it is unknown.
    pub(crate) game: String,
    /// The names of the game's metrics.
    pub(crate) metrics: Vec<String>,
    /// Files that it may ask for, if this is a survey: all names are wanted that it asks for.
    pub(crate) offered: Option<Files>,
}

/// Name and text of each file.
pub(crate) type Files = Vec<(String, String)>;

impl Script {
    /// Reads a blob: texts, each with its length before it; all lengths are 32 bits, little-endian.
    pub(crate) fn read(bytes: &[u8]) -> Option<Script> {
        let mut rest = Rest(bytes);
        let entry = rest.text()?;
        let game = rest.text()?;
        let layout = rest.text()?.lines().map(Field::parse).collect::<Option<_>>()?;
        let files = rest.files()?;
        let absent = (0..rest.number()?).map(|_| rest.text()).collect::<Option<_>>()?;
        let is_survey = rest.number()? == 1;
        let offered = rest.files()?;
        let metrics = rest.text()?.lines().map(str::to_owned).collect();
        Some(Script { entry, layout, files, absent, game, metrics, offered: is_survey.then_some(offered) })
    }
}

struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn number(&mut self) -> Option<usize> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*number) as usize)
    }

    fn text(&mut self) -> Option<String> {
        let length = self.number()?;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(core::str::from_utf8(text).ok()?.to_owned())
    }

    fn files(&mut self) -> Option<Files> {
        (0..self.number()?).map(|_| Some((self.text()?, self.text()?))).collect()
    }
}
