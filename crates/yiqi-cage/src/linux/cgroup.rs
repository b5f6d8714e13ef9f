//! Control groups: limits for all processes of a program together, and the end of all of them.
//!
//! Version 2 where we may make groups with the controllers that we need, version 1 otherwise. A
//! person without rights to make groups gets none.

use std::fs;
use std::path::{Path, PathBuf};

use rustix::process::{Pid, Signal, kill_process};

use crate::cage::Cage;

/// The groups of one program: one with version 2, one per controller with version 1.
#[derive(Debug, Default)]
pub(super) struct Cgroup {
    folders: Vec<PathBuf>,
}

/// The controllers that we use.
const CONTROLLERS: [&str; 2] = ["memory", "pids"];

impl Cgroup {
    /// Makes the groups. `cell` names them.
    pub(super) fn new(cell: &Path, cage: &Cage) -> Cgroup {
        let name = cell.file_name().unwrap_or_default();
        let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
        let second = unified(&own, &mounts, |parent| {
            let group = parent.join(name);
            limited(&group, cage, limits_v2).then_some(group)
        });
        if let Some(group) = second {
            return Cgroup {
                folders: vec![group],
            };
        }
        let mut folders = Vec::new();
        for controller in CONTROLLERS {
            if let Some(parent) = folder_v1(controller, &own, &mounts) {
                let group = parent.join(name);
                if limited(&group, cage, |cage| limits_v1(controller, cage)) {
                    folders.push(group);
                }
            }
        }
        Cgroup { folders }
    }

    pub(super) fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Whether the kernel killed a process because the memory of the group was used up.
    pub(super) fn is_out_of_memory(&self) -> bool {
        self.folders.iter().any(|group| {
            ["memory.events", "memory.oom_control"]
                .iter()
                .filter_map(|file| fs::read_to_string(group.join(file)).ok())
                .any(|text| {
                    let mut counts = text
                        .lines()
                        .filter_map(|line| line.strip_prefix("oom_kill "));
                    counts.any(|count| count.trim() != "0")
                })
        })
    }

    /// Kills every process of the groups.
    pub(super) fn kill_all(&self) {
        for group in &self.folders {
            kill_group(group);
        }
    }

    /// Removes the groups; a group that still has processes cannot be removed.
    pub(super) fn remove(&self) {
        for group in &self.folders {
            remove(group);
        }
    }
}

/// Kills every process of a group, whatever it forks meanwhile.
pub(super) fn kill_group(group: &Path) {
    if fs::write(group.join("cgroup.kill"), "1").is_ok() {
        return;
    }
    // Each round kills all that are there. The limit of processes bounds the rounds.
    for _ in 0..1000 {
        let Ok(list) = fs::read_to_string(group.join("cgroup.procs")) else {
            return;
        };
        let ids: Vec<Pid> = list
            .lines()
            .filter_map(|line| Pid::from_raw(line.trim().parse().ok()?))
            .collect();
        if ids.is_empty() {
            return;
        }
        for id in ids {
            let _ = kill_process(id, Signal::KILL);
        }
        std::thread::yield_now();
    }
}

pub(super) fn remove(group: &Path) {
    // A killed process stays in its group for a moment.
    for _ in 0..2000 {
        match fs::remove_dir(group) {
            Err(error) if error.raw_os_error() == Some(libc::EBUSY) => {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            _ => return,
        }
    }
}

/// Makes a group with its limits. `false`, and no group, if that is not possible.
fn limited(
    group: &Path,
    cage: &Cage,
    limits: impl Fn(&Cage) -> Vec<(&'static str, String, bool)>,
) -> bool {
    if fs::create_dir(group).is_err() {
        return false;
    }
    for (file, value, is_needed) in limits(cage) {
        if fs::write(group.join(file), value).is_err() && is_needed {
            let _ = fs::remove_dir(group);
            return false;
        }
    }
    true
}

/// The files of a group of version 2, their values, and whether we need them.
fn limits_v2(cage: &Cage) -> Vec<(&'static str, String, bool)> {
    vec![
        ("memory.max", cage.memory_bytes().to_string(), true),
        ("memory.swap.max", "0".to_owned(), false),
        ("memory.oom.group", "1".to_owned(), false),
        ("pids.max", cage.process_count.to_string(), true),
    ]
}

fn limits_v1(controller: &str, cage: &Cage) -> Vec<(&'static str, String, bool)> {
    match controller {
        "memory" => vec![
            (
                "memory.limit_in_bytes",
                cage.memory_bytes().to_string(),
                true,
            ),
            // Memory and swap together.
            (
                "memory.memsw.limit_in_bytes",
                cage.memory_bytes().to_string(),
                false,
            ),
        ],
        _ => vec![("pids.max", cage.process_count.to_string(), true)],
    }
}

/// Tries the groups of version 2 from ours upward: ours has processes, so that a group below it
/// cannot have controllers, but often one above can.
fn unified(
    own: &str,
    mounts: &str,
    mut make: impl FnMut(&Path) -> Option<PathBuf>,
) -> Option<PathBuf> {
    let root = mount_point(mounts, |kind, _| kind == "cgroup2")?;
    let path = own.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let mut folder = root.join(path);
    loop {
        let controllers = fs::read_to_string(folder.join("cgroup.subtree_control"));
        let has_all = controllers.is_ok_and(|text| {
            CONTROLLERS
                .iter()
                .all(|name| text.split_whitespace().any(|word| word == *name))
        });
        if has_all && let Some(group) = make(&folder) {
            return Some(group);
        }
        if folder == root || !folder.pop() {
            return None;
        }
    }
}

/// Our own group of a controller of version 1.
fn folder_v1(controller: &str, own: &str, mounts: &str) -> Option<PathBuf> {
    let has = |list: &str| list.split(',').any(|word| word == controller);
    let root = mount_point(mounts, |kind, options| kind == "cgroup" && has(options))?;
    let path = own.lines().find_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        has(parts.next()?).then(|| parts.next())?
    })?;
    let folder = root.join(path.trim_start_matches('/'));
    // In a container the path may be that of the host.
    Some(if folder.is_dir() { folder } else { root })
}

/// Where a file system of a kind is mounted, by kind and options.
fn mount_point(mounts: &str, is_it: impl Fn(&str, &str) -> bool) -> Option<PathBuf> {
    mounts.lines().find_map(|line| {
        let (before, after) = line.split_once(" - ")?;
        let mut after = after.split(' ');
        let kind = after.next()?;
        let options = after.nth(1).unwrap_or_default();
        let point = before.split(' ').nth(4)?;
        is_it(kind, options).then(|| PathBuf::from(point))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "30 20 0:26 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n\
        31 20 0:27 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw,nsdelegate\n";

    #[test]
    fn groups_of_version_2_are_tried_from_ours_upward() {
        let tried = |folder: &Path| {
            assert!(folder.starts_with("/sys/fs/cgroup/unified"));
            None
        };
        assert_eq!(unified("0::/user/one\n", MOUNTS, tried), None);
        assert_eq!(unified("4:memory:/a\n", MOUNTS, |_| None), None);
    }

    #[test]
    fn a_missing_group_of_version_1_falls_back_to_its_mount() {
        let own = "4:memory:/no/such/group\n0::/\n";
        let found = folder_v1("memory", own, MOUNTS);
        assert_eq!(found, Some(PathBuf::from("/sys/fs/cgroup/memory")));
        assert_eq!(folder_v1("pids", own, MOUNTS), None);
    }
}
