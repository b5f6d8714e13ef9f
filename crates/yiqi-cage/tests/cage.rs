//! Programs that try to get out of their cage, and what stays behind when they end.
#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::sync::Once;
use std::time::Duration;

use yiqi_cage::{Cage, CagedProcess, Layer, StartError, set_launcher};

/// So long that only a broken test waits for it.
const LONG: Duration = Duration::from_secs(60);

fn start(words: &[&str], cage: &Cage) -> Result<CagedProcess, StartError> {
    static LAUNCHER: Once = Once::new();
    LAUNCHER.call_once(|| set_launcher(env!("CARGO_BIN_EXE_yiqi-cage").into()));
    let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
    CagedProcess::start(&words, Some(cage))
}

/// Runs a program to its end: its output, its error output, and how it ended.
fn run(words: &[&str], cage: &Cage) -> (String, String, String) {
    let mut process = start(words, cage).unwrap();
    drop(process.take_stdin());
    let mut errors = process.take_stderr().unwrap();
    let errors = std::thread::spawn(move || {
        let mut text = String::new();
        let _ = errors.read_to_string(&mut text);
        text
    });
    let mut output = String::new();
    let _ = process.take_stdout().unwrap().read_to_string(&mut output);
    assert!(process.await_exit(LONG), "it ends");
    let status = process.kill().unwrap().to_string();
    (output, errors.join().unwrap(), status)
}

fn sh(script: &str) -> (String, String, String) {
    run(&["sh", "-c", script], &Cage::default())
}

/// Runs Python and returns what it prints.
fn python(script: &str) -> String {
    let (output, errors, _) = run(&["/usr/bin/python3", "-c", script], &Cage::default());
    assert!(errors.is_empty(), "{errors}");
    output
}

/// Whether the cage has a layer here. A machine without it says so and the probe has nothing to
/// show.
fn has(layer: Layer) -> bool {
    let process = start(&["true"], &Cage::default()).unwrap();
    let report = process.report().unwrap();
    if !report.has(layer) {
        let _ = writeln!(
            std::io::stderr(),
            "this machine has no layer '{}'",
            layer.name()
        );
    }
    report.has(layer)
}

/// Whether any process has this text in its command line.
fn is_running(mark: &str) -> bool {
    std::fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok())
        .any(|line| String::from_utf8_lossy(&line).contains(mark))
}

/// Waits for a killed process to disappear, which may take a moment.
#[track_caller]
fn check_gone(mark: &str) {
    for _ in 0..10_000 {
        if !is_running(mark) {
            return;
        }
        std::thread::yield_now();
    }
    panic!("{mark} is still running");
}

#[test]
fn a_program_runs_reads_and_writes() {
    let mut process = start(&["cat"], &Cage::default()).unwrap();
    let mut input = process.take_stdin().unwrap();
    let mut lines = BufReader::new(process.take_stdout().unwrap()).lines();
    for line in ["one", "two"] {
        writeln!(input, "{line}").unwrap();
        assert_eq!(lines.next().unwrap().unwrap(), line);
    }
    drop(input);
    assert!(lines.next().is_none());
    assert!(process.await_exit(LONG));
    assert!(process.kill().unwrap().success());
}

#[test]
fn a_program_that_is_not_there_or_not_a_program_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("text");
    std::fs::write(&file, "no program").unwrap();
    for name in [
        "/no/such/program",
        "no-such-program",
        file.to_str().unwrap(),
    ] {
        let error = start(&[name], &Cage::default()).unwrap_err();
        assert!(matches!(error, StartError::Program(_)), "{name}: {error}");
    }
}

// Fault 48.
#[test]
fn the_end_of_a_program_is_seen_as_it_was() {
    let ends = [
        ("exit 0", "exit status: 0"),
        ("exit 3", "exit status: 3"),
        ("exit 200", "exit status: 200"),
        ("kill -SEGV $$", "signal: 11 (SIGSEGV)"),
        ("kill -9 $$", "signal: 9 (SIGKILL)"),
        ("kill -TERM $$", "signal: 15 (SIGTERM)"),
    ];
    for (script, wanted) in ends {
        assert_eq!(sh(script).2, wanted, "{script}");
    }
}

#[test]
fn the_report_names_every_layer_that_is_there() {
    let process = start(&["true"], &Cage::default()).unwrap();
    let report = process.report().unwrap();
    for layer in [
        Layer::Session,
        Layer::Whole,
        Layer::Limits,
        Layer::Privileges,
    ] {
        assert!(report.has(layer), "{layer:?}: {report}");
    }
    assert_eq!(
        report.missing().count() + Layer::ALL.iter().filter(|l| report.has(**l)).count(),
        Layer::ALL.len()
    );
}

