//! The sample bots of the repository, which any student may submit.

/// The modules of the sample bots, each as `<game>/<bot>`.
pub static BASELINES: &[(&str, &[u8])] = &[
    ("tank-battle/greedy", include_bytes!("../../../bots/tank-battle/greedy/greedy.wasm")),
    ("tank-battle/scatter", include_bytes!("../../../bots/tank-battle/scatter/scatter.wasm")),
    ("tank-battle/searcher", include_bytes!("../../../bots/tank-battle/searcher/searcher.wasm")),
    ("tank-battle/trader", include_bytes!("../../../bots/tank-battle/trader/trader.wasm")),
    ("tank-chess/greedy", include_bytes!("../../../bots/tank-chess/greedy/greedy.wasm")),
    ("tank-chess/hothead", include_bytes!("../../../bots/tank-chess/hothead/hothead.wasm")),
    ("tank-chess/planner", include_bytes!("../../../bots/tank-chess/planner/planner.wasm")),
    ("tank-chess/scatter", include_bytes!("../../../bots/tank-chess/scatter/scatter.wasm")),
    ("tank-chess/strategist", include_bytes!("../../../bots/tank-chess/strategist/strategist.wasm")),
    ("tank-war/cautious", include_bytes!("../../../bots/tank-war/cautious/cautious.wasm")),
    ("tank-war/fortress", include_bytes!("../../../bots/tank-war/fortress/fortress.wasm")),
    ("tank-war/gambler", include_bytes!("../../../bots/tank-war/gambler/gambler.wasm")),
    ("tank-war/greedy", include_bytes!("../../../bots/tank-war/greedy/greedy.wasm")),
    ("tank-war/guesser", include_bytes!("../../../bots/tank-war/guesser/guesser.wasm")),
    ("tank-war/hunter", include_bytes!("../../../bots/tank-war/hunter/hunter.wasm")),
    ("tank-war/maximin", include_bytes!("../../../bots/tank-war/maximin/maximin.wasm")),
    ("tank-war/reader", include_bytes!("../../../bots/tank-war/reader/reader.wasm")),
    ("tank-war/rusher", include_bytes!("../../../bots/tank-war/rusher/rusher.wasm")),
    ("tank-war/scatter", include_bytes!("../../../bots/tank-war/scatter/scatter.wasm")),
    ("tank-war/sentry", include_bytes!("../../../bots/tank-war/sentry/sentry.wasm")),
    ("tank-war/teacher", include_bytes!("../../../bots/tank-war/teacher/teacher.wasm")),
    ("tank-war/walker", include_bytes!("../../../bots/tank-war/walker/walker.wasm")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_bot_is_one() {
        let bots = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots");
        let mut found = Vec::new();
        for game in std::fs::read_dir(&bots).unwrap().map(|entry| entry.unwrap().path()) {
            for bot in std::fs::read_dir(&game).into_iter().flatten().map(|entry| entry.unwrap().path()) {
                let name = bot.file_name().unwrap().to_str().unwrap();
                if bot.join(format!("{name}.wasm")).exists() {
                    found.push(format!("{}/{name}", game.file_name().unwrap().to_str().unwrap()));
                }
            }
        }
        found.sort();
        let known: Vec<&str> = BASELINES.iter().map(|(name, _)| *name).collect();
        assert_eq!(found, known);
    }

    #[test]
    fn every_one_can_be_read() {
        for (name, bytes) in BASELINES {
            assert!(!crate::module(bytes).unwrap().parts.is_empty(), "{name}");
        }
    }
}
