//! Damaged, enormous and ambiguous files are refused with a position, or read as every program reads them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use plaintext::{CsvError, MOST_COLUMNS};

use course_files::gradebook::{
    ColumnError, Decimal, GradeEntry, Sheet, SheetError, Target, TransferError, TransferSettings, transfer,
};

fn refused(bytes: &[u8]) -> String {
    Sheet::read(bytes).unwrap_err().to_string()
}

fn entry(who: &str) -> GradeEntry {
    GradeEntry { who: who.to_owned(), keys: vec![who.to_owned()], grade: Decimal::parse("1") }
}

fn order(sheet: &Sheet<'_>) -> TransferSettings {
    let column = |name| sheet.column(name).unwrap();
    TransferSettings::new(sheet, Target::Column(column("Points")), vec![column("Name")])
}

#[test]
fn what_programs_would_read_in_different_ways_is_refused_with_its_place() {
    for (text, told) in [
        ("", "it is empty"),
        ("\u{FEFF}\r\n\n", "it is empty"),
        ("Name,Points\nAda,\"1\n2\n3", "line 2, cell 2: the quote is never closed"),
        ("Name,Points\nAda,1\n\"Bo\"x,2\n", "line 3, cell 1: there is text after the closing quote"),
        ("Name,Points\n\"two\nlines\",1\nBo,5\"x\n", "line 4, cell 2: a quote within an unquoted cell"),
        ("Name,Points\nAda, \"a,b\"\n", "line 2, cell 2: a quote within an unquoted cell"),
        ("Name,Points\nA\u{0}da,1\n", "line 2, column 2: a NUL byte"),
    ] {
        assert_eq!(refused(text.as_bytes()), told, "{text}");
    }
    assert_eq!(
        refused(b"Name,Points\r\nAd\xE9,1\r\n"),
        "line 2, column 3: a byte that is not UTF-8; the file looks like Latin-1 or Windows-1252"
    );
}

#[test]
fn no_size_brings_it_down() {
    let huge = "x".repeat(8 << 20);
    let text = format!("Name,Points\nAda,{huge}\n{huge},1\n");
    let sheet = Sheet::read(text.as_bytes()).unwrap();
    let written = transfer(&sheet, &order(&sheet), &[entry("Ada")]).unwrap().write(&sheet);
    assert_eq!(written, format!("Name,Points\nAda,1\n{huge},1\n").into_bytes());
    // With any separator.
    let wide = ",;\t".repeat(MOST_COLUMNS);
    assert_eq!(
        Sheet::read(wide.as_bytes()).unwrap_err(),
        SheetError::Csv(CsvError::TooManyColumns { line: 1 })
    );
    assert_eq!(refused(&vec![b'a'; (64 << 20) + 1]), "it has more than 64 MiB");
    let quotes = format!("Name,Points\nAda,{}", "\"".repeat((1 << 20) + 1));
    assert_eq!(refused(quotes.as_bytes()), "line 2, cell 2: the quote is never closed");
    // A message does not quote a megabyte.
    assert!(sheet.column(&huge).unwrap_err().to_string().len() < 300);
}

#[test]
fn a_million_rows_are_read() {
    let mut text = String::from("Name,Points\n");
    for number in 0..1_000_000 {
        text.push_str(&format!("s{number},\n"));
    }
    let sheet = Sheet::read(text.as_bytes()).unwrap();
    let transfer = transfer(&sheet, &order(&sheet), &[entry("s999999"), entry("s0")]).unwrap();
    assert_eq!((transfer.rows.len(), transfer.others.len()), (2, 999_998));
    assert_eq!(transfer.rows[1].line, 1_000_001);
    let written = transfer.write(&sheet);
    assert!(written.starts_with(b"Name,Points\ns0,1\ns1,\n") && written.ends_with(b"\ns999999,1\n"));
}

#[test]
fn what_is_there_twice_is_refused() {
    let twice = b"Name,Points,Points,Name\nAda,1,2,Bo\n";
    let sheet = Sheet::read(twice).unwrap();
    let told = sheet.column("Points").unwrap_err();
    assert_eq!(told, ColumnError::Twice { name: "Points".to_owned(), first: 2, second: 3 });
    let canvas = b"Student,ID,Section,Cup (1),Cup (2),Cup (x)\n";
    let sheet = Sheet::read(canvas).unwrap();
    assert!(matches!(sheet.column("Cup"), Err(ColumnError::Twice { first: 4, second: 5, .. })));
    assert!(sheet.column("Cup (1)").is_ok());

    let rows = b"Name,Points\nAda,\nBo,\n Ada ,\n";
    let sheet = Sheet::read(rows).unwrap();
    let told = transfer(&sheet, &order(&sheet), &[entry("Ada")]).unwrap_err();
    let (who, key) = ("Ada".to_owned(), "Ada".to_owned());
    assert_eq!(told, TransferError::TwoRows { who, key, first: 2, second: 4 });
    // Duplicate rows without a grade do no harm.
    assert!(transfer(&sheet, &order(&sheet), &[entry("Bo")]).is_ok());
    let told =
        transfer(&sheet, &order(&sheet), &[entry("Bo"), GradeEntry { who: "Bob".into(), ..entry("Bo") }]);
    assert!(matches!(told, Err(TransferError::SameKey { .. })));
}

#[test]
fn what_says_nothing_is_nobodys_key() {
    let sheet = Sheet::read(b"Name,Points\n,1\n \t,2\nAda,3\n").unwrap();
    let nameless = GradeEntry { who: "Nameless".to_owned(), ..entry("  ") };
    let transfer = transfer(&sheet, &order(&sheet), &[nameless]).unwrap();
    assert_eq!((transfer.rows.len(), transfer.others.len(), transfer.unmatched.len()), (0, 3, 1));
}

#[test]
fn a_row_of_another_length_gets_no_grade() {
    let text = b"Name,Points\nAda\nBo,1,2\nCy,3\n";
    let sheet = Sheet::read(text).unwrap();
    for (name, line, cells) in [("Ada", 2, 1), ("Bo", 3, 3)] {
        let told = transfer(&sheet, &order(&sheet), &[entry(name)]).unwrap_err();
        assert_eq!(told, TransferError::Ragged { line, cells, headings: 2 });
    }
    assert!(transfer(&sheet, &order(&sheet), &[entry("Cy")]).is_ok());
}
