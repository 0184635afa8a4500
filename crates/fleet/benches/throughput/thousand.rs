//! Load that a thousand connected workers put on their coordinator.
//!
//! The idle ones are simulated: each has its own key, connection and name, announces itself every ten seconds, and
//! polls an empty queue for jobs.

use std::thread;
use std::time::Duration;

use async_nats::{Client, ConnectOptions};
use fleet::message::{Announcement, Message, Offer, seal};
use fleet::{Key, subject};
use futures_util::StreamExt;
use futures_util::stream::iter;
use job::Executor;
use tokio::time::{interval, sleep, timeout};

use crate::server::Fleet;
use crate::stub::{builtin, job};
use crate::support::{
    Feed, Worker, coordinator, jobs, on_a_runtime, own_stat, processor_time, server_stat, speaking_threads,
};

/// Number of simulated workers.
const IDLE: usize = 1000;
/// Their engine fingerprint.
const ENGINE: &str = "idle; no rules 1";
const NAMES: [&str; 2] = ["one", "two"];
/// Maximum number of simultaneous connection attempts.
const AT_ONCE: usize = 16;
const TELLING: Duration = Duration::from_secs(10);
const WAITING: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(200);
const START: Duration = Duration::from_secs(15);
const TIME: Duration = Duration::from_secs(30);

pub(crate) fn run() {
    println!("{IDLE} idle workers, simulated, with a connection each");
    let idle: Vec<String> = (0..IDLE).map(|number| format!("idle-{number}")).collect();
    let names: Vec<&str> = idle.iter().map(String::as_str).chain(NAMES).collect();
    let Some(fleet) = Fleet::with_workers(&names) else { return };
    let executor = coordinator(&fleet);
    let coordinating = speaking_threads().remove(0);
    // A worker takes this job and does not play it, so the queue stays on offer.
    executor.submit(vec![job(ENGINE, 0, &builtin())]).unwrap();
    let keys: Vec<Key> = idle.iter().map(|name| fleet.credentials(name).key).collect();
    let url = fleet.url.clone();
    // Ends with this program.
    drop(on_a_runtime(async move {
        let connected: Vec<(Client, Key)> =
            iter(keys).map(|key| connect(&url, key)).buffer_unordered(AT_ONCE).collect().await;
        for (client, key) in connected {
            tokio::spawn(idle_along(client, key));
        }
        std::future::pending::<()>().await;
    }));
    while executor.width() < IDLE {
        thread::sleep(PAUSE);
    }
    let costs = || {
        [processor_time(&coordinating) + processor_time(&own_stat()), processor_time(&server_stat(&fleet))]
    };
    let tell = |what: &str, before: [f64; 2], time: f64| {
        let [own, server] = costs();
        let share = |time_then: f64, before: f64| 100.0 * (time_then - before) / time;
        println!(
            "  {what:24} {:5.2} % of a core (goal 5); the server {:5.2} %",
            share(own, before[0]),
            share(server, before[1])
        );
    };
    thread::sleep(START);
    let before = costs();
    thread::sleep(TIME);
    tell("nobody plays", before, TIME.as_secs_f64());
    let workers = NAMES.map(|name| Worker::start(&fleet, name, 8, Duration::from_secs(1), 5000));
    let mut feed = Feed::new(&executor, jobs(500));
    feed.run(START);
    let before = costs();
    let passed = feed.run(TIME);
    tell("two with 8 slots play", before, passed);
    drop(executor);
    workers.into_iter().map(Worker::end).for_each(drop);
}

async fn connect(url: &str, key: Key) -> (Client, Key) {
    let options = ConnectOptions::new().nkey(key.seed()).custom_inbox_prefix(subject::inbox(&key.public()));
    (options.connect(url).await.unwrap(), key)
}

/// Behaves like a worker without jobs.
async fn idle_along(client: Client, key: Key) {
    let mut offers = client.subscribe(subject::CONTROL_SUBJECTS).await.unwrap();
    let mut ticks = interval(TELLING);
    let mut asking = None;
    loop {
        tokio::select! {
            _ = ticks.tick() => {
                let bytes = seal(&announcement(), &key).unwrap();
                client.publish(subject::worker(&key.public()), bytes.into()).await.unwrap();
            }
            Some(message) = offers.next() => {
                let offer = Offer::decode(&message.payload).unwrap();
                let queue = offer.queues.into_iter().find(|queue| queue.class.engine == ENGINE);
                if let (None, Some(queue)) = (&asking, queue) {
                    asking = Some(tokio::spawn(ask(client.clone(), queue.consumer)));
                }
            }
        }
    }
}

/// The announcement of a simulated worker.
fn announcement() -> Announcement {
    Announcement {
        process: 1,
        version: "1".to_owned(),
        host: "here".to_owned(),
        slots: 1,
        engines: vec![ENGINE.to_owned()],
        memory: None,
        held: Vec::new(),
        played: 0,
        pace: 0,
        failed: 0,
        failure: None,
    }
}

/// Polls a queue for jobs.
async fn ask(client: Client, consumer: String) {
    loop {
        let inbox = client.new_inbox();
        let mut answers = client.subscribe(inbox.clone()).await.unwrap();
        let body = format!("{{\"batch\":1,\"expires\":{}}}", WAITING.as_nanos());
        client.publish_with_reply(subject::next_jobs(&consumer), inbox, body.into()).await.unwrap();
        drop(timeout(WAITING + PAUSE, answers.next()).await);
        sleep(PAUSE).await;
    }
}
