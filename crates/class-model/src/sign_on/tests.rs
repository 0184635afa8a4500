use super::*;
use crate::{Moment, Person, Record};

fn start() -> Moment {
    Moment::from_millis(0)
}

fn class() -> (tempfile::TempDir, ClassFolder) {
    let top = tempfile::tempdir().unwrap();
    let folder = ClassFolder::at(top.path().join("ki"));
    Record::create(&folder).unwrap();
    (top, folder)
}

fn student(id: &str) -> Person {
    Person::Student { id: id.to_owned() }
}

fn assistant() -> Person {
    Person::Assistant { name: "Kim".to_owned(), section: None }
}

fn system(issuer: &str) -> SchoolSystem {
    SchoolSystem {
        name: "Moodle".to_owned(),
        issuer: issuer.to_owned(),
        client: "muster".to_owned(),
        protocol: Protocol::OpenId {
            staff_claim: String::new(),
            teachers: Vec::new(),
            assistants: Vec::new(),
        },
        student_claim: "email".to_owned(),
        instructors: StaffRole::Assistant,
        assistants: StaffRole::None,
    }
}

const DAY: i64 = 24 * 60 * 60 * 1000;

#[test]
fn a_new_role_is_the_role_of_earlier_sessions_too() {
    let (_top, folder) = class();
    let mut sign_on = SignOn::open(&folder).unwrap();
    let (first, session) = sign_on.enter(1, "a", &assistant(), start()).unwrap();
    assert_eq!(session.person, assistant());
    let (second, _) = sign_on.enter(1, "a", &student("1001"), start()).unwrap();
    for secret in [&first, &second] {
        assert_eq!(sign_on.session(secret, start()).unwrap().unwrap().person, student("1001"));
    }
    assert_eq!(sign_on.accounts().unwrap().len(), 1);
    assert!(sign_on.remove_account(1, "a").unwrap());
    assert!(!sign_on.remove_account(1, "a").unwrap());
    assert_eq!(sign_on.session(&first, start()).unwrap(), None);
}

#[test]
fn a_session_ends_with_its_day_its_week_its_account_and_its_system() {
    let (_top, folder) = class();
    let mut sign_on = SignOn::open(&folder).unwrap();
    let number = sign_on.add_system(&system("https://a.example"), None).unwrap();
    let enter = |sign_on: &mut SignOn, at| sign_on.enter(number, "a", &student("1001"), at).unwrap().0;
    let secret = enter(&mut sign_on, start());
    assert!(sign_on.session(&secret, start().after(DAY + 1)).unwrap().is_none());
    for day in 0..7 {
        assert!(sign_on.session(&secret, start().after(day * DAY)).unwrap().is_some(), "{day}");
    }
    assert!(sign_on.session(&secret, start().after(7 * DAY + 1)).unwrap().is_none());
    let secret = enter(&mut sign_on, start());
    sign_on.leave(&secret).unwrap();
    assert!(sign_on.session(&secret, start()).unwrap().is_none());
    let secret = enter(&mut sign_on, start());
    sign_on.forget("1001").unwrap();
    assert!(sign_on.session(&secret, start()).unwrap().is_none());
    // The name and addresses may change; another issuer has other accounts.
    let secret = enter(&mut sign_on, start());
    let renamed = SchoolSystem { name: "Canvas".to_owned(), ..system("https://a.example") };
    assert!(sign_on.change_system(number, &renamed, None).unwrap());
    assert!(sign_on.session(&secret, start()).unwrap().is_some());
    assert!(sign_on.change_system(number, &system("https://b.example"), None).unwrap());
    assert!(sign_on.session(&secret, start()).unwrap().is_none());
    let secret = enter(&mut sign_on, start());
    assert!(sign_on.remove_system(number).unwrap());
    assert!(sign_on.session(&secret, start()).unwrap().is_none());
    assert!(!sign_on.remove_system(number).unwrap());
}

#[test]
fn other_roles_end_the_accounts_of_staff_only() {
    let (_top, folder) = class();
    let mut sign_on = SignOn::open(&folder).unwrap();
    let number = sign_on.add_system(&system("https://a.example"), None).unwrap();
    let (learner, _) = sign_on.enter(number, "a", &student("1001"), start()).unwrap();
    let (staff, _) = sign_on.enter(number, "b", &assistant(), start()).unwrap();
    let (elsewhere, _) = sign_on.enter(number + 1, "b", &assistant(), start()).unwrap();
    let lowered = SchoolSystem { instructors: StaffRole::None, ..system("https://a.example") };
    assert!(sign_on.change_system(number, &lowered, None).unwrap());
    assert!(sign_on.session(&learner, start()).unwrap().is_some());
    assert!(sign_on.session(&staff, start()).unwrap().is_none());
    assert!(sign_on.session(&elsewhere, start()).unwrap().is_some());
    assert_eq!(sign_on.account(number, "b").unwrap(), None);
}

#[test]
fn a_secret_stays_until_another_is_given_and_leaves_the_file_with_its_system() {
    let (_top, folder) = class();
    let mut sign_on = SignOn::open(&folder).unwrap();
    let secret = ClientSecret("hidden-word-of-the-class".to_owned());
    let number = sign_on.add_system(&system("https://a.example"), Some(&secret)).unwrap();
    sign_on.change_system(number, &system("https://a.example"), None).unwrap();
    assert_eq!(sign_on.client_secret(number).unwrap(), Some(secret.clone()));
    assert!(!format!("{secret:?}").contains("hidden"));
    assert_eq!(sign_on.systems().unwrap(), [(number, system("https://a.example"))]);
    sign_on.remove_system(number).unwrap();
    drop(sign_on);
    for entry in std::fs::read_dir(folder.private()).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        assert!(!bytes.windows(6).any(|part| part == b"hidden"), "{}", path.display());
    }
}

#[test]
fn a_replaced_key_stays_published_for_a_week() {
    let (_top, folder) = class();
    let mut sign_on = SignOn::open(&folder).unwrap();
    assert_eq!(sign_on.key_pair().unwrap(), None);
    let key = |name: &str| StoredKey { public: name.to_owned(), pair: name.as_bytes().to_vec() };
    sign_on.replace_key(&key("first"), start()).unwrap();
    sign_on.replace_key(&key("second"), start().after(DAY)).unwrap();
    assert_eq!(sign_on.key_pair().unwrap().unwrap(), b"second");
    assert_eq!(sign_on.public_keys(start().after(2 * DAY)).unwrap(), ["second", "first"]);
    assert_eq!(sign_on.public_keys(start().after(9 * DAY)).unwrap(), ["second"]);
}

#[test]
fn a_course_is_what_its_system_said_last() {
    let (_top, folder) = class();
    let mut sign_on = SignOn::open(&folder).unwrap();
    let course = |title: &str| LinkedCourse { title: Some(title.to_owned()), ..LinkedCourse::default() };
    sign_on.note_course(1, "7", &course("AI"), start()).unwrap();
    sign_on.note_course(1, "8", &course("ML"), start().after(1)).unwrap();
    sign_on.note_course(1, "7", &course("AI 2"), start().after(2)).unwrap();
    let courses = sign_on.courses(1).unwrap();
    assert_eq!(courses, [("7".to_owned(), course("AI 2")), ("8".to_owned(), course("ML"))]);
    assert!(sign_on.courses(2).unwrap().is_empty());
}
