//! Ratings and their statistics in words and tables.

mod statistics;

use rating::note::Note;
use rating::rating_list::RatedEntry;
use rating::results::Player;
use rating::scale::percent_of_superiority;
use results::RatedPlayer;
use terminal::table::{self, Align};
use terminal::text::{inert, shortened};

use crate::game_account::{Account, FilePosition};
use crate::{List, ListRatings, PlayerIdentity, Ratings, View};

/// Returns the ratings as a terminal shows them, with the statistics if there are any. Names are harmless to a
/// terminal.
pub fn text(ratings: &Ratings, view: &View) -> String {
    let Ratings { list, rated, statistics, .. } = ratings;
    let mut lines = of_ratings(list, rated, view);
    if let Some(statistics) = statistics {
        lines.extend(statistics::lines(list, rated, statistics));
    }
    lines.join("\n")
}

/// Returns the table of ratings, with remarks on how to read it.
fn of_ratings(list: &List, rated: &ListRatings, view: &View) -> Vec<String> {
    let entries = rated.list.entries();
    let mut lines = vec![ratings_table(list, rated, &entries, view), String::new()];
    lines.extend(remarks(list, rated, &entries, view));
    if view.differences {
        let text = |a, b| Some(format!("{:.1}", view.deviations() * rated.error_between(a, b)?));
        lines.push(section(
            &format!("errors of the difference of two ratings, {} %", view.confidence),
            &matrix(rated, &entries, text),
        ));
    }
    if view.superiority {
        let text = |a, b| rated.superiority(a, b).map(percent_of_superiority);
        let title = "likelihood that the row is stronger than the column";
        lines.push(section(title, &matrix(rated, &entries, text)));
    }
    lines
}

/// Returns a section with a title, below an empty line.
fn section(title: &str, text: &str) -> String {
    format!("\n{title}\n{text}")
}

