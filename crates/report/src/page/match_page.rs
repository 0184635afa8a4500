//! The page of one match without scripts: verdict, boards, transcript.

use board::{Sprites, board};
use game::{Drawing, Event, Mark, PerSeat, Seat, SeatName, ply_number};
use maud::{Markup, PreEscaped, html};
use referee::Ticks;
use replay::{DecisiveBlow, Frame, Ply};

use super::Shell;
use crate::formatting::{count, duration, visible};
use crate::model::Fact;

/// The contents of a match's page except for its boards.
#[derive(Clone, Debug)]
pub(crate) struct MatchFacts {
    pub(crate) key: String,
    /// The stage and round: `Qualification, round 3`.
    pub(crate) place: String,
    pub(crate) tournament: String,
    /// The names of the seats.
    pub(crate) seat_names: PerSeat<SeatName>,
    /// The players in their seats.
    pub(crate) seats: PerSeat<SeatLine>,
    /// The seat that won; `None` for a draw.
    pub(crate) winner: Option<Seat>,
    /// The reason for the outcome.
    pub(crate) reason: String,
    /// The event that decided it by the rules.
    pub(crate) decided: Option<DecisiveBlow>,
    /// Complete plies.
    pub(crate) plies: u32,
    pub(crate) facts: Vec<Fact>,
    /// `false` if a ruling excluded the match.
    pub(crate) counts: bool,
}

/// A seat of the match.
#[derive(Clone, Debug)]
pub(crate) struct SeatLine {
    pub(crate) name: String,
    pub(crate) bot: String,
    /// The fault that lost the match, and its meaning.
    pub(crate) fault: Option<(String, &'static str)>,
    /// The final metrics, name and value.
    pub(crate) metrics: Vec<(&'static str, i64)>,
    /// Total time used.
    pub(crate) spent: Ticks,
    /// Peak memory in bytes.
    pub(crate) memory: u64,
}

/// One ply of a match.
#[derive(Clone, Debug)]
pub(crate) struct ShownPly {
    /// The ply's number, from 0.
    pub(crate) ply: u32,
    /// The position before the ply.
    pub(crate) before: ShownPosition,
    /// The actions of the seats.
    pub(crate) actions: PerSeat<Option<ShownAction>>,
    /// The outcome of a ply of chance.
    pub(crate) chance: Option<u32>,
    pub(crate) events: Vec<Event>,
}

/// A displayed position.
#[derive(Clone, Debug)]
pub(crate) struct ShownPosition {
    /// The turn as the game counts it.
    pub(crate) turn: u32,
    pub(crate) text: String,
    pub(crate) drawing: Drawing,
}

impl ShownPly {
    /// Returns the next ply to be played.
    pub(crate) fn new(frame: &Frame<'_>, ply: &Ply<'_>) -> ShownPly {
        let action = |seat: Seat| {
            let played = ply.played_by(seat).filter(|played| played.action.as_chance().is_none())?;
            Some(ShownAction {
                text: frame.position().format_action(seat, played.action),
                spent: played.spent,
                offered: played.offered,
            })
        };
        ShownPly {
            ply: ply.number,
            before: ShownPosition::new(frame),
            actions: PerSeat::from_fn(action),
            chance: ply.played.iter().find_map(|played| Some(played.action.as_chance()?.0)),
            events: frame.events(&ply.joint, None),
        }
    }
}

impl ShownPosition {
    pub(crate) fn new(frame: &Frame<'_>) -> ShownPosition {
        ShownPosition { turn: frame.turn(), text: frame.position().to_string(), drawing: frame.drawing(None) }
    }
}

/// A seat's action in a ply.
#[derive(Clone, Debug)]
pub(crate) struct ShownAction {
    /// The action in notation.
    pub(crate) text: String,
    /// The time used.
    pub(crate) spent: Ticks,
    /// `true` if it is an offer, played because the move's time ran out.
    pub(crate) offered: bool,
}

/// Collects the boards of a match into a page.
pub(crate) struct MatchPage<'a> {
    shell: &'a Shell,
    sheet: &'a MatchFacts,
    boards: String,
    rows: String,
    sprites: Sprites,
    is_large: bool,
    has_pieces: bool,
}

impl<'a> MatchPage<'a> {
    pub(crate) fn new(shell: &'a Shell, sheet: &'a MatchFacts) -> MatchPage<'a> {
        let (boards, rows) = (String::new(), String::new());
        MatchPage {
            shell,
            sheet,
            boards,
            rows,
            sprites: Sprites::default(),
            is_large: false,
            has_pieces: false,
        }
    }

