//! The files of course systems: the changed cells to the digit, the unchanged bytes, and the remarks.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use course_files::gradebook::{
    Caution, Change, ColumnError, CourseSystem, Decimal, GradeEntry, Locked, Mark, Separator, Sheet, Target,
    Transfer, TransferError, TransferSettings, UnchangedReason, transfer,
};

fn file(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name)).unwrap()
}

/// Returns entries that are their own keys.
fn entries(grades: &[(&str, &str)]) -> Vec<GradeEntry> {
    let entry = |&(who, grade): &(&str, &str)| GradeEntry {
        who: who.to_owned(),
        keys: vec![who.to_owned()],
        grade: Decimal::parse(grade),
    };
    grades.iter().map(entry).collect()
}

/// Returns an order for columns with these names.
fn order(sheet: &Sheet<'_>, target: &str, matched: &[&str]) -> TransferSettings {
    let matched = matched.iter().map(|name| sheet.column(name).unwrap()).collect();
    TransferSettings::new(sheet, Target::Column(sheet.column(target).unwrap()), matched)
}

/// Asserts that a file is written with these replacements, each of a text that occurs once.
fn assert_changed(before: &[u8], after: &[u8], replaced: &[(&str, &str)]) {
    let mut expected = String::from_utf8(before.to_vec()).unwrap();
    for (old, new) in replaced {
        assert_eq!(expected.matches(old).count(), 1, "{old}");
        expected = expected.replace(old, new);
    }
    assert_eq!(String::from_utf8(after.to_vec()).unwrap(), expected);
}

/// Returns the change of each row: its line, and the new text or the reason why it is unchanged.
fn changes(transfer: &Transfer) -> Vec<(usize, Result<&str, UnchangedReason>)> {
    let change = |change| match change {
        &Change::Left(why) => Err(why),
        Change::Written(new) => Ok(new.as_str()),
    };
    transfer.rows.iter().map(|row| (row.line, change(&row.change))).collect()
}

#[test]
fn a_worksheet_of_moodle() {
    let bytes = file("moodle-worksheet.csv");
    let sheet = Sheet::read(&bytes).unwrap();
    assert_eq!((sheet.kind(), sheet.separator()), (CourseSystem::MoodleWorksheet, Separator::Comma));
    assert_eq!(sheet.headings()[0], "Identifier");
    let order = order(&sheet, "Grade", &["Email address"]);
    let entries = entries(&[
        ("bo@example.edu", "9.215765"),
        ("ada@example.edu", "10"),
        ("zoe@example.edu", "8.01"),
        ("eve@example.edu", "-0.5"),
        ("gone@example.edu", "3"),
    ]);
    let transfer = transfer(&sheet, &order, &entries).unwrap();
    assert_changed(
        &bytes,
        &transfer.write(&sheet),
        &[
            ("ada@example.edu,\"Submitted for grading\",,", "ada@example.edu,\"Submitted for grading\",10,"),
            ("\"7.50\"", "\"9.215765\""),
            ("eve@example.edu,\"No submission\",,", "eve@example.edu,\"No submission\",-0.5,"),
            (
                "zoe@example.edu,\"Submitted for grading\",,",
                "zoe@example.edu,\"Submitted for grading\",8.01,",
            ),
        ],
    );
    let cautions: Vec<_> = transfer.rows.iter().map(|row| (row.line, row.cautions.clone())).collect();
    assert_eq!(
        cautions,
        [
            (2, vec![]),
            (3, vec![]),
            (5, vec![Caution::Locked, Caution::Negative]),
            (6, vec![Caution::AboveMaximum("8.00".to_owned())]),
        ]
    );
    assert_eq!(transfer.unmatched.iter().map(|left| &left.who).collect::<Vec<_>>(), ["gone@example.edu"]);
    let others: Vec<_> = transfer.others.iter().map(|other| (other.line, other.key.as_str())).collect();
    assert_eq!(others, [(7, "nobody@example.edu")]);
    assert_eq!(transfer.remarks, [""; 0]);
}

