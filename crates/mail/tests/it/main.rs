//! Tests of the operator's settings.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;

use mail::{MailSettings, Security, SettingsError};

const SETTINGS: &str = "\
server = \"smtp.example.org\"
security = \"starttls\"
user = \"muster\"
password = \"s3cret\"
from = \"Bots <bots@example.org>\"
";

fn read(text: &str) -> Result<MailSettings, SettingsError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mail.toml");
    fs::write(&path, text).unwrap();
    fs::write(folder.path().join("secret"), "s3cret\n").unwrap();
    MailSettings::read(&path)
}

#[test]
fn settings_have_defaults_and_never_show_the_password() {
    let settings = read(SETTINGS).unwrap();
    assert_eq!((settings.port, settings.security, settings.per_minute), (587, Security::StartTls, 30));
    assert!(!format!("{settings:?}").contains("s3cret"), "{settings:?}");
    let from_file = read(&SETTINGS.replace("password = \"s3cret\"", "password_file = \"secret\"")).unwrap();
    assert!(!format!("{from_file:?}").contains("s3cret"), "{from_file:?}");
    for (word, port) in [("tls", 465), ("starttls", 587)] {
        assert_eq!(read(&SETTINGS.replace("starttls", word)).unwrap().port, port);
    }
    let local = SETTINGS.replace("starttls", "none").replace("smtp.example.org", "localhost");
    assert_eq!(read(&local).unwrap().port, 25);
}

#[test]
fn each_problem_has_its_line() {
    for (from, to, place, message) in [
        ("starttls", "none", "mail.toml:2", "only for a server on this machine"),
        ("starttls", "ssl", "mail.toml:2", "`security` cannot be \"ssl\""),
        ("server =", "sever =", "mail.toml:1", "has no key `sever`"),
        ("Bots <bots@example.org>", "bots at example", "mail.toml:5", "`from` is not a mail address"),
        ("user = \"muster\"\n", "", "mail.toml:1", "`user` is missing"),
        ("\"s3cret\"", "s3cret", "mail.toml:4", "`password` is not a string in quotes"),
        ("\"s3cret\"", "\"s3cret", "mail.toml:4", "`password` is not a string in quotes"),
        ("password =", "passwort =", "mail.toml:4", "has no key `passwort`"),
        ("password = \"s3cret\"\n", "", "mail.toml:3", "`password` or `password_file` is missing"),
        ("password = \"s3cret\"\n", "password = \"a\"\npassword_file = \"b\"\n", "mail.toml:5", "both"),
        ("server", "per_minute = 0\nserver", "mail.toml:1", "`per_minute` must be"),
    ] {
        let Err(SettingsError::Text(problems)) = read(&SETTINGS.replacen(from, to, 1)) else {
            panic!("{to:?} is taken")
        };
        let shown = problems.render(false);
        assert!(shown.contains(place) && shown.contains(message), "{place} {message}: {shown}");
        assert!(!shown.contains("s3cret"), "{shown}");
    }
    let missing = read(&SETTINGS.replace("password = \"s3cret\"", "password_file = \"gone\"")).unwrap_err();
    assert!(missing.to_string().ends_with("gone"), "{missing}");
}
