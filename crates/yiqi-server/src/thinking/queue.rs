//! Which waiting job runs next.
//!
//! Jobs of a better class come first. Within a class, addresses take turns, and within an address
//! its persons do, so that neither gets more by asking more often. Every fourth job is taken from
//! the next class in turn, so that no class waits forever.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;

use crate::limits::block;
use crate::store::PersonKey;

/// Who a job is for. Unknown addresses share one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Owner {
    address: Option<IpAddr>,
    person: Option<PersonKey>,
}

impl Owner {
    pub(crate) fn new(address: Option<IpAddr>, person: Option<PersonKey>) -> Owner {
        Owner {
            address: address.map(block),
            person,
        }
    }
}

/// How urgent a job is, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// A person waits for it: an opponent's turn, or a study.
    Person,
    /// Programs play among themselves, and somebody watches.
    Programs,
    /// Files to read and convert.
    Batch,
    /// The analysis of a whole game, which is kept.
    Analysis,
    /// The turn of a program whose opponent is away.
    Unwatched,
}

impl Class {
    pub(crate) const ALL: [Class; 5] = [
        Class::Person,
        Class::Programs,
        Class::Batch,
        Class::Analysis,
        Class::Unwatched,
    ];

    /// Its name in metrics.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Class::Person => "person",
            Class::Programs => "programs",
            Class::Batch => "batch",
            Class::Analysis => "analysis",
            Class::Unwatched => "unwatched",
        }
    }
}

/// Every Nth job is taken from another class than the most urgent; this is N.
const OTHER_CLASS_EVERY: usize = 4;

/// Jobs that wait for a thread.
#[derive(Debug)]
pub(super) struct FairQueue<J> {
    lines: [Line<J>; Class::ALL.len()],
    taken_count: usize,
}

/// The waiting jobs of one class. Addresses and persons are listed while they have jobs, the next
/// one first.
#[derive(Debug)]
struct Line<J> {
    addresses: VecDeque<Option<IpAddr>>,
    persons: HashMap<Option<IpAddr>, VecDeque<Option<PersonKey>>>,
    jobs: HashMap<Owner, VecDeque<J>>,
    job_count: usize,
}

impl<J> FairQueue<J> {
    pub(super) fn new() -> FairQueue<J> {
        FairQueue {
            lines: std::array::from_fn(|_| Line {
                addresses: VecDeque::new(),
                persons: HashMap::new(),
                jobs: HashMap::new(),
                job_count: 0,
            }),
            taken_count: 0,
        }
    }

    pub(super) fn push(&mut self, owner: Owner, class: Class, job: J) {
        self.lines[class as usize].push(owner, job);
    }

    /// Takes the next job, of the classes that may run now.
    pub(super) fn pop(&mut self, may_run: impl Fn(Class) -> bool) -> Option<(Class, J)> {
        let turn = self.taken_count + 1;
        let first = if turn.is_multiple_of(OTHER_CLASS_EVERY) {
            turn / OTHER_CLASS_EVERY % Class::ALL.len()
        } else {
            0
        };
        let mut classes = Class::ALL.into_iter().cycle().skip(first);
        let mut classes = classes.by_ref().take(Class::ALL.len());
        let (class, job) = classes.find_map(|class| {
            let job = may_run(class).then(|| self.lines[class as usize].pop());
            Some((class, job.flatten()?))
        })?;
        self.taken_count = turn;
        Some((class, job))
    }

    /// Removes the jobs of an owner that match.
    pub(super) fn remove(&mut self, owner: Owner, class: Class, is_it: impl Fn(&J) -> bool) {
        self.lines[class as usize].remove(owner, is_it);
    }

    /// How many jobs of a class wait.
    pub(super) fn count(&self, class: Class) -> usize {
        self.lines[class as usize].job_count
    }
}

impl<J> Line<J> {
    fn push(&mut self, owner: Owner, job: J) {
        let jobs = self.jobs.entry(owner).or_default();
        if jobs.is_empty() {
            let persons = self.persons.entry(owner.address).or_default();
            if persons.is_empty() {
                self.addresses.push_back(owner.address);
            }
            persons.push_back(owner.person);
        }
        jobs.push_back(job);
        self.job_count += 1;
    }

    fn pop(&mut self) -> Option<J> {
        let address = self.addresses.pop_front()?;
        let persons = self.persons.get_mut(&address)?;
        let person = persons.pop_front()?;
        let owner = Owner { address, person };
        let jobs = self.jobs.get_mut(&owner)?;
        let job = jobs.pop_front()?;
        self.job_count -= 1;
        if jobs.is_empty() {
            self.jobs.remove(&owner);
        } else {
            persons.push_back(person);
        }
        if persons.is_empty() {
            self.persons.remove(&address);
        } else {
            self.addresses.push_back(address);
        }
        Some(job)
    }