#[test]
fn names_are_compared_as_the_file_says_them() {
    let bytes = file("moodle-worksheet.csv");
    let sheet = Sheet::read(&bytes).unwrap();
    let order = order(&sheet, "Grade", &["Full name"]);
    // The last name is decomposed here and composed in the file.
    let names = [
        ("Bo \"Bob\" O'Neil, jr.", "1"),
        ("=cmd|' /C calc'!A0", "2"),
        ("Zoe\u{308} 王", "3"),
        ("ada lovelace", "4"),
    ];
    let transfer = transfer(&sheet, &order, &entries(&names)).unwrap();
    assert_eq!(changes(&transfer), [(3, Ok("1")), (5, Ok("2")), (6, Ok("3"))]);
    assert_eq!(transfer.unmatched[0].who, "ada lovelace");
    let written = String::from_utf8(transfer.write(&sheet)).unwrap();
    assert!(written.contains("\"=cmd|' /C calc'!A0\",eve@example.edu"), "names stay what they are");
}

#[test]
fn a_file_in_another_language_has_its_columns_named() {
    let bytes = file("moodle-german.csv");
    let sheet = Sheet::read(&bytes).unwrap();
    assert_eq!((sheet.kind(), sheet.separator()), (CourseSystem::Other, Separator::Semicolon));
    let mut order = order(&sheet, "Aufgabe: Turnier (Punkte)", &["Vorname", "Nachname"]);
    let entries = entries(&[("Ada Lovelace", "9.25"), ("Bo O'Neil", "7.5"), ("Zoë 王", "10.005")]);
    let plain = transfer(&sheet, &order, &entries).unwrap();
    assert_eq!(plain.mark, Mark::Comma);
    assert_eq!(
        plain.remarks,
        [
            "no known heading was found: grades that the import would silently skip are reported only for named columns"
        ]
    );
    order.maximum = Some(sheet.column("Höchstwert").unwrap());
    let locks = sheet.column("Bewertung änderbar").unwrap();
    order.locked = Some(Locked { column: locks, value: "Nein".to_owned() });
    order.decimals = Some(2);
    let transfer = transfer(&sheet, &order, &entries).unwrap();
    assert_eq!(changes(&transfer), [(2, Ok("9,25")), (3, Err(UnchangedReason::Same)), (4, Ok("10,01"))]);
    assert_eq!(transfer.rows[2].cautions, [Caution::Locked, Caution::AboveMaximum("10,00".to_owned())]);
    assert_changed(
        &bytes,
        &transfer.write(&sheet),
        &[("\"ada@example.edu\";-;", "\"ada@example.edu\";9,25;"), ("\"9,00\"", "\"10,01\"")],
    );
}

#[test]
fn an_export_of_moodles_gradebook() {
    let bytes = file("moodle-gradebook.csv");
    let sheet = Sheet::read(&bytes).unwrap();
    assert_eq!(sheet.kind(), CourseSystem::MoodleGradebook);
    let target = "Assignment: Tournament (Real)";
    let by_name = order(&sheet, target, &["First name", "Last name"]);
    // Two students of the same name are never told apart by guessing.
    assert_eq!(
        transfer(&sheet, &by_name, &entries(&[("Bo O'Neil", "5")])).unwrap_err(),
        TransferError::TwoRows {
            who: "Bo O'Neil".to_owned(),
            key: "Bo O'Neil".to_owned(),
            first: 3,
            second: 4
        }
    );
    let ada = transfer(&sheet, &by_name, &entries(&[("Ada Lovelace", "5")])).unwrap();
    assert_eq!((changes(&ada), ada.others.len()), (vec![(2, Ok("5"))], 2));
    let by_id = order(&sheet, target, &["ID number"]);
    let transfer = transfer(&sheet, &by_id, &entries(&[("100003", "6.25"), ("100002", "7.5000")])).unwrap();
    assert_eq!(changes(&transfer), [(3, Err(UnchangedReason::Same)), (4, Ok("6.25"))]);
    let changed = ("other@example.edu,-,-", "other@example.edu,6.25,-");
    assert_changed(&bytes, &transfer.write(&sheet), &[changed]);
}

