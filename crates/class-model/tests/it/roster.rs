//! Rosters: their changes, and their problems.

use crate::support;

use class_model::roster::{Changes, Columns, changes};
use class_model::{Event, Facts};
use course_files::gradebook::Sheet;
use support::{TEXT, at, plan};

fn read(facts: &Facts, csv: &str) -> Result<Changes, Vec<String>> {
    let sheet = Sheet::read(csv.as_bytes()).expect("a sheet");
    changes(&plan(TEXT), facts, &sheet, &Columns::default()).map_err(|problems| {
        problems.into_iter().map(|problem| format!("{}: {}", problem.line, problem.message)).collect()
    })
}

fn after(csv: &str) -> Facts {
    let mut facts = Facts::default();
    for event in read(&facts, csv).expect("a roster").events() {
        facts.add(at("2026-11-01 10:00"), event);
    }
    facts
}

const THREE: &str = "id,name,alias,section,team\n7,Jane Doe,Ada,A,\n8,Jane Doe,,B,\n9,Ben Roe,Bee,A,Duo\n";

#[test]
fn namesakes_are_normal_and_who_has_no_alias_gets_one() {
    let facts = after(THREE);
    let students: Vec<(&str, &str, &str)> =
        facts.students().iter().map(|student| (&*student.id, &*student.name, &*student.alias)).collect();
    assert_eq!(students, [("7", "Jane Doe", "Ada"), ("8", "Jane Doe", "Player 2"), ("9", "Ben Roe", "Bee")]);
}

#[test]
fn the_same_roster_again_changes_nothing() {
    let facts = after(THREE);
    let again = read(&facts, THREE).expect("a roster");
    assert_eq!((again.enrolled.len(), again.unchanged, again.absent.len()), (0, 3, 0));
}

#[test]
fn a_later_roster_changes_what_it_says_and_nothing_else() {
    let facts = after(THREE);
    let later = read(&facts, "id,name,section,team\n9,Ben Roe,,-\n10,Zoe,B,\n").expect("a roster");
    assert_eq!(
        (later.new, later.unchanged, later.absent.as_slice()),
        (1, 0, &["7".to_owned(), "8".to_owned()][..])
    );
    let [ben, zoe] = &later.enrolled[..] else { panic!("{later:?}") };
    assert_eq!((ben.alias.as_str(), ben.section.as_deref(), ben.team.as_deref()), ("Bee", Some("A"), None));
    assert_eq!(zoe.alias, "Player 4");
}

/// Groups of Moodle's worksheet hand in together; students without a group have a phrase in that column, too.
#[test]
fn groups_of_a_worksheet_are_teams() {
    let facts = after(
        "Identifier,Full name,ID number,Status,Group,Grade,Last modified (grade)\n\
         Participant 3,Jane Doe,s7,-,Team 01,,-\n\
         Participant 4,Ben Roe,s8,-,Team 01,,-\n\
         Participant 5,Zoe,s9,-,Default group,,-\n\
         Participant 6,Eve,s10,-,\"Not a member of any group, so unable to make submissions.\",,-\n",
    );
    let teams: Vec<Option<&str>> = facts.students().iter().map(|student| student.team.as_deref()).collect();
    assert_eq!(teams, [Some("Team 01"), Some("Team 01"), None, None]);
    assert!(facts.students().iter().all(|student| student.section.is_none()));
}

#[test]
fn course_systems_are_read_as_they_export() {
    let facts = after("\u{feff}First name,Surname,ID number,Email address\r\nJane,Doe,s7,j@x.org\r\n");
    let student = facts.student("s7").expect("a student");
    assert_eq!((student.name.as_str(), student.email.as_deref()), ("Jane Doe", Some("j@x.org")));
    let facts = after("Student,ID,SIS User ID,Section\nPoints Possible,,,\n\"Doe, Jane\",12,u7,A\n");
    assert!(facts.student("u7").is_some_and(|student| student.name == "Doe, Jane"));
    let refused =
        read(&Facts::default(), "Identifier,Full name,Status,Grade\nParticipant 7,Jane,,\n").unwrap_err();
    assert!(refused[0].contains("differs between assignment"), "{refused:?}");
}

