//! The page of one match: verdict, boards, transcript.
//!
//! A long match has several pages, so that none grows past [`MatchPages::ROOM`].

use board::{Sprites, board};
use game::{Drawing, Event, Mark, PerSeat, Seat, SeatName, ply_number};
use maud::{Markup, PreEscaped, html};
use referee::Ticks;
use replay::{Frame, Ply};

use super::Shell;
use crate::model::{Fact, page_file};
use crate::shown::{count, duration, visible};

/// The contents of a match's page besides its boards.
#[derive(Clone, Debug)]
pub(crate) struct MatchSheet {
    pub(crate) key: String,
    /// `Qualification, round 3`.
    pub(crate) place: String,
    pub(crate) tournament: String,
    /// What the seats are called.
    pub(crate) seat_names: PerSeat<SeatName>,
    /// Who sat where.
    pub(crate) seats: PerSeat<SeatLine>,
    /// The seat that won, if one did.
    pub(crate) winner: Option<Seat>,
    /// Why.
    pub(crate) reason: String,
    /// Complete plies.
    pub(crate) plies: u32,
    pub(crate) facts: Vec<Fact>,
    /// A ruling took it out.
    pub(crate) counts: bool,
}

/// A seat of the match.
#[derive(Clone, Debug)]
pub(crate) struct SeatLine {
    pub(crate) name: String,
    pub(crate) bot: String,
    /// The fault it lost by and what that means.
    pub(crate) fault: Option<(String, &'static str)>,
    /// Metrics at the end, name and value.
    pub(crate) metrics: Vec<(&'static str, i64)>,
    /// Total time used.
    pub(crate) spent: Ticks,
    /// Bytes of memory at their highest.
    pub(crate) memory: u64,
}

/// One ply of a match.
#[derive(Clone, Debug)]
pub(crate) struct ShownPly {
    /// From 0.
    pub(crate) ply: u32,
    /// The board before it.
    pub(crate) before: ShownPosition,
    /// What the seats did.
    pub(crate) actions: PerSeat<Option<ShownAction>>,
    pub(crate) events: Vec<Event>,
}

/// A position as it is shown.
#[derive(Clone, Debug)]
pub(crate) struct ShownPosition {
    /// The turn as the game counts it.
    pub(crate) turn: u32,
    pub(crate) text: String,
    pub(crate) drawing: Drawing,
}

impl ShownPly {
    /// The ply that is played next.
    pub(crate) fn of(frame: &Frame<'_>, ply: &Ply<'_>) -> ShownPly {
        let action = |seat: Seat| {
            let played = ply.of(seat)?;
            Some(ShownAction {
                text: frame.position().format_action(seat, played.action),
                spent: played.spent,
                offered: played.offered,
            })
        };
        ShownPly {
            ply: ply.number,
            before: ShownPosition::of(frame),
            actions: PerSeat::from_fn(action),
            events: frame.events(&ply.joint, None),
        }
    }
}

impl ShownPosition {
    pub(crate) fn of(frame: &Frame<'_>) -> ShownPosition {
        ShownPosition { turn: frame.turn(), text: frame.position().to_string(), drawing: frame.drawing(None) }
    }
}

/// What a seat did in a ply.
#[derive(Clone, Debug)]
pub(crate) struct ShownAction {
    /// The action in notation.
    pub(crate) text: String,
    /// Time used.
    pub(crate) spent: Ticks,
    /// Whether it is an offer, played because the move's time ran out.
    pub(crate) offered: bool,
}

/// Collects the boards of a match into pages.
pub(crate) struct MatchPages<'a> {
    shell: &'a Shell,
    sheet: &'a MatchSheet,
    done: Vec<Part>,
    open: Part,
}

/// The boards and the transcript of one page.
#[derive(Default)]
struct Part {
    boards: String,
    rows: String,
    sprites: Sprites,
    /// The first ply and the one after the last.
    plies: (u32, u32),
    is_large: bool,
}

impl<'a> MatchPages<'a> {
    /// Bytes of boards and transcript on a page, about.
    const ROOM: usize = 700_000;

    pub(crate) fn new(shell: &'a Shell, sheet: &'a MatchSheet) -> MatchPages<'a> {
        MatchPages { shell, sheet, done: Vec::new(), open: Part::default() }
    }

    pub(crate) fn push(&mut self, shown: &ShownPly) {
        if self.open.boards.len() + self.open.rows.len() > Self::ROOM {
            let open = Part { plies: (shown.ply, shown.ply), ..Part::default() };
            self.done.push(std::mem::replace(&mut self.open, open));
        }
        let part = &mut self.open;
        let markup = drawn_ply(self.sheet, shown, &mut part.sprites);
        part.boards.push_str(&markup.into_string());
        for (seat, action) in shown.actions.iter() {
            let Some(action) = action else { continue };
            part.rows.push_str(&row(self.sheet, shown.ply, seat, action).into_string());
        }
        part.plies.1 = shown.ply + 1;
        part.is_large |= shown.before.drawing.columns > 8;
    }

