//! Previews of a teacher, such as that of an archive, until they are confirmed or expire.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::caller::LimitedCaller;
use crate::lock::lock;

/// Time for which a value is kept.
const KEPT: Duration = Duration::from_mins(30);
/// Maximum number of values kept at a time.
const MOST: usize = 8;

/// The values kept, one per teacher.
#[derive(Debug)]
pub(crate) struct Kept<T>(Arc<Mutex<KeptValues<T>>>);

#[derive(Debug)]
struct KeptValues<T> {
    /// The number of the last value.
    last: u64,
    values: BTreeMap<LimitedCaller, (u64, Instant, Arc<T>)>,
}

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept(Arc::new(Mutex::new(KeptValues { last: 0, values: BTreeMap::new() })))
    }
}

impl<T: Send + Sync + 'static> Kept<T> {
    /// Keeps a value instead of the teacher's earlier one, and returns its number; `None` if too many are kept. Must be
    /// called within the runtime.
    pub(crate) fn keep(&self, of: LimitedCaller, value: T) -> Option<u64> {
        let mut kept = lock(&self.0);
        kept.values.retain(|_, (_, since, _)| since.elapsed() < KEPT);
        if kept.values.len() >= MOST && !kept.values.contains_key(&of) {
            return None;
        }
        kept.last += 1;
        let number = kept.last;
        kept.values.insert(of.clone(), (number, Instant::now(), Arc::new(value)));
        let all = Kept(Arc::clone(&self.0));
        tokio::spawn(async move {
            tokio::time::sleep(KEPT).await;
            all.discard(&of, number);
        });
        Some(number)
    }

    /// Returns a teacher's value with this number.
    pub(crate) fn find(&self, of: &LimitedCaller, number: u64) -> Option<Arc<T>> {
        let kept = lock(&self.0);
        let (own, since, value) = kept.values.get(of)?;
        (*own == number && since.elapsed() < KEPT).then(|| Arc::clone(value))
    }

    /// Drops a teacher's value with this number.
    pub(crate) fn discard(&self, of: &LimitedCaller, number: u64) {
        let mut kept = lock(&self.0);
        if kept.values.get(of).is_some_and(|(own, ..)| *own == number) {
            kept.values.remove(of);
        }
    }

    /// Drops all values of a class.
    pub(crate) fn clear(&self, class: &str) {
        let is_other = |of: &LimitedCaller| !matches!(of, LimitedCaller::Person(own, _) if own == class);
        lock(&self.0).values.retain(|of, _| is_other(of));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caller::{student, teacher};

    #[test]
    fn a_teacher_has_one_value_which_expires() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        runtime.unwrap().block_on(async {
            let kept = Kept::default();
            let first = kept.keep(teacher(), "first").unwrap();
            let second = kept.keep(teacher(), "second").unwrap();
            assert_eq!(kept.find(&teacher(), first), None);
            assert_eq!(kept.find(&student("1"), second), None);
            assert_eq!(kept.find(&teacher(), second).as_deref(), Some(&"second"));
            for number in 1..MOST {
                assert!(kept.keep(student(&number.to_string()), "other").is_some());
            }
            assert_eq!(kept.keep(student("last"), "too many"), None);
            tokio::time::sleep(KEPT + Duration::from_secs(1)).await;
            assert!(lock(&kept.0).values.is_empty());
        });
    }
}
