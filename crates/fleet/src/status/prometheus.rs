//! The status of a fleet in Prometheus's text format.
//!
//! # Source
//! <https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format>

use std::collections::BTreeMap;
use std::fmt::Write;

use game::visible;

use super::{CoordinatorStatus, FleetStatus, QueueStatus, StreamStatus, WorkerStatus};

/// Maximum length of a text that comes from a worker, in characters.
const MOST_CHARACTERS: usize = 200;

/// A metric of a kind of thing.
struct Metric<T> {
    /// Its name, after that of the program.
    name: &'static str,
    kind: Kind,
    help: &'static str,
    /// `None` if unknown.
    value: fn(&T) -> Option<u64>,
}

/// The type of a metric.
#[derive(Clone, Copy)]
enum Kind {
    /// It rises and falls.
    Gauge,
    /// It rises until the process ends.
    Counter,
}

const FLEET: [Metric<FleetStatus>; 2] = [
    Metric {
        name: "workers",
        kind: Kind::Gauge,
        help: "Workers that have reported.",
        value: |fleet| Some(fleet.workers.len() as u64),
    },
    Metric {
        name: "slots",
        kind: Kind::Gauge,
        help: "Matches that all workers play at once.",
        value: |fleet| Some(fleet.workers.iter().map(|worker| u64::from(worker.slots)).sum()),
    },
];

const WORKERS: [Metric<WorkerStatus>; 4] = [
    Metric {
        name: "worker_slots",
        kind: Kind::Gauge,
        help: "Matches that a worker plays at once.",
        value: |worker| Some(worker.slots.into()),
    },
    Metric {
        name: "worker_batches",
        kind: Kind::Gauge,
        help: "Batches of jobs that a worker holds.",
        value: |worker| Some(worker.batches as u64),
    },
    Metric {
        name: "worker_played_total",
        kind: Kind::Counter,
        help: "Matches that a worker has played since it started.",
        value: |worker| Some(worker.played),
    },
    Metric {
        name: "worker_failed_total",
        kind: Kind::Counter,
        help: "Matches that a worker has failed to play since it started; they are never a bot's loss.",
        value: |worker| Some(worker.failed),
    },
];

const COORDINATORS: [Metric<CoordinatorStatus>; 3] = [
    Metric {
        name: "coordinator_jobs",
        kind: Kind::Gauge,
        help: "Jobs whose results a coordinator is waiting for.",
        value: |coordinator| Some(coordinator.jobs),
    },
    Metric {
        name: "coordinator_weight",
        kind: Kind::Gauge,
        help: "A coordinator's weight in sharing the slots with other coordinators.",
        value: |coordinator| Some(coordinator.weight.into()),
    },
    Metric {
        name: "coordinator_paused",
        kind: Kind::Gauge,
        help: "Whether a coordinator is paused.",
        value: |coordinator| Some(coordinator.paused.into()),
    },
];

const QUEUES: [Metric<QueueStatus>; 2] = [
    Metric {
        name: "queue_waiting_batches",
        kind: Kind::Gauge,
        help: "Batches of a queue that no worker has taken.",
        value: |queue| queue.waiting,
    },
    Metric {
        name: "queue_held_batches",
        kind: Kind::Gauge,
        help: "Batches of a queue that workers hold.",
        value: |queue| queue.held,
    },
];

const STREAMS: [Metric<StreamStatus>; 3] = [
    Metric {
        name: "stream_messages",
        kind: Kind::Gauge,
        help: "Messages in a stream.",
        value: |stream| Some(stream.messages),
    },
    Metric {
        name: "stream_bytes",
        kind: Kind::Gauge,
        help: "Bytes of the messages in a stream.",
        value: |stream| Some(stream.bytes),
    },
    Metric {
        name: "stream_limit_bytes",
        kind: Kind::Gauge,
        help: "Maximum bytes of the messages in a stream.",
        // A negative number means unlimited.
        value: |stream| u64::try_from(stream.most_bytes).ok(),
    },
];

impl FleetStatus {
    /// Formats the status in Prometheus's text format, which `node_exporter` reads from a file. `names` maps keys to
    /// the names of users; users without a name there appear with their keys.
    pub fn prometheus(&self, names: &BTreeMap<String, String>) -> String {
        let name = |key: &String| names.get(key).unwrap_or(key).clone();
        let workers = each(&self.workers, |worker| {
            let [host, version] = [&worker.host, &worker.version].map(|text| beginning(text));
            vec![
                ("worker", name(&worker.key)),
                ("host", host),
                ("process", worker.process.clone()),
                ("version", version),
            ]
        });
        let coordinators =
            each(&self.coordinators, |coordinator| vec![("coordinator", name(&coordinator.key))]);
        let mut queues = Vec::new();
        for coordinator in &self.coordinators {
            queues.extend(each(&coordinator.queues, |queue| {
                vec![
                    ("coordinator", name(&coordinator.key)),
                    ("engine", queue.engine.clone()),
                    ("memory_mib", queue.memory.to_string()),
                ]
            }));
        }
        let streams = each(&self.streams, |stream| vec![("stream", stream.name.clone())]);
        let mut text = String::new();
        write(&mut text, &FLEET, &[(String::new(), self)]);
        write(&mut text, &WORKERS, &workers);
        write(&mut text, &COORDINATORS, &coordinators);
        write(&mut text, &QUEUES, &queues);
        write(&mut text, &STREAMS, &streams);
        text
    }
}

