//! Every byte outside of the changed cells stays the same, and any CSV reader sees the changed cells only.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use course_files::gradebook::{Change, Decimal, GradeEntry, Sheet, Target, TransferSettings, transfer};
use proptest::prelude::*;

/// A file of four columns in a random format.
#[derive(Clone, Debug)]
struct Written {
    text: String,
    separator: u8,
}

/// Returns the cells of a file as read by the `csv` crate.
fn cells(text: &[u8], separator: u8) -> Vec<Vec<String>> {
    let text = text.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(text);
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.has_headers(false).flexible(true).delimiter(separator).from_reader(text);
    let row = |record: csv::StringRecord| record.iter().map(str::to_owned).collect();
    reader.records().map(|record| row(record.unwrap())).collect()
}

fn cell() -> impl Strategy<Value = (String, bool)> {
    ("[a-c\",;\t\r\n é王=-]{0,6}", any::<bool>())
}

fn written(heads: [&'static str; 4]) -> impl Strategy<Value = Written> {
    let rows = prop::collection::vec((prop::collection::vec(cell(), 4), 0..3_usize), 0..8);
    (rows, prop::sample::select(vec![b',', b';', b'\t']), any::<bool>(), any::<bool>()).prop_map(
        move |(rows, separator, has_mark, ends)| {
            let mut text = if has_mark { "\u{FEFF}".to_owned() } else { String::new() };
            let heads = heads.map(|name| (name.to_owned(), false));
            let all = std::iter::once((heads.to_vec(), 1)).chain(rows);
            for (cells, ending) in all {
                let cells: Vec<String> = cells
                    .iter()
                    .map(|(cell, is_quoted)| {
                        let breaks = |c: char| "\"\r\n".contains(c) || c == char::from(separator);
                        if *is_quoted || cell.contains(breaks) {
                            format!("\"{}\"", cell.replace('"', "\"\""))
                        } else {
                            cell.clone()
                        }
                    })
                    .collect();
                text.push_str(&cells.join(&char::from(separator).to_string()));
                text.push_str(["\n", "\r\n", "\r"][ending]);
            }
            if !ends {
                text.truncate(text.trim_end_matches(['\r', '\n']).len());
            }
            Written { text, separator }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn one_column_changes_and_no_other_byte(written in written(["Name", "a", "Points", "b"]), pick in any::<u64>(), cents in 0..100_000_u32) {
        let Written { text, separator } = written;
        let sheet = Sheet::read(text.as_bytes()).unwrap();
        let before = cells(text.as_bytes(), separator);
        // Rows with a unique name get a grade or not, depending on `pick`.
        let names: Vec<&String> = before.iter().skip(1).map(|row| &row[0]).collect();
        let same = |a: &str, b: &str| course_files::gradebook::key(a) == course_files::gradebook::key(b);
        let entries: Vec<GradeEntry> = (0..)
            .zip(&names)
            .filter(|&(index, name)| {
                pick >> (index % 64) & 1 == 1 && names.iter().filter(|other| same(other, name)).count() == 1
            })
            .map(|(_, &name)| GradeEntry {
                who: name.clone(),
                keys: vec![name.clone()],
                grade: Decimal::parse(&format!("{}.{:02}", cents / 100, cents % 100)),
            })
            .collect();
        let target = sheet.column("Points").unwrap();
        let order = TransferSettings::new(&sheet, Target::Column(target), vec![sheet.column("Name").unwrap()]);
        let transfer = transfer(&sheet, &order, &entries).unwrap();
        let bytes = transfer.write(&sheet);
        let after = cells(&bytes, separator);
        prop_assert_eq!(before.len(), after.len());
        let mut expected = before.clone();
        for row in &transfer.rows {
            let place = before.iter().skip(1).position(|cells| same(&cells[0], &row.key)).unwrap() + 1;
            prop_assert_eq!(&row.old, &before[place][2]);
            if let Change::Written(new) = &row.change {
                expected[place][2].clone_from(new);
            }
        }
        prop_assert_eq!(&after, &expected);
        // Apart from the changed cells, both files are the same to the byte.
        let rest = |bytes: &[u8]| {
            let sheet = Sheet::read(bytes).unwrap();
            let texts = sheet.students().map(|row| (row.line, row.text(target).into_owned()));
            (sheet.headings().to_vec(), texts.count())
        };
        prop_assert_eq!(rest(text.as_bytes()), rest(&bytes));
        prop_assert_eq!(without_points(&text, separator), without_points(std::str::from_utf8(&bytes).unwrap(), separator));
    }

    #[test]
    fn a_new_column_is_added_and_no_other_byte(written in written(["Student", "ID", "Section", "b"])) {
        let Written { text, separator } = written;
        let sheet = Sheet::read(text.as_bytes()).unwrap();
        let before = cells(text.as_bytes(), separator);
        let name = before.get(1).map_or("nobody", |row| &row[0]);
        let is_own = |row: &&Vec<String>| course_files::gradebook::key(&row[0]) == course_files::gradebook::key(name);
        prop_assume!(before.iter().skip(1).filter(is_own).count() <= 1);
        let entry =
            GradeEntry { who: name.to_owned(), keys: vec![name.to_owned()], grade: Decimal::parse("9.5") };
        let target = Target::New { title: "Cup, Zoë's \"A\"".to_owned(), points: Decimal::parse("10").unwrap() };
        let order = TransferSettings::new(&sheet, target, vec![sheet.column("Student").unwrap()]);
        let transfer = transfer(&sheet, &order, &[entry]).unwrap();
        let bytes = transfer.write(&sheet);
        let after = cells(&bytes, separator);
        let added: Vec<&String> = after.iter().map(|row| row.last().unwrap()).collect();
        let others: Vec<Vec<String>> = after.iter().map(|row| row[..row.len() - 1].to_vec()).collect();
        prop_assert_eq!(&others, &before);
        let graded = added.iter().skip(1).filter(|cell| !cell.is_empty()).count();
        prop_assert_eq!((added[0].as_str(), graded), ("Cup, Zoë's \"A\"", transfer.rows.len()));
        // The quoted title with two doubled quotes, a separator in each row, and the grade.
        let longer = added[0].len() + 4 + after.len() + 3 * graded;
        prop_assert_eq!(bytes.len(), text.len() + longer);
    }

    #[test]
    fn nothing_brings_it_down(bytes in prop::collection::vec(prop::sample::select(b"a1,;\"\r\n\t\0\xC3\xA9 ".to_vec()), 0..60)) {
        if let Ok(sheet) = Sheet::read(&bytes) {
            let separator = match sheet.separator() {
                course_files::gradebook::Separator::Comma => b',',
                course_files::gradebook::Separator::Semicolon => b';',
                course_files::gradebook::Separator::Tab => b'\t',
            };
            // With a NUL in every other byte it is UTF-16.
            let text = plaintext::decode(&bytes).unwrap().text;
            let all = cells(text.as_bytes(), separator);
            let trimmed: Vec<String> = all[0].iter().map(|cell| course_files::gradebook::key(cell)).collect();
            prop_assert_eq!(sheet.headings(), &trimmed);
            let says = |row: &&[String]| row.iter().any(|cell| !cell.trim().is_empty());
            let width = all[0].len();
            // Rows may have any length; missing cells are empty.
            let expected: Vec<Vec<String>> = all[1..]
                .iter()
                .map(Vec::as_slice)
                .filter(says)
                .map(|row| (0..width).map(|index| row.get(index).cloned().unwrap_or_default()).collect())
                .collect();
            let texts = |row: course_files::gradebook::Row<'_>| {
                sheet.columns().map(|column| row.text(column).into_owned()).collect::<Vec<_>>()
            };
            prop_assert_eq!(sheet.students().map(texts).collect::<Vec<_>>(), expected);
        }
    }
}

/// Returns the text without the cells of the third column, by counting separators outside of quotes byte by byte.
fn without_points(text: &str, separator: u8) -> Vec<u8> {
    let (mut kept, mut column, mut is_quoted) = (Vec::new(), 0, false);
    for &byte in text.as_bytes() {
        is_quoted ^= byte == b'"';
        if !is_quoted && (byte == separator || byte == b'\n' || byte == b'\r') {
            column = if byte == separator { column + 1 } else { 0 };
            kept.push(byte);
        } else if column != 2 {
            kept.push(byte);
        }
    }
    kept
}
