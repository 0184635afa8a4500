//! A tournament described by a form: a format with its options, and the text that says the same.

use std::fmt;

use crate::toml_string::Quoted;

/// A format of a stage, with the options that a form asks for.
#[derive(Debug)]
pub struct FormatOptions {
    /// Its name in a text.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its use, in a sentence.
    pub about: &'static str,
    /// Its options.
    pub options: &'static [StageOption],
}

/// An option of a format.
#[derive(Debug)]
pub struct StageOption {
    /// Its key in a text.
    pub key: &'static str,
    /// Its label in a form.
    pub label: &'static str,
    /// The kind of its value.
    pub kind: OptionKind,
    /// The value that a form suggests; empty for none.
    pub usual: &'static str,
}

/// The kind of an option's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// A whole number, at least 1.
    Number,
    /// Yes or no.
    Flag,
    /// Names of entrants, separated by commas.
    Names,
    /// Pairs of names, one pair a line, separated by a comma.
    Pairs,
}

const fn number(key: &'static str, label: &'static str, usual: &'static str) -> StageOption {
    StageOption { key, label, kind: OptionKind::Number, usual }
}

const GAMES: StageOption = number("games", "Games per pairing, seats swapped after each", "2");
const CYCLES: StageOption = number("cycles", "Times that all meet", "1");
const BEST_OF: StageOption = number("best_of", "Games per pairing", "2");

/// All formats.
pub const FORMATS: &[FormatOptions] = &[
    FormatOptions {
        name: "round-robin",
        title: "Round robin",
        about: "All entrants meet one another.",
        options: &[GAMES, CYCLES],
    },
    FormatOptions {
        name: "swiss",
        title: "Swiss",
        about: "In each round, entrants with equal points meet. For large classes.",
        options: &[number("rounds", "Rounds", "5"), GAMES],
    },
    FormatOptions {
        name: "groups",
        title: "Groups",
        about: "Round robins side by side.",
        options: &[number("groups", "Groups", "4"), GAMES, CYCLES],
    },
    FormatOptions {
        name: "knockout",
        title: "Knockout",
        about: "The loser of a pairing is out.",
        options: &[
            BEST_OF,
            StageOption {
                key: "third_place",
                label: "Play for third place",
                kind: OptionKind::Flag,
                usual: "yes",
            },
        ],
    },
    FormatOptions {
        name: "double-elimination",
        title: "Double elimination",
        about: "An entrant that loses twice is out.",
        options: &[BEST_OF],
    },
    FormatOptions {
        name: "gauntlet",
        title: "Gauntlet",
        about: "A few entrants meet all others.",
        options: &[
            StageOption {
                key: "challengers",
                label: "Challengers: their names, separated by commas",
                kind: OptionKind::Names,
                usual: "",
            },
            GAMES,
            CYCLES,
        ],
    },
    FormatOptions {
        name: "pyramid",
        title: "Pyramid",
        about: "Each entrant meets all before it.",
        options: &[GAMES],
    },
    FormatOptions {
        name: "ladder",
        title: "Ladder",
        about: "Batches of games between entrants of similar rating.",
        options: &[number("budget", "Games in total", "1000"), GAMES],
    },
    FormatOptions {
        name: "pairings",
        title: "Pairings",
        about: "Only the listed pairs meet.",
        options: &[
            StageOption {
                key: "pairs",
                label: "Pairs: two names a line, separated by a comma",
                kind: OptionKind::Pairs,
                usual: "",
            },
            GAMES,
        ],
    },
];

/// Returns the format with a name.
pub fn find_format(name: &str) -> Option<&'static FormatOptions> {
    FORMATS.iter().find(|format| format.name == name)
}

/// A tournament of the class, described by a form. [`Display`](fmt::Display) writes its text. Values are not checked
/// here: the text's problems show what is wrong with them.
#[derive(Clone, Debug)]
pub struct TournamentDraft<'a> {
    /// The title.
    pub title: &'a str,
    /// The name of the game.
    pub game: &'a str,
    /// The sections that play; all if empty.
    pub sections: Vec<&'a str>,
    /// Built-in bots, such as `builtin:random`, that play as guests.
    pub guests: Vec<&'a str>,
    /// The format of the first stage.
    pub format: &'static FormatOptions,
    /// The values of the format's options, by their keys. Empty values are left out.
    pub options: Vec<(&'a str, &'a str)>,
    /// Number of random start positions; empty for the game's start.
    pub openings: &'a str,
    /// Number of entrants of a final knockout; empty for none.
    pub finalists: &'a str,
    /// The formula for grades; empty for none.
    pub grade: &'a str,
}