    /// Adds the board of a ply.
    pub(crate) fn board(&mut self, shown: &ShownPly, is_printed: bool) {
        let markup = drawn_ply(self.sheet, shown, is_printed, &mut self.sprites);
        self.boards.push_str(&markup.into_string());
        self.is_large |= shown.before.drawing.columns > 8;
        self.has_pieces |= !shown.before.drawing.pieces.is_empty();
    }

    /// Adds the actions of a ply.
    pub(crate) fn actions(&mut self, shown: &ShownPly) {
        for (seat, action) in shown.actions.iter() {
            let Some(action) = action else { continue };
            self.rows.push_str(&row(self.sheet, shown.ply, seat, action).into_string());
        }
        if let Some(outcome) = shown.chance {
            self.rows.push_str(&chance_row(shown.ply, outcome).into_string());
        }
    }

    /// Returns the page with the last position. `boards` is the number of plies with a board, `listed` that of plies
    /// whose actions are listed.
    pub(crate) fn finish(mut self, end: &ShownPosition, boards: u32, listed: u32) -> String {
        self.is_large |= end.drawing.columns > 8;
        let markup = drawn_end(self.sheet, end, &mut self.sprites);
        self.boards.push_str(&markup.into_string());
        let names = self.sheet.seats.as_ref().map(|line| &line.name);
        let title = format!("{}: {} – {}", self.sheet.key, names[Seat::First], names[Seat::Second]);
        self.shell.page(Some(&title), &self.body(boards, listed))
    }

    fn body(&self, boards: u32, listed: u32) -> Markup {
        let sheet = self.sheet;
        html! {
            header {
                p.kicker {
                    a href="../index.html" { (visible(&sheet.tournament)) } " · "
                    a href="index.html" { "Boards" }
                }
                h1 { "Match " (sheet.key) }
                p.soft { (visible(&sheet.place)) }
                @if !sheet.counts { p.notice role="note" { "By a ruling, this match does not count." } }
                (sides(sheet))
                @if let Some(decided) = sheet.decided.as_ref().filter(|decided| !decided.text.is_empty()) {
                    p { b { (visible(&decided.text)) } " in " a href={ "#ply-" (decided.ply) } { "ply " (decided.ply) } "." }
                }
                p { (verdict(sheet)) " " a href={ "../" (super::match_address(&sheet.key)) } { "Watch it in the viewer" } }
            }
            main {
                h2 { "Boards" }
                p.soft.small {
                    "Each board shows the position before the ply and what happens in it: arrows are moves, \
                     dashed lines shots, crosses losses. "
                    @if self.has_pieces {
                        (sheet.seat_names[Seat::First].word) " has white, round pieces, "
                        (sheet.seat_names[Seat::Second].word) " black, angular pieces and hatched ground."
                    }
                    @if boards < sheet.plies {
                        " Of " (sheet.plies) " plies, " (boards) " are drawn: the first, the last, those with \
                         losses, and some in between."
                    }
                }
                (self.sprites.definitions())
                ol.boards.large[self.is_large] { (PreEscaped(&self.boards)) }
                h2 { "Transcript" }
                @if listed < sheet.plies {
                    p.soft.small { "The first " (count(u64::from(listed))) " plies. All are in the site's exports." }
                }
                div.scroll tabindex="0" role="region" aria-label="Transcript" {
                    table {
                        thead {
                            tr {
                                th.n scope="col" { "Ply" }
                                th scope="col" { "Seat" }
                                th scope="col" { "Action" }
                                th.n scope="col" { "Time used" }
                                th scope="col" {}
                            }
                        }
                        tbody { (PreEscaped(&self.rows)) }
                    }
                }
                (facts(sheet))
            }
        }
    }
}

