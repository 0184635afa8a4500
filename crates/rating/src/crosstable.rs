//! Results by seat and by opponent.

use crate::results::Player;
use crate::table::{Table, Tally};

/// Returns the results of all matches for the first seat.
pub fn first_seat(table: &Table) -> Tally {
    let none = Tally::default();
    table.meetings().fold(none, |sum, meeting| sum.plus(&meeting.low_first).plus(&meeting.high_first))
}

/// Returns each player's score in the first seat and in the second: `by_seat[player][seat]`.
pub fn by_seat(table: &Table) -> Vec<[Tally; 2]> {
    let mut seats = vec![[Tally::default(); 2]; table.players()];
    for meeting in table.meetings() {
        let (low, high) = (meeting.low.index(), meeting.high.index());
        seats[low][0] = seats[low][0].plus(&meeting.low_first);
        seats[high][1] = seats[high][1].plus(&meeting.low_first.reversed());
        seats[high][0] = seats[high][0].plus(&meeting.high_first);
        seats[low][1] = seats[low][1].plus(&meeting.high_first.reversed());
    }
    seats
}

/// Returns one player's score against each opponent it met, by opponent index.
pub fn head_to_head(table: &Table, player: Player) -> Vec<(Player, Tally)> {
    let own = table.meetings().filter_map(|meeting| {
        if meeting.low == player {
            Some((meeting.high, meeting.score()))
        } else if meeting.high == player {
            Some((meeting.low, meeting.score().reversed()))
        } else {
            None
        }
    });
    let mut scores: Vec<_> = own.collect();
    scores.sort_by_key(|(opponent, _)| *opponent);
    scores
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{MatchResult, Results, Score};

    fn table() -> Table {
        let matches = vec![
            MatchResult::new(1_usize, 0_usize, Score::Win),
            MatchResult::new(0_usize, 1_usize, Score::Draw),
            MatchResult::new(2_usize, 1_usize, Score::Loss),
        ];
        Table::all(&Results::new(3, matches).unwrap())
    }

    fn tally(wins: u32, draws: u32, losses: u32) -> Tally {
        Tally { wins, draws, losses }
    }

    #[test]
    fn a_player_has_a_score_against_each_opponent() {
        let expected = vec![(Player(0), tally(1, 1, 0)), (Player(2), tally(1, 0, 0))];
        assert_eq!(head_to_head(&table(), Player(1)), expected);
    }

    #[test]
    fn seats_are_told_apart() {
        assert_eq!(first_seat(&table()), tally(1, 1, 1));
        assert_eq!(by_seat(&table())[1], [tally(1, 0, 0), tally(1, 1, 0)]);
    }
}