#[test]
fn an_export_of_canvas() {
    let bytes = file("canvas.csv");
    let sheet = Sheet::read(&bytes).unwrap();
    assert_eq!(sheet.kind(), CourseSystem::Canvas);
    // By the title or the whole heading.
    assert_eq!(sheet.column("Tournament"), sheet.column("Tournament (5502)"));
    let order = order(&sheet, "Tournament", &["ID"]);
    let ids = [("9001", "17.333333333"), ("9002", "3"), ("9003", "12"), ("9004", "4")];
    let transfer = transfer(&sheet, &order, &entries(&ids)).unwrap();
    assert_eq!(
        changes(&transfer),
        [
            (4, Ok("17.333333333")),
            (5, Err(UnchangedReason::Excused)),
            (6, Err(UnchangedReason::Same)),
            (7, Err(UnchangedReason::NotAssigned)),
        ]
    );
    // The row of points and the row of posting are not students.
    assert_eq!(transfer.others.len(), 1);
    assert_changed(&bytes, &transfer.write(&sheet), &[("8.00,,40.00", "8.00,17.333333333,40.00")]);
}

#[test]
fn what_canvas_computes_is_told() {
    let bytes = file("canvas.csv");
    let sheet = Sheet::read(&bytes).unwrap();
    for (column, told) in [("Final Score", true), ("Homework 1", false)] {
        let order = order(&sheet, column, &["SIS Login ID"]);
        let transfer = transfer(&sheet, &order, &entries(&[("ada", "1")])).unwrap();
        assert_eq!(!transfer.remarks.is_empty(), told, "{column}");
    }
}

/// Regression test: Canvas counts more than 100 %, which was not reported.
#[test]
fn grades_above_the_points_of_canvas_are_told() {
    let bytes = file("canvas.csv");
    let sheet = Sheet::read(&bytes).unwrap();
    let order = order(&sheet, "Tournament", &["ID"]);
    let told = |grades: &[(&str, &str)]| transfer(&sheet, &order, &entries(grades)).unwrap().remarks;
    assert_eq!(told(&[("9001", "20"), ("9003", "12")]), [""; 0]);
    let above = "1 grade is above the 20.00 possible points: Canvas accepts this and counts more than 100 %";
    assert_eq!(
        told(&[("9001", "20.01"), ("9002", "30"), ("9003", "12")]),
        [above],
        "an excused student gets none"
    );
    let new = Target::New { title: "Cup".to_owned(), points: Decimal::parse("10").unwrap() };
    let order = TransferSettings::new(&sheet, new, vec![sheet.column("ID").unwrap()]);
    let transfer = transfer(&sheet, &order, &entries(&[("9001", "11"), ("9003", "12")])).unwrap();
    let above = "2 grades are above the 10 possible points: Canvas accepts this and counts more than 100 %";
    assert!(transfer.remarks.iter().any(|remark| remark == above), "{:?}", transfer.remarks);
}

#[test]
fn a_new_assignment_in_canvas() {
    let bytes = file("canvas-semicolon.csv");
    let sheet = Sheet::read(&bytes).unwrap();
    assert_eq!((sheet.kind(), sheet.separator()), (CourseSystem::Canvas, Separator::Semicolon));
    assert_eq!(
        sheet.column("Cup; final").unwrap_err(),
        ColumnError::Missing { name: "Cup; final".to_owned() }
    );
    let new = |title: &str| {
        let points = Decimal::parse("12.5").unwrap();
        let target = Target::New { title: title.to_owned(), points };
        let matched = ["FirstName", "LastName"].map(|name| sheet.column(name).unwrap());
        TransferSettings::new(&sheet, target, matched.to_vec())
    };
    let entries = entries(&[("Zoë King", "11.125")]);
    let transfer_of = |title: &str| transfer(&sheet, &new(title), &entries);
    assert_eq!(
        transfer_of("Homework 1").unwrap_err(),
        TransferError::NewExists { title: "Homework 1".to_owned() }
    );
    let transfer = transfer_of("Cup; final").unwrap();
    assert_changed(
        &bytes,
        &transfer.write(&sheet),
        &[
            ("Homework 1 (5501)\r\n", "Homework 1 (5501);\"Cup; final\"\r\n"),
            (";10,00\r\n", ";10,00;12,5\r\n"),
            (";8,00\r\n", ";8,00;\r\n"),
            (";9,50\r\n", ";9,50;11,125\r\n"),
        ],
    );
    assert_eq!(
        transfer.remarks,
        ["the import creates a new assignment in Canvas: \"Cup; final\", out of 12,5 points"]
    );
}

