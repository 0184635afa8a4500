//! The settings of mail, and the state of its server.

use std::sync::Mutex;

use mail::MailSettings;

use crate::lock::lock;

/// The settings of mail, and the state of the server.
pub(crate) struct MailState {
    pub(crate) settings: MailSettings,
    /// The reason why no mail is sent now.
    trouble: Mutex<Option<String>>,
}

impl MailState {
    pub(crate) fn new(settings: MailSettings) -> MailState {
        MailState { settings, trouble: Mutex::default() }
    }

    /// Returns the reason why no mail is sent now.
    pub(crate) fn trouble(&self) -> Option<String> {
        lock(&self.trouble).clone()
    }

    /// Sets the reason why no mail is sent, and logs it if it is new.
    pub(crate) fn set_trouble(&self, why: Option<String>) {
        let mut trouble = lock(&self.trouble);
        if let Some(why) = why.as_ref().filter(|_| *trouble != why) {
            tracing::warn!(why, "no mail is sent");
        }
        *trouble = why;
    }
}
