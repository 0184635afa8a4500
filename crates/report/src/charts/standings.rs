//! Games won, drawn and lost by each entrant, in the order of the table.

use super::plot::{Anchor, BAR, Canvas, LEFT, RIGHT, along, round_step};
use super::{Chart, Figures, colours, figures};
use crate::formatting::visible;
use crate::model::{Report, Stage};

/// Maximum number of entrants shown.
const MOST: usize = 40;

/// Draws a chart for each stage that has a table.
pub(super) fn charts(report: &Report) -> Vec<Chart> {
    let is_table = |stage: &Stage| stage.brackets.is_empty() && !stage.standings.is_empty();
    let numbered = (1..).zip(&report.stages).filter(|(_, stage)| is_table(stage));
    numbered.map(|(number, stage)| chart(report, stage, number)).collect()
}

fn chart(report: &Report, stage: &Stage, number: usize) -> Chart {
    let rows = &stage.standings[..stage.standings.len().min(MOST)];
    let most = rows.iter().map(|row| row.wins + row.draws + row.losses).max().unwrap_or(0);
    let bottom = rows.len() as i32 * BAR + 8;
    let place = |games: u32| along(f64::from(games), f64::from(most), LEFT, RIGHT);
    let name = visible(&stage.name);
    let svg = Canvas::draw(bottom + 26, &format!("Games won, drawn and lost in {name}"), |canvas| {
        let step = round_step(u64::from(most), 6) as u32;
        for games in (0..=most).step_by(step as usize) {
            canvas.line((place(games), 4), (place(games), bottom), colours::GRID, 1);
            canvas.text(&games.to_string(), (place(games), bottom + 12), Anchor::Middle, colours::SOFT);
        }
        for (index, row) in (0..).zip(rows) {
            let (top, below) = (index * BAR + 8, index * BAR + 8 + BAR - 6);
            let entrant = report.entrants.get(row.entrant).map_or("?", |entrant| &entrant.name);
            canvas.name(entrant, i32::midpoint(top, below));
            let mut from = 0;
            for (games, color) in
                [(row.wins, colours::WON), (row.draws, colours::DRAWN), (row.losses, colours::LOST)]
            {
                if games > 0 {
                    // A gap of one point separates the parts without relying on colours.
                    canvas.bar((place(from) + 1, top), (place(from + games), below), color);
                }
                from += games;
            }
            canvas.text(
                &row.wins.to_string(),
                (RIGHT + 8, i32::midpoint(top, below)),
                Anchor::Start,
                colours::SOFT,
            );
        }
    });
    let all = stage.standings.len();
    let has_byes = rows.iter().any(|row| row.byes > 0);
    let won = if has_byes { "won (including byes and walkovers)" } else { "won" };
    let about = match all {
        _ if all > MOST => {
            format!(
                "The first {MOST} of {all}. Left to right: {won}, drawn, lost; the number won is on the right."
            )
        }
        _ => format!("Left to right: {won}, drawn, lost; the number won is on the right."),
    };
    let file = format!("results-{number}.csv");
    Chart {
        title: format!("Who won how many games in {name}?"),
        about,
        svg,
        file,
        csv: figures(report, stage),
    }
}

fn figures(report: &Report, stage: &Stage) -> Vec<u8> {
    let mut figures = Figures::new(["entrant", "won", "drawn", "lost"]);
    for row in &stage.standings {
        let [won, drawn, lost] = [row.wins, row.draws, row.losses].map(|games| games.to_string());
        figures.row([figures::name(report, row.entrant), won, drawn, lost]);
    }
    figures.finish()
}
