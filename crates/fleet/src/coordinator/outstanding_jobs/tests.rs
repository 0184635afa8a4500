use super::*;
use crate::Key;
use crate::testing::job;

fn outstanding(jobs: &[Job]) -> OutstandingJobs {
    let mut outstanding = OutstandingJobs::default();
    for job in jobs {
        outstanding.add(job.clone());
    }
    outstanding
}

/// Publishes all queued jobs. Returns the batches with their jobs.
fn publish(outstanding: &mut OutstandingJobs) -> Vec<(u64, Vec<JobId>)> {
    let coordinator = Key::fresh().public();
    let mut batches = Vec::new();
    while let Some(jobs) = outstanding.next_batch(1) {
        let (batch, _) = outstanding.batch(&coordinator, 1, &jobs).unwrap();
        outstanding.published(batch, Some(batch));
        batches.push((batch, jobs.iter().map(|job| job.id).collect()));
    }
    batches
}

#[test]
fn a_batch_is_of_one_engine_and_of_about_a_second() {
    let jobs: Vec<Job> = (0..8).map(|seed| job(if seed < 5 { "a" } else { "b" }, seed)).collect();
    let mut outstanding = outstanding(&jobs);
    assert_eq!(outstanding.batch_size(), 1);
    outstanding.paced(Duration::from_millis(100));
    assert_eq!(outstanding.batch_size(), 10);
    // Two jobs for each of four batches that the one slot has ahead.
    assert_eq!(outstanding.next_batch(1).unwrap().len(), 2);
    assert_eq!(outstanding.next_batch(100).unwrap().len(), 1);
    let sizes = publish(&mut outstanding).iter().map(|(_, jobs)| jobs.len()).collect::<Vec<_>>();
    assert_eq!(sizes, [2, 2, 1]);
    outstanding.paced(Duration::from_hours(100));
    assert_eq!(outstanding.batch_size(), 1);
}

#[test]
fn a_result_is_matched_by_what_its_job_is() {
    let (one, other) = (job("a", 1), job("a", 2));
    let twin = one.clone().again();
    let mut outstanding = outstanding(&[one.clone(), other.clone(), twin.clone()]);
    let found = |outstanding: &OutstandingJobs, number: Option<&Job>, of: &Job| {
        outstanding.find(number.map(|job| job.id.number()), &digest(of)).map(|job| job.id)
    };
    assert_eq!(found(&outstanding, Some(&twin), &one), Some(twin.id));
    assert_eq!(found(&outstanding, None, &one), Some(one.id));
    // The number is that of another match; the digest decides.
    assert_eq!(found(&outstanding, Some(&other), &one), Some(one.id));
    assert_eq!(found(&outstanding, Some(&one), &job("a", 3)), None);
    outstanding.remove(one.id);
    assert_eq!(found(&outstanding, Some(&one), &one), Some(twin.id));
    outstanding.remove(twin.id);
    assert_eq!(found(&outstanding, Some(&one), &one), None);
}

#[test]
fn what_the_server_did_not_take_is_published_first() {
    let jobs: Vec<Job> = (0..3).map(|seed| job("a", seed)).collect();
    let mut outstanding = outstanding(&jobs);
    let first = outstanding.next_batch(1).unwrap();
    let (batch, _) = outstanding.batch(&Key::fresh().public(), 1, &first).unwrap();
    outstanding.published(batch, None);
    let order: Vec<JobId> = publish(&mut outstanding).into_iter().flat_map(|(_, jobs)| jobs).collect();
    assert_eq!(order, jobs.iter().map(|job| job.id).collect::<Vec<_>>());
}

#[test]
fn what_nobody_has_is_published_again_and_nothing_else() {
    let jobs: Vec<Job> = (0..4).map(|seed| job("a", seed)).collect();
    let mut outstanding = outstanding(&jobs);
    let batches = publish(&mut outstanding);
    let [held, waiting, lost, played] = [0, 1, 2, 3].map(|at: usize| batches[at].0);
    outstanding.remove(jobs[3].id);
    let is_held = |batch| batch == held;
    let now = Instant::now();
    assert_eq!(outstanding.unheard(now, is_held), []);
    let later = now + 2 * GRACE;
    assert_eq!(outstanding.unheard(later, is_held), [(waiting, waiting), (lost, lost)]);
    // The server is being asked.
    assert_eq!(outstanding.unheard(later, is_held), []);
    assert_eq!(outstanding.checked(later, waiting, Some(true)).0, 0);
    assert_eq!(outstanding.checked(later, lost, Some(false)).0, 0, "its results may be under way");
    assert_eq!(outstanding.unheard(later, is_held), [(lost, lost)]);
    assert_eq!(outstanding.checked(later, lost, Some(false)).0, 1);
    assert_eq!(outstanding.checked(later, played, Some(false)).0, 0);
    assert_eq!(publish(&mut outstanding), [(5, vec![jobs[2].id])]);
}