#[test]
fn a_new_column_is_for_canvas_alone() {
    let bytes = file("moodle-worksheet.csv");
    let sheet = Sheet::read(&bytes).unwrap();
    let target = Target::New { title: "Cup".to_owned(), points: Decimal::parse("10").unwrap() };
    let order = TransferSettings::new(&sheet, target, vec![sheet.column("Full name").unwrap()]);
    assert!(matches!(transfer(&sheet, &order, &[]), Err(TransferError::NewElsewhere { .. })));
}

#[test]
fn what_moodle_needs_is_told() {
    let worksheet = |head: &str| format!("{head}\nParticipant 1,Ada,,\n");
    let needed = "Moodle refuses a worksheet without the column \"Last modified (grade)\"";
    let not_taken =
        "Moodle imports the grades of a worksheet only from the column \"Grade\", not from \"Note\"";
    let scale = "the assignment is graded with a scale: Moodle silently skips all numbers";
    let choose = "when you import it, choose the separator \"semicolon\" in Moodle";
    let per_assignment = "a participant has a different \"Identifier\" in each assignment: use the file only for this assignment";
    for (head, target, remarks) in [
        ("Identifier,Full name,Grade,Last modified (grade)", "Grade", vec![per_assignment]),
        ("Identifier,Full name,Grade,Status", "Grade", vec![needed, per_assignment]),
        ("Identifier;Note;Grade;Last modified (grade)", "Note", vec![not_taken, choose, per_assignment]),
        ("Identifier,Grade,Scale,Last modified (grade)", "Grade", vec![scale, per_assignment]),
    ] {
        let text = if head.contains(';') { worksheet(head).replace(',', ";") } else { worksheet(head) };
        let sheet = Sheet::read(text.as_bytes()).unwrap();
        let order = order(&sheet, target, &["Identifier"]);
        let transfer = transfer(&sheet, &order, &entries(&[("Participant 1", "4")])).unwrap();
        assert_eq!(transfer.remarks, remarks, "{head}");
    }
}

#[test]
fn a_team_has_a_row_for_each_member() {
    let bytes = file("canvas.csv");
    let sheet = Sheet::read(&bytes).unwrap();
    let order = order(&sheet, "Homework 1", &["SIS Login ID"]);
    let team = GradeEntry {
        who: "Team".to_owned(),
        keys: ["zoe", "ada", "eve"].map(str::to_owned).to_vec(),
        grade: Decimal::parse("7"),
    };
    let unknown = GradeEntry { who: "Unknown".to_owned(), keys: Vec::new(), grade: Decimal::parse("7") };
    let transfer = transfer(&sheet, &order, &[team, unknown]).unwrap();
    assert_eq!(changes(&transfer), [(4, Ok("7")), (6, Ok("7"))]);
    let unmatched = transfer.unmatched.iter().map(|left| (left.who.as_str(), left.key.as_str()));
    assert_eq!(unmatched.collect::<Vec<_>>(), [("Team", "eve"), ("Unknown", "")]);
}

#[test]
fn columns_without_grades_are_no_target() {
    let moodle = file("moodle-worksheet.csv");
    let canvas = file("canvas.csv");
    for (bytes, column) in [
        (&moodle, "Status"),
        (&moodle, "Maximum Grade"),
        (&moodle, "Grade can be changed"),
        (&moodle, "Email address"),
        (&canvas, "ID"),
        (&canvas, "Section"),
    ] {
        let sheet = Sheet::read(bytes).unwrap();
        let refused = transfer(&sheet, &order(&sheet, column, &[column]), &[]).unwrap_err();
        assert_eq!(refused, TransferError::NotGrades { heading: column.to_owned() });
    }
}

