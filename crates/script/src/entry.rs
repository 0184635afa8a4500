//! The entry file of a script, under the name that its interpreter knows it by.

use std::io;

use job::Sources;

/// The files of a script whose entry file has its ending in lower case here, whatever it has there: `bot.JS` is `bot.js`.
pub(crate) struct Entry<'a> {
    /// The name of the entry file here.
    pub(crate) name: String,
    /// Its name among the files.
    given: &'a str,
    files: &'a dyn Sources,
}

impl<'a> Entry<'a> {
    pub(crate) fn of(given: &'a str, files: &'a dyn Sources) -> Entry<'a> {
        let name = match given.rsplit_once('.') {
            Some((stem, ending)) => format!("{stem}.{}", ending.to_ascii_lowercase()),
            None => given.to_owned(),
        };
        Entry { name, given, files }
    }

    fn given<'n>(&'n self, name: &'n str) -> &'n str {
        if name == self.name { self.given } else { name }
    }
}

impl Sources for Entry<'_> {
    fn has(&self, name: &str) -> bool {
        self.files.has(self.given(name))
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Option<Vec<u8>>> {
        self.files.read(self.given(name), most)
    }

    fn near(&self, endings: &[&str]) -> Vec<String> {
        self.files.near(endings)
    }
}