impl fmt::Display for TournamentDraft<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TournamentDraft { title, game, sections, guests, format, openings, finalists, grade, .. } = self;
        writeln!(f, "[tournament]\nname = {}\ngame = {}", Quoted(title), Quoted(game))?;
        writeln!(f, "seed = \"draw\"\n\n[class]\npath = \"..\"")?;
        if !sections.is_empty() {
            writeln!(f, "sections = {}", List(sections))?;
        }
        for guest in guests {
            let name = guest.rsplit([':', '/']).next().unwrap_or(guest);
            writeln!(f, "\n[[entrant]]\nname = {}\nbot = {}\nguest = true", Quoted(name), Quoted(guest))?;
        }
        writeln!(f, "\n[[stage]]\nname = {}\nformat = {}", Quoted(format.title), Quoted(format.name))?;
        for option in format.options {
            let value =
                self.options.iter().find(|(key, _)| *key == option.key).map_or("", |(_, value)| value);
            write_option(f, option, value.trim())?;
        }
        write_openings(f, openings)?;
        if !finalists.trim().is_empty() {
            writeln!(
                f,
                "\n[[stage]]\nname = \"Final\"\nformat = \"knockout\"\nadvance = {}",
                Number(finalists)
            )?;
            writeln!(f, "best_of = 2")?;
            write_openings(f, openings)?;
        }
        if !grade.trim().is_empty() {
            writeln!(f, "\n[grade]\nformula = {}", Quoted(grade.trim()))?;
        }
        Ok(())
    }
}

fn write_option(f: &mut fmt::Formatter<'_>, option: &StageOption, value: &str) -> fmt::Result {
    let names =
        |line: &'_ str| -> Vec<String> { line.split(',').map(|name| name.trim().to_owned()).collect() };
    let list = |names: &[String]| List(&names.iter().map(String::as_str).collect::<Vec<_>>()).to_string();
    match option.kind {
        _ if value.is_empty() => Ok(()),
        OptionKind::Number => writeln!(f, "{} = {}", option.key, Number(value)),
        OptionKind::Flag => writeln!(f, "{} = true", option.key),
        OptionKind::Names => writeln!(f, "{} = {}", option.key, list(&names(value))),
        OptionKind::Pairs => {
            let lines = value.lines().map(str::trim).filter(|line| !line.is_empty());
            writeln!(f, "{} = [", option.key)?;
            for pair in lines {
                writeln!(f, "    {},", list(&names(pair)))?;
            }
            writeln!(f, "]")
        }
    }
}

fn write_openings(f: &mut fmt::Formatter<'_>, openings: &str) -> fmt::Result {
    if openings.trim().is_empty() {
        return Ok(());
    }
    writeln!(f, "[stage.openings]\nrandom = {}", Number(openings))
}

/// A typed number. Anything else becomes a string, which the check of the text refuses.
struct Number<'a>(&'a str);

impl fmt::Display for Number<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.trim().parse::<u64>() {
            Ok(number) => write!(f, "{number}"),
            Err(_) => write!(f, "{}", Quoted(self.0.trim())),
        }
    }
}

/// A list of strings.
struct List<'a>(&'a [&'a str]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.0.iter().map(|text| Quoted(text).to_string()).collect();
        write!(f, "[{}]", texts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use config::FileSource;
    use games::GAMES as ALL_GAMES;

    /// Parses a draft among the students Ada, Bee, Cy and Dee.
    fn parse(draft: &TournamentDraft<'_>) -> config::Plan {
        let listed = ["Ada", "Bee", "Cy", "Dee"].map(|alias| config::ClassEntrant {
            alias: alias.to_owned(),
            file: "../files/x".to_owned(),
            size: job::SizeClass::Normal,
        });
        let list = config::ClassList { positions: true, entrants: listed.to_vec() }.to_text();
        let source = FileSource {
            open_game: &|_| Err("no game".into()),
            read_text: &|_| Err("there is none".into()),
            check_bot: &|_, _| Ok(()),
            read_class: &|_| Ok(list.clone()),
        };
        let text = draft.to_string();
        config::parse_with("cup.toml", &text, ALL_GAMES, &source)
            .unwrap_or_else(|problems| panic!("{}\n{text}", problems.render(false)))
    }

    #[test]
    fn every_format_makes_a_text_without_problems() {
        for format in FORMATS {
            let value = |option: &StageOption| match option.key {
                "rounds" | "groups" => "2",
                "challengers" => "Ada, random",
                "pairs" => "Ada, Bee\r\n\r\nCy,Dee\r\n",
                _ => option.usual,
            };
            let draft = TournamentDraft {
                title: "Cup \"2026\" \\ ü",
                game: "tank-war",
                sections: vec!["A", "\"B\""],
                guests: vec!["builtin:random", "builtin:tank-war/greedy"],
                format,
                options: format.options.iter().map(|option| (option.key, value(option))).collect(),
                openings: "4",
                finalists: if format.name == "pairings" { "" } else { "2" },
                grade: "10 * (wins + draws / 2) / games",
            };
            let plan = parse(&draft);
            assert_eq!(plan.stages.len(), if format.name == "pairings" { 1 } else { 2 }, "{}", format.name);
            assert_eq!(plan.stages[0].plan.format.name(), format.name);
            assert!(
                plan.grade.is_some() && plan.entrants.iter().filter(|entrant| entrant.guest).count() == 2
            );
        }
    }

    #[test]
    fn what_is_no_number_is_a_problem_of_the_text() {
        let format = find_format("swiss").unwrap();
        let draft = TournamentDraft {
            title: "Cup",
            game: "tank-war",
            sections: Vec::new(),
            guests: Vec::new(),
            format,
            options: vec![("rounds", "many\"]\n[x"), ("games", "")],
            openings: "",
            finalists: "",
            grade: "",
        };
        let text = draft.to_string();
        assert!(text.contains("rounds = \"many\\\"]\\n[x\"") && !text.contains("games"), "{text}");
    }
}
