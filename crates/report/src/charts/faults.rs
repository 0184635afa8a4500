//! The kinds of bots' failures.

use super::plot::{Anchor, BAR, Canvas, LEFT, RIGHT, along};
use super::{Chart, Figures, colours};
use crate::formatting::count;
use crate::model::Faults;

/// Draws a bar for each kind of fault; `None` without faults.
pub(super) fn chart(faults: &Faults) -> Option<Chart> {
    let most = faults.named.iter().map(|kind| kind.count).max()?;
    let height = faults.named.len() as i32 * BAR + 16;
    let svg = Canvas::draw(height, "Why did bots fail?", |canvas| {
        for (index, kind) in (0..).zip(&faults.named) {
            let (top, below) = (index * BAR + 8, index * BAR + 8 + BAR - 6);
            let middle = i32::midpoint(top, below);
            let right = along(kind.count as f64, most as f64, LEFT, RIGHT - 20).max(LEFT + 2);
            canvas.name(&kind.name, middle);
            canvas.bar((LEFT, top), (right, below), colours::LOST);
            canvas.text(&count(kind.count), (right + 8, middle), Anchor::Start, colours::SOFT);
        }
    });
    let mut figures = Figures::new(["fault", "count"]);
    for kind in &faults.named {
        figures.row([kind.name.clone(), kind.count.to_string()]);
    }
    Some(Chart {
        file: "faults.csv".to_owned(),
        csv: figures.finish(),
        title: "Why did bots fail?".to_owned(),
        about: "Seats that lost their match by a fault.".to_owned(),
        svg,
    })
}