#[test]
fn what_the_server_did_not_answer_is_asked_again() {
    let mut outstanding = outstanding(&[job("a", 1)]);
    let batch = publish(&mut outstanding)[0].0;
    let later = Instant::now() + 2 * GRACE;
    for answer in [None, Some(false), None] {
        assert_eq!(outstanding.unheard(later, |_| false), [(batch, batch)]);
        assert_eq!(outstanding.checked(later, batch, answer).0, 0);
    }
    assert_eq!(outstanding.unheard(later, |_| false), [(batch, batch)]);
    assert_eq!(outstanding.checked(later, batch, Some(false)).0, 1);
}

#[test]
fn a_claim_to_hold_a_batch_is_not_believed_for_ever() {
    let mut outstanding = outstanding(&[job("a", 1)]);
    let batch = publish(&mut outstanding)[0].0;
    let at = |claims: u32| Instant::now() + claims * CLAIM;
    assert_eq!(outstanding.unheard(Instant::now() + 2 * GRACE, |_| true), []);
    assert_eq!(outstanding.unheard(at(2), |_| true), [(batch, batch)]);
    // The server has it, so the claim is believed again.
    assert_eq!(outstanding.checked(at(2), batch, Some(true)).0, 0);
    assert_eq!(outstanding.unheard(at(2), |_| true), []);
    for published in [0, 1] {
        assert_eq!(outstanding.unheard(at(4), |_| true), [(batch, batch)]);
        assert_eq!(outstanding.checked(at(4), batch, Some(false)).0, published);
    }
}

#[test]
fn all_is_taken_back_but_what_is_held() {
    let jobs: Vec<Job> = (0..3).map(|seed| job("a", seed)).collect();
    let mut outstanding = outstanding(&jobs);
    let held = publish(&mut outstanding)[1].0;
    let mut queued = job("a", 9);
    queued.alone = false;
    outstanding.add(queued.clone());
    assert_eq!(outstanding.take_back(|batch| batch == held), [jobs[0].id, jobs[2].id, queued.id]);
    assert!(outstanding.next_batch(1).is_none());
    assert!(outstanding.find(None, &digest(&jobs[1])).is_some());
    assert!(outstanding.find(None, &digest(&jobs[0])).is_none());
}

#[test]
fn what_is_too_large_for_a_message_is_told() {
    let mut large = job("a", 1);
    large.start = Some("x".repeat(crate::message::MOST_BYTES).into());
    let small = job("a", 2);
    let mut outstanding = outstanding(&[large.clone(), small.clone()]);
    outstanding.paced(Duration::from_millis(1));
    let jobs = [large, small.clone()];
    while outstanding.next_batch(1).is_some() {}
    assert_eq!(outstanding.batch(&Key::fresh().public(), 1, &jobs), None);
    assert_eq!(outstanding.next_batch(1).unwrap()[0].id, small.id);
}

#[test]
fn what_takes_very_long_is_copied_once_and_played_at_home_at_last() {
    let jobs: Vec<Job> = (0..2).map(|seed| job("a", seed)).collect();
    let mut outstanding = outstanding(&jobs);
    let batches = publish(&mut outstanding);
    let [_, (second, _)] = batches[..] else { panic!("{batches:?}") };
    let begun = Instant::now();
    let at = |seconds| begun + Duration::from_secs(seconds);
    outstanding.unheard(at(1), |batch| batch == second);
    assert_eq!(outstanding.copy_stragglers(at(20)), (0, Vec::new()));
    // The second one is held for long; no worker claims the first one.
    assert_eq!(outstanding.copy_stragglers(at(40)), (1, Vec::new()));
    assert_eq!(outstanding.copy_stragglers(at(41)), (0, Vec::new()), "it waits to be published");
    let copies = publish(&mut outstanding);
    let [(copy, _)] = copies[..] else { panic!("{copies:?}") };
    outstanding.unheard(at(42), |batch| batch == copy);
    assert_eq!(outstanding.copy_stragglers(at(43)), (0, Vec::new()));
    assert_eq!(outstanding.copy_stragglers(at(80)), (0, vec![jobs[1].id]));
    assert!(outstanding.remove(jobs[1].id).is_some());
    // A batch that no worker claims is late once a later one has its result.
    assert_eq!(outstanding.copy_stragglers(at(300)), (1, Vec::new()));
}