/// Returns a table of players by players, numbered in the order of the ratings.
fn matrix(
    rated: &ListRatings,
    entries: &[RatedEntry<'_>],
    of: impl Fn(Player, Player) -> Option<String>,
) -> String {
    let numbers: Vec<String> = (1..=entries.len()).map(|number| number.to_string()).collect();
    let mut head = vec![("", Align::Right), ("name", Align::Left)];
    head.extend(numbers.iter().map(|number| (number.as_str(), Align::Right)));
    let rows: Vec<Vec<String>> = entries
        .iter()
        .zip(&numbers)
        .map(|(row, number)| {
            let cells = entries.iter().map(|column| of(row.player, column.player).unwrap_or_default());
            let name = shortened(&rated.who[row.player.index()].name);
            [number.clone(), name].into_iter().chain(cells).collect()
        })
        .collect();
    table::render(&head, &rows)
}

fn ratings_table(list: &List, rated: &ListRatings, entries: &[RatedEntry<'_>], view: &View) -> String {
    let digits = if list.model == "weng-lin" { 2 } else { 0 };
    let figure = |x: f64| format!("{x:.digits$}");
    let interval = format!("{} %", view.confidence);
    let is_bot = entries.iter().any(|entry| !rated.who[entry.player.index()].is_name());
    let is_marked = entries.iter().any(|entry| !marks(entry).is_empty());
    let columns = [
        (true, "rank", Align::Right),
        (true, "name", Align::Left),
        (is_bot, "bot", Align::Left),
        (true, "rating", Align::Right),
        (true, interval.as_str(), Align::Right),
        (true, "games", Align::Right),
        (true, "score", Align::Right),
        (true, "above next", Align::Right),
        (is_marked, "marks", Align::Left),
    ];
    let head: Vec<(&str, Align)> =
        columns.iter().filter(|(is_there, ..)| *is_there).map(|&(_, title, align)| (title, align)).collect();
    let rows: Vec<Vec<String>> = entries
        .iter()
        .enumerate()
        .map(|(at, entry)| {
            let who = &rated.who[entry.player.index()];
            let next = entries.get(at + 1).map(|next| next.player);
            let above = next.and_then(|next| rated.superiority(entry.player, next));
            let open = entry.rating.open.map(|open| open.sign().to_string()).unwrap_or_default();
            let cells = [
                entry.place.map_or_else(|| "-".to_owned(), |place| place.to_string()),
                shortened(&who.name),
                bot(who),
                format!("{open}{}", figure(entry.rating.rating)),
                interval_of(rated.interval(entry.player, view.deviations()), figure),
                entry.rating.games().to_string(),
                entry.rating.tally.mean().map_or_else(|| "-".to_owned(), percent),
                above.map_or_else(|| "-".to_owned(), percent_of_superiority),
                marks(entry).join(", "),
            ];
            cells
                .into_iter()
                .zip(&columns)
                .filter(|(_, (is_there, ..))| *is_there)
                .map(|(cell, _)| cell)
                .collect()
        })
        .collect();
    table::render(&head, &rows)
}

/// Formats the ends of an interval that exist.
fn interval_of(interval: Option<[Option<f64>; 2]>, figure: impl Fn(f64) -> String) -> String {
    match interval {
        Some([Some(low), Some(high)]) => format!("{} to {}", figure(low), figure(high)),
        Some([Some(low), None]) => format!("from {}", figure(low)),
        Some([None, Some(high)]) => format!("to {}", figure(high)),
        Some([None, None]) | None => "-".to_owned(),
    }
}

/// Returns a short description of a bot and its settings.
fn bot(who: &RatedPlayer) -> String {
    if who.is_name() {
        return String::new();
    }
    let is_hash = who.module.len() == 64 && who.module.bytes().all(|byte| byte.is_ascii_hexdigit());
    let module = if is_hash {
        format!("{} {}", shortened(&who.bot), &who.module[..8])
    } else {
        shortened(&who.module)
    };
    if who.settings.is_empty() { module } else { format!("{module} ({})", shortened(&who.settings)) }
}

/// Returns the marks of a line, and the notes on its figures.
fn marks(entry: &RatedEntry<'_>) -> Vec<String> {
    let mut marks = Vec::new();
    if entry.provisional && entry.rating.games() > 0 {
        marks.push("provisional".to_owned());
    }
    if !entry.active && entry.last_run.is_some() {
        marks.push("inactive".to_owned());
    }
    let told = |note: &&Note| !matches!(note, Note::Provisional { .. } | Note::ModelError { .. });
    marks.extend(entry.rating.notes.iter().filter(told).map(ToString::to_string));
    marks
}

fn remarks(list: &List, rated: &ListRatings, entries: &[RatedEntry<'_>], view: &View) -> Vec<String> {
    let ratings = rated.list.ratings();
    let who = match (rated.files.len(), list.by) {
        (1.., _) => "players",
        (0, PlayerIdentity::Bot) => "versions of bots",
        (0, PlayerIdentity::Entrant) => "entrants",
    };
    let counted = |count: usize, one: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {one}s")),
    };
    let sources = [counted(list.runs(), "run"), counted(rated.files.len(), "file")];
    let sources: Vec<String> = sources.into_iter().flatten().collect();
    let mut lines = vec![format!(
        "{} {who}{} by {}, {} games of {}",
        entries.len(),
        if list.game.is_empty() { String::new() } else { format!(" of {}", list.game) },
        list.model,
        rated.games,
        if sources.is_empty() { "0 runs".to_owned() } else { sources.join(" and ") },
    )];
    if rated.copies > 0 {
        lines.push(format!("{} games are copies of earlier ones and do not count", rated.copies));
    }
    if rated.unrated > 0 {
        lines.push(format!("{} games do not count because of rulings", rated.unrated));
    }
    if rated.files.is_empty() && rated.against_itself > 0 {
        lines.push(format!("{} games of a player against itself do not count", rated.against_itself));
    }
    lines.extend(rated.files.iter().flat_map(account));
    lines.extend(rated.look_alike_words().iter().map(|words| inert(words)));
    match &ratings.fit {
        Some(fit) => lines.extend(fit.remarks(view.deviations())),
        None => lines.extend(ratings.notes.iter().map(ToString::to_string)),
    }
    let model_error = |note: &Note| match note {
        Note::ModelError { paired, .. } => Some(*paired),
        _ => None,
    };
    let paired = entries.iter().flat_map(|entry| &entry.rating.notes).find_map(model_error);
    if let Some(paired) = paired.filter(|_| !rated.is_by_field()) {
        let units = if paired { "pairs" } else { "games" };
        lines.push(format!("for players with few {units}, the error assumes independent games"));
    }
    if list.model == "bradley-terry" {
        let zero = if rated.is_anchored { "the anchors" } else { "the average of the field" };
        lines.push(if rated.is_by_field() {
            format!(
                "intervals are relative to {zero}, and account for the spread of all players: with few games, their \
                 middle is closer to the average than the rating; where all games were won (>) or lost (<), they have one end"
            )
        } else {
            format!("intervals are 1.96 standard errors for 95 %, relative to {zero}")
        });
        lines.push(
            "\"above next\" is the probability, given the games, of being stronger than the next in the list"
                .to_owned(),
        );
        if list.has_ladder() {
            lines.push(
                "a ladder ranks by its own rating (Glicko, game by game, from 1500 ± 350) on a scale where a draw is half a \
                 point: --draws half uses that scale; these ratings compare wins with losses, which lie farther apart, and \
                 are fitted to all games at once, so neighbours may be ordered differently"
                    .to_owned(),
            );
        }
    }
    lines
}

/// Returns the account of a file's games, unless all of them are rated.
fn account((file, account): &(String, Account)) -> Vec<String> {
    let mut lines = Vec::new();
    for (why, left) in &account.left_out {
        let place = |place: &FilePosition| match &place.what {
            Some(what) => format!("line {}: {}", place.line, inert(what)),
            None => format!("line {}", place.line),
        };
        let mut places: Vec<String> = left.places.iter().map(place).collect();
        if left.games > places.len() as u64 {
            places.push("…".to_owned());
        }
        lines.push(format!("  {} {}: {}", left.games, why.words(), places.join("; ")));
    }
    if account.terminations.keys().any(|ended| ended != "normal") {
        let counts = account.terminations.iter().map(|(ended, games)| format!("{games} {}", inert(ended)));
        lines.push(format!("  terminations: {}", counts.collect::<Vec<_>>().join(", ")));
    }
    lines.extend(account.remarks.iter().map(|remark| format!("  {}", inert(remark))));
    if !lines.is_empty() {
        let (games, left) = (account.games(), account.left());
        let name = shortened(file);
        lines.insert(0, format!("{name}: {games} games found, {} rated, {left} left out", account.rated));
    }
    lines
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
