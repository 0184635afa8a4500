//! Ratings and statistics for the terminal.

use rating::bradley_terry::Estimate;
use rating::crosstable::{by_seat, head_to_head};
use rating::cycles::transitivity;
use rating::note::Note;
use rating::rating_list::Entry;
use rating::results::Player;
use rating::scale::Z95;
use rating::summary::Summary;
use rating::table::{Table, Tally};

use super::By;
use super::list::{List, Rated};
use super::read::Who;
use super::shown;
use super::stats::Stats;
use crate::exit::Done;
use crate::out;
use crate::terminal::table::{self, Align};

/// Rows of first moves, endings and cycles that are shown; `--json` has all.
const MOST: usize = 12;
/// Players up to which the head-to-head table is square.
const SQUARE: usize = 12;

/// The table of ratings, and what it is to be read with.
pub(crate) fn tell(list: &List, rated: &Rated) -> Done {
    let entries = rated.list.entries();
    out::line(&ratings_table(list, rated, &entries))?;
    out::line("")?;
    for line in remarks(list, rated, &entries) {
        out::line(&line)?;
    }
    Ok(())
}

fn ratings_table(list: &List, rated: &Rated, entries: &[Entry<'_>]) -> String {
    let digits = if list.model == "weng-lin" { 2 } else { 0 };
    let figure = |x: f64| format!("{x:.digits$}");
    let mut head = vec![
        ("rank", Align::Right),
        ("name", Align::Left),
        ("bot", Align::Left),
        ("rating", Align::Right),
        ("± 95 %", Align::Right),
        ("games", Align::Right),
        ("score", Align::Right),
        ("above next", Align::Right),
    ];
    if entries.iter().any(|entry| !marks(entry).is_empty()) {
        head.push(("marks", Align::Left));
    }
    let columns = head.len();
    let rows: Vec<Vec<String>> = entries
        .iter()
        .enumerate()
        .map(|(at, entry)| {
            let who = &rated.who[entry.player.index()];
            let next = entries.get(at + 1).map(|next| next.player);
            let above = next.and_then(|next| rated.list.ratings().superiority(entry.player, next));
            let mut row = vec![
                entry.place.map_or_else(|| "-".to_owned(), |place| place.to_string()),
                shown(&who.name),
                bot(who),
                figure(entry.rating.rating),
                entry.rating.deviation.map_or_else(|| "-".to_owned(), |deviation| figure(Z95 * deviation)),
                entry.rating.games().to_string(),
                entry.rating.tally.mean().map_or_else(|| "-".to_owned(), percent),
                above.map_or_else(|| "-".to_owned(), percent),
                marks(entry).join(", "),
            ];
            row.truncate(columns);
            row
        })
        .collect();
    table::render(&head, &rows)
}

/// A bot in few words: what it is, its settings.
fn bot(who: &Who) -> String {
    let is_hash = who.module.len() == 64 && who.module.bytes().all(|byte| byte.is_ascii_hexdigit());
    let module =
        if is_hash { format!("{} {}", shown(&who.bot), &who.module[..8]) } else { shown(&who.module) };
    if who.settings.is_empty() { module } else { format!("{module} ({})", shown(&who.settings)) }
}

/// What a line is marked with, and what its figures need to be read with.
pub(crate) fn marks(entry: &Entry<'_>) -> Vec<String> {
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

fn remarks(list: &List, rated: &Rated, entries: &[Entry<'_>]) -> Vec<String> {
    let ratings = rated.list.ratings();
    let runs = list.runs.len();
    let who = match list.by {
        By::Bot => "versions of bots",
        By::Entrant => "entrants",
    };
    let mut lines = vec![format!(
        "{} {who} of {} by {}, {} games of {runs} {}",
        entries.len(),
        if list.game.is_empty() { "no game" } else { &list.game },
        list.model,
        rated.games,
        if runs == 1 { "run" } else { "runs" },
    )];
    if rated.copies > 0 {
        lines.push(format!("{} games are copies of earlier ones and do not count", rated.copies));
    }
    if rated.unrated > 0 {
        lines.push(format!("{} games do not count by rulings", rated.unrated));
    }
    let within = rated.list.within_entrant();
    if within > 0 {
        lines.push(format!("{within} games of a player against itself do not count"));
    }
    if let Some(fit) = &ratings.fit {
        lines.extend(
            fit.seat.map(|seat| format!("the first seat is worth {} Elo", with_error(&seat, 1.0, 1))),
        );
        lines.extend(
            fit.draw.map(|draw| format!("equals draw {} % of their games", with_error(&draw, 100.0, 1))),
        );
    }
    lines.extend(ratings.notes.iter().map(ToString::to_string));
    if let Some(Note::ModelError { .. }) = entries
        .iter()
        .flat_map(|entry| &entry.rating.notes)
        .find(|note| matches!(note, Note::ModelError { .. }))
    {
        lines.push("where a player has few pairs, its error supposes independent games".to_owned());
    }
    if list.model == "bradley-terry" {
        lines.push("errors are relative to the average of the field; \"above next\" is the chance, given the games, \
                    to be stronger than the next in the list".to_owned());
    }
    lines
}

fn with_error(estimate: &Estimate, scale: f64, digits: usize) -> String {
    let value = estimate.value * scale;
    match estimate.deviation {
        Some(deviation) => format!("{value:.digits$} ± {:.digits$}", Z95 * deviation * scale),
        None => format!("{value:.digits$}"),
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The statistics.
pub(crate) fn tell_stats(list: &List, rated: &Rated, stats: &Stats) -> Done {
    let table = Table::all(&rated.results);
    let order: Vec<Player> = rated.list.entries().iter().map(|entry| entry.player).collect();
    let name =
        |player: Player| rated.who.get(player.index()).map_or_else(String::new, |who| shown(&who.name));
    for (title, text) in [
        ("results by seat", seats(&table, &order, &name)),
        ("head to head", heads(&table, &order, &name)),
        ("cycles", cycles(&table, &name)),
    ] {
        section(title, &text)?;
    }
    if stats.by_seat == [0; 3] {
        return Ok(());
    }
    let [wins, draws, losses] = stats.by_seat;
    let games = (wins + draws + losses) as f64;
    let share = |count: u64| format!("{count} ({})", percent(count as f64 / games));
    out::line("")?;
    out::line(&format!("all games of the runs read now, copies included, of {}", shown(&list.game)))?;
    let first = format!("won {}, drawn {}, lost {}", share(wins), share(draws), share(losses));
    section("first seat", &first)?;
    section("plies", &stats.lengths().map_or_else(String::new, |lengths| spread(&lengths, 0)))?;
    section(
        "seconds a seat used in a game",
        &stats.times().map_or_else(String::new, |times| spread(&times, 6)),
    )?;
    let mut endings: Vec<(&String, &u64)> = stats.endings.iter().collect();
    endings.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let rows = endings.iter().map(|(reason, count)| vec![shown(reason), share(**count)]).collect();
    section("endings", &rows_of("ending", "games", rows))?;
    let rows = stats
        .faults
        .iter()
        .flat_map(|(fault, by)| {
            by.iter().map(move |(name, count)| vec![shown(fault), shown(name), count.to_string()])
        })
        .collect::<Vec<_>>();
    let faults = if rows.is_empty() {
        "none".to_owned()
    } else {
        table::render(&[("fault", Align::Left), ("entrant", Align::Left), ("games", Align::Right)], &rows)
    };
    section("faults", &faults)?;
    let rows: Vec<Vec<String>> = stats
        .first_moves()
        .iter()
        .take(MOST)
        .map(|(words, first)| {
            let score = first.half_points as f64 / (2 * first.games) as f64;
            vec![shown(words), first.games.to_string(), percent(score)]
        })
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    let head = [("first ply", Align::Left), ("games", Align::Right), ("score", Align::Right)];
    section("first moves from the game's own start", &table::render(&head, &rows))
}

fn section(title: &str, text: &str) -> Done {
    out::line("")?;
    out::line(&format!("{title}\n{text}"))
}

fn rows_of(one: &str, other: &str, mut rows: Vec<Vec<String>>) -> String {
    let more = rows.len().saturating_sub(MOST);
    rows.truncate(MOST);
    if more > 0 {
        rows.push(vec![format!("and {more} more"), String::new()]);
    }
    table::render(&[(one, Align::Left), (other, Align::Right)], &rows)
}

fn spread(summary: &Summary, digits: usize) -> String {
    let Summary { least, lower_quartile, median, upper_quartile, greatest, mean, .. } = summary;
    format!(
        "least {least:.digits$}, quarter {lower_quartile:.digits$}, half {median:.digits$}, three quarters \
         {upper_quartile:.digits$}, most {greatest:.digits$}; mean {mean:.*}",
        digits.max(1),
    )
}

fn tally(tally: &Tally) -> String {
    format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses)
}

fn seats(table: &Table, order: &[Player], name: &dyn Fn(Player) -> String) -> String {
    let seats = by_seat(table);
    let rows: Vec<Vec<String>> = order
        .iter()
        .filter_map(|&player| {
            let [first, second] = seats.get(player.index())?;
            Some(vec![name(player), tally(first), tally(second)])
        })
        .collect();
    table::render(
        &[("name", Align::Left), ("first seat", Align::Right), ("second seat", Align::Right)],
        &rows,
    )
}

fn heads(table: &Table, order: &[Player], name: &dyn Fn(Player) -> String) -> String {
    if order.len() > SQUARE {
        return "too many players for a table here; --json has it".to_owned();
    }
    let numbers: Vec<String> = (1..=order.len()).map(|number| number.to_string()).collect();
    let mut head = vec![("", Align::Right), ("name", Align::Left)];
    head.extend(numbers.iter().map(|number| (number.as_str(), Align::Right)));
    let rows: Vec<Vec<String>> = order
        .iter()
        .zip(&numbers)
        .map(|(&player, number)| {
            let scores = head_to_head(table, player);
            let mut row = vec![number.clone(), name(player)];
            row.extend(order.iter().map(|&other| {
                let score = scores.iter().find(|(opponent, _)| *opponent == other);
                score.map_or_else(String::new, |(_, score)| tally(score))
            }));
            row
        })
        .collect();
    table::render(&head, &rows)
}

fn cycles(table: &Table, name: &dyn Fn(Player) -> String) -> String {
    let found = transitivity(table);
    if found.cycles.is_empty() {
        return "none: nobody beats one who beats one who … beats it".to_owned();
    }
    let mut lines: Vec<String> = found
        .cycles
        .iter()
        .take(MOST)
        .map(|cycle| {
            let names: Vec<String> = cycle.iter().chain(cycle.first()).map(|&player| name(player)).collect();
            names.join(" > ")
        })
        .collect();
    lines.push(format!("{} of {} threes are cyclic", found.cyclic_triples, found.triples));
    lines.join("\n")
}