    fn remove(&mut self, owner: Owner, is_it: impl Fn(&J) -> bool) {
        let Some(jobs) = self.jobs.get_mut(&owner) else {
            return;
        };
        let before = jobs.len();
        jobs.retain(|job| !is_it(job));
        self.job_count -= before - jobs.len();
        if !jobs.is_empty() {
            return;
        }
        self.jobs.remove(&owner);
        let Some(persons) = self.persons.get_mut(&owner.address) else {
            return;
        };
        persons.retain(|person| *person != owner.person);
        if persons.is_empty() {
            self.persons.remove(&owner.address);
            self.addresses.retain(|address| *address != owner.address);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owner(address: u8, person: i64) -> Owner {
        let address = IpAddr::from([10, 0, 0, address]);
        Owner::new(Some(address), Some(PersonKey(person)))
    }

    fn drain<J>(queue: &mut FairQueue<J>) -> Vec<J> {
        std::iter::from_fn(|| queue.pop(|_| true).map(|(_, job)| job)).collect()
    }

    // Fault 54.
    #[test]
    fn an_address_with_a_thousand_jobs_has_one_turn_in_each_round() {
        let mut queue = FairQueue::new();
        for _ in 0..1_000 {
            queue.push(owner(1, 1), Class::Person, "flood");
        }
        queue.push(owner(2, 2), Class::Person, "Ann");
        queue.push(owner(3, 3), Class::Person, "Bob");
        queue.push(owner(2, 2), Class::Person, "Ann again");
        let order = drain(&mut queue);
        assert_eq!(
            order[..6],
            ["flood", "Ann", "Bob", "flood", "Ann again", "flood"]
        );
        assert_eq!(order.len(), 1_003);
    }

    // Fault 54.
    #[test]
    fn an_address_gets_no_more_turns_by_having_many_persons() {
        let mut queue = FairQueue::new();
        for person in 0..100 {
            queue.push(owner(1, person), Class::Person, person);
            queue.push(owner(1, person), Class::Person, person);
        }
        queue.push(owner(2, 1_000), Class::Person, 1_000);
        queue.push(owner(2, 1_000), Class::Person, 1_001);
        let order = drain(&mut queue);
        // Persons of the crowded address take turns too.
        assert_eq!(order[..6], [0, 1_000, 1, 1_001, 2, 3]);
        assert_eq!(order[101..104], [99, 0, 1]);
    }

    // Fault 54.
    #[test]
    fn people_come_before_programs_before_files_before_analyses_before_games_nobody_watches() {
        let mut queue = FairQueue::new();
        for class in Class::ALL.into_iter().rev() {
            queue.push(owner(1, 1), class, class);
        }
        assert_eq!(drain(&mut queue), Class::ALL);
    }

    // Fault 54.
    #[test]
    fn no_class_waits_forever() {
        let mut queue = FairQueue::new();
        for class in Class::ALL {
            for _ in 0..100 {
                queue.push(owner(1, 1), class, class);
            }
        }
        let order = drain(&mut queue);
        for class in Class::ALL {
            let first = order.iter().position(|&taken| taken == class);
            assert!(first.is_some_and(|first| first < 20), "{class:?} {first:?}");
        }
        let people = order[..100].iter().filter(|&&class| class == Class::Person);
        assert!(people.count() >= 75);
    }

    #[test]
    fn a_class_that_may_not_run_keeps_its_place() {
        let mut queue = FairQueue::new();
        queue.push(owner(1, 1), Class::Batch, "file");
        queue.push(owner(1, 1), Class::Unwatched, "turn");
        let next = queue.pop(|class| class != Class::Batch);
        assert_eq!(next, Some((Class::Unwatched, "turn")));
        assert_eq!(queue.count(Class::Batch), 1);
        assert_eq!(queue.pop(|_| true), Some((Class::Batch, "file")));
    }

    #[test]
    fn a_removed_job_leaves_nothing_behind() {
        let mut queue = FairQueue::new();
        queue.push(owner(1, 1), Class::Person, 1);
        queue.push(owner(1, 1), Class::Person, 2);
        queue.push(owner(1, 2), Class::Person, 3);
        queue.push(owner(2, 3), Class::Person, 4);
        for job in [1, 2, 4] {
            for who in [owner(1, 1), owner(1, 2), owner(2, 3), owner(9, 9)] {
                queue.remove(who, Class::Person, |&waiting| waiting == job);
            }
        }
        assert_eq!(queue.count(Class::Person), 1);
        assert_eq!(drain(&mut queue), [3]);
        let line = &queue.lines[0];
        assert!(line.addresses.is_empty() && line.persons.is_empty() && line.jobs.is_empty());
    }
}
