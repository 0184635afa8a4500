//! A class that is still to be made: by the first page behind a one-time link.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use class_model::{ClassFolder, Moment, Person, Secret, Session};
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
    /// Held while the class is made, with the first teacher and that teacher's browser, if it sent its secret.
    maker: Mutex<Option<(Person, Option<String>)>>,
    /// `true` once the first teacher has used the session.
    is_over: AtomicBool,
}

/// A new class, with the link and the session of its teacher.
pub(crate) struct NewClass {
    pub(crate) class: Arc<ServedClass>,
    /// The teacher's name.
    pub(crate) teacher: String,
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
        let (made, maker, is_over) = Default::default();
        // The class is made in a folder beside it and moved there, which needs a path with a name.
        let folder = std::path::absolute(folder).map_err(|error| unusable(folder, "use", &error))?;
        Ok(Some(FirstRun { folder, name, secret, made, maker, is_over }))
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

    /// Notes that a teacher of a class is signed in. If it is this class, the one-time link ends.
    pub(crate) fn note_teacher(&self, of: &Arc<ServedClass>) {
        if self.class().is_some_and(|class| Arc::ptr_eq(class, of)) {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }

    /// Makes the class with `create`, and signs its first teacher in. `browser` is the secret of the teacher's browser,
    /// and `path` is the path of the service.
    pub(crate) fn make(
        &self,
        create: impl FnOnce(&Path) -> Result<(), Problem>,
        (teacher, browser): (Person, Option<String>),
        path: &str,
    ) -> Result<NewClass, Problem> {
        let mut maker = lock(&self.maker);
        if self.class().is_some() {
            return Err(Problem::expired());
        }
        // An earlier attempt may have made the class and then failed.
        if !ClassFolder::at(&self.folder).holds_class() {
            create(&self.folder)?;
        }
        let class = Arc::new(ServedClass::open(&self.folder)?.below(path));
        let new = NewClass::enter(class, &teacher)?;
        *maker = Some((teacher, browser));
        self.made.get_or_init(|| Arc::clone(&new.class));
        Ok(new)
    }

    /// Signs the first teacher in again. The browser that made the class may have lost the answer.
    ///
    /// # Errors
    /// If it is another browser, or the teacher has been signed in.
    pub(crate) fn again(&self, browser: Option<&str>) -> Result<NewClass, Problem> {
        let maker = lock(&self.maker);
        let is_same =
            |own: &str| browser.is_some_and(|browser| own.parse::<Secret>().is_ok_and(|own| own.is(browser)));
        match (&*maker, self.class()) {
            (Some((teacher, Some(own))), Some(class))
                if is_same(own) && !self.is_over.load(Ordering::Relaxed) =>
            {
                NewClass::enter(Arc::clone(class), teacher)
            }
            _ => Err(Problem::expired()),
        }
    }
}

impl NewClass {
    /// Makes a link for the first teacher, and enters the class with it.
    fn enter(class: Arc<ServedClass>, teacher: &Person) -> Result<NewClass, Problem> {
        let (link, session) = {
            let (mut access, now) = (class.access(), Moment::now());
            let link = access.make_link(teacher, now)?;
            let session = access.enter(&link, now)?;
            (link, session.ok_or_else(Problem::signed_out)?)
        };
        let students = class.current().0.facts()?.students().len();
        let Person::Teacher { name: teacher } = teacher.clone() else { return Err(Problem::forbidden()) };
        Ok(NewClass { class, teacher, link, session, students })
    }
}

fn unusable(folder: &Path, verb: &str, error: &std::io::Error) -> Error {
    Error::new(Kind::Host, format!("cannot {verb} {}: {error}", visible_path(folder)))
}
