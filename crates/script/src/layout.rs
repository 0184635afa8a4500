//! The layout of a game's views as a table that an interpreter reads.

use game::{Field, FieldType, Game, Metric, view};

/// One line a field, `name offset kind count`: the header's first, then the game's. Offsets count from the start of the
/// view.
pub fn table(game: &dyn Game) -> String {
    let header = view::HEADER.iter().map(|field| line(field, 0));
    let own = game.layout().fields.iter().map(|field| line(field, view::HEADER_LEN));
    header.chain(own).collect()
}

/// The names of the game's metrics, one a line, as a script calls them: words joined by underscores.
pub fn metrics(game: &dyn Game) -> String {
    let name = |metric: &Metric| format!("{}\n", metric.name.replace([' ', '-'], "_"));
    game.metrics().iter().map(name).collect()
}

fn line(field: &Field, begins: usize) -> String {
    let kind = match field.kind {
        FieldType::U8 => "u8",
        FieldType::I8 => "i8",
        FieldType::U16 => "u16",
        FieldType::U32 => "u32",
        FieldType::U64 => "u64",
    };
    format!("{} {} {kind} {}\n", field.name, begins + field.offset, field.count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_comes_first_and_the_game_behind_it() {
        let table = table(games::GAMES[0]);
        assert!(table.starts_with("abi_version 0 u32 1\ngame 4 u32 1\nseat 8 u8 1\n"), "{table}");
        let first = games::GAMES[0].layout().fields[0];
        let due = format!("\n{} {} ", first.name, 64 + first.offset);
        assert!(table.contains(&due), "{table}");
    }
}
