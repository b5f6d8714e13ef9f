//! seccomp: system calls that no board game needs are refused.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};

/// Refused whatever their arguments are.
const REFUSED: &[i64] = &[
    // The network, and a way around this filter.
    libc::SYS_socket,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_send_signal,
    libc::SYS_kcmp,
    // The cage itself.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_fsconfig,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    // The kernel.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_syslog,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_reboot,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_fanotify_init,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_modify_ldt,
];

/// New namespaces, among the flags of `clone`.
const NAMESPACES: u64 = 0x7e02_0080;

/// Types at the terminal of somebody else.
const TIOCSTI: u64 = 0x5412;
const TIOCLINUX: u64 = 0x541c;

/// Restricts this process for good. `false` if the kernel or the architecture cannot.
pub(super) fn restrict() -> bool {
    filters().is_some_and(|filters| {
        let mut all = filters.iter();
        all.all(|filter| seccompiler::apply_filter(filter).is_ok())
    })
}

fn filters() -> Option<[BpfProgram; 2]> {
    let mut refused: BTreeMap<i64, Vec<SeccompRule>> =
        REFUSED.iter().map(|&call| (call, Vec::new())).collect();
    let argument = |index, operator, value| {
        let condition =
            SeccompCondition::new(index, SeccompCmpArgLen::Qword, operator, value).ok()?;
        SeccompRule::new(vec![condition]).ok()
    };
    // One rule per flag: any of them is enough.
    let flags = (0..64)
        .map(|bit| 1 << bit)
        .filter(|flag| NAMESPACES & flag != 0);
    let spaces: Option<Vec<SeccompRule>> = flags
        .map(|flag| argument(0, SeccompCmpOp::MaskedEq(flag), flag))
        .collect();
    refused.insert(libc::SYS_clone, spaces?);
    let typed = [TIOCSTI, TIOCLINUX].map(|code| argument(1, SeccompCmpOp::Eq, code));
    let typed: Option<Vec<SeccompRule>> = typed.into_iter().collect();
    refused.insert(libc::SYS_ioctl, typed?);
    // The flags of `clone3` are in memory, where a filter cannot look. Libraries fall back to
    // `clone`.
    let unknown = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    Some([
        filter(refused, libc::EPERM)?,
        filter(unknown, libc::ENOSYS)?,
    ])
}

fn filter(calls: BTreeMap<i64, Vec<SeccompRule>>, error: i32) -> Option<BpfProgram> {
    let architecture: TargetArch = std::env::consts::ARCH.try_into().ok()?;
    let refusal = SeccompAction::Errno(error as u32);
    let filter = SeccompFilter::new(calls, SeccompAction::Allow, refusal, architecture).ok()?;
    filter.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_filters_compile_on_this_architecture() {
        assert!(filters().is_some());
        // Every flag that makes a namespace: time, mount, cgroup, uts, ipc, user, pid, net.
        assert_eq!(NAMESPACES.count_ones(), 8);
    }
}
