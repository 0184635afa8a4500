//! Round robins side by side.

use std::collections::BTreeMap;

use super::round_robin::{Berger, whole_cycles};
use crate::{EntrantId, Field, FormatError, MeetingRule, Past, Ranker, Round, Schedule, StageSeed};

/// Groups, each a round robin. All groups play at the same time, and begin their cycles together.
///
/// The table lists the winners of all groups first, ordered among themselves, then all seconds, and so on. So the best
/// k of each of g groups are the first k x g. A guest plays every entrant of every group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Groups {
    /// Number of groups; their sizes differ by at most one.
    pub groups: u32,
    /// The way of dividing the entrants.
    pub draw: GroupDraw,
    /// Number of games of each pairing, seats swapped after every one.
    pub games: u16,
    /// Number of times that the entrants of a group meet each other.
    pub cycles: u32,
}

/// A way of dividing entrants into groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GroupDraw {
    /// By seed in snake order: with three groups 1 6 7 .., 2 5 8 .., 3 4 9 ...
    #[default]
    Snake,
    /// By lot.
    Drawn,
}

impl Groups {
    pub(crate) fn schedule(self, field: &Field, seed: StageSeed) -> Result<GroupSchedule, FormatError> {
        FormatError::check_positive("groups", self.groups)?;
        FormatError::check_positive("games", u32::from(self.games))?;
        FormatError::check_positive("cycles", self.cycles)?;
        FormatError::check_entrants(field.ranked.len(), 2)?;
        let entrants = field.ranked.len();
        let most = entrants as u64 / 2;
        if u64::from(self.groups) > most {
            return Err(FormatError::TooLarge {
                name: "groups",
                value: u64::from(self.groups),
                entrants,
                most,
            });
        }
        let mut entrants = field.ranked.clone();
        if self.draw == GroupDraw::Drawn {
            seed.dice("groups").shuffle(&mut entrants);
        }
        let count = self.groups as usize;
        let mut groups = vec![Vec::new(); count];
        for (row, entrants) in entrants.chunks(count).enumerate() {
            for (column, &entrant) in entrants.iter().enumerate() {
                groups[if row % 2 == 0 { column } else { count - 1 - column }].push(entrant);
            }
        }
        let group_of =
            (0..).zip(&groups).flat_map(|(group, members)| members.iter().map(move |&id| (id, group)));
        Ok(GroupSchedule { plan: self, group_of: group_of.collect(), groups, guests: field.guests.clone() })
    }
}

#[derive(Debug)]
pub(crate) struct GroupSchedule {
    plan: Groups,
    groups: Vec<Vec<EntrantId>>,
    group_of: BTreeMap<EntrantId, u32>,
    guests: Vec<EntrantId>,
}

impl GroupSchedule {
    /// The entrants of the group and the guests, in the order of the round robin.
    fn members(&self, group: &[EntrantId]) -> Vec<EntrantId> {
        group.iter().chain(&self.guests).copied().collect()
    }

    fn tables(&self) -> impl Iterator<Item = (Berger, Vec<EntrantId>)> + '_ {
        self.groups.iter().map(|group| {
            let members = self.members(group);
            (Berger(members.len() as u32), members)
        })
    }

    /// Number of rounds until all entrants have met in all groups. A smaller group waits for the largest, so all begin
    /// their cycles together.
    fn rounds_of_cycle(&self) -> u32 {
        self.tables().map(|(table, _)| table.rounds()).max().unwrap_or(0)
    }

    fn is_guest(&self, entrant: EntrantId) -> bool {
        self.guests.contains(&entrant)
    }
}

impl Schedule for GroupSchedule {
    fn is_fixed(&self) -> bool {
        true
    }

    fn rule(&self) -> MeetingRule {
        MeetingRule::Games(self.plan.games)
    }

    fn most_rounds(&self) -> u32 {
        self.rounds_of_cycle().saturating_mul(self.plan.cycles)
    }

    fn most_pairings(&self) -> u64 {
        // Guests meet each other in the first group alone.
        let among_guests = Berger(self.guests.len() as u32).pairings();
        let all: u64 = self.tables().map(|(table, _)| table.pairings()).sum();
        (all - among_guests * (self.groups.len() as u64 - 1)) * u64::from(self.plan.cycles)
    }

    fn turns(&self, complete: u32) -> Option<u32> {
        whole_cycles(complete, self.rounds_of_cycle())
    }

    fn round(&mut self, number: u32, _: &Past) -> Option<Round> {
        if number >= self.most_rounds() {
            return None;
        }
        let mut round = Round::default();
        let longest = self.rounds_of_cycle();
        let (cycle, step) = (number / longest, number % longest);
        for (index, (table, members)) in self.tables().enumerate() {
            if step >= table.rounds() {
                continue;
            }
            let mut of_group = Round::default();
            table.add_round(step, cycle, &members, &mut of_group);
            let again = |pairing: &crate::Pairing| {
                index > 0 && self.is_guest(pairing.first) && self.is_guest(pairing.second)
            };
            round.pairings.extend(of_group.pairings.into_iter().filter(|pairing| !again(pairing)));
            round.byes.extend(of_group.byes.into_iter().filter(|&entrant| !self.is_guest(entrant)));
        }
        Some(round)
    }

    fn order(&self, _: &Past, ranker: &Ranker<'_>) -> Vec<EntrantId> {
        let members =
            |group: &[EntrantId]| group.iter().copied().filter(|&id| ranker.is_ranked(id)).collect();
        let tables: Vec<_> = self.groups.iter().map(|group| ranker.rank(members(group))).collect();
        let longest = tables.iter().map(Vec::len).max().unwrap_or(0);
        let placed = |place: usize| tables.iter().filter_map(|table| table.get(place).copied()).collect();
        (0..longest).flat_map(|place| ranker.rank(placed(place))).collect()
    }

    fn group(&self, entrant: EntrantId) -> Option<u32> {
        self.group_of.get(&entrant).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RunSeed;

    fn groups(draw: GroupDraw) -> Vec<Vec<u32>> {
        let plan = Groups { groups: 3, draw, games: 1, cycles: 1 };
        let seed = StageSeed::new(RunSeed::from(4), 0);
        let schedule = plan.schedule(&Field::numbered(10), seed).unwrap();
        schedule.groups.iter().map(|group| group.iter().map(|entrant| entrant.0 + 1).collect()).collect()
    }

    #[test]
    fn seeds_go_like_a_snake() {
        assert_eq!(groups(GroupDraw::Snake), [vec![1, 6, 7], vec![2, 5, 8], vec![3, 4, 9, 10]]);
    }

    #[test]
    fn a_draw_gives_groups_of_equal_size() {
        let drawn = groups(GroupDraw::Drawn);
        assert_ne!(drawn, groups(GroupDraw::Snake));
        let mut sizes: Vec<_> = drawn.iter().map(Vec::len).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [3, 3, 4]);
        let mut all = drawn.concat();
        all.sort_unstable();
        assert_eq!(all, (1..=10).collect::<Vec<_>>());
    }
}