// Faults 49 and 60.
#[test]
fn everything_a_program_started_ends_with_it() {
    let mark = format!("7{}.25", std::process::id());
    // In the group, in another session, and as a double fork whose parent is gone.
    let script = format!(
        "sleep {mark} & setsid sleep {mark} & (setsid sh -c 'sleep {mark} & exit' &) ; \
         echo ready; sleep {mark}"
    );
    let mut process = start(&["sh", "-c", &script], &Cage::default()).unwrap();
    let mut lines = BufReader::new(process.take_stdout().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "ready");
    assert!(is_running(&mark));
    assert_eq!(process.kill().unwrap().to_string(), "signal: 9 (SIGKILL)");
    check_gone(&mark);
    // The same if the program itself ends.
    let mark = format!("8{}.25", std::process::id());
    sh(&format!("(setsid sleep {mark} >/dev/null 2>&1 &) ; exit 0"));
    check_gone(&mark);
}

// Fault 49.
#[test]
fn a_program_that_ignores_every_signal_is_killed() {
    let mark = format!("9{}.25", std::process::id());
    let script = format!("trap '' HUP INT QUIT TERM; echo ready; while :; do sleep {mark}; done");
    let mut process = start(&["sh", "-c", &script], &Cage::default()).unwrap();
    let mut lines = BufReader::new(process.take_stdout().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "ready");
    drop(process);
    check_gone(&mark);
}

// Faults 49 and 60.
#[test]
fn a_program_ends_when_its_host_is_killed() {
    let mark = format!("6{}.5", std::process::id());
    // The host is a caged program's launcher in a process of its own: this test binary, asked for
    // the helper below.
    let host = std::env::current_exe().unwrap();
    let mut host = std::process::Command::new(host)
        .args(["--exact", "a_host_for_the_test_above", "--nocapture"])
        .env("YIQI_CAGE_TEST_MARK", &mark)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(host.stdout.take().unwrap()).lines();
    assert!(
        lines
            .map_while(Result::ok)
            .any(|line| line.contains("is caged"))
    );
    assert!(is_running(&mark));
    host.kill().unwrap();
    host.wait().unwrap();
    check_gone(&mark);
}

#[test]
fn a_host_for_the_test_above() {
    let Ok(mark) = std::env::var("YIQI_CAGE_TEST_MARK") else {
        return;
    };
    let script = format!("setsid sleep {mark} & echo ready; sleep {mark}");
    let mut process = start(&["sh", "-c", &script], &Cage::default()).unwrap();
    let mut lines = BufReader::new(process.take_stdout().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "ready");
    writeln!(std::io::stdout(), "\nthe program is caged").unwrap();
    let _ = lines.next();
}

// Fault 59.
#[test]
fn a_program_has_no_descriptors_and_no_environment_of_its_host() {
    // A file that its host has open and does not close for it.
    let file = std::fs::File::open("/etc/hostname").unwrap();
    rustix::io::fcntl_setfd(&file, rustix::io::FdFlags::empty()).unwrap();
    let open = python("import os; print(sorted(int(f) for f in os.listdir('/proc/self/fd'))[:-1])");
    assert_eq!(open.trim(), "[0, 1, 2]");
    let names = python("import os; print(' '.join(sorted(os.environ)))");
    let known = [
        "PATH",
        "LANG",
        "LC_ALL",
        "LC_CTYPE",
        "HOME",
        "TMPDIR",
        "PYTHONUNBUFFERED",
    ];
    for name in names.split_whitespace() {
        assert!(known.contains(&name), "{name}");
    }
    // Cargo sets this for tests, so it would be passed on.
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
}

// Fault 56.
#[test]
fn a_program_reads_no_secrets() {
    if !has(Layer::Files) {
        return;
    }
    let secret = tempfile::tempdir().unwrap();
    let file = secret.path().join("secret");
    std::fs::write(&file, "secret").unwrap();
    let home = std::env::home_dir().unwrap();
    let own = std::env::current_dir().unwrap();
    let paths = [
        file.clone(),
        secret.path().to_owned(),
        home.clone(),
        home.join(".ssh"),
        home.join(".bashrc"),
        home.join(".cargo/config.toml"),
        own.join("Cargo.toml"),
        own.join("src"),
        "/tmp".into(),
        "/var/log".into(),
        "/etc/shadow".into(),
        "/etc/hostname".into(),
        "/etc/ssh".into(),
        "/root".into(),
        "/home".into(),
        "/proc/1/root/etc/shadow".into(),
        "/dev/mem".into(),
        "/sys/fs/cgroup".into(),
        "/run".into(),
        "/".into(),
    ];
    for path in paths {
        let script = format!(
            "import os\np = {:?}\ntry:\n  print('read', os.listdir(p) if os.path.isdir(p) else open(p).read())\nexcept OSError as e:\n  print('refused', e.errno)",
            path.display().to_string()
        );
        let said = python(&script);
        assert!(said.starts_with("refused"), "{}: {said}", path.display());
    }
}

