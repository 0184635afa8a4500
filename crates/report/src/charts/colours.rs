//! The colours of charts: markers that the style sheet replaces.

use plotters::style::RGBColor;

/// Text.
pub(super) const INK: RGBColor = RGBColor(1, 1, 1);
/// Secondary text, and axes.
pub(super) const SOFT: RGBColor = RGBColor(2, 2, 2);
/// Lines of the grid.
pub(super) const GRID: RGBColor = RGBColor(3, 3, 3);
/// Games won.
pub(super) const WON: RGBColor = RGBColor(4, 4, 4);
/// Games drawn.
pub(super) const DRAWN: RGBColor = RGBColor(5, 5, 5);
/// Games lost, faults.
pub(super) const LOST: RGBColor = RGBColor(6, 6, 6);
/// The second seat.
pub(super) const SECOND: RGBColor = RGBColor(8, 8, 8);
/// The first seat, and anything that is not a result.
pub(super) const PLAIN: RGBColor = RGBColor(7, 7, 7);
