//! A flame graph: functions from the root at the top to the innermost at the bottom, each as wide as its share.

use std::fmt::Write as _;

use game::visible;
use maud::{Markup, PreEscaped, html};
use referee::Ticks;
use terminal::ticks::shown;

use crate::report::ProfileReport;
use crate::tree::Tree;

/// Drawing units: the width, a level, the edge, a letter.
const WIDTH: f64 = 1200.0;
const LEVEL: f64 = 20.0;
const EDGE: f64 = 10.0;
const LETTER: f64 = 7.0;
/// Room for the title.
const HEAD: f64 = 50.0;
/// Minimum width of a box; narrower ones are omitted.
const NARROWEST: f64 = 0.6;
/// Number of colours, chosen by the function's name.
const COLOURS: u32 = 6;

/// The colours, on light and on dark pages. Texts are dark on light colours and light on dark ones.
const STYLE: &str = "\
svg{background:#fff;color:#1b1b1b;font:12px ui-monospace,Menlo,Consolas,monospace}\
text{fill:currentColor}.t{font-weight:bold;font-size:14px}rect{stroke:#fff;stroke-width:1}\
.c0{fill:#f4b183}.c1{fill:#f8cf8b}.c2{fill:#f1e08a}.c3{fill:#c9dc98}.c4{fill:#a8d5cf}.c5{fill:#b5c7ea}\
g:hover>rect{stroke:#1b1b1b}\
@media(prefers-color-scheme:dark){svg{background:#16181d;color:#f0f0f0}rect{stroke:#16181d}\
.c0{fill:#8a4a1c}.c1{fill:#80591a}.c2{fill:#6b6118}.c3{fill:#48602a}.c4{fill:#22605a}.c5{fill:#36508a}\
g:hover>rect{stroke:#f0f0f0}}";

/// Returns the flame graph as a standalone SVG file. Pointing at a function shows its name, share and time.
pub fn flame_graph(report: &ProfileReport, tree: &Tree) -> String {
    let height = HEAD + LEVEL * (tree.depth() + 1) as f64 + EDGE;
    let mut drawing = Drawing { report, all: tree.samples.max(1), boxes: String::new() };
    drawing.draw("all", tree, EDGE, 0);
    let title = format!("{}: {}", report.played.bot, shown(Ticks(report.fuel)));
    let about = format!(
        "{}, against {}, seed {}; {} samples",
        report.played.game, report.played.opponent, report.played.seed, report.samples
    );
    let svg = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {height}")) role="img"
            aria-label={ "flame graph of " (text(&report.played.bot)) } {
            style { (PreEscaped(STYLE)) }
            text.t x=(number(EDGE)) y="22" { (text(&title)) }
            text x=(number(EDGE)) y="40" { (text(&about)) }
            (PreEscaped(drawing.boxes))
        }
    };
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}\n", svg.into_string())
}

struct Drawing<'a> {
    report: &'a ProfileReport,
    all: u64,
    boxes: String,
}

impl Drawing<'_> {
    /// Draws a function and its callees, from `left` on.
    fn draw(&mut self, name: &str, tree: &Tree, left: f64, level: usize) {
        let share = tree.samples as f64 / self.all as f64;
        let width = share * (WIDTH - 2.0 * EDGE);
        if width < NARROWEST {
            return;
        }
        let drawn = self.function(name, share, (left, HEAD + LEVEL * level as f64), width);
        // Writing to a string never fails.
        let _ = write!(self.boxes, "{}", drawn.into_string());
        let mut left = left;
        for (name, below) in &tree.below {
            self.draw(name, below, left, level + 1);
            left += below.samples as f64 / self.all as f64 * (WIDTH - 2.0 * EDGE);
        }
    }

    fn function(&self, name: &str, share: f64, (left, top): (f64, f64), width: f64) -> Markup {
        let time = shown(Ticks((self.report.fuel as f64 * share) as u64));
        let name = text(name);
        let letters = ((width - 6.0) / LETTER).max(0.0) as usize;
        html! {
            g {
                title { (name) ": " (format!("{:.1} %, {time}", share * 100.0)) }
                rect class={ "c" (colour(&name)) } x=(number(left)) y=(number(top)) width=(number(width))
                    height=(number(LEVEL)) rx="2" {}
                @if letters > 2 {
                    text x=(number(left + 4.0)) y=(number(top + 14.0)) { (cut(&name, letters)) }
                }
            }
        }
    }
}

