//! Quotas of submissions.

use crate::Moment;

const HOUR: i64 = 3_600_000;

/// Rate limits on handing in, each per student or team.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quota {
    /// Maximum number in any 24 hours.
    pub per_day: Option<u32>,
    /// Maximum number in any 60 minutes.
    pub per_hour: Option<u32>,
    /// Minimum interval between two, in milliseconds.
    pub interval: Option<i64>,
}

/// The remaining part of a quota.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Number left in the current 24 hours; `None` without a cap.
    pub left_in_day: Option<u32>,
    /// Number left in the current 60 minutes; `None` without a cap.
    pub left_in_hour: Option<u32>,
    /// The earliest moment at which the next one is allowed.
    pub next: Moment,
}

impl Quota {
    /// Returns the remaining quota after hand-ins at these moments, latest first. Stops reading at the first one that
    /// no cap counts any more.
    pub fn allowance(&self, received: impl IntoIterator<Item = Moment>, now: Moment) -> Allowance {
        let longest = self.interval.unwrap_or_default().max(24 * HOUR);
        let received = received.into_iter();
        let latest: Vec<Moment> = received.take_while(|moment| moment.after(longest) > now).collect();
        let windows = [(self.per_day, 24 * HOUR), (self.per_hour, HOUR)];
        let ends = windows.into_iter().filter_map(|(cap, window)| {
            // One more fits when the one that fills the cap has left the window.
            let filling = latest.get((cap?.max(1) - 1) as usize)?;
            Some(filling.after(window))
        });
        let interval = self.interval.and_then(|interval| Some(latest.first()?.after(interval)));
        let next = ends.chain(interval).fold(now, Moment::max);
        let [left_in_day, left_in_hour] = windows.map(|(cap, window)| {
            let used = latest.iter().take_while(|moment| moment.after(window) > now).count();
            Some(cap?.saturating_sub(used as u32))
        });
        Allowance { left_in_day, left_in_hour, next }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(minutes: i64) -> Moment {
        Moment::from_millis(minutes * 60_000)
    }

    #[test]
    fn what_is_left_is_shown_and_when_there_is_more() {
        let quota = Quota { per_day: Some(3), per_hour: Some(2), interval: Some(5 * 60_000) };
        let allowance = |received: &[i64], now| {
            let allowance = quota.allowance(received.iter().map(|minutes| at(*minutes)), at(now));
            (allowance.left_in_day, allowance.left_in_hour, allowance.next.millis() / 60_000)
        };
        assert_eq!(allowance(&[], 100), (Some(3), Some(2), 100));
        assert_eq!(allowance(&[100], 101), (Some(2), Some(1), 105));
        assert_eq!(allowance(&[110, 100], 120), (Some(1), Some(0), 160));
        assert_eq!(allowance(&[110, 100], 160), (Some(1), Some(1), 160));
        assert_eq!(allowance(&[160, 110, 100], 170), (Some(0), Some(1), 1540));
    }

    #[test]
    fn without_caps_nothing_is_counted() {
        let allowance = Quota::default().allowance([at(1), at(1)], at(1));
        assert_eq!(allowance, Allowance { left_in_day: None, left_in_hour: None, next: at(1) });
    }

    proptest! {
        /// Handing in at `next` or later breaks no cap in any window, and `next` is the earliest such moment: a
        /// millisecond earlier, a cap would be broken.
        #[test]
        fn no_window_ever_has_more_than_its_cap(
            per_day in prop::option::of(1_u32..6),
            per_hour in prop::option::of(1_u32..4),
            interval in prop::option::of(1_i64..7_200_000),
            waits in prop::collection::vec(prop_oneof![Just(0_i64), 0_i64..10_000_000], 1..40),
        ) {
            let quota = Quota { per_day, per_hour, interval };
            let keeps = |received: &[Moment]| {
                let (last, before) = received.split_last().expect("one");
                let within = |window: i64| 1 + before.iter().filter(|one| one.after(window) > *last).count() as u32;
                per_day.is_none_or(|cap| within(24 * HOUR) <= cap)
                    && per_hour.is_none_or(|cap| within(HOUR) <= cap)
                    && interval.is_none_or(|least| before.iter().all(|one| one.after(least) <= *last))
            };
            let mut received: Vec<Moment> = Vec::new();
            let mut now = Moment::from_millis(0);
            for wait in waits {
                now = now.after(wait);
                let allowance = quota.allowance(received.iter().rev().copied(), now);
                let is_free = allowance.left_in_day != Some(0) && allowance.left_in_hour != Some(0);
                prop_assert!(is_free || allowance.next > now);
                if allowance.next > now {
                    let mut early = received.clone();
                    early.push(allowance.next.after(-1));
                    prop_assert!(!keeps(&early));
                }
                now = allowance.next;
                received.push(now);
                prop_assert!(keeps(&received));
            }
        }
    }
}
