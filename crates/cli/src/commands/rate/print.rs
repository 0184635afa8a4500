//! Ratings and statistics for the terminal.

use rate::{By, List, ListRatings, RatedPlayer, Ratings, Statistics, View};
use rating::crosstable::{by_seat, head_to_head};
use rating::cycles::transitivity;
use rating::note::Note;
use rating::rating_list::Entry;
use rating::results::Player;
use rating::summary::Summary;
use rating::table::{Table, Tally};
use terminal::out;
use terminal::table::{self, Align};
use terminal::text::shortened;

use crate::exit::Done;

/// Rows of first moves, endings and cycles that are shown; `--json` has all.
const MOST: usize = 12;
/// Players up to which the head-to-head table is square.
const SQUARE: usize = 12;

/// Prints the ratings, and the statistics if there are any.
pub(crate) fn print(ratings: &Ratings, view: &View) -> Done {
    let Ratings { list, rated, statistics, .. } = ratings;
    print_ratings(list, rated, view)?;
    statistics.as_ref().map_or(Ok(()), |statistics| print_statistics(list, rated, statistics))
}

/// The table of ratings, and what it is to be read with.
fn print_ratings(list: &List, rated: &ListRatings, view: &View) -> Done {
    let entries = rated.list.entries();
    out::line(&ratings_table(list, rated, &entries, view))?;
    out::line("")?;
    for line in remarks(list, rated, &entries, view) {
        out::line(&line)?;
    }
    let ratings = rated.list.ratings();
    if view.differences {
        let error = |a, b| ratings.fit.as_ref()?.difference(a, b)?.deviation;
        let text = |a, b| error(a, b).map(|deviation| format!("{:.1}", view.deviations() * deviation));
        section(
            &format!("errors of the difference of two ratings, {} %", view.confidence),
            &matrix(rated, &entries, text),
        )?;
    }
    if view.superiority {
        let text = |a, b| ratings.superiority(a, b).map(percent);
        section("likelihood that the row is stronger than the column", &matrix(rated, &entries, text))?;
    }
    Ok(())
}

