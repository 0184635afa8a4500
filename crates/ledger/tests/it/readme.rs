//! The README: its queries run, and it names every table and column.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use common::{complete, raw};
use rusqlite::types::{Value, ValueRef};

const PAGE: &str = include_str!("../../README.md");

fn queries() -> Vec<&'static str> {
    PAGE.split("```sql\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// A value as a tool would show it: bots log arbitrary bytes.
fn shown(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Text(bytes) => Value::Text(String::from_utf8_lossy(bytes).into_owned()),
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Blob(bytes) => Value::Blob(bytes.to_vec()),
    }
}

#[test]
fn its_queries_give_what_the_page_says() {
    let (_temp, folder) = complete();
    let connection = raw(&folder);
    connection.execute("INSERT INTO host_log (at, what) VALUES ('now', 'a test')", []).unwrap();
    let answers: Vec<Vec<Vec<Value>>> = queries()
        .into_iter()
        .map(|query| {
            let mut statement = connection.prepare(query).unwrap_or_else(|error| panic!("{error}:\n{query}"));
            let columns = statement.column_count();
            let rows = statement
                .query_map([], |row| (0..columns).map(|column| Ok(shown(row.get_ref(column)?))).collect());
            rows.unwrap().collect::<Result<_, _>>().unwrap()
        })
        .collect();
    assert_eq!(answers.len(), 9);
    assert!(answers.iter().all(|rows| !rows.is_empty()));
    let text = |text: &str| Value::Text(text.to_owned());
    let numbers: Vec<_> = answers[0].iter().map(|row| row[0].clone()).collect();
    assert_eq!(numbers, ["1.1.1.1", "1.1.2.1", "1.2.1.1", "2.1.1.1", "2.1.2.1", "2.2.1.1"].map(text));
    // In every match the teacher has the first seat and wins, because the other fails.
    let standing = |name: &str, wins, losses| {
        vec![text(name), Value::Integer(wins), Value::Integer(0), Value::Integer(losses)]
    };
    assert_eq!(answers[1], [standing("Teacher", 6, 0), standing("Alpha", 0, 6)]);
    let fault = text("trap(unreachable)");
    assert_eq!(answers[2], [vec![text("forfeit"), fault.clone(), Value::Integer(6)]]);
    assert_eq!(answers[3], [vec![text("Alpha"), fault, Value::Integer(6)]]);
}

#[test]
fn it_names_every_table_and_column() {
    let (_temp, folder) = complete();
    let connection = raw(&folder);
    let mut statement = connection
        .prepare("SELECT m.name, p.name FROM sqlite_schema m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'")
        .unwrap();
    let names: Vec<(String, String)> = statement
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    assert!(names.len() > 40);
    for (table, column) in names {
        for name in [&table, &column] {
            assert!(PAGE.contains(&format!("`{name}`")), "{table}.{column} is not on the page");
        }
    }
}
