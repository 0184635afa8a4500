//! Comments change one column and no other byte.

use std::collections::BTreeMap;

use course_files::gradebook::{Comment, CommentChange, Sheet, TransferError, comment};

const SHEET: &str = "\u{FEFF}Identifier,\"Full name\",\"ID number\",Grade,\"Last modified (grade)\",\"Feedback comments\"\r\n\
    \"Participant 1\",\"Doe, Jane\",1,,-,\r\n\
    \"Participant 2\",Bo,2,7,-,\"Muster: the one of last week\"\r\n\
    \"Participant 3\",Cy,3,,-,\"see me,\nplease\"\r\n\
    \"Participant 4\",Di,4,,-,Muster: the same\r\n\
    \"Participant 5\",Ed,5,,-,\"\"\r\n";

fn texts(of: &[(&str, &str)]) -> BTreeMap<String, Comment> {
    of.iter()
        .map(|(key, text)| {
            ((*key).to_owned(), Comment { who: format!("student {key}"), text: (*text).to_owned() })
        })
        .collect()
}

#[test]
fn comments_change_their_cells_and_no_other_byte() {
    let sheet = Sheet::read(SHEET.as_bytes()).unwrap();
    let [into, by] = ["Feedback comments", "ID number"].map(|name| sheet.column(name).unwrap());
    let texts = texts(&[
        ("1", "Muster: a, \"b\"<br>c"),
        ("2", "Muster: new"),
        ("3", "Muster: not here"),
        ("4", "Muster: the same"),
        ("9", "Muster: nobody"),
    ]);
    let made = comment(&sheet, into, by, &texts, "Muster: ").unwrap();
    let changes: Vec<(usize, CommentChange)> = made.rows.iter().map(|row| (row.line, row.change)).collect();
    let due = [
        (2, CommentChange::Written),
        (3, CommentChange::Written),
        (4, CommentChange::Left),
        (6, CommentChange::Same),
    ];
    assert_eq!(changes, due);
    assert_eq!(made.others.iter().map(|other| other.key.as_str()).collect::<Vec<_>>(), ["5"]);
    let written = String::from_utf8(made.write(&sheet)).unwrap();
    let due = SHEET
        .replace(",1,,-,\r\n", ",1,,-,\"Muster: a, \"\"b\"\"<br>c\"\r\n")
        .replace("Muster: the one of last week", "Muster: new");
    assert_eq!(written, due);
}

#[test]
fn a_column_that_says_who_a_student_is_gets_none() {
    let sheet = Sheet::read(SHEET.as_bytes()).unwrap();
    let by = sheet.column("ID number").unwrap();
    for name in ["ID number", "Full name", "Grade", "Identifier"] {
        let refused = comment(&sheet, sheet.column(name).unwrap(), by, &texts(&[]), "x").unwrap_err();
        assert!(matches!(refused, TransferError::NotComments { .. }), "{name}: {refused}");
    }
    let twice = SHEET.replace(",Bo,2,", ",Bo,1,");
    let sheet = Sheet::read(twice.as_bytes()).unwrap();
    let into = sheet.column("Feedback comments").unwrap();
    let refused = comment(&sheet, into, by, &texts(&[("1", "x")]), "x").unwrap_err();
    assert!(matches!(refused, TransferError::TwoRows { first: 2, second: 3, .. }), "{refused}");
}
