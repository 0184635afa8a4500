//! The brackets of a page, read from their pictures, with checks of their consistency.

use std::collections::{BTreeMap, BTreeSet};

use tournament::rulings::Since;

use super::reading::Reading;

/// A tie of a picture: two lines, each with an optional name and its mark as advancing.
#[derive(Clone, Debug, Default)]
struct Drawn {
    lines: Vec<Option<(usize, bool)>>,
    /// The entrants by seed.
    seeds: BTreeMap<u32, usize>,
}

impl Drawn {
    fn entrants(&self) -> Vec<usize> {
        let mut entrants: Vec<usize> = self.lines.iter().flatten().map(|(entrant, _)| *entrant).collect();
        entrants.sort_unstable();
        entrants
    }

    fn advances(&self) -> Option<usize> {
        self.lines.iter().flatten().find(|(_, advances)| *advances).map(|(entrant, _)| *entrant)
    }
}

/// A bracket: its title, and its columns with their heads.
struct Picture {
    title: String,
    columns: Vec<(String, Vec<Drawn>)>,
}

fn between<'a>(text: &'a str, begin: &str, end: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(begin)?;
    Some(rest.split_once(end)?.0)
}

fn x(text: &str) -> i32 {
    text.split([' ', '"']).next().unwrap().parse().unwrap()
}

fn pictures(page: &str) -> Vec<Picture> {
    page.split("<div class=\"bracket\"").skip(1).map(picture).collect()
}

fn picture(part: &str) -> Picture {
    let svg = between(part, "<svg", "</svg>").unwrap();
    let title = between(svg, "<title>", "</title>").unwrap().split(": ").last().unwrap().to_owned();
    let mut columns: BTreeMap<i32, (String, Vec<Drawn>)> = BTreeMap::new();
    for head in svg.split("<text class=\"head\" x=\"").skip(1) {
        columns.entry(x(head)).or_default().0 = between(head, ">", "<").unwrap().to_owned();
    }
    for group in svg.split("<g transform=\"translate(").skip(1) {
        let group = group.split("</g>").next().unwrap();
        let texts = group.split("<text class=\"").skip(1);
        // The other texts are seeds and scores.
        let names = texts.filter(|text| text.starts_with("won") || text.starts_with("out"));
        let lines = names.map(|text| {
            let name = between(text, "<title>", "</title>")?;
            Some((Reading::entrant(name), text.contains('✓')))
        });
        let lines: Vec<_> = lines.collect();
        let seeds = group.split("<text class=\"seed\"").skip(1);
        let seeds = seeds.map(|text| between(text, ">", "<").unwrap().parse::<u32>().unwrap());
        let names = lines.iter().flatten().map(|(entrant, _)| *entrant);
        let seeds = seeds.zip(names).collect();
        columns.entry(x(group)).or_default().1.push(Drawn { lines, seeds });
    }
    Picture { title, columns: columns.into_values().collect() }
}

/// A knockout of a tournament.
struct Knockout<'a> {
    reading: &'a Reading,
    stage: u16,
    seeds: Vec<usize>,
    best_of: usize,
    told: &'a str,
}

/// Checks the brackets of a page, if the tournament's last stage is a knockout.
pub(super) fn check_brackets(reading: &Reading, page: &str, csv: &str, told: &str) {
    let pictures = pictures(page);
    let stage = u16::from(told.contains("groups") && told.contains("knockout"));
    // The field of a later stage, and its order, was determined before the later rulings.
    let listed = pictures.first().map(|tree| tree.columns[0].1.iter().flat_map(|tie| tie.seeds.clone()));
    let later: BTreeMap<u32, usize> = listed.into_iter().flatten().collect();
    let seeds: Vec<usize> =
        if stage == 0 { (0..reading.entrants).collect() } else { later.into_values().collect() };
    let best_of = if told.contains("best_of = 2") { 2 } else { 1 };
    let knockout = Knockout { reading, stage, seeds, best_of, told };
    if told.contains("double-elimination") {
        knockout.check_double(&pictures, csv);
    } else if told.contains("knockout") {
        knockout.check_single(&pictures, csv);
    } else {
        assert!(pictures.is_empty(), "{told}");
    }
}

