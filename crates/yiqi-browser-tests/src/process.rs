//! A program in its own process group, which is ended with all its children.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::TIMEOUT;

/// A running program. Its whole group is killed when this is dropped, and also when the test is
/// killed and nothing is dropped.
pub(crate) struct Process {
    child: Child,
    /// Waits until its input ends, which happens when the test ends, and then kills the group.
    guard: Child,
}

impl Process {
    /// Starts a program and waits for a line of its output for which `found` returns something.
    /// Returns `None` if it ends before that.
    pub(crate) fn start<T: Send + 'static>(
        command: &mut Command,
        found: impl Fn(&str) -> Option<T> + Send + 'static,
    ) -> Option<(Process, T)> {
        let name = command.get_program().to_owned();
        let mut child = command
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", name.display()));
        let output = child.stdout.take().expect("the output is a pipe");
        let guard = Command::new("sh")
            .args(["-c", "read line; kill -KILL \"-$0\""])
            .arg(child.id().to_string())
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell");
        let process = Process { child, guard };
        let (sender, receiver) = channel();
        // Reads to the end: otherwise the program would block on a full pipe.
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if let Some(value) = found(&line) {
                    let _ = sender.send(value);
                }
            }
        });
        match receiver.recv_timeout(TIMEOUT) {
            Ok(value) => Some((process, value)),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("{} did not start", name.display()),
        }
    }

    /// Kills the group at once, as `kill -9` does.
    pub(crate) fn kill(&mut self) {
        let id = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let Some(group) = id {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.wait();
        // The system may soon reuse the group's number.
        let _ = self.guard.kill();
        let _ = self.guard.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
