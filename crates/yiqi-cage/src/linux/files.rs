//! Landlock: what the program may read and write, whom it may signal, which ports it may use.

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, LandlockStatus, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};

/// What every program may read.
const SYSTEM: [&str; 24] = [
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/bin",
    "/sbin",
    "/opt",
    "/nix/store",
    "/etc/alternatives",
    "/etc/java",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/dev/random",
    "/dev/urandom",
    "/dev/zero",
    "/sys/devices/system/cpu",
    "/sys/devices/system/node",
];

/// Devices that every program may also write to.
const DEVICES: [&str; 2] = ["/dev/null", "/dev/full"];

/// What a program may see of processes without a namespace of its own: only itself.
const SELF: [&str; 4] = ["/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat"];

/// The newest rules that we know; the kernel may know fewer.
const NEWEST: ABI = ABI::V6;

/// What of Landlock is in place.
pub(super) struct Landlocked {
    /// The version of the kernel's rules.
    pub(super) version: i32,
}

impl Landlocked {
    pub(super) fn restricts_signals(&self) -> bool {
        self.version >= 6
    }

    pub(super) fn restricts_network(&self) -> bool {
        self.version >= 4
    }
}

/// Restricts this process for good. `None` if the kernel cannot.
pub(super) fn restrict(
    readable: &[PathBuf],
    writable: &Path,
    has_own_processes: bool,
) -> Option<Landlocked> {
    let status = apply(readable, writable, has_own_processes).ok()?;
    let LandlockStatus::Available {
        effective_abi,
        kernel_abi,
    } = status.landlock
    else {
        return None;
    };
    (status.ruleset != RulesetStatus::NotEnforced).then_some(Landlocked {
        version: kernel_abi.unwrap_or(effective_abi as i32),
    })
}

fn apply(
    readable: &[PathBuf],
    writable: &Path,
    has_own_processes: bool,
) -> Result<landlock::RestrictionStatus, RulesetError> {
    let read = AccessFs::from_read(NEWEST);
    let all = AccessFs::from_all(NEWEST);
    let devices = AccessFs::ReadFile | AccessFs::WriteFile;
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?;
    for path in SYSTEM {
        rules = allow(rules, Path::new(path), read)?;
    }
    for path in readable {
        rules = allow(rules, path, read)?;
    }
    let processes: &[&str] = if has_own_processes { &["/proc"] } else { &SELF };
    for path in processes {
        rules = allow(rules, Path::new(path), read)?;
    }
    for path in DEVICES {
        rules = allow(rules, Path::new(path), devices)?;
    }
    rules = allow(rules, writable, all & !AccessFs::IoctlDev)?;
    rules.restrict_self()
}

/// Allows what a path is good for; one that is not there needs no rule.
fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: landlock::BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    let Ok(opened) = PathFd::new(path) else {
        return Ok(rules);
    };
    let access = match path.is_dir() {
        true => access,
        false => access & AccessFs::from_file(NEWEST),
    };
    rules.add_rule(PathBeneath::new(opened, access))
}