fn sides(sheet: &MatchFacts) -> Markup {
    html! {
        div.pair {
            @for (seat, line) in sheet.seats.iter() {
                @if seat == Seat::Second { div.versus aria-hidden="true" { "–" } }
                div.side.second[seat == Seat::Second] {
                    p.kicker { (sheet.seat_names[seat].word) " (" (sheet.seat_names[seat].letter) ")" }
                    h2 { bdi { (visible(&line.name)) } @if sheet.winner == Some(seat) { " " span.tag.good { "won" } } }
                    p.soft.small { bdi { (visible(&line.bot)) } }
                    p.small {
                        @for (name, value) in &line.metrics {
                            (name.replace('_', " ")) " " b { (value) } " · "
                        }
                        "time " b { (duration(line.spent)) }
                        @if line.memory > 0 { " · memory " b { (count(line.memory.div_ceil(1024))) " KiB" } }
                    }
                    @if let Some((fault, explanation)) = &line.fault {
                        p.small { span.tag.bad { (fault) } " " (explanation) "." }
                    }
                }
            }
        }
    }
}

pub(super) fn verdict(sheet: &MatchFacts) -> Markup {
    let score = sheet.decided.as_ref().and_then(|decided| decided.score.as_deref());
    html! {
        strong {
            @match sheet.winner {
                Some(seat) => { bdi { (visible(&sheet.seats[seat].name)) } " won" },
                None => "Draw",
            }
        }
        ": " (visible(&sheet.reason)) @if let Some(score) = score { "; " (visible(score)) } ", after " (crate::formatting::counted(u64::from(sheet.plies), "ply", "plies")) "."
    }
}

fn drawn_ply(sheet: &MatchFacts, shown: &ShownPly, is_printed: bool, sprites: &mut Sprites) -> Markup {
    let marks: Vec<Mark> = shown.events.iter().filter_map(|event| event.mark).collect();
    let number = ply_number(shown.ply);
    let turn = shown.before.turn;
    html! {
        li class=[(!is_printed).then_some("unprinted")] id={ "ply-" (number) } {
            h3 {
                span { "Ply " (number) @if turn != shown.ply { span.soft.small { " turn " (turn) } } }
                span.act { (acts(sheet, shown)) }
            }
            (board(&shown.before.drawing, &marks, &format!("Board before ply {number}"), sprites))
            (notes(sheet, &shown.before))
            @if !shown.events.is_empty() {
                ul { @for event in &shown.events { li { (event.text) } } }
            }
            (position(&shown.before))
        }
    }
}

fn drawn_end(sheet: &MatchFacts, end: &ShownPosition, sprites: &mut Sprites) -> Markup {
    html! {
        li id="end" {
            h3 { span { "End" } span.act { (visible(&sheet.reason)) } }
            (board(&end.drawing, &[], "Board at the end", sprites))
            (notes(sheet, end))
            (position(end))
        }
    }
}

/// Renders the actions of a ply: `U:LA D:RC`, or one action with its seat's letter.
pub(super) fn acts(sheet: &MatchFacts, shown: &ShownPly) -> Markup {
    html! {
        @for (seat, action) in shown.actions.iter() {
            @if let Some(action) = action { (sheet.seat_names[seat].letter) ":" (action.text) " " }
        }
        @if let Some(outcome) = shown.chance { "Chance: " (outcome) }
    }
}

fn notes(sheet: &MatchFacts, position: &ShownPosition) -> Markup {
    html! {
        @for (seat, notes) in position.drawing.notes.iter() {
            @if !notes.is_empty() {
                p.notes {
                    span.first[seat == Seat::First].second[seat == Seat::Second] { b { (sheet.seat_names[seat].word) } }
                    @for (label, value) in notes { span { (label) " " b { (value) } } }
                }
            }
        }
    }
}

fn position(position: &ShownPosition) -> Markup {
    html! { details { summary { "Position" } code { (position.text) } } }
}

fn row(sheet: &MatchFacts, ply: u32, seat: Seat, action: &ShownAction) -> Markup {
    html! {
        tr {
            td.n { (ply_number(ply)) }
            td { (sheet.seat_names[seat].word) }
            td { code { (action.text) } }
            td.n { (duration(action.spent)) }
            td { @if action.offered { span.tag { "offered: the move's time ran out" } } }
        }
    }
}

fn chance_row(ply: u32, outcome: u32) -> Markup {
    html! {
        tr {
            td.n { (ply_number(ply)) }
            td { "Chance" }
            td { code { (outcome) } }
            td.n {}
            td {}
        }
    }
}

fn facts(sheet: &MatchFacts) -> Markup {
    html! {
        @if !sheet.facts.is_empty() {
            h2 { "Conditions" }
            div.scroll {
                table.facts {
                    tbody {
                        @for fact in &sheet.facts {
                            tr { th scope="row" { (fact.label) } td { (visible(&fact.value)) } }
                        }
                    }
                }
            }
        }
    }
}