/// Players by players, numbered in the order of the table of ratings.
fn matrix(
    rated: &ListRatings,
    entries: &[Entry<'_>],
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

fn ratings_table(list: &List, rated: &ListRatings, entries: &[Entry<'_>], view: &View) -> String {
    let digits = if list.model == "weng-lin" { 2 } else { 0 };
    let figure = |x: f64| format!("{x:.digits$}");
    let error = format!("± {} %", view.confidence);
    let is_bot = entries.iter().any(|entry| !rated.who[entry.player.index()].is_name());
    let is_marked = entries.iter().any(|entry| !marks(entry).is_empty());
    let columns = [
        (true, "rank", Align::Right),
        (true, "name", Align::Left),
        (is_bot, "bot", Align::Left),
        (true, "rating", Align::Right),
        (true, error.as_str(), Align::Right),
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
            let above = next.and_then(|next| rated.list.ratings().superiority(entry.player, next));
            let open = entry.rating.open.map(|open| open.sign().to_string()).unwrap_or_default();
            let deviation = entry.rating.deviation.map(|deviation| figure(view.deviations() * deviation));
            let cells = [
                entry.place.map_or_else(|| "-".to_owned(), |place| place.to_string()),
                shortened(&who.name),
                bot(who),
                format!("{open}{}", figure(entry.rating.rating)),
                deviation.unwrap_or_else(|| "-".to_owned()),
                entry.rating.games().to_string(),
                entry.rating.tally.mean().map_or_else(|| "-".to_owned(), percent),
                above.map_or_else(|| "-".to_owned(), percent),
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

/// A bot in few words: what it is, its settings.
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

/// What a line is marked with, and what its figures need to be read with.
fn marks(entry: &Entry<'_>) -> Vec<String> {
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

fn remarks(list: &List, rated: &ListRatings, entries: &[Entry<'_>], view: &View) -> Vec<String> {
    let ratings = rated.list.ratings();
    let who = match (rated.files, list.by) {
        (1.., _) => "players",
        (0, By::Bot) => "versions of bots",
        (0, By::Entrant) => "entrants",
    };
    let counted = |count: usize, one: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {one}s")),
    };
    let sources = [counted(list.runs(), "run"), counted(rated.files, "file")];
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
    if rated.unfinished > 0 {
        lines.push(format!("{} games have no result (*) and do not count", rated.unfinished));
    }
    if rated.against_itself > 0 {
        lines.push(format!("{} games of a player against itself do not count", rated.against_itself));
    }
    match &ratings.fit {
        Some(fit) => lines.extend(fit.remarks(view.deviations())),
        None => lines.extend(ratings.notes.iter().map(ToString::to_string)),
    }
    let model_error = |note: &Note| match note {
        Note::ModelError { paired, .. } => Some(*paired),
        _ => None,
    };
    if let Some(paired) = entries.iter().flat_map(|entry| &entry.rating.notes).find_map(model_error) {
        let units = if paired { "pairs" } else { "games" };
        lines.push(format!("for players with few {units}, the error assumes independent games"));
    }
    if list.model == "bradley-terry" {
        let zero = if rated.is_anchored { "the anchors" } else { "the average of the field" };
        lines.push(format!(
            "errors are relative to {zero}; \"above next\" is the probability, given the games, of being stronger than \
             the next in the list"
        ));
        if list.has_ladder() {
            lines.push(
                "a ladder ranks by its own rating (Glicko, game by game, from 1500 ± 350); these ratings are fitted to \
                 all games at once and may order neighbours differently"
                    .to_owned(),
            );
        }
    }
    lines
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn print_statistics(list: &List, rated: &ListRatings, statistics: &Statistics) -> Done {
    let table = &rated.list.table();
    let order: Vec<Player> = rated.list.entries().iter().map(|entry| entry.player).collect();
    let name =
        |player: Player| rated.who.get(player.index()).map_or_else(String::new, |who| shortened(&who.name));
    for (title, text) in [
        ("results by seat", seats(table, &order, &name)),
        ("head to head", heads(table, &order, &name)),
        ("cycles", cycles(table, &name)),
    ] {
        section(title, &text)?;
    }
    if statistics.by_seat == [0; 3] {
        return Ok(());
    }
    let [wins, draws, losses] = statistics.by_seat;
    let games = (wins + draws + losses) as f64;
    let share = |count: u64| format!("{count} ({})", percent(count as f64 / games));
    out::line("")?;
    out::line(&format!("all games of the given runs, copies included, of {}", shortened(&list.game)))?;
    let first = format!("won {}, drawn {}, lost {}", share(wins), share(draws), share(losses));
    section("first seat", &first)?;
    section("plies", &statistics.lengths().map_or_else(String::new, |lengths| spread(&lengths, 0)))?;
    section(
        "seconds used by a seat in a game",
        &statistics.times().map_or_else(String::new, |times| spread(&times, 6)),
    )?;
    let mut endings: Vec<(&String, &u64)> = statistics.endings.iter().collect();
    endings.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let rows = endings.iter().map(|(reason, count)| vec![shortened(reason), share(**count)]).collect();
    section("endings", &rows_of("ending", "games", rows))?;
    let rows = statistics
        .faults
        .iter()
        .flat_map(|(fault, by)| {
            by.iter().map(move |(name, count)| vec![shortened(fault), shortened(name), count.to_string()])
        })
        .collect::<Vec<_>>();
    let faults = if rows.is_empty() {
        "none".to_owned()
    } else {
        table::render(&[("fault", Align::Left), ("entrant", Align::Left), ("games", Align::Right)], &rows)
    };
    section("faults", &faults)?;
    let rows: Vec<Vec<String>> = statistics
        .first_moves()
        .iter()
        .take(MOST)
        .map(|(words, first)| {
            let score = first.half_points as f64 / (2 * first.games) as f64;
            vec![shortened(words), first.games.to_string(), percent(score)]
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
        "minimum {least:.digits$}, lower quartile {lower_quartile:.digits$}, median {median:.digits$}, upper quartile \
         {upper_quartile:.digits$}, maximum {greatest:.digits$}; mean {mean:.*}",
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
        return "too many players for a table; use --json".to_owned();
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
        return "none".to_owned();
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
    lines.push(format!("{} of {} triples are cyclic", found.cyclic_triples, found.triples));
    lines.join("\n")
}
