//! Process 1 of the program's process namespace. It takes in orphans, and when it ends, the kernel
//! kills every process of the namespace.

use std::io::{Read, Write};
use std::thread;
use std::time::Duration;

use rustix::process::{Signal, WaitOptions, set_parent_process_death_signal, wait};

use super::{FAILED, namespaces};

/// How often orphans that ended are reaped.
const REAP_INTERVAL: Duration = Duration::from_millis(200);

pub(super) fn run() -> i32 {
    // The supervisor may be killed; then its end of the pipe closes, too.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    let answer = match namespaces::mount_processes() {
        Ok(()) => "proc\n",
        Err(_) => "no proc\n",
    };
    let mut out = std::io::stdout();
    if out
        .write_all(answer.as_bytes())
        .and_then(|()| out.flush())
        .is_err()
    {
        return FAILED;
    }
    thread::spawn(|| {
        loop {
            while matches!(wait(WaitOptions::NOHANG), Ok(Some(_))) {}
            thread::sleep(REAP_INTERVAL);
        }
    });
    let mut nothing = [0; 16];
    while matches!(std::io::stdin().read(&mut nothing), Ok(1..)) {}
    0
}
