//! Sessions of a class, by personal links and by the school's systems.

use class_model::{ClassError, Moment, Secret, Session, SignOn};

use super::ServedClass;
use crate::lock::lock;

impl ServedClass {
    /// Returns the session of a secret, opened by a personal link or by a system of the school; `None` if there is none,
    /// or it has ended.
    ///
    /// # Errors
    /// If the session cannot be read or written.
    pub(crate) fn session(&self, secret: &Secret, at: Moment) -> Result<Option<Session>, ClassError> {
        let by_link = self.access().session(secret, at)?;
        if by_link.is_some() {
            return Ok(by_link);
        }
        Ok(self.sign_on(|sign_on| sign_on.session(secret, at))?.flatten())
    }

    /// Ends a session.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub(crate) fn leave(&self, secret: &Secret) -> Result<(), ClassError> {
        self.access().leave(secret)?;
        self.sign_on(|sign_on| sign_on.leave(secret)).map(drop)
    }

    /// Uses the sign-on by the school's systems; `None` if the class has none.
    ///
    /// # Errors
    /// If it cannot be opened or used.
    pub(crate) fn sign_on<T>(
        &self,
        using: impl FnOnce(&mut SignOn) -> Result<T, ClassError>,
    ) -> Result<Option<T>, ClassError> {
        let mut sign_on = lock(&self.sign_on);
        if sign_on.is_none() {
            *sign_on = SignOn::open_if_there(&self.current().0.folder)?;
        }
        sign_on.as_mut().map(using).transpose()
    }
}