/// Writes metrics of labelled things.
fn write<T>(text: &mut String, metrics: &[Metric<T>], things: &[(String, &T)]) {
    for Metric { name, kind, help, value } in metrics {
        let kind = match kind {
            Kind::Gauge => "gauge",
            Kind::Counter => "counter",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "# HELP muster_fleet_{name} {help}\n# TYPE muster_fleet_{name} {kind}");
        for (labels, thing) in things {
            if let Some(value) = value(thing) {
                let _ = writeln!(text, "muster_fleet_{name}{labels} {value}");
            }
        }
    }
}

/// Things with their formatted labels.
fn each<T>(things: &[T], labels: impl Fn(&T) -> Vec<(&'static str, String)>) -> Vec<(String, &T)> {
    things.iter().map(|thing| (written(&labels(thing)), thing)).collect()
}

/// Labels in the format that follows a name.
fn written(labels: &[(&str, String)]) -> String {
    let label = |(name, value): &(&str, String)| format!("{name}=\"{}\"", escaped(value));
    format!("{{{}}}", labels.iter().map(label).collect::<Vec<_>>().join(","))
}

/// Escapes a value for quotation marks, and makes it safe for terminals.
fn escaped(value: &str) -> String {
    let lines: Vec<String> = value.split('\n').map(visible).collect();
    lines.join("\n").replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

fn beginning(text: &str) -> String {
    text.chars().take(MOST_CHARACTERS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worker(key: &str, process: u64, host: &str) -> WorkerStatus {
        WorkerStatus {
            key: key.to_owned(),
            process: format!("{process:016x}"),
            host: host.to_owned(),
            version: "0.2.0".to_owned(),
            slots: 4,
            batches: 2,
            played: 90,
            matches_per_second: Some(1.5),
            failed: 1,
            failure: None,
            idle: None,
            shares_account: false,
        }
    }

    fn stream(name: &str, most_bytes: i64) -> StreamStatus {
        StreamStatus { name: name.to_owned(), messages: 3, bytes: 512, most_bytes }
    }

    fn queue(engine: &str, waiting: Option<u64>) -> QueueStatus {
        QueueStatus {
            engine: engine.to_owned(),
            memory: 128,
            waiting,
            held: waiting.map(|waiting| waiting / 2),
        }
    }

    #[test]
    fn a_fleet_as_figures() {
        let queues = vec![queue("muster 1; \"linux\" a\\b\nc", Some(8)), queue("unknown", None)];
        let found = FleetStatus {
            server: "2.15.1".to_owned(),
            program: "0.2.0".to_owned(),
            held: Vec::new(),
            results: Vec::new(),
            workers: vec![worker("UA", 1, "pc-1"), worker("UA", 2, "pc-1"), worker("UB", 3, "pc-2")],
            coordinators: vec![CoordinatorStatus {
                key: "UC".to_owned(),
                jobs: 700,
                weight: 3,
                paused: false,
                queues,
            }],
            streams: vec![stream("JOBS", 1 << 30), stream("MODULES", -1)],
        };
        let names = BTreeMap::from([("UA".to_owned(), "pool".to_owned())]);
        insta::assert_snapshot!(found.prometheus(&names));
    }

    #[test]
    fn a_worker_cannot_send_escapes_to_the_terminal() {
        assert_eq!(escaped("pc\u{1b}[2J\u{9b}1\n\"\\"), "pc⟨U+001B⟩[2J⟨U+009B⟩1\\n\\\"\\\\");
    }

    #[test]
    fn what_a_worker_says_of_itself_has_a_bound() {
        assert_eq!(beginning(&"ä".repeat(300)).chars().count(), 200);
    }

    #[test]
    fn a_fleet_in_which_nobody_plays_has_no_workers() {
        let found = FleetStatus {
            server: String::new(),
            program: String::new(),
            held: Vec::new(),
            results: Vec::new(),
            workers: Vec::new(),
            coordinators: Vec::new(),
            streams: Vec::new(),
        };
        let text = found.prometheus(&BTreeMap::new());
        assert!(text.lines().any(|line| line == "muster_fleet_workers 0"), "{text}");
        assert!(text.ends_with("# TYPE muster_fleet_stream_limit_bytes gauge\n"), "{text}");
    }
}
