//! `muster submit` in a build with the feature `network`.

use class_model::Secret;
use class_operations::NamedFile;
use explain::Error;
use game::visible_path;
use terminal::out;
use terminal::text::inert;

use super::{SubmitCommand, read};
use crate::client::{ClassAddress, hand_in};
use crate::exit::Done;
use crate::host::unread;

impl SubmitCommand {
    pub(crate) fn run(self) -> Done {
        let address = ClassAddress::read(&self.to)?;
        let token = self.token()?;
        let files: Result<Vec<NamedFile>, Error> = self.files.iter().map(|path| read(path)).collect();
        if address.is_open_to_others() {
            tracing::warn!(
                "the connection to {address} is not encrypted: others on the network can read the token and the bot"
            );
        }
        let handed_in = hand_in(&address, &token, &files?)?;
        if self.json {
            out::line(&handed_in.json.to_string())?;
        } else {
            handed_in.answer.words.iter().try_for_each(|line| out::line(&inert(line)))?;
        }
        handed_in.answer.verdict()
    }

    fn token(&self) -> Result<Secret, Error> {
        let (text, place) = match &self.token_file {
            Some(path) => {
                let text = files::read_text(path, 1024).map_err(|error| unread(path, &error))?;
                (text, visible_path(path))
            }
            None => (std::env::var("MUSTER_TOKEN").unwrap_or_default(), "MUSTER_TOKEN".to_owned()),
        };
        text.trim().parse().map_err(|()| {
            Error::input(format!("{place} contains no token; a token is 32 hexadecimal digits"))
                .hint("create one on the class's page, under \"Access tokens\"")
        })
    }
}