/// Formats a length with one decimal.
fn number(length: f64) -> String {
    format!("{length:.1}")
}

/// Returns a function's name, which may be any text, as valid XML text.
fn text(name: &str) -> String {
    visible(name)
        .chars()
        .map(|letter| if matches!(letter, '\u{fffe}' | '\u{ffff}') { '?' } else { letter })
        .collect()
}

fn cut(name: &str, letters: usize) -> String {
    if name.chars().count() <= letters {
        return name.to_owned();
    }
    name.chars().take(letters - 1).chain(['…']).collect()
}

/// Returns a colour, which is the same for equal names.
fn colour(name: &str) -> u32 {
    name.bytes().fold(7_u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into())) % COLOURS
}

#[cfg(test)]
mod tests {
    use quick_xml::Reader;
    use quick_xml::events::Event;

    use super::*;
    use crate::frame::SampledCalls;
    use crate::tests::{call, frames, played};

    /// Returns the texts of a drawing, after checking that it is XML with the expected elements.
    fn texts(svg: &str) -> Vec<String> {
        let (mut reader, mut texts) = (Reader::from_str(svg), Vec::new());
        reader.config_mut().check_end_names = true;
        loop {
            match reader.read_event().unwrap() {
                Event::Start(tag) | Event::Empty(tag) => {
                    let name = tag.name().as_ref().to_owned();
                    assert!(["svg", "style", "text", "g", "title", "rect"].contains(&&*name), "<{name}>");
                    assert!(tag.attributes().all(|attribute| attribute.is_ok()));
                }
                Event::Text(text) => texts.push((*text).to_owned()),
                Event::Eof => return texts,
                _ => {}
            }
        }
    }

    #[test]
    fn a_hostile_name_stays_a_text() {
        let hostile = "</text><script>alert(1)</script>\"' onload=\u{0}\u{1b}\u{ffff}&";
        let stack = frames(&[(hostile, None), ("choose", None)]);
        let calls = SampledCalls(vec![call(0, 1_000, vec![stack; 4])]);
        let report = ProfileReport::new(played(hostile), &calls);
        let svg = flame_graph(&report, &Tree::new(&calls));
        assert!(texts(&svg).iter().any(|text| text.contains("alert(1)")));
        assert!(
            !svg.contains("<script")
                && !svg.contains('\u{0}')
                && !svg.contains('\u{1b}')
                && !svg.contains("href")
        );
    }

    #[test]
    fn each_function_is_as_wide_as_its_share() {
        let stacks = vec![
            frames(&[("evaluate", Some(3)), ("choose", Some(9))]),
            frames(&[("evaluate", Some(3)), ("choose", Some(9))]),
            frames(&[("evaluate", Some(3)), ("choose", Some(9))]),
            frames(&[("choose", Some(7))]),
        ];
        let calls = SampledCalls(vec![call(0, 40_000_000_000, stacks)]);
        let report = ProfileReport::new(played("bot.wasm"), &calls);
        let svg = flame_graph(&report, &Tree::new(&calls));
        assert!(svg.contains("<title>evaluate: 75.0 %, 3.00 s</title>"), "{svg}");
        assert!(svg.contains("<title>bot.js:7: 25.0 %, 1.00 s</title>"), "{svg}");
        assert!(svg.contains("width=\"885.0\""), "{svg}");
    }
}
