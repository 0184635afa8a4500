//! Pages of many entrants: long lists are cut, groups have tables of their own, and lines of a chart can be told apart.

use super::sample;
use crate::charts;
use crate::model::{CoursePoint, Entrant, PlusMinus, RatingCourse, Report, Row};
use crate::page::{Shell, index};

fn many(entrants: usize) -> Report {
    let mut report = sample::report();
    report.entrants = (1..=entrants)
        .map(|number| Entrant { name: format!("No. {number}"), ..report.entrants[0].clone() })
        .collect();
    let stage = &mut report.stages[0];
    let values = vec![Some("1".to_owned()); stage.criteria.len()];
    let row = |place: usize| Row {
        place: Some(place as u32 + 1),
        entrant: place,
        values: values.clone(),
        ..Row::default()
    };
    stage.standings = (0..entrants).map(row).collect();
    stage.crosstable = None;
    report
}

fn page(report: &Report) -> String {
    index(report, &charts::all(report), None, &Shell::new(&report.tournament.name))
}

/// The script is allowed only by its hash, and only if a list is cut. Without it, the whole list is there.
#[test]
fn a_page_of_a_thousand_shows_its_first_lines_and_has_all_of_them() {
    let page_of = |entrants| page(&many(entrants));
    let (short, long) = (page_of(40), page_of(1000));
    assert!(!short.contains("<script") && !short.contains("script-src"));
    assert_eq!(long.matches("<script>").count(), 1);
    let script = long.split("<script>").nth(1).unwrap().split("</script>").next().unwrap();
    assert!(long.contains(&format!("script-src {};", viewer::source_hash(script))));
    // Standings and entrants: fifty lines each are shown until the script reveals the others.
    for table in long.split("<tbody>").skip(1).filter(|table| table.contains("<tbody class=\"rest\">")) {
        let (first, rest) = table.split_once("<tbody class=\"rest\">").unwrap();
        let rest = rest.split("</tbody>").next().unwrap();
        assert_eq!((first.matches("<tr").count(), rest.matches("<tr").count()), (50, 950));
    }
    assert_eq!(long.matches("<tbody class=\"rest\">").count(), 2);
    assert!(long.len() < 1_000_000, "{} bytes", long.len());
}

#[test]
fn each_group_has_a_table_of_its_own_and_who_is_in_none_comes_last() {
    let mut report = many(9);
    for (index, row) in report.stages[0].standings.iter_mut().enumerate() {
        row.group = (index < 8).then_some(index as u32 % 2 + 1);
    }
    let page = page(&report);
    let places = |label: &str| {
        let table = page.split(&format!("aria-label=\"Standings of {label}\"")).nth(1).unwrap();
        let table = table.split("</table>").next().unwrap();
        let rows = table.split("<tr class=\"").skip(1).chain(table.split("<tr>").skip(2));
        let mut places: Vec<u32> = rows
            .filter_map(|row| row.split_once("<td class=\"n\">")?.1.split_once('<')?.0.parse().ok())
            .collect();
        places.sort_unstable();
        places
    };
    let stage = maud::html! { (report.stages[0].name) }.into_string();
    assert_eq!(places(&format!("{stage}, group 1")), [1, 3, 5, 7]);
    assert_eq!(places(&format!("{stage}, group 2")), [2, 4, 6, 8]);
    assert_eq!(places(&stage), [9]);
}

/// Marks differ in shape, as colours repeat among eight lines.
#[test]
fn eight_lines_of_a_chart_have_marks_of_eight_shapes_that_also_stand_beside_the_names() {
    let mut report = many(8);
    let ratings =
        (0..8).map(|at| Some(PlusMinus { value: 1500.0 + f64::from(at), plus_minus: None })).collect();
    let point = CoursePoint { stage: 0, round: 1, ratings };
    report.course = Some(RatingCourse { best: (0..8).collect(), points: vec![point.clone(), point] });
    let chart =
        charts::all(&report).into_iter().find(|chart| chart.title == "Who rose and who fell?").unwrap();
    let count = |what: &str| chart.svg.matches(what).count();
    // Each shape at two points and beside its name: filled and open circles, filled triangles.
    assert_eq!(count("<circle"), 2 * 3, "{}", chart.svg);
    assert_eq!(count("<polygon"), 3, "{}", chart.svg);
}