#[test]
fn an_entry_without_a_grade_leaves_its_cell() {
    let bytes = file("moodle-worksheet.csv");
    let sheet = Sheet::read(&bytes).unwrap();
    let order = order(&sheet, "Grade", &["Email address"]);
    let transfer = transfer(&sheet, &order, &entries(&[("bo@example.edu", "none")])).unwrap();
    assert_eq!(changes(&transfer), [(3, Err(UnchangedReason::NoGrade))]);
    assert_eq!(transfer.write(&sheet), bytes);
}

#[test]
fn the_decimal_mark_is_the_files_own() {
    let read = |rows: &str| {
        let text = format!("Name;Points;Other\n{rows}");
        let sheet = Sheet::read(text.as_bytes()).unwrap();
        let order = order(&sheet, "Points", &["Name"]);
        transfer(&sheet, &order, &entries(&[("Ada", "1.5")])).map(|transfer| transfer.mark)
    };
    assert_eq!(read("Ada;;\n"), Ok(Mark::Point), "a point is read in every language");
    assert_eq!(read("Ada;;\nBo;7,5;\n"), Ok(Mark::Comma));
    assert_eq!(read("Ada;;\nBo;7.5;8,5\n"), Ok(Mark::Point), "the column itself tells first");
    assert_eq!(read("Ada;;\nBo;;8,5\n"), Ok(Mark::Comma));
    assert_eq!(read("Ada;;1.2\nBo;;8,5\n"), Ok(Mark::Point));
    assert_eq!(read("Ada;2.5;\nBo;7,5;\n"), Err(TransferError::MixedMarks { point: 2, comma: 3 }));
}

#[test]
fn a_comma_is_quoted_where_it_would_separate() {
    let text = b"Name,Points\nAda,\nBo,\"7,5\"\n";
    let sheet = Sheet::read(text).unwrap();
    let order = order(&sheet, "Points", &["Name"]);
    let transfer = transfer(&sheet, &order, &entries(&[("Ada", "8.5"), ("Bo", "9")])).unwrap();
    assert_eq!(transfer.write(&sheet), b"Name,Points\nAda,\"8,5\"\nBo,\"9\"\n");
}

/// Excel's `sep=;`, and UTF-16 as in its "Unicode text", are both preserved.
#[test]
fn a_file_that_a_spreadsheet_has_saved_stays_what_it_is() {
    let graded = |text: &str, encode: &dyn Fn(&str) -> Vec<u8>| {
        let bytes = encode(text);
        let sheet = Sheet::read(&bytes).unwrap();
        let order = order(&sheet, "Grade", &["Name"]);
        let transfer = transfer(&sheet, &order, &entries(&[("Jürgen Groß", "9.5")])).unwrap();
        assert_eq!(
            transfer.write(&sheet),
            encode(&text.replacen(";;x", ";9.5;x", 1).replacen("\t\tx", "\t9.5\tx", 1))
        );
    };
    let utf8 = |text: &str| text.as_bytes().to_vec();
    graded("sep=;\r\nName;Grade;Note\r\nJürgen Groß;;x\r\nAda, One;;\r\n", &utf8);
    graded("\u{FEFF}\"sep=;\"\r\nName;Grade;Note\r\nJürgen Groß;;x\r\n", &utf8);
    // The file declares a separator that the first rows do not suggest.
    graded("SEP=;\nName;Grade;Note\nJürgen Groß;;x,y,z\n", &utf8);
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        let utf16 = |text: &str| format!("\u{FEFF}{text}").encode_utf16().flat_map(order).collect();
        graded("Name\tGrade\tNote\r\nJürgen Groß\t\tx\r\n", &utf16);
    }
    let sheet = Sheet::read(b"sep=;\nName;Grade\nA;1;2\n").unwrap();
    assert_eq!(sheet.students().map(|row| row.line).collect::<Vec<_>>(), [3]);
    let workbook = Sheet::read(b"PK\x03\x04xl/workbook.xml\0").unwrap_err();
    assert_eq!(workbook.to_string(), "this is an Excel workbook: save it as CSV UTF-8");
}
