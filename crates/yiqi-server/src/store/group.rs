//! Reads for many callers in one query.
//!
//! After a restart, thousands of clients look up their logins and tables at the same moment. A
//! query is a trip to the thread of a connection, which costs more than reading a row. So whoever
//! asks while a read is under way waits for the next, which answers all of them.

use std::collections::HashMap;
use std::hash::Hash;

use tokio::sync::{mpsc, oneshot};

use super::StoreError;

/// The most keys in one query.
const KEYS_MAX: usize = 256;

/// What was found under each key; a value that is damaged is an error of its own.
pub(super) type Found<K, V> = HashMap<K, Result<V, StoreError>>;

type Request<K, V> = (K, oneshot::Sender<Result<Option<V>, StoreError>>);

/// Reads values by their keys, for all callers at once.
#[derive(Debug)]
pub(super) struct GroupRead<K, V> {
    requests: mpsc::Sender<Request<K, V>>,
}

impl<K, V> Clone for GroupRead<K, V> {
    fn clone(&self) -> GroupRead<K, V> {
        GroupRead {
            requests: self.requests.clone(),
        }
    }
}

impl<K, V> GroupRead<K, V>
where
    K: Clone + Eq + Hash + Send + Sync + 'static,
    V: Clone + Send + 'static,
{
    /// Starts the task that reads. It ends with the last handle.
    pub(super) fn start<R>(read: impl Fn(Vec<K>) -> R + Send + 'static) -> GroupRead<K, V>
    where
        R: Future<Output = Result<Found<K, V>, StoreError>> + Send,
    {
        let (requests, mut queue) = mpsc::channel::<Request<K, V>>(KEYS_MAX);
        crate::tasks::spawn(async move {
            let mut waiting = Vec::new();
            while queue.recv_many(&mut waiting, KEYS_MAX).await > 0 {
                let keys = waiting.iter().map(|(key, _)| key.clone()).collect();
                let found = read(keys).await;
                for (key, reply) in waiting.drain(..) {
                    let value = match &found {
                        Ok(found) => found.get(&key).cloned().transpose(),
                        Err(error) => Err(error.clone()),
                    };
                    let _ = reply.send(value);
                }
            }
        });
        GroupRead { requests }
    }

    /// The value under a key, as it is when this is called or later.
    pub(super) async fn get(&self, key: K) -> Result<Option<V>, StoreError> {
        let (reply, value) = oneshot::channel();
        let stopped = || StoreError::Failed("the reader has stopped".to_owned());
        self.requests
            .send((key, reply))
            .await
            .map_err(|_| stopped())?;
        value.await.unwrap_or_else(|_| Err(stopped()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;

    use super::*;

    /// Reads the squares of even numbers; 13 is damaged. Counts the reads.
    fn squares(count: &Arc<AtomicUsize>) -> GroupRead<u64, u64> {
        let count = Arc::clone(count);
        GroupRead::start(move |keys: Vec<u64>| {
            count.fetch_add(1, Ordering::Relaxed);
            async move {
                tokio::task::yield_now().await;
                let even = keys.iter().filter(|key| *key % 2 == 0);
                let mut found: Found<u64, u64> = even.map(|key| (*key, Ok(key * key))).collect();
                if keys.contains(&13) {
                    found.insert(13, Err(StoreError::Busy));
                }
                Ok(found)
            }
        })
    }

    #[tokio::test]
    async fn callers_at_the_same_time_share_reads_and_each_gets_its_own_value() {
        let count = Arc::new(AtomicUsize::new(0));
        let squares = squares(&count);
        let values = join_all((0..1000).map(|key| squares.get(key))).await;
        for (key, value) in (0..).zip(values) {
            match key {
                13 => assert!(matches!(value, Err(StoreError::Busy))),
                _ => assert_eq!(value.unwrap(), (key % 2 == 0).then_some(key * key)),
            }
        }
        assert!(count.load(Ordering::Relaxed) < 20);
    }

    #[tokio::test]
    async fn the_same_key_twice_gives_both_callers_the_value() {
        let squares = squares(&Arc::default());
        let both = join_all([squares.get(4), squares.get(4)]).await;
        assert!(both.into_iter().all(|value| value.unwrap() == Some(16)));
    }
}
