//! A sample bot.

use std::fmt;

use referee::Builtin;

/// A sample bot with its module.
#[derive(Clone, Copy)]
pub struct SampleBot {
    /// The name of the game that it plays.
    pub game: &'static str,
    /// Its name, which is unique in its game: `greedy`. It never changes, because texts of tournaments and records of
    /// runs contain it.
    pub name: &'static str,
    /// Its strategy in a few words.
    pub about: &'static str,
    /// Its strategy as the page of a site describes it to people; `None` if the page does not offer the bot.
    pub about_on_sites: Option<&'static str>,
    /// Its module.
    pub module: &'static [u8],
}

impl SampleBot {
    /// Returns the bot with other words on a site's page.
    pub(crate) const fn on_sites_as(self, about: &'static str) -> SampleBot {
        SampleBot { about_on_sites: Some(about), ..self }
    }

    /// Returns the bot, which no site's page offers.
    pub(crate) const fn not_on_sites(self) -> SampleBot {
        SampleBot { about_on_sites: None, ..self }
    }

    /// Returns its name if the game is unknown: `builtin:tank-war/greedy`.
    pub fn full_name(&self) -> String {
        format!("{}{}/{}", Builtin::PREFIX, self.game, self.name)
    }
}

/// Its name if the game is known: `builtin:greedy`.
impl fmt::Display for SampleBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Builtin::PREFIX, self.name)
    }
}

impl fmt::Debug for SampleBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.full_name())
    }
}

impl PartialEq for SampleBot {
    fn eq(&self, other: &SampleBot) -> bool {
        (self.game, self.name) == (other.game, other.name)
    }
}

impl Eq for SampleBot {}
