//! Measures the fuel of the same small tasks in each language, for the table of `docs/students/speeds.md`. Fuel depends
//! on neither load nor machine, so that the table can be compared. By default, this measures the scripts, whose
//! interpreters are in the program; with `MUSTER_FULL=1`, all languages. After a change, or with other compilers, this
//! rewrites the table: `MUSTER_FULL=1 MUSTER_UPDATE=1 cargo test -p cli --test it new::speeds`.

use std::fs;

use kit::{LANGUAGES, Language};

use super::project::{MISSING, Project, is_here};
use crate::support::{is_full, missing, skip, top};

/// Number of repetitions of each task in a measurement.
const TIMES: [u64; 4] = [1, 100, 100, 100];
const PAGE: &str = "docs/students/speeds.md";
/// The table begins below this line.
const HEAD: &str = "|---|--:|--:|--:|--:|\n";

/// The fuel of a single run of each task, and the results of the tasks.
struct Measured {
    fuel: [u64; 4],
    sums: [String; 4],
}

fn measure(language: &'static Language) -> Measured {
    let (file, ending) = match language.name {
        "typescript" => ("javascript", "js"),
        name => (name, language.entry().rsplit('.').next().unwrap()),
    };
    let source = fs::read_to_string(top().join(format!("tests/speeds/{file}.{ending}"))).unwrap();
    let project = Project::new(language, games::find("tank-battle").unwrap());
    project.write_bot(&source);
    project.build();
    let answer = |kernel: usize, times| project.first_answer(&format!("kernel={kernel} times={times}"));
    let of = |kernel: usize| {
        let (whole, sum) = answer(kernel, TIMES[kernel]);
        ((whole - answer(kernel, 0).0) / TIMES[kernel], sum)
    };
    let measured: [(u64, String); 4] = std::array::from_fn(of);
    Measured { fuel: measured.each_ref().map(|(fuel, _)| *fuel), sums: measured.map(|(_, sum)| sum) }
}

/// Formats three digits of a number: `12,300`, `1.23 million`.
fn rounded(fuel: u64) -> String {
    let unit = 10_u64.pow(fuel.max(1).ilog10().saturating_sub(2));
    let fuel = (fuel + unit / 2) / unit * unit;
    match fuel {
        1_000_000_000.. => format!("{} billion", fuel as f64 / 1e9),
        1_000_000.. => format!("{} million", fuel as f64 / 1e6),
        1_000.. => format!("{},{:03}", fuel / 1_000, fuel % 1_000),
        _ => fuel.to_string(),
    }
}

/// Parses the output of [`rounded`].
fn number(shown: &str) -> u64 {
    let (digits, unit) = match shown.split_once(' ') {
        Some((digits, "million")) => (digits, 1e6),
        Some((digits, "billion")) => (digits, 1e9),
        _ => (shown, 1.0),
    };
    (digits.replace(',', "").parse::<f64>().unwrap() * unit).round() as u64
}

fn row(language: &Language, fuel: &[u64; 4], of_c: Option<&[u64; 4]>) -> String {
    let cell = |(kernel, fuel): (usize, &u64)| {
        let times = of_c.map(|of_c| *fuel as f64 / of_c[kernel] as f64);
        let times = times.map_or_else(String::new, |times| match times {
            9.95.. => format!(" ({times:.0})"),
            _ => format!(" ({times:.1})"),
        });
        format!(" {}{times} |", rounded(*fuel))
    };
    let cells: String = fuel.iter().enumerate().map(cell).collect();
    format!("| {} |{cells}\n", language.title)
}

/// Returns the languages whose compilers are installed, or only the scripts by default.
fn languages() -> Vec<&'static Language> {
    let is_there = |language: &&'static Language| {
        let tool = MISSING.iter().find(|(of, tool)| *of == language.name && !is_here(tool));
        if let Some(tool) = tool {
            skip(&missing(&format!("the speed of {} needs {}", language.title, tool.1)));
        }
        tool.is_none()
    };
    let wanted =
        |language: &&Language| is_full() || ["python", "javascript", "typescript"].contains(&language.name);
    LANGUAGES.iter().copied().filter(wanted).filter(is_there).collect()
}

/// A kit may change the figures by at most two per cent before the table must be rewritten.
#[test]
fn the_table_of_speeds_says_what_is_measured() {
    let measured: Vec<(&Language, Measured)> =
        languages().into_iter().map(|language| (language, measure(language))).collect();
    for (language, one) in &measured {
        assert_eq!(one.sums, measured[0].1.sums, "{} computes something else", language.title);
    }
    let page = fs::read_to_string(top().join(PAGE)).unwrap();
    let of_c = measured.iter().find(|(language, _)| language.name == "c").map(|(_, one)| one.fuel);
    if is_full() && std::env::var_os("MUSTER_UPDATE").is_some() {
        let mut rows: Vec<_> = measured.iter().map(|(language, one)| (language, one.fuel)).collect();
        rows.sort_by_key(|(_, fuel)| fuel[0]);
        let rows: String = rows.iter().map(|(language, fuel)| row(language, fuel, of_c.as_ref())).collect();
        let (above, table) = page.split_once(HEAD).unwrap();
        let (_, below) = table.split_once("\n\n").unwrap();
        return fs::write(top().join(PAGE), format!("{above}{HEAD}{rows}\n{below}")).unwrap();
    }
    for (language, one) in &measured {
        let line = page.lines().find(|line| line.starts_with(&format!("| {} |", language.title)));
        let line = line.unwrap_or_else(|| panic!("{PAGE} has no row for {}", language.title));
        for (cell, fuel) in line.split('|').skip(2).zip(&one.fuel) {
            let said = number(cell.split(" (").next().unwrap().trim());
            let is_near = said.abs_diff(*fuel) * 50 <= *fuel;
            assert!(is_near, "{} has {}, but {line}: write {PAGE} anew", language.title, rounded(*fuel));
        }
    }
}

#[test]
fn a_number_has_three_digits() {
    for (fuel, shown) in [
        (7, "7"),
        (999, "999"),
        (1_234, "1,230"),
        (12_345, "12,300"),
        (999_900, "1 million"),
        (1_234_567, "1.23 million"),
        (123_456_789, "123 million"),
        (7_240_000_000, "7.24 billion"),
    ] {
        assert_eq!(rounded(fuel), shown);
        assert_eq!(rounded(number(shown)), shown);
    }
}
