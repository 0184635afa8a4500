//! Charts, drawn with plotters as SVG.
//!
//! Colours are the markers of [`ink`], which the style sheet replaces by those of the reader's light or dark
//! scheme. No font of the host is used: text is placed by its anchor alone.

mod faults;
mod ink;
mod lengths;
mod plot;
mod standings;
mod times;

use crate::model::Report;

/// A chart with its words.
pub(crate) struct Chart {
    pub(crate) title: String,
    /// How to read it.
    pub(crate) about: String,
    pub(crate) svg: String,
}

/// All charts for which there is something to show.
pub(crate) fn all(report: &Report) -> Vec<Chart> {
    let mut charts = standings::charts(report);
    charts.extend(lengths::chart(&report.lengths));
    charts.extend(times::chart(report));
    charts.extend(faults::chart(&report.faults));
    charts
}
