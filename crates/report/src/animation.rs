//! A match as one SVG picture: animated, or the decisive position alone.

use board::Sprites;
use game::{Mark, PerSeat, Seat, format_joint, ply_number};
use maud::{Markup, PreEscaped, html};
use replay::{DecisiveBlow, Ply, Recording, Replay, ReplayError, decisive_blow};

use crate::SingleMatch;
use crate::formatting::visible;

/// The target duration of an animation, in seconds.
const ABOUT: f64 = 60.0;
/// The minimum and the maximum duration of a ply, in seconds.
const PLY: [f64; 2] = [0.2, 1.0];
/// The duration of the last position, in plies.
const HOLD: usize = 4;
/// The size of a picture without squares, in the units of a board.
const SKETCH: [i32; 2] = [240, 180];

/// One position of the picture.
struct Shot {
    board: Markup,
    caption: String,
}

impl SingleMatch<'_> {
    /// Returns the match as an animated SVG without scripts or external resources. Readers who prefer less motion see
    /// the last position.
    ///
    /// # Errors
    /// When the match cannot be replayed.
    pub fn animation(&self) -> Result<String, ReplayError> {
        let mut sprites = Sprites::default();
        let mut shots = Vec::new();
        let size = self.each_position(&mut sprites, |shot| shots.push(shot))?;
        let seconds = (ABOUT / shots.len().max(1) as f64).clamp(PLY[0], PLY[1]);
        let number = shots.len() + HOLD - 1;
        let (one, last) = (100.0 / number as f64, 100.0 * HOLD as f64 / number as f64);
        let style = format!(
            ".f{{visibility:hidden;animation:f {0:.2}s step-end infinite}}.l{{animation-name:l}}\
             @keyframes f{{0%{{visibility:visible}}{one:.4}%{{visibility:hidden}}}}\
             @keyframes l{{0%{{visibility:visible}}{last:.4}%{{visibility:hidden}}}}\
             @media (prefers-reduced-motion:reduce){{.f{{animation:none}}.l{{visibility:visible}}}}",
            number as f64 * seconds
        );
        let frames = html! {
            @for (index, shot) in shots.iter().enumerate() {
                g class=(if index + 1 == shots.len() { "f l" } else { "f" })
                    style={ "animation-delay:" (format!("{:.2}", index as f64 * seconds)) "s" }
                { (shot.board) (caption(size, &shot.caption)) }
            }
        };
        Ok(self.picture_of(size, &sprites, &style, &frames))
    }

    /// Returns the position after the decisive ply as an SVG, with the marks of the decisive blow; without one, the last
    /// position.
    ///
    /// # Errors
    /// When the match cannot be replayed.
    pub fn picture(&self) -> Result<String, ReplayError> {
        let recording = self.recording();
        let verdict = &self.record.verdict;
        let decided = if verdict.reason.forfeits().is_empty() { decisive_blow(&recording)? } else { None };
        // The decisive ply is drawn over the position before it, which still has the lost pieces.
        let before = decided.as_ref().map_or(recording.plies(), |blow| blow.ply.saturating_sub(1));
        let mut replay = Replay::new(recording)?;
        replay.seek(before)?;
        let marks = match (&decided, replay.next_ply()?) {
            (Some(_), Some(next)) => marks_of(&replay, &next),
            _ => Vec::new(),
        };
        let drawing = replay.frame().drawing(None);
        let size = board::size(&drawing).unwrap_or(SKETCH);
        let mut sprites = Sprites::default();
        let board = board::layers(&drawing, [&[], &marks], "Board", &mut sprites);
        let text = match &decided {
            Some(DecisiveBlow { ply, text, .. }) if !text.is_empty() => format!("{ply}. {}", visible(text)),
            _ => self.ending(),
        };
        let frame = html! { (board) (caption(size, &text)) };
        Ok(self.picture_of(size, &sprites, "", &frame))
    }

    /// Calls `each` with every position, from the start. Returns width and height of the pictures.
    fn each_position(
        &self,
        sprites: &mut Sprites,
        mut each: impl FnMut(Shot),
    ) -> Result<[i32; 2], ReplayError> {
        let recording = self.recording();
        let mut replay = Replay::new(recording)?;
        let mut marks: Vec<Mark> = Vec::new();
        let mut words = String::new();
        let mut size = SKETCH;
        for ply in 0.. {
            let drawing = replay.frame().drawing(None);
            let label = format!("Position after ply {ply}");
            if let Some(of_board) = board::size(&drawing) {
                size = of_board;
            }
            let (below, above) = board::beside_pieces(&drawing, &marks);
            let board = board::layers(&drawing, [&below, &above], &label, sprites);
            let next = replay.next_ply()?;
            let caption = if next.is_none() { format!("{words} · {}", self.ending()) } else { words };
            each(Shot { board, caption });
            let Some(next) = next else { break };
            marks = marks_of(&replay, &next);
            let text = format_joint(self.game, replay.frame().position(), &next.joint);
            words = format!("{}. {}", ply_number(next.number), visible(&text));
            replay.forward()?;
        }
        Ok(size)
    }

    fn recording(&self) -> Recording<'_> {
        Recording {
            game: self.game,
            rules: self.rules,
            limits: self.limits,
            start: self.start,
            played: &self.record.played,
            closings: PerSeat::default(),
        }
    }

    fn ending(&self) -> String {
        let verdict = &self.record.verdict;
        let won = verdict
            .outcome
            .winner()
            .map_or_else(|| "Draw".to_owned(), |winner| format!("{} won", visible(self.names[winner])));
        let reason = verdict
            .reason
            .ending(PerSeat::from_fn(|seat| self.record.losses[seat].as_deref().map(|loss| &loss.failure)));
        format!("{won}: {}", visible(&reason))
    }

    fn picture_of(
        &self,
        [width, height]: [i32; 2],
        sprites: &Sprites,
        style: &str,
        content: &Markup,
    ) -> String {
        let names = PerSeat::from_fn(|seat| visible(self.names[seat]));
        let title = format!("{} – {}", names[Seat::First], names[Seat::Second]);
        let (left, top) = (-board::EDGE, -14);
        // The style sheet begins with the colours.
        let colours = viewer::STYLE.split_once("*{").map_or("", |(colours, _)| colours);
        let picture = html! {
            svg.board xmlns="http://www.w3.org/2000/svg" viewBox={ (left) " " (top) " " (width) " " (height + 28) }
                role="img" aria-label={ (title) ", " (self.ending()) } style="max-height:none"
            {
                title { (title) }
                style { (PreEscaped(colours)) (PreEscaped(viewer::BOARD_STYLE)) (PreEscaped(style)) ".board .c{font-size:6px;fill:var(--ink)}" }
                (sprites.parts())
                rect x=(left) y=(top) width=(width) height=(height + 28) fill="var(--page)" {}
                text.c x="0" y="-6" { (clipped(width, &title)) }
                (content)
            }
        };
        picture.into_string()
    }
}

/// Returns the marks of the events of the next ply.
fn marks_of(replay: &Replay<'_>, next: &Ply<'_>) -> Vec<Mark> {
    let events = replay.frame().events(&next.joint, None);
    events.into_iter().filter_map(|event| event.mark).collect()
}

/// The line below a board.
fn caption([width, height]: [i32; 2], text: &str) -> Markup {
    html! { text.c x="0" y=(height + 4) { (clipped(width, text)) } }
}

/// Shortens a line to the width of a picture. Letters are about half as wide as high.
fn clipped(width: i32, text: &str) -> String {
    let most = (width - board::EDGE) as usize * 2 / 7;
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
