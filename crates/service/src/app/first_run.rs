//! A class that is still to be made: by the first page behind a one-time link.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use class_model::{ClassFolder, Moment, Person, Secret, Session};
use class_operations::class_text::{FirstText, create_with_roster};
use class_operations::roster::RosterFile;
use explain::{Error, Kind};
use game::visible_path;

use super::{ServedClass, name_of};
use crate::lock::lock;
use crate::problem::Problem;

/// A class that is still to be made.
pub(crate) struct FirstRun {
    folder: PathBuf,
    /// The name of the class in URLs.
    pub(crate) name: String,
    /// The secret of the link. It is stored nowhere.
    secret: Secret,
    /// The class, once it is made.
    made: OnceLock<Arc<ServedClass>>,
    /// Held while the class is made.
    making: Mutex<()>,
}

/// A new class, with the link and the session of its teacher.
pub(crate) struct NewClass {
    pub(crate) class: Arc<ServedClass>,
    pub(crate) link: Secret,
    pub(crate) session: (Secret, Session),
    /// Number of students.
    pub(crate) students: usize,
}

impl FirstRun {
    /// Returns the class to be made in a folder; `None` if the folder holds a class already.
    ///
    /// # Errors
    /// If the folder has other files, or a name that cannot be part of a URL.
    pub(crate) fn at(folder: &Path) -> Result<Option<FirstRun>, Error> {
        if ClassFolder::at(folder).holds_class() {
            return Ok(None);
        }
        let is_free = match std::fs::read_dir(folder) {
            Ok(mut files) => files.next().is_none(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => true,
            Err(error) => return Err(unusable(folder, "read", &error)),
        };
        if !is_free {
            let what = format!("{} has files, but no class", visible_path(folder));
            return Err(Error::new(Kind::Conflict, what).hint("name a folder that does not exist yet"));
        }
        let (name, secret) = (name_of(folder)?, Secret::draw()?);
        let (made, making) = Default::default();
        // The class is made in a folder beside it and moved there, which needs a path with a name.
        let folder = std::path::absolute(folder).map_err(|error| unusable(folder, "use", &error))?;
        Ok(Some(FirstRun { folder, name, secret, made, making }))
    }

    /// Returns the path of the page.
    pub(crate) fn path(&self) -> String {
        format!("/-/enter/{}", self.secret.reveal())
    }

    /// Returns `true` if this is the link's secret.
    pub(crate) fn is_link(&self, secret: &str) -> bool {
        self.secret.is(secret)
    }

    /// Returns the class once it is made.
    pub(crate) fn class(&self) -> Option<&Arc<ServedClass>> {
        self.made.get()
    }

    /// Makes the class with its first teacher, who is signed in. `path` is the path of the service.
    pub(crate) fn make(
        &self,
        text: &FirstText<'_>,
        roster: Option<&RosterFile<'_>>,
        teacher: &Person,
        path: &str,
    ) -> Result<NewClass, Problem> {
        let _making = lock(&self.making);
        if self.class().is_some() {
            return Err(Problem::expired());
        }
        // An earlier attempt may have made the class and then failed.
        if !ClassFolder::at(&self.folder).holds_class() {
            create_with_roster(&self.folder, text, roster, &teacher.actor())?;
        }
        let class = ServedClass::open(&self.folder)?.below(path);
        let (link, session) = {
            let (mut access, now) = (class.access(), Moment::now());
            let link = access.make_link(teacher, now)?;
            let session = access.enter(&link, now)?;
            (link, session.ok_or_else(Problem::signed_out)?)
        };
        let students = class.current().0.facts()?.students().len();
        let class = Arc::clone(self.made.get_or_init(|| Arc::new(class)));
        Ok(NewClass { class, link, session, students })
    }
}

fn unusable(folder: &Path, verb: &str, error: &std::io::Error) -> Error {
    Error::new(Kind::Host, format!("cannot {verb} {}: {error}", visible_path(folder)))
}