// Fault 56.
#[test]
fn a_program_writes_only_to_its_own_folder() {
    if !has(Layer::Files) {
        return;
    }
    let elsewhere = tempfile::tempdir().unwrap();
    let (output, _, _) = sh(&format!(
        "echo x > \"$TMPDIR/own\" && cat \"$TMPDIR/own\"; for d in {} . /tmp /usr /dev/shm \"$HOME/..\" /var/tmp; \
         do (echo x > $d/yiqi-probe) 2>/dev/null && echo wrote $d; done; rm -rf {}/* 2>/dev/null; true",
        elsewhere.path().display(),
        elsewhere.path().display(),
    ));
    assert_eq!(output, "x\n");
    assert!(
        std::fs::read_dir(elsewhere.path())
            .unwrap()
            .next()
            .is_none()
    );
    // A folder that was given to it is kept.
    let kept = Cage {
        folder: Some(elsewhere.path().join("kept")),
        ..Cage::default()
    };
    run(&["sh", "-c", "echo mine > \"$TMPDIR/note\""], &kept);
    let note = elsewhere.path().join("kept/note");
    assert_eq!(std::fs::read_to_string(note).unwrap(), "mine\n");
}

#[test]
fn the_files_named_in_a_command_are_readable() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    std::fs::write(folder.path().join("book"), "moves").unwrap();
    let script = folder.path().join("bot.sh");
    std::fs::write(&script, "cat \"$(dirname \"$0\")/book\"").unwrap();
    let script = script.to_str().unwrap();
    let (output, _, _) = run(&["sh", script], &Cage::default());
    assert_eq!(output, "moves");
}

// Fault 57.
#[test]
fn a_program_reaches_no_network() {
    if !has(Layer::Network) {
        return;
    }
    let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = server.local_addr().unwrap().port();
    let folder = tempfile::tempdir().unwrap();
    let local = folder.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&local).unwrap();
    for (family, kind, address) in [
        ("AF_INET", "SOCK_STREAM", format!("('127.0.0.1', {port})")),
        ("AF_INET", "SOCK_DGRAM", "('127.0.0.1', 53)".to_owned()),
        ("AF_INET6", "SOCK_STREAM", format!("('::1', {port})")),
        (
            "AF_UNIX",
            "SOCK_STREAM",
            format!("{:?}", local.display().to_string()),
        ),
        ("AF_UNIX", "SOCK_STREAM", "'\\0yiqi-abstract'".to_owned()),
        ("AF_NETLINK", "SOCK_RAW", "(0, 0)".to_owned()),
    ] {
        let said = python(&format!(
            "import socket\ntry:\n  s = socket.socket(socket.{family}, socket.{kind}); s.connect({address}); print('connected')\nexcept OSError as e:\n  print('refused', e.errno)"
        ));
        assert!(said.starts_with("refused"), "{family} {address}: {said}");
    }
}

// Fault 58.
#[test]
fn a_program_signals_and_traces_nobody_else() {
    if !has(Layer::Signals) {
        return;
    }
    let me = std::process::id();
    let said = python(&format!(
        "import os, ctypes\nfor p in [{me}, os.getppid(), 1, -1]:\n  try:\n    os.kill(p, 0 if p == 1 else 15); print('signalled', p)\n  except OSError as e:\n    print('refused', e.errno)\nlibc = ctypes.CDLL(None, use_errno=True)\nfor p in [{me}, 1]:\n  print('traced' if libc.ptrace(16, p, 0, 0) == 0 else 'refused')"
    ));
    // The test is still here, and process 1 of the namespace is no process of ours.
    assert!(!said.contains(&format!("signalled {me}")), "{said}");
    assert!(!said.contains("traced"), "{said}");
}

// Fault 58.
#[test]
fn a_program_sees_no_other_process() {
    let process = start(&["true"], &Cage::default()).unwrap();
    let means = process.report().unwrap().means(Layer::Signals);
    if !means.is_some_and(|means| means.contains("process namespace")) {
        return;
    }
    let seen = python("import os; print(len([p for p in os.listdir('/proc') if p.isdigit()]))");
    assert_eq!(seen.trim(), "2", "process 1 and itself");
}

