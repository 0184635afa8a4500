//! What comes of jobs: which answers count, and which need a second one.

use std::sync::Arc;
use std::time::Duration;

use job::{ExposedWorker, Finished, Job, JobId};
use referee::{HostFailure, Record};

use super::Coordinator;
use super::event::{Arrived, Event, Given, Outcome};
use super::outstanding::FirstAnswer;
use super::receipt::Receipt;
use super::roll::Member;
use super::rules_check::RulesCheck;
use crate::PublicKey;
use crate::job_class::JobClass;
use crate::message::{Answer, JobResult};

/// How often a job that needs a second answer is taken by the worker of the first one before it is played at home.
const MOST_REPEATS: u32 = 3;
/// What is wrong with a record that is not that of the match.
pub(crate) const DIFFERS: &str = "it differs from the record of the same match that was played here";

impl Coordinator {
    /// Takes the results in a message. Records are judged meanwhile on another thread.
    pub(super) fn take_results(&mut self, Arrived { worker, results, sequence, acker }: Arrived) {
        let is_own = results.epoch == self.epoch;
        let receipt = Receipt::of(acker, &self.place.is_ending);
        let by = Member { key: worker, process: results.process };
        let is_exposed = self.trust.is_exposed(&by.key);
        if !is_exposed {
            self.outstanding.paced(Duration::from_nanos(results.pace));
        }
        let mut records = Vec::new();
        for JobResult { number, job: digest, answer } in results.results {
            let number = is_own.then_some(number);
            // Came twice, was taken back, or is of a match that has its result from an earlier epoch.
            let Some(job) = self.outstanding.find(number, &digest) else { continue };
            let id = job.id;
            if is_exposed {
                self.outstanding.publish_again(id);
                continue;
            }
            match answer {
                Answer::Played(record) => records.push((job.clone(), *record)),
                Answer::NoModule(module) => {
                    self.published.remove(&module);
                    self.outstanding.publish_again(id);
                }
                Answer::Lost(times) => {
                    tracing::warn!(times, "workers were lost while they held a match; it is played at home");
                    self.send_home(id);
                }
                Answer::Failed(why) => {
                    let why = format!("the fleet's worker {} did not play it: {why}", by.key);
                    self.finish(id, Err(HostFailure::new(why, None)), &by.key, Arc::clone(&receipt));
                }
            }
        }
        if records.is_empty() {
            return;
        }
        let (rules, events) = (Arc::clone(&self.rules), self.events.clone());
        tokio::task::spawn_blocking(move || {
            let judged =
                records.into_iter().map(|(job, record)| (job.id, judge(&rules, &job, record))).collect();
            drop(events.send(Event::Judged { given: Given { by, sequence, receipt }, records: judged }));
        });
    }

    /// Takes records that were judged. Meanwhile their jobs may have results, or their worker may have been exposed.
    pub(super) fn take_judged(&mut self, given: &Given, records: Vec<(JobId, Result<Record, String>)>) {
        for (id, judged) in records {
            if self.outstanding.job(id).is_none() {
                continue;
            }
            match judged {
                Ok(_) if self.trust.is_exposed(&given.by.key) => self.outstanding.publish_again(id),
                Ok(record) => self.take_record(id, given, record),
                Err(why) => {
                    self.distrust(&given.by.key, &why);
                    let exposed = ExposedWorker { worker: given.by.key.as_str().into(), why };
                    drop(self.place.outcomes.send(Outcome::Exposed(exposed)));
                    self.send_home(id);
                }
            }
        }
    }

    /// Takes a record that the rules allow: it counts, or waits for a second one, or is compared with the first.
    fn take_record(&mut self, id: JobId, given: &Given, record: Record) {
        let Some(job) = self.outstanding.job(id) else { return };
        let class = JobClass::of(job);
        let Some(first) = self.outstanding.first_answer(id) else {
            if !self.trust.needs_a_second(&given.by.key, &record) {
                self.finish(id, Ok(record), &given.by.key, Arc::clone(&given.receipt));
                return;
            }
            let answer = FirstAnswer {
                by: given.by.clone(),
                record,
                sequence: given.sequence,
                repeats: 0,
                receipt: Arc::clone(&given.receipt),
            };
            if self.roll.has_other(&given.by, &class) {
                self.outstanding.hold(id, answer);
            } else {
                self.decide_at_home(id, vec![answer]);
            }
            return;
        };
        if first.sequence == given.sequence {
            // The same message once more, because deciding takes longer than the server waits for a word.
            return;
        }
        if !self.roll.is_other(&first.by, &given.by, &class) {
            first.repeats += 1;
            if first.repeats < MOST_REPEATS {
                self.outstanding.publish_first(id);
            } else if let Some(first) = self.outstanding.take_first_answer(id) {
                self.decide_at_home(id, vec![first]);
            }
            return;
        }
        let Some(first) = self.outstanding.take_first_answer(id) else { return };
        if first.record == record {
            self.trust.confirm(&first.by.key);
            self.trust.confirm(&given.by.key);
            self.finish(id, Ok(record), &first.by.key, first.receipt);
        } else {
            let second = FirstAnswer {
                by: given.by.clone(),
                record,
                sequence: given.sequence,
                repeats: 0,
                receipt: Arc::clone(&given.receipt),
            };
            self.decide_at_home(id, vec![first, second]);
        }
    }

    /// Has a job played at home, whose record decides about these.
    fn decide_at_home(&mut self, id: JobId, answers: Vec<FirstAnswer>) {
        if let Some(job) = self.outstanding.remove(id) {
            let answers = answers.into_iter().map(|answer| (answer.by.key, answer.record)).collect();
            drop(self.place.outcomes.send(Outcome::Disputed { job, answers }));
        }
    }

    /// Passes a result on.
    fn finish(
        &mut self,
        id: JobId,
        result: Result<Record, HostFailure>,
        by: &PublicKey,
        receipt: Arc<Receipt>,
    ) {
        self.outstanding.remove(id);
        let result = Finished { id, result, worker: Some(by.as_str().into()) };
        drop(self.place.outcomes.send(Outcome::Finished { result, receipt }));
    }

    /// Has a job played at home.
    pub(super) fn send_home(&mut self, id: JobId) {
        if let Some(job) = self.outstanding.remove(id) {
            drop(self.place.outcomes.send(Outcome::AtHome(job)));
        }
    }

    /// Notes what playing at home has shown of a worker: whether its record was right.
    pub(super) fn settle(&mut self, worker: &PublicKey, is_right: bool) {
        if is_right {
            self.trust.confirm(worker);
        } else {
            self.distrust(worker, DIFFERS);
        }
    }

    /// Believes a worker nothing any more.
    fn distrust(&mut self, worker: &PublicKey, why: &str) {
        if !self.trust.expose(worker, why) {
            return;
        }
        tracing::warn!(%worker, why, "a wrong record: nothing of this worker counts any more; retire it");
        self.outstanding.forget_answers_of(worker);
        self.trust.save();
    }
}

/// The record of a job, if it does not contradict itself, the job's limits or the rules.
fn judge(rules: &RulesCheck, job: &Job, record: job::Record) -> Result<Record, String> {
    let record = job.accept(record).map_err(|why| why.to_string())?;
    rules.judge(job, &record)?;
    Ok(record)
}
