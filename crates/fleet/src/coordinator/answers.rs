//! Handling of answers: which of them count, and which need a second one.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::AckKind;
use job::{ExposedWorker, Finished, Job, JobId};
use referee::{HostFailure, Record};

use super::Coordinator;
use super::acknowledgement::Acknowledgement;
use super::event::{Event, Outcome, ReceivedAnswers, SignedResults};
use super::live_workers::WorkerProcess;
use super::outstanding_jobs::{FirstAnswer, OutstandingJobs};
use super::rules_check::RulesCheck;
use super::trust::is_slow;
use crate::job_class::JobClass;
use crate::message::{Answer, JobResult};
use crate::streams::MOST_RESULTS;
use crate::{PublicKey, streams};

/// Number of times that the worker of the first answer may answer again before a job that needs a second answer is
/// played at home.
const MOST_REPEATS: u32 = 3;
/// Maximum number of times that results of an earlier epoch are delayed until their match is asked for, and the delay.
const MOST_WAITS: i64 = 3;
const LATER: Duration = Duration::from_secs(30);
/// The fault of a record that is not that of the match.
pub(crate) const DIFFERS: &str = "it differs from the record of the same match played here";

impl Coordinator {
    /// Takes the results in a message. Another thread judges the records in the meantime.
    pub(super) fn take_results(&mut self, arrived: SignedResults) {
        let SignedResults { worker, results, sequence, delivered, permit, acker } = arrived;
        let is_own = results.epoch == self.epoch;
        // A redelivery: the decision takes longer than the server waits for an acknowledgement.
        if self.receipts.get(&sequence).is_some_and(|receipt| receipt.strong_count() > 0) {
            return;
        }
        let is_known = |outstanding: &OutstandingJobs| {
            results.results.iter().any(|result| outstanding.find(None, &result.job).is_some())
        };
        if !is_own && delivered <= MOST_WAITS && !is_known(&self.outstanding) {
            // The match may still be asked for.
            tokio::spawn(async move { drop(acker.ack_with(AckKind::Nak(Some(LATER))).await) });
            return;
        }
        let receipt = Acknowledgement::new(acker, &self.place.is_ending);
        if self.receipts.len() >= 2 * MOST_RESULTS {
            self.receipts.retain(|_, receipt| receipt.strong_count() > 0);
        }
        self.receipts.insert(sequence, Arc::downgrade(&receipt));
        let by = WorkerProcess { key: worker, process: results.process };
        let pace = Duration::from_nanos(results.pace);
        let is_exposed = self.trust.is_exposed(&by.key);
        let mut records = Vec::new();
        for JobResult { number, job: digest, answer } in results.results {
            let number = is_own.then_some(number);
            // A duplicate, a job that was taken back, or a match that has its result from an earlier epoch.
            let Some(job) = self.outstanding.find(number, &digest) else { continue };
            let id = job.id;
            if is_exposed {
                self.publish_again_or_send_home(id);
                continue;
            }
            match answer {
                Answer::Played(record) => records.push((job.clone(), *record)),
                Answer::NoModule(module) => {
                    if job.modules().any(|(own, _)| own == module) {
                        self.published.remove(&module);
                        self.publish_again_or_send_home(id);
                    }
                }
                Answer::Lost(times) => {
                    tracing::warn!(
                        times,
                        "a match was delivered without a result too often; playing it here"
                    );
                    self.send_home(id);
                }
                // A failure does not discard the first answer.
                Answer::Failed(_) if self.outstanding.first_answer(id).is_some() => self.send_home(id),
                Answer::Failed(why) => {
                    let why = format!("worker {} of the fleet failed: {why}", by.key);
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
            let given = ReceivedAnswers { by, pace, receipt, _permit: permit };
            drop(events.send(Event::Judged { given, records: judged }));
        });
    }

    /// Takes judged records. In the meantime, their jobs may have received results, or their worker may have been
    /// exposed.
    pub(super) fn take_judged(
        &mut self,
        given: &ReceivedAnswers,
        records: Vec<(JobId, Result<Record, String>)>,
    ) {
        for (id, judged) in records {
            if self.outstanding.job(id).is_none() {
                continue;
            }
            match judged {
                Ok(_) if self.trust.is_exposed(&given.by.key) => self.publish_again_or_send_home(id),
                Ok(record) => {
                    self.paces.hear(&given.by.key, given.pace);
                    self.take_record(id, given, record);
                }
                Err(why) => {
                    self.distrust(&given.by.key, &why);
                    let exposed = ExposedWorker { worker: given.by.key.as_str().into(), why };
                    drop(self.place.outcomes.send(Outcome::Exposed(exposed)));
                    self.send_home(id);
                }
            }
        }
    }

    /// Takes a record that the rules allow. The record counts, waits for a second one, or is compared with the first.
    fn take_record(&mut self, id: JobId, given: &ReceivedAnswers, record: Record) {
        let Some(job) = self.outstanding.job(id) else { return };
        let class = JobClass::from_job(job);
        // Slowness depends on the machine, so such a record decides nothing.
        if is_slow(&record) {
            self.send_home(id);
            return;
        }
        let answer =
            FirstAnswer { by: given.by.clone(), record, repeats: 0, receipt: Arc::clone(&given.receipt) };
        let Some(first) = self.outstanding.first_answer(id) else {
            if !self.trust.needs_a_second(&given.by.key, &answer.record) {
                self.finish(id, Ok(answer.record), &given.by.key, answer.receipt);
                return;
            }
            if self.roll.has_other(&given.by, &class) {
                self.outstanding.hold(id, answer);
            } else {
                self.decide_at_home(id, vec![answer]);
            }
            return;
        };
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
        if first.record == answer.record {
            self.trust.confirm(&first.by.key);
            self.trust.confirm(&given.by.key);
            self.finish(id, Ok(answer.record), &first.by.key, first.receipt);
        } else {
            self.decide_at_home(id, vec![first, answer]);
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
        receipt: Arc<Acknowledgement>,
    ) {
        self.outstanding.remove(id);
        let result = Finished { id, result, worker: Some(by.as_str().into()) };
        drop(self.place.outcomes.send(Outcome::Finished { result, receipt }));
    }

    /// Republishes a job, or has it played at home if it was lost too often.
    fn publish_again_or_send_home(&mut self, id: JobId) {
        if self.outstanding.is_given_up(id) {
            self.send_home(id);
        } else {
            self.outstanding.publish_again(id);
        }
    }

    /// Has a job played at home, which decides about its first answer if it has one.
    pub(super) fn send_home(&mut self, id: JobId) {
        if let Some(first) = self.outstanding.take_first_answer(id) {
            self.decide_at_home(id, vec![first]);
        } else if let Some(job) = self.outstanding.remove(id) {
            drop(self.place.outcomes.send(Outcome::AtHome(job)));
        }
    }

    /// Notes whether the record of a worker was confirmed by playing at home.
    pub(super) fn settle(&mut self, worker: &PublicKey, is_right: bool) {
        if is_right {
            self.trust.confirm(worker);
        } else {
            self.distrust(worker, DIFFERS);
        }
    }

    /// Ignores the results of a worker from now on.
    fn distrust(&mut self, worker: &PublicKey, why: &str) {
        if !self.trust.expose(worker, why) {
            return;
        }
        tracing::warn!(%worker, why, "worker sent a wrong record; ignoring its results; retire it with `muster fleet retire`");
        let (link, exposed) = (self.link.clone(), worker.clone());
        tokio::spawn(async move { drop(streams::purge_results(&link.context, &exposed).await) });
        self.outstanding.forget_answers_of(worker);
        self.roll.forget(worker);
        self.count_slots();
        self.trust.save();
    }
}

/// Returns the record of a job if it is consistent with itself, with the job's limits and with the rules.
fn judge(rules: &RulesCheck, job: &Job, record: job::Record) -> Result<Record, String> {
    let record = job.accept(record).map_err(|why| why.to_string())?;
    rules.judge(job, &record)?;
    Ok(record)
}
