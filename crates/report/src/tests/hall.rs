//! The page for a projector, and the link to it on the first page.

use super::sample_run::{run, toml};
use super::{site, text};

/// Returns every text between two markers.
fn between<'a>(page: &'a str, before: &str, after: &str) -> Vec<&'a str> {
    page.split(before).skip(1).filter_map(|rest| Some(rest.split_once(after)?.0)).collect()
}

#[test]
fn a_projector_shows_every_part_once_a_turn_and_then_reads_the_page_anew() {
    let place = tempfile::tempdir().unwrap();
    let folder = run(place.path(), &toml("tank-war", 8), &[], usize::MAX);
    let site = site(&folder);
    let page = text(&site, "hall.html");
    assert!(!page.contains(" style=") && page.contains("location.reload()"));
    // Readers could not stop a refresh by the browser.
    assert!(!page.contains("http-equiv=\"refresh\""));
    let turn: u32 = between(page, "data-turn=\"", "\"")[0].parse().unwrap();

    // A slide begins when the one before ends, and the last one ends with the turn.
    let slides = between(page, "class=\"slide ", "\"");
    let mut ends = 0;
    for slide in &slides {
        let times = between(page, &format!(".{slide}{{animation:{slide} "), "s infinite}")[0];
        let (total, begins) = times.split_once("s step-end ").unwrap();
        assert_eq!(total.parse(), Ok(turn), "{slide}");
        assert_eq!(begins.parse(), Ok(ends), "{slide}");
        let share: f64 =
            between(page, &format!("@keyframes {slide}{{0%{{visibility:visible}}"), "%")[0].parse().unwrap();
        ends += (share * f64::from(turn) / 100.0).round() as u32;
    }
    assert_eq!(ends, turn);

    // The podium, the bracket, the table of the last stage, the final's boards.
    assert!(page.contains("class=\"podium\"") && page.contains("class=\"bracket\""));
    for number in 1..=4 {
        assert!(page.contains(&format!("<td class=\"n\">{number}</td>")), "place {number}");
    }
    let boards = between(page, "class=\"frame ", "\"");
    assert!(boards.len() > 2 && page.contains("Knockout, round 2"), "{boards:?}");
    for board in boards {
        assert_eq!(
            between(page, &format!(".{board}{{animation:{board} "), "s").len(),
            1,
            "{board} is never seen"
        );
    }
    assert!(text(&site, "index.html").contains("href=\"hall.html\""));
}

#[test]
fn a_bracket_has_whole_names_and_few_games_make_a_provisional_rating() {
    let place = tempfile::tempdir().unwrap();
    let name = "A name of more than nineteen letters";
    let text_of_tournament = toml("tank-war", 8).replace("\"No. 1\"", &format!("\"{name}\""));
    let text_of_tournament = text_of_tournament.replace("advance = 4", "advance = 7");
    let folder = run(place.path(), &text_of_tournament, &[], usize::MAX);
    let site = site(&folder);
    let page = text(&site, "index.html");
    let bracket = between(page, "class=\"bracket\"", "</svg>")[0];
    assert!(bracket.contains(&format!("</title>{name}")), "{bracket}");
    let report: serde_json::Value = serde_json::from_slice(&site["data/report.json"]).unwrap();
    let wide = |entrant: &&serde_json::Value| {
        entrant["rating"]["plus_minus"].as_f64().is_some_and(|error| error > 300.0)
    };
    let provisional = report["entrants"].as_array().unwrap().iter().filter(wide).count();
    let table = between(page, "aria-label=\"Standings of Qualification\"", "</table>")[0];
    assert_eq!(table.matches(">provisional<").count(), provisional);
}
