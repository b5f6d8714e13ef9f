//! The last process before the program: it restricts itself, reports how, and becomes the program.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use rustix::process::{Resource, Rlimit, getuid, setpriority_process, setrlimit};
use rustix::thread::{
    CapabilitySet, CapabilitySets, remove_capability_from_bounding_set, set_capabilities,
    set_no_new_privs,
};

use super::plan::CellPlan;
use super::{FAILED, cell, files, system_calls};
use crate::report::{CageReport, Layer};

/// The program runs only when nothing more urgent does.
const NICE: i32 = 10;

/// Address space beyond the memory limit, where no control group limits memory: run-time systems
/// reserve much that they never use.
const ADDRESS_SPACE_EXTRA: u64 = 4 << 30;

/// Runs the program. Returns only on failure.
pub(super) fn run(folder: &Path, facts: &[OsString]) -> i32 {
    close_inherited();
    let report = OpenOptions::new()
        .write(true)
        .open(cell::report_pipe(folder));
    let (Ok(bytes), Ok(mut report)) = (fs::read(cell::plan_file(folder)), report) else {
        return FAILED;
    };
    let plan = CellPlan::of_bytes(&bytes);
    let cage = restrict(&plan, facts);
    if !cage.has(Layer::Privileges) {
        // Every Linux has this, so something is badly wrong.
        return fail(&mut report, "failed", "no_new_privs is refused");
    }
    if write!(report, "{cage}").is_err() {
        return FAILED;
    }
    let error = Command::new(&plan.program)
        .args(&plan.args)
        .env_clear()
        .envs(plan.env)
        .exec();
    let problem = match error.raw_os_error() {
        Some(code) => code.to_string(),
        None => error.to_string(),
    };
    fail(&mut report, "no-program", &problem)
}

fn fail(report: &mut File, key: &str, problem: &str) -> i32 {
    let _ = writeln!(report, "{key}\t{problem}");
    FAILED
}

/// Closes what the host had open when it was started; its own files close by themselves.
fn close_inherited() {
    let listed: Vec<i32> = fs::read_dir("/proc/self/fd")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect();
    let all = if listed.is_empty() {
        (3..1024).collect()
    } else {
        listed
    };
    for descriptor in all.into_iter().filter(|&descriptor| descriptor > 2) {
        let _ = nix::unistd::close(descriptor);
    }
}

/// Gives up everything that the program does not need.
fn restrict(plan: &CellPlan, facts: &[OsString]) -> CageReport {
    let has = |fact: &str| facts.iter().any(|known| known == fact);
    let mut cage = CageReport::default();
    cage.add(Layer::Session, "own session, no environment, no open files");
    let groups = join_groups(plan);
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    let _ = setpriority_process(None, NICE);

    if has("processes") {
        cage.add(Layer::Whole, "process namespace");
        cage.add(Layer::Signals, "process namespace");
    }
    match groups {
        Groups::None if has("processes") => {}
        Groups::None => cage.add(Layer::Whole, "child subreaper"),
        Groups::V1 { .. } => cage.add(Layer::Whole, "cgroup v1"),
        Groups::V2 => cage.add(Layer::Whole, "cgroup v2"),
    }
    if has("network") {
        cage.add(Layer::Network, "network namespace");
    }
    if has("quota") {
        cage.add(Layer::Disk, "tmpfs of limited size");
    }
    set_limits(plan, groups, has("user"), &mut cage);

    let may_gain = set_no_new_privs(true).is_err();
    let dropped = drop_capabilities();
    if !may_gain {
        cage.add(Layer::Privileges, "no_new_privs");
        if dropped {
            cage.add(Layer::Privileges, "no capabilities");
        }
        if has("user") {
            cage.add(Layer::Privileges, "user namespace");
        }
    }
    // A program without a process namespace sees itself only.
    let landlocked = files::restrict(&plan.readable, &plan.writable, has("proc"));
    if let Some(landlocked) = landlocked {
        let name = format!("Landlock {}", landlocked.version);
        cage.add(Layer::Files, &name);
        if landlocked.restricts_signals() {
            cage.add(Layer::Signals, &name);
        }
        if landlocked.restricts_network() {
            cage.add(Layer::Network, &name);
        }
    }
    if system_calls::restrict() {
        cage.add(Layer::Calls, "seccomp");
        cage.add(Layer::Network, "seccomp");
    }
    cage
}