#[test]
fn everything_that_is_wrong_is_told_with_its_line() {
    let told = read(
        &after(THREE),
        "id,name,alias,section,team\n7,Jane,Аda,A,\n10,Zoe,Вee,A,\n10,Zoe,Zoe,A,\n,Nobody,,,\n11,Eve,Eve,C,\n12,Max,Max,B,Duo\n13,\
         Ian\u{202e},x,A,\n",
    )
    .unwrap_err();
    assert_eq!(told.len(), 6, "{told:#?}");
    for (told, expected) in told.iter().zip([
        "3: \"Вee\" can be confused with \"Bee\", the alias of student 9",
        "4: the id \"10\" is also in line 3",
        "5: this student has no id",
        "6: class.toml has no section \"C\"; it has A, B; if the column does not contain sections, use --section -",
        "7: the team \"Duo\" has students from several sections",
        "8: the name cannot contain the invisible character U+202E",
    ]) {
        assert_eq!(told, expected);
    }
}

#[test]
fn names_are_taken_as_the_world_writes_them() {
    for name in ["علی\u{200C}رضا", "👩\u{200D}💻 Ada", "क्\u{200D}ष", "Zoë O’Neil-王"] {
        let facts = after(&format!("id,name\n7,{name}\n"));
        assert_eq!(facts.student("7").expect("a student").name, name);
    }
    // Aliases are public, and readers could not tell these apart.
    for row in ["7,Ali,علی\u{200C}رضا", "7,Ad\u{200D}a,Ada", "7,\u{200C}علی,Ali"] {
        let told = read(&Facts::default(), &format!("id,name,alias\n{row}\n")).unwrap_err();
        assert!(told[0].contains("cannot contain the invisible character U+200"), "{told:?}");
    }
}

#[test]
fn a_team_cannot_be_taken_for_a_student() {
    let told = read(&after(THREE), "id,name,alias,team\n10,Zoe,Duo,\n").unwrap_err();
    assert_eq!(told, ["2: \"Duo\" can be confused with \"Duo\", the team Duo"]);
}

#[test]
fn events_are_enrolments() {
    let events = read(&Facts::default(), THREE).expect("a roster").events();
    assert!(events.iter().all(|event| matches!(event, Event::Enrolled(_))) && events.len() == 3);
}

/// Regression: 120 students had no id, because the import chose a column without any value.
#[test]
fn a_column_that_is_empty_for_everybody_is_not_needed() {
    let facts = after(
        "Username,First name,Last name,Full name,ID number,Email address,Institution,Department\n\
         jdoe,Jane,Doe,,,jane@example.edu,,\nbroe,Ben,Roe,,,ben@example.edu,,\n",
    );
    let students: Vec<(&str, &str)> =
        facts.students().iter().map(|student| (&*student.id, &*student.name)).collect();
    assert_eq!(students, [("jdoe", "Jane Doe"), ("broe", "Ben Roe")]);
}

#[test]
fn a_column_can_be_ignored() {
    let sheet = Sheet::read(b"id,name,Section\n1,Jane,CS-101\n2,Ben,CS-101\n").expect("a sheet");
    let read = |columns: &Columns| changes(&plan(TEXT), &Facts::default(), &sheet, columns);
    let refused = read(&Columns::default()).expect_err("other sections");
    assert_eq!(refused[0].message, refused[1].message);
    assert!(
        refused[0].message.ends_with("if the column does not contain sections, use --section -"),
        "{refused:?}"
    );
    let columns = Columns { section: Some("-".to_owned()), ..Columns::default() };
    let taken = read(&columns).expect("a roster");
    assert_eq!(
        taken.enrolled.iter().map(|student| student.section.clone()).collect::<Vec<_>>(),
        [None, None]
    );
}