    /// The pages, each with its file's name, after the last position has been added.
    pub(crate) fn finish(mut self, end: &ShownPosition, note: Option<&str>) -> Vec<(String, String)> {
        let part = &mut self.open;
        let markup = drawn_end(self.sheet, end, note, &mut part.sprites);
        part.boards.push_str(&markup.into_string());
        part.is_large |= end.drawing.columns > 8;
        self.done.push(self.open);
        let names: Vec<(String, (u32, u32))> = (1..)
            .zip(&self.done)
            .map(|(number, part)| (part_file(&self.sheet.key, number), part.plies))
            .collect();
        let page = |(index, part): (usize, &Part)| {
            let body = body(self.sheet, part, index, &names);
            let title = format!(
                "{}: {} – {}",
                self.sheet.key,
                self.sheet.seats[Seat::First].name,
                self.sheet.seats[Seat::Second].name
            );
            (names[index].0.clone(), self.shell.page(Some(&title), &body))
        };
        self.done.iter().enumerate().map(page).collect()
    }
}

/// The file of a part, from 1.
fn part_file(key: &str, number: usize) -> String {
    if number == 1 { page_file(key) } else { page_file(&format!("{key}-part-{number}")) }
}

fn body(sheet: &MatchSheet, part: &Part, index: usize, parts: &[(String, (u32, u32))]) -> Markup {
    html! {
        header {
            p.kicker {
                a href="../index.html" { (visible(&sheet.tournament)) } " · "
                a href="../matches.html" { "Matches" }
            }
            h1 { "Match " (sheet.key) }
            p.soft { (visible(&sheet.place)) }
            @if !sheet.counts { p.notice role="note" { "This match does not count, by a ruling." } }
            (sides(sheet))
            p { (verdict(sheet)) }
        }
        main {
            (pager(index, parts))
            h2 { "Boards" }
            @if index == 0 {
                p.soft.small {
                    "Each board shows the position before the ply and what happens in it: arrows are moves, \
                     dashed lines shots, crosses losses. "
                    (sheet.seat_names[Seat::First].word) " has round pieces, "
                    (sheet.seat_names[Seat::Second].word) " square pieces and hatched ground."
                }
            }
            (part.sprites.definitions())
            ol.boards.large[part.is_large] { (PreEscaped(&part.boards)) }
            (pager(index, parts))
            h2 { "Transcript" }
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
                    tbody { (PreEscaped(&part.rows)) }
                }
            }
            @if index == 0 { (facts(sheet)) }
        }
    }
}

fn pager(index: usize, parts: &[(String, (u32, u32))]) -> Markup {
    html! {
        @if parts.len() > 1 {
            nav.pager aria-label="Parts of the match" {
                @for (number, (file, (from, to))) in parts.iter().enumerate() {
                    @if number == index {
                        strong aria-current="page" { "Plies " (ply_number(*from)) "–" (to) }
                    } @else {
                        a href=(file) { "Plies " (ply_number(*from)) "–" (to) }
                    }
                }
            }
        }
    }
}

fn sides(sheet: &MatchSheet) -> Markup {
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

fn verdict(sheet: &MatchSheet) -> Markup {
    html! {
        strong {
            @match sheet.winner {
                Some(seat) => { bdi { (visible(&sheet.seats[seat].name)) } " won" },
                None => "Draw",
            }
        }
        ": " (visible(&sheet.reason)) ", after " (crate::shown::counted(u64::from(sheet.plies), "ply", "plies")) "."
    }
}

fn drawn_ply(sheet: &MatchSheet, shown: &ShownPly, sprites: &mut Sprites) -> Markup {
    let marks: Vec<Mark> = shown.events.iter().filter_map(|event| event.mark).collect();
    let number = ply_number(shown.ply);
    let turn = shown.before.turn;
    html! {
        li id={ "ply-" (number) } {
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

fn drawn_end(sheet: &MatchSheet, end: &ShownPosition, note: Option<&str>, sprites: &mut Sprites) -> Markup {
    html! {
        @if let Some(note) = note { li { p { (note) } } }
        li id="end" {
            h3 { span { "End" } span.act { (visible(&sheet.reason)) } }
            (board(&end.drawing, &[], "Board at the end", sprites))
            (notes(sheet, end))
            (position(end))
        }
    }
}

/// `U:LA D:RC`, or one action with its seat's letter.
fn acts(sheet: &MatchSheet, shown: &ShownPly) -> Markup {
    html! {
        @for (seat, action) in shown.actions.iter() {
            @if let Some(action) = action { (sheet.seat_names[seat].letter) ":" (action.text) " " }
        }
    }
}

fn notes(sheet: &MatchSheet, position: &ShownPosition) -> Markup {
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

fn row(sheet: &MatchSheet, ply: u32, seat: Seat, action: &ShownAction) -> Markup {
    html! {
        tr {
            td.n { a href={ "#ply-" (ply_number(ply)) } { (ply_number(ply)) } }
            td { (sheet.seat_names[seat].word) }
            td { code { (action.text) } }
            td.n { (duration(action.spent)) }
            td { @if action.offered { span.tag { "offered: the move's time ran out" } } }
        }
    }
}

fn facts(sheet: &MatchSheet) -> Markup {
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
