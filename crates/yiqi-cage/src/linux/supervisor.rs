//! The process between host and program: it puts up the namespaces, waits for the program, ends
//! everything that the program started, and ends as the program did.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::os::fd::OwnedFd;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::thread;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, WaitOptions, getpid, getppid, kill_process,
    pidfd_open, set_child_subreaper, setrlimit, setsid, wait,
};

use super::namespaces::{self, Namespaces};
use super::plan::CellPlan;
use super::{FAILED, PROGRAM, WARDEN, cell, cgroup, part};

/// How often to look at the program without being told that it ended.
const LOOK_INTERVAL: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 5_000_000,
};

pub(super) fn run(folder: &Path) -> i32 {
    let Ok(bytes) = fs::read(cell::plan_file(folder)) else {
        return FAILED;
    };
    let plan = CellPlan::of_bytes(&bytes);
    // Found before `/proc` shows another namespace.
    let Ok(launcher) = std::env::current_exe() else {
        return FAILED;
    };
    // The host holds the pipe open both ways, so this does not wait if the host is there.
    let control = OpenOptions::new()
        .read(true)
        .custom_flags(OFlags::NONBLOCK.bits() as i32)
        .open(cell::control_pipe(folder));
    let is_host_there = getppid().is_some_and(|parent| parent.as_raw_pid() as u32 == plan.host);
    let (Ok(control), true) = (control, is_host_there) else {
        clean_up(folder, &plan, Namespaces::default());
        return FAILED;
    };
    let _ = setsid();
    let _ = set_child_subreaper(Some(getpid()));
    // Nobody wants a dump of a bot, nor of us when we end as it did.
    let nothing = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    let _ = setrlimit(Resource::Core, nothing);
    let spaces = namespaces::enter();
    let warden = match spaces.has_processes {
        true => start_warden(&launcher, folder),
        false => None,
    };
    if spaces.has_processes && warden.is_none() {
        // Without process 1 nothing can be started in the namespace.
        clean_up(folder, &plan, spaces);
        return FAILED;
    }
    let has_quota = spaces.has_mounts
        && plan.is_temporary
        && namespaces::mount_limited(&cell::own_folder(folder), plan.disk_bytes).is_ok();
    let mut facts = Vec::new();
    let mut note = |is_true: bool, fact: &'static str| {
        if is_true {
            facts.push(fact);
        }
    };
    note(spaces.has_user, "user");
    note(spaces.has_network, "network");
    note(spaces.has_processes, "processes");
    note(
        warden.as_ref().is_some_and(|warden| warden.has_proc),
        "proc",
    );
    note(has_quota, "quota");
    let program = part(&launcher, PROGRAM, folder).args(&facts).spawn();
    let status = program
        .ok()
        .and_then(|program| watch(program, warden.as_ref(), &control));
    if let Some(warden) = warden {
        warden.end();
    }
    clean_up(folder, &plan, spaces);
    match status {
        Some(status) => end_as(status),
        None => FAILED,
    }
}

/// Process 1 of the namespace. It ends when its input is closed.
struct Warden {
    child: Child,
    has_proc: bool,
}

impl Warden {
    fn pid(&self) -> Option<Pid> {
        pid_of(&self.child)
    }

