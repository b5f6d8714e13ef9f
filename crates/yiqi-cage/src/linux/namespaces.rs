//! Namespaces: a network, processes and mounts of its own.

use std::fs;
use std::io;
use std::path::Path;

use nix::sched::{CloneFlags, unshare};
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_change, unmount,
};
use rustix::process::{getgid, getuid};

/// What the supervisor and its children are in.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Namespaces {
    pub(super) has_user: bool,
    pub(super) has_network: bool,
    pub(super) has_processes: bool,
    pub(super) has_mounts: bool,
}

/// Enters as many namespaces as the kernel allows. The process must have one thread.
pub(super) fn enter() -> Namespaces {
    let (user, group) = (getuid(), getgid());
    let all = CloneFlags::CLONE_NEWNET
        | CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWNS
        | CloneFlags::CLONE_NEWIPC
        | CloneFlags::CLONE_NEWUTS;
    let has_user = unshare(CloneFlags::CLONE_NEWUSER | all).is_ok();
    // A privileged host can do without a user namespace where these are switched off.
    if !has_user && unshare(all).is_err() {
        return Namespaces::default();
    }
    if has_user {
        // The program keeps its user, so that it owns its folder.
        let _ = fs::write("/proc/self/setgroups", "deny");
        let user = format!("{0} {0} 1", user.as_raw());
        let group = format!("{0} {0} 1", group.as_raw());
        let _ = fs::write("/proc/self/uid_map", user);
        let _ = fs::write("/proc/self/gid_map", group);
    }
    let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    Namespaces {
        has_user,
        has_network: true,
        has_processes: true,
        has_mounts: mount_change("/", private).is_ok(),
    }
}

/// Shows only the processes of this namespace under `/proc`.
pub(super) fn mount_processes() -> io::Result<()> {
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    Ok(mount("proc", "/proc", "proc", flags, None)?)
}

/// Puts a file system of limited size over a folder.
pub(super) fn mount_limited(folder: &Path, bytes: u64) -> io::Result<()> {
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    let options = format!("size={bytes},nr_inodes=10000,mode=0700");
    let options = std::ffi::CString::new(options)?;
    Ok(mount("yiqi", folder, "tmpfs", flags, options.as_c_str())?)
}

/// Takes it away again.
pub(super) fn unmount_limited(folder: &Path) {
    let _ = unmount(folder, UnmountFlags::DETACH);
}