/// The control groups that this process is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Groups {
    None,
    V1 { memory: bool, pids: bool },
    V2,
}

fn join_groups(plan: &CellPlan) -> Groups {
    let mut groups = Groups::None;
    for group in &plan.cgroups {
        if fs::write(group.join("cgroup.procs"), "0").is_err() {
            continue;
        }
        if group.join("memory.max").exists() {
            return Groups::V2;
        }
        let (mut memory, mut pids) = match groups {
            Groups::V1 { memory, pids } => (memory, pids),
            _ => (false, false),
        };
        memory |= group.join("memory.limit_in_bytes").exists();
        pids |= group.join("pids.max").exists();
        groups = Groups::V1 { memory, pids };
    }
    groups
}

fn set_limits(plan: &CellPlan, groups: Groups, has_user: bool, cage: &mut CageReport) {
    let set = |resource, most: u64| {
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        setrlimit(resource, limit).is_ok()
    };
    let all = [
        set(Resource::Core, 0),
        set(Resource::Cpu, plan.cpu_seconds),
        set(Resource::Fsize, plan.disk_bytes),
        set(Resource::Nofile, plan.open_file_count),
        set(Resource::Memlock, 0),
        set(Resource::Msgqueue, 0),
    ];
    if all.iter().all(|is_set| *is_set) {
        cage.add(Layer::Limits, "resource limits");
    }
    let (memory_group, pids_group) = match groups {
        Groups::None => (None, None),
        Groups::V1 { memory, pids } => (memory.then_some("cgroup v1"), pids.then_some("cgroup v1")),
        Groups::V2 => (Some("cgroup v2"), Some("cgroup v2")),
    };
    if let Some(group) = memory_group {
        cage.add(Layer::Memory, group);
    }
    let has_data_limit = set(Resource::Data, plan.memory_bytes);
    if memory_group.is_none() {
        let space = plan.memory_bytes.saturating_mul(4);
        let has_space_limit = set(Resource::As, space.saturating_add(ADDRESS_SPACE_EXTRA));
        // Each process may use this much; their number is limited.
        if has_data_limit && has_space_limit {
            cage.add(Layer::Memory, "resource limits of each process");
        }
    }
    if let Some(group) = pids_group {
        cage.add(Layer::Processes, group);
    }
    // The limit is not applied to the superuser. Without a user namespace it counts all processes
    // of the person.
    if !getuid().is_root() {
        let others = if has_user { 0 } else { own_process_count() };
        if set(Resource::Nproc, plan.process_count + others) {
            cage.add(Layer::Processes, "resource limit");
        }
    }
}

/// How many threads the person has now.
fn own_process_count() -> u64 {
    use std::os::unix::fs::MetadataExt;
    let own = getuid().as_raw();
    let threads = |entry: fs::DirEntry| {
        let is_own = entry.metadata().is_ok_and(|of| of.uid() == own);
        let tasks = is_own.then(|| fs::read_dir(entry.path().join("task")).ok())?;
        tasks.map(|tasks| tasks.count() as u64)
    };
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(threads).sum()
}

fn drop_capabilities() -> bool {
    for capability in CapabilitySet::all().iter() {
        let _ = remove_capability_from_bounding_set(capability);
    }
    let none = CapabilitySets {
        effective: CapabilitySet::empty(),
        permitted: CapabilitySet::empty(),
        inheritable: CapabilitySet::empty(),
    };
    set_capabilities(None, none).is_ok()
}