    /// Ends it, and with it everything in the namespace.
    fn end(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start_warden(launcher: &Path, folder: &Path) -> Option<Warden> {
    let mut child = part(launcher, WARDEN, folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut answer = String::new();
    let out = child.stdout.take()?;
    if !matches!(BufReader::new(out).read_line(&mut answer), Ok(1..)) {
        let _ = child.kill();
        let _ = child.wait();
        return None;
    }
    Some(Warden {
        child,
        has_proc: answer.trim() == "proc",
    })
}

/// Waits for the program; kills it when the host goes. There can be no second thread: a process
/// whose children are in another process namespace cannot start one.
fn watch(mut child: Child, warden: Option<&Warden>, control: &File) -> Option<ExitStatus> {
    // The ends of the pipes belong to the program alone.
    if let Ok(null) = OpenOptions::new().read(true).write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdin(&null);
        let _ = rustix::stdio::dup2_stdout(&null);
        let _ = rustix::stdio::dup2_stderr(&null);
    }
    let program = pid_of(&child)?;
    // Readable when the program ends.
    let end = pidfd_open(program, PidfdFlags::empty()).ok();
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if is_closed(control, end.as_ref()) {
            // Either is enough in a namespace; without one the sweep does the rest.
            for id in [warden.and_then(Warden::pid), Some(program)]
                .into_iter()
                .flatten()
            {
                let _ = kill_process(id, Signal::KILL);
            }
            return child.wait().ok();
        }
    }
}

/// Waits for the host to close its end, or for the program to end. Whether the host did.
fn is_closed(control: &File, end: Option<&OwnedFd>) -> bool {
    let mut watched = vec![PollFd::new(control, PollFlags::IN)];
    watched.extend(end.map(|end| PollFd::new(end, PollFlags::IN)));
    // An old kernel cannot tell when the program ends.
    let pause = end.is_none().then_some(&LOOK_INTERVAL);
    let _ = poll(&mut watched, pause);
    watched[0].revents().contains(PollFlags::HUP)
}

/// Ends what the program left behind.
fn clean_up(folder: &Path, plan: &CellPlan, spaces: Namespaces) {
    for group in &plan.cgroups {
        cgroup::kill_group(group);
    }
    if !spaces.has_processes {
        sweep();
    }
    while matches!(wait(WaitOptions::NOHANG), Ok(Some(_))) {}
    for group in &plan.cgroups {
        cgroup::remove(group);
    }
    if spaces.has_mounts {
        namespaces::unmount_limited(&cell::own_folder(folder));
    }
    let _ = fs::remove_dir_all(folder);
}

/// Kills every descendant. Orphans are our children, since we take them in.
fn sweep() {
    for _ in 0..1000 {
        let descendants = descendants();
        if descendants.is_empty() {
            return;
        }
        // What is stopped cannot fork before it is killed.
        for signal in [Signal::STOP, Signal::KILL] {
            for &id in &descendants {
                let _ = kill_process(id, signal);
            }
        }
        while matches!(wait(WaitOptions::NOHANG), Ok(Some(_))) {}
        thread::yield_now();
    }
}

fn descendants() -> Vec<Pid> {
    let parents: Vec<(i32, i32)> = fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let id: i32 = entry.file_name().to_str()?.parse().ok()?;
            let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
            // The name is in parentheses and may contain anything.
            let after = stat.rsplit_once(')')?.1;
            let parent = after.split_whitespace().nth(1)?.parse().ok()?;
            Some((id, parent))
        })
        .collect();
    let mut found = vec![getpid().as_raw_pid()];
    let mut at = 0;
    while at < found.len() {
        let children = parents.iter().filter(|(_, parent)| *parent == found[at]);
        let children: Vec<i32> = children.map(|(id, _)| *id).collect();
        found.extend(children);
        at += 1;
    }
    found
        .into_iter()
        .skip(1)
        .filter_map(Pid::from_raw)
        .collect()
}

/// Ends this process as the program ended, so that the host sees it.
fn end_as(status: ExitStatus) -> i32 {
    if let Some(signal) = status.signal() {
        if let Some(signal) = Signal::from_named_raw(signal) {
            // Our runtime catches some signals once and then lets them have their usual effect.
            let _ = kill_process(getpid(), signal);
            let _ = kill_process(getpid(), signal);
        }
        // A signal that this process ignores.
        return 128 + signal;
    }
    status.code().unwrap_or(FAILED)
}

fn pid_of(child: &Child) -> Option<Pid> {
    Pid::from_raw(i32::try_from(child.id()).ok()?)
}
