//! The tournament of a cycle: a value, and the text that is written before anything is played.

use std::fmt;

use class_model::{ClassFolder, Entrant, Moment};
use job::SizeClass;

use crate::toml_string::Quoted;

/// Number of different openings in a cycle, enough for two entrants that meet repeatedly.
const OPENINGS: u32 = 8;

/// The tournament of a cycle. [`Display`](fmt::Display) writes its text, which is stored in the ladder's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CycleTournament {
    /// The number of the cycle, from 1.
    pub number: u32,
    /// The name of the game.
    pub game: &'static str,
    /// The seed of the run; drawn if `None`.
    pub seed: Option<u64>,
    /// When it is played.
    pub at: Moment,
    /// Size class of the modules.
    pub size: SizeClass,
    /// `true` if bots may make positions of their own.
    pub positions: bool,
    /// The entrants.
    pub entrants: Vec<Entrant>,
    /// The pairings, as indices into `entrants`. The first one has the first seat in the first game.
    pub pairs: Vec<[usize; 2]>,
    /// Number of games of a pairing.
    pub games: u16,
}

impl fmt::Display for CycleTournament {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CycleTournament { number, game, at, size, positions, games, .. } = self;
        writeln!(f, "[tournament]\nname = \"Ladder, cycle {number}\"\ngame = {}", Quoted(game))?;
        match self.seed {
            Some(seed) => writeln!(f, "seed = {seed}")?,
            None => writeln!(f, "seed = \"draw\"")?,
        }
        writeln!(f, "date = \"{at}\"\n")?;
        if !positions {
            writeln!(f, "[limits]\npositions = false\n")?;
        }
        for Entrant { alias, module, .. } in &self.entrants {
            let bot = format!("../{}", ClassFolder::file_name(module));
            writeln!(f, "[[entrant]]\nname = {}\nbot = {}", Quoted(alias), Quoted(&bot))?;
            writeln!(f, "size = \"{}\"\n", size.name())?;
        }
        writeln!(f, "[[stage]]\nname = \"Cycle {number}\"\nformat = \"pairings\"\ngames = {games}")?;
        writeln!(f, "pairs = [")?;
        for pair in &self.pairs {
            let [first, second] = pair.map(|place| Quoted(&self.entrants[place].alias));
            writeln!(f, "    [{first}, {second}],")?;
        }
        writeln!(f, "]\n\n[stage.openings]\nrandom = {OPENINGS}")
    }
}

#[cfg(test)]
mod tests {
    use class_model::Hash;
    use config::{BotPlan, FileSource, SeedPlan};
    use games::GAMES;
    use tournament::Format;

    use super::*;

    fn cycle(aliases: [&str; 3], seed: Option<u64>) -> CycleTournament {
        let entrant = |(submission, alias): (u32, &str)| Entrant {
            alias: alias.to_owned(),
            submission,
            module: Hash::digest(alias.as_bytes()),
        };
        CycleTournament {
            number: 7,
            game: "tank-war",
            seed,
            at: Moment::from_millis(1_764_580_800_000),
            size: SizeClass::Normal,
            positions: true,
            entrants: (1..).zip(aliases).map(entrant).collect(),
            pairs: vec![[2, 0], [0, 1]],
            games: 4,
        }
    }

    /// The roots of runs depend on these bytes.
    #[test]
    fn the_text_is_the_same_to_the_byte() {
        let entrant = |alias: &str| {
            let hash = Hash::digest(alias.as_bytes()).to_string();
            let start = &hash[..2];
            format!(
                "[[entrant]]\nname = \"{alias}\"\nbot = \"../files/{start}/{hash}\"\nsize = \"normal\"\n\n"
            )
        };
        let expected = "[tournament]\nname = \"Ladder, cycle 7\"\ngame = \"tank-war\"\nseed = 5\n\
             date = \"2025-12-01T09:20:00Z\"\n\n"
            .to_owned()
            + &["Ada", "Bee", "Cay"].map(entrant).concat()
            + "[[stage]]\nname = \"Cycle 7\"\nformat = \"pairings\"\ngames = 4\npairs = [\n    \
               [\"Cay\", \"Ada\"],\n    [\"Ada\", \"Bee\"],\n]\n\n[stage.openings]\nrandom = 8\n";
        assert_eq!(cycle(["Ada", "Bee", "Cay"], Some(5)).to_string(), expected);
        let without = CycleTournament { positions: false, ..cycle(["Ada", "Bee", "Cay"], Some(5)) };
        let due = expected.replacen("[[entrant]]", "[limits]\npositions = false\n\n[[entrant]]", 1);
        assert_eq!(without.to_string(), due);
        let drawn = cycle(["Ada", "Bee", "Cay"], None).to_string();
        assert_eq!(drawn, expected.replace("seed = 5", "seed = \"draw\""));
    }

    #[test]
    fn the_text_means_the_value_whatever_bots_are_called() {
        for aliases in [["Ada", "Bee", "Cay"], ["\"", "\\ [x] = 1", "É#'''"]] {
            let cycle = cycle(aliases, Some(5));
            let source = FileSource {
                open_game: &|_| Err("no game".into()),
                read_text: &|_| Err("there is none".into()),
                check_bot: &|_, _| Ok(()),
                read_class: &|_| Err("there is none".into()),
            };
            let plan = config::parse_with("cycle.toml", &cycle.to_string(), GAMES, &source).unwrap();
            assert_eq!((plan.seed, plan.date), (SeedPlan::Number(5), Some(cycle.at.to_string())));
            assert_eq!(plan.game.name(), cycle.game);
            let names: Vec<&str> = plan.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
            assert_eq!(names, aliases);
            for (entrant, own) in plan.entrants.iter().zip(&cycle.entrants) {
                let file = BotPlan::File(format!("../{}", ClassFolder::file_name(&own.module)));
                assert_eq!((&entrant.bot, entrant.size), (&file, cycle.size));
            }
            let [stage] = plan.stages.as_slice() else { panic!("one stage") };
            let Format::Pairings(pairings) = &stage.plan.format else { panic!("{:?}", stage.plan.format) };
            let pairs = pairings.pairs.iter().map(|[first, second]| [first.index(), second.index()]);
            assert_eq!(pairs.collect::<Vec<_>>(), cycle.pairs);
        }
    }
}