// Fault 52.
#[test]
fn a_fork_bomb_runs_into_its_limit() {
    if !has(Layer::Processes) {
        return;
    }
    let cage = Cage {
        process_count: 20,
        ..Cage::default()
    };
    let script = "import os, time\nn = 0\ntry:\n  while n < 200:\n    if os.fork() == 0:\n      time.sleep(1000)\n    n += 1\n  print('forked', n)\nexcept OSError as e:\n  print('refused after', n)";
    let (output, _, _) = run(&["/usr/bin/python3", "-c", script], &cage);
    let count: u32 = output
        .trim()
        .strip_prefix("refused after ")
        .unwrap()
        .parse()
        .unwrap();
    assert!(count < 20, "{output}");
}

// Fault 53.
#[test]
fn a_memory_bomb_runs_into_its_limit() {
    if !has(Layer::Memory) {
        return;
    }
    let cage = Cage {
        memory_mib: 64,
        ..Cage::default()
    };
    let script = "b = []\nwhile True:\n  b.append(bytearray(1 << 20))";
    let (_, errors, status) = run(&["/usr/bin/python3", "-c", script], &cage);
    assert!(
        errors.contains("MemoryError") || status.contains("SIGKILL"),
        "{errors} {status}"
    );
    // Shared memory counts, too.
    let script = "import mmap\nb = []\nfor n in range(64):\n  m = mmap.mmap(-1, 4 << 20)\n  m.write(b'x' * (4 << 20))\n  b.append(m)\nprint('got it all')";
    let process = start(&["true"], &cage).unwrap();
    let means = process.report().unwrap().means(Layer::Memory).unwrap();
    if means.contains("cgroup") {
        let (output, _, _) = run(&["/usr/bin/python3", "-c", script], &cage);
        assert_eq!(output, "");
    }
}

// Fault 55.
#[test]
fn files_and_the_temporary_folder_have_a_limit() {
    let cage = Cage {
        disk_mib: 1,
        ..Cage::default()
    };
    let (output, _, status) = run(
        &[
            "sh",
            "-c",
            "trap '' XFSZ; head -c 5000000 /dev/zero > \"$TMPDIR/big\"; wc -c < \"$TMPDIR/big\"",
        ],
        &cage,
    );
    assert!(
        output.trim().parse::<u64>().unwrap() <= 1 << 20,
        "{output} {status}"
    );
    if has(Layer::Disk) {
        let (output, _, _) = run(
            &[
                "sh",
                "-c",
                "for n in 1 2 3 4 5; do head -c 500000 /dev/zero > \"$TMPDIR/$n\"; done 2>/dev/null; cat \"$TMPDIR\"/* | wc -c",
            ],
            &cage,
        );
        assert!(output.trim().parse::<u64>().unwrap() <= 1 << 20, "{output}");
    }
}

#[test]
fn dangerous_system_calls_are_refused() {
    if !has(Layer::Calls) {
        return;
    }
    // unshare, mount, bpf, perf_event_open, keyctl, io_uring_setup, userfaultfd on x86-64.
    if cfg!(target_arch = "x86_64") {
        let said = python(
            "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nfor n in [272, 165, 321, 298, 250, 425, 323]:\n  r = libc.syscall(n, 0, 0, 0, 0, 0)\n  print(r, ctypes.get_errno())",
        );
        assert!(said.lines().all(|line| line == "-1 1"), "{said}");
    }
}

// Fault 54.
#[test]
fn a_program_yields_to_its_host() {
    let said = python("import os; print(os.nice(0))");
    assert!(said.trim().parse::<i32>().unwrap() >= 10, "{said}");
}

#[test]
fn a_program_has_no_privileges() {
    let status = python("print(open('/proc/self/status').read())");
    for line in [
        "NoNewPrivs:\t1",
        "CapEff:\t0000000000000000",
        "CapBnd:\t0000000000000000",
    ] {
        assert!(status.contains(line), "{line}: {status}");
    }
}

#[test]
fn nothing_of_a_cage_stays_on_disk() {
    let own = format!("yiqi-cage-{}-", std::process::id());
    let left = || -> Vec<String> {
        let groups = [
            "/sys/fs/cgroup/pids",
            "/sys/fs/cgroup/memory",
            "/sys/fs/cgroup",
        ];
        groups
            .iter()
            .map(PathBuf::from)
            .chain([std::env::temp_dir()])
            .filter_map(|folder| std::fs::read_dir(folder).ok())
            .flatten()
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| name.starts_with(&own))
            .collect()
    };
    // Tests of this file run in processes of their own or beside this one, so only its own count.
    let before = left().len();
    let mut process = start(
        &["sh", "-c", "echo x > \"$TMPDIR/x\"; sleep 1000"],
        &Cage::default(),
    )
    .unwrap();
    process.kill();
    assert!(left().len() <= before, "{:?}", left());
}