impl Knockout<'_> {
    /// Checks that the next column has exactly the entrants that are marked as advancing.
    fn check_tree(&self, tree: &Picture) {
        for (round, two) in (0..).zip(tree.columns.windows(2)) {
            let advancing: BTreeSet<usize> = two[0].1.iter().filter_map(Drawn::advances).collect();
            let next: BTreeSet<usize> = two[1].1.iter().flat_map(Drawn::entrants).collect();
            assert_eq!(advancing, next, "{} after round {round}", self.told);
        }
    }

    /// Checks that every pairing with recorded matches is drawn once in its round, and that all ties end as recorded.
    fn check_round(&self, round: u32, ties: &[&Drawn], unbeaten: Option<usize>) {
        for (pairing, pair) in self.reading.pairings(self.stage, round) {
            let found = ties.iter().filter(|tie| tie.entrants() == pair).count();
            assert_eq!(found, 1, "{}: round {round}, pairing {pairing}: {ties:#?}", self.told);
        }
        for tie in ties {
            self.check_tie(round, tie, unbeaten);
        }
    }

    fn check_tie(&self, round: u32, tie: &Drawn, unbeaten: Option<usize>) {
        let present = |entrant: &usize| !self.reading.is_out(*entrant, self.stage, round);
        let told = || format!("{}: round {round}: {tie:?}", self.told);
        let entrants = tie.entrants();
        let here: Vec<usize> = entrants.iter().copied().filter(present).collect();
        let [one, other] = match (entrants.as_slice(), here.as_slice()) {
            (_, []) => {
                assert_eq!(tie.advances(), None, "{}", told());
                return;
            }
            (_, [alone]) => {
                assert_eq!(tie.advances(), Some(*alone), "{}", told());
                return;
            }
            (_, here) => [here[0], here[1]],
        };
        let pairings = self.reading.pairings(self.stage, round);
        let pairing =
            pairings.iter().find(|(_, pair)| pair.as_slice() == entrants).map(|(&pairing, _)| pairing);
        let pairing = pairing.unwrap_or_else(|| panic!("{} was not played", told()));
        // Nothing comes after the last round.
        let is_last = self.reading.pairings(self.stage, round + 1).is_empty() && self.is_last_round(round);
        let at = if is_last { Since::END } else { Since { stage: self.stage, round: round + 1 } };
        let seed = |entrant: usize| self.seeds.iter().position(|&other| other == entrant).unwrap();
        let better = if seed(one) < seed(other) { one } else { other };
        let level = unbeaten.filter(|unbeaten| entrants.contains(unbeaten)).unwrap_or(better);
        let won = |at| self.reading.won((self.stage, round, pairing), self.best_of, at).unwrap_or(level);
        // A replay after the end may have led to the repetition of a grand final.
        let may_be_later = unbeaten.is_some() && tie.advances() == Some(won(Since::END));
        assert!(tie.advances() == Some(won(at)) || may_be_later, "{}", told());
    }

    fn is_last_round(&self, round: u32) -> bool {
        let rounds = self.seeds.len().next_power_of_two().ilog2();
        if self.told.contains("double-elimination") { round + 1 >= 2 * rounds } else { round + 1 == rounds }
    }

    fn check_single(&self, pictures: &[Picture], csv: &str) {
        let (tree, others) = pictures.split_first().unwrap_or_else(|| panic!("{}: no bracket", self.told));
        self.check_tree(tree);
        let last = tree.columns.len() as u32 - 1;
        let mut depth: BTreeMap<usize, u32> = BTreeMap::new();
        for (round, (_, ties)) in (0..).zip(&tree.columns) {
            let third = others.iter().flat_map(|other| &other.columns[0].1).filter(|_| round == last);
            let ties: Vec<&Drawn> = ties.iter().chain(third.clone()).collect();
            self.check_round(round, &ties, None);
            for (entrant, steps) in
                tree.columns[round as usize].1.iter().filter_map(|tie| Some((tie.advances()?, 2)))
            {
                *depth.entry(entrant).or_default() += steps;
            }
            for entrant in third.filter_map(Drawn::advances) {
                *depth.entry(entrant).or_default() += 1;
            }
        }
        let champion = tree.columns[last as usize].1[0].advances();
        // The stable order is that of the seeds.
        let mut expected = self.seeds.clone();
        expected.sort_by_key(|entrant| std::cmp::Reverse(depth.get(entrant).copied().unwrap_or(0)));
        expected.retain(|&entrant| self.reading.is_ranked(entrant));
        let first = 1 + u32::from(champion.is_none());
        let table: Vec<(usize, u32)> = expected.into_iter().zip(first..).collect();
        assert_eq!(self.reading.table(csv, self.stage), table, "{}", self.told);
    }

    fn check_double(&self, pictures: &[Picture], csv: &str) {
        let titled = |title: &str| pictures.iter().find(|picture| picture.title == title);
        let upper = titled("Upper bracket").unwrap();
        self.check_tree(upper);
        let rounds = upper.columns.len() as u32;
        let unbeaten = upper.columns[rounds as usize - 1].1[0].advances();
        let lower = titled("Lower bracket").map_or(&[][..], |picture| &picture.columns);
        let finals = titled("Final").map_or(&[][..], |picture| &picture.columns);
        let mut ties: BTreeMap<u32, Vec<&Drawn>> = BTreeMap::new();
        for (round, (_, drawn)) in (0..).zip(&upper.columns) {
            ties.entry(round).or_default().extend(drawn);
        }
        for (head, drawn) in lower {
            let round = head.trim_start_matches("Lower round ").parse().unwrap();
            ties.entry(round).or_default().extend(drawn);
        }
        for (round, (_, drawn)) in (2 * rounds - 1..).zip(finals) {
            ties.entry(round).or_default().extend(drawn);
        }
        let mut lost: BTreeMap<usize, u32> = BTreeMap::new();
        for (&round, ties) in &ties {
            self.check_round(round, ties, unbeaten.filter(|_| round == 2 * rounds - 1));
            for tie in ties {
                for entrant in tie.entrants() {
                    let before = lost.entry(entrant).or_default();
                    assert!(*before < 2, "{}: No. {} plays on in round {round}", self.told, entrant + 1);
                    *before += u32::from(tie.advances() != Some(entrant) && tie.advances().is_some());
                }
            }
        }
        let champion = finals.last().and_then(|(_, ties)| ties[0].advances());
        let first = self.reading.table(csv, self.stage).first().copied();
        match champion.filter(|&champion| self.reading.is_ranked(champion)) {
            Some(champion) => assert_eq!(first, Some((champion, 1)), "{}", self.told),
            None if champion.is_none() => assert!(first.is_none_or(|(_, place)| place == 2), "{}", self.told),
            None => {}
        }
    }
}
