//! `yiqi serve --check`.

use std::os::unix::fs::PermissionsExt;

use super::*;

/// A check that has ended: its exit status and the lines it printed.
fn check(command: &mut Command) -> (i32, String) {
    let output = ended(command);
    assert!(output.stderr.is_empty(), "{output:?}");
    let lines = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), lines)
}

/// The check of a database in the folder with some settings.
fn checking(folder: &Path, listen: &str, settings: &str) -> Command {
    let config = folder.join("serve.toml");
    std::fs::write(&config, settings).unwrap();
    set_mode(&config, 0o600);
    let mut command = yiqi(folder);
    command
        .args(["serve", "--check", "--listen", listen, "--db"])
        .arg(database(folder))
        .arg("--config")
        .arg(config);
    command
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// A folder with a database that a server has left, all of it for its owner only.
fn served_folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut serving = Serving::at(folder.path());
    serving.signal(Signal::TERM);
    assert!(serving.wait().success());
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let path = file.unwrap().path();
        set_mode(&path, if path.is_dir() { 0o700 } else { 0o600 });
    }
    folder
}

/// The files of a folder with their sizes and times.
fn files(folder: &Path) -> Vec<(PathBuf, u64, std::time::SystemTime)> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap())
        .map(|file| {
            let about = file.metadata().unwrap();
            (file.path(), about.len(), about.modified().unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn a_check_without_findings_succeeds_and_changes_nothing() {
    let folder = served_folder();
    let mut command = checking(folder.path(), "127.0.0.1:7272", "");
    let before = files(folder.path());
    let (status, lines) = check(&mut command);
    assert_eq!(status, 0, "{lines}");
    assert_eq!(lines, "Nothing to change: the server can start.\n");
    assert_eq!(files(folder.path()), before);
    // A database that does not exist yet is not created.
    std::fs::remove_file(database(folder.path())).unwrap();
    let (status, lines) = check(&mut command);
    assert_eq!(status, 0, "{lines}");
    assert!(!database(folder.path()).exists());
    let (_, lines) = check(command.args(["--lang", "zh-Hans"]));
    assert_eq!(lines, "无需更改：服务器可以启动。\n");
}

#[test]
fn a_check_reports_an_open_address_and_half_configured_proxies() {
    let folder = served_folder();
    let local = "127.0.0.1:7272";
    let proxies = "trusted_proxies = [\"127.0.0.1\"]\n";
    let origins = "public_origins = [\"https://play.example.org\"]\n";
    let both = &format!("{proxies}{origins}");
    let exempt = &format!("{both}[limits]\nloopback_exempt = true\n");
    for (listen, settings, says) in [
        ("0.0.0.0:7272", "", "without encryption"),
        ("0.0.0.0:7272", both, "go around"),
        (local, origins, "no trusted_proxies"),
        (local, proxies, "no public_origins"),
        (local, exempt, "loopback_exempt is true"),
        (
            local,
            "trusted_proxies = [\"127.0.0.1\"]\npublic_origins = [\"http://play.example.org\"]",
            "http://play.example.org is not encrypted",
        ),
        (
            local,
            "trusted_proxies = [\"0.0.0.0/0\"]\npublic_origins = [\"https://play.example.org\"]",
            "0.0.0.0/0, which is every address",
        ),
        (local, "durable = false", "loses moves"),
    ] {
        let (status, lines) = check(&mut checking(folder.path(), listen, settings));
        assert_eq!(status, 1, "{settings}: {lines}");
        assert!(lines.contains(says), "{settings}: {lines}");
        assert_eq!(lines.lines().count(), 2, "{settings}: {lines}");
        assert!(lines.ends_with("one thing should be changed.\n"), "{lines}");
    }
    let on_this_machine = "public_origins = [\"http://localhost:7272\"]";
    for settings in [both, on_this_machine] {
        let (status, lines) = check(&mut checking(folder.path(), local, settings));
        assert_eq!(status, 0, "{lines}");
    }
}

#[test]
fn a_check_reports_files_that_others_can_read_or_change() {
    let folder = served_folder();
    let mut command = checking(folder.path(), "127.0.0.1:7272", "");
    let database = database(folder.path());
    for (path, mode, wanted) in [
        (database.clone(), 0o644, 0o600),
        (folder.path().join("serve.toml"), 0o666, 0o644),
        (folder.path().to_owned(), 0o777, 0o755),
    ] {
        let before = std::fs::metadata(&path).unwrap().permissions().mode();
        set_mode(&path, mode);
        let (status, lines) = check(&mut command);
        assert_eq!(status, 1, "{lines}");
        let advice = format!(
            "(mode {mode:o}). Run: chmod {wanted:o} {}\n",
            path.display()
        );
        assert!(lines.contains(&advice), "{lines}");
        set_mode(&path, before);
    }
}

#[test]
fn a_check_reports_what_would_prevent_a_start() {
    let folder = served_folder();
    let local = "127.0.0.1:7272";
    let run = |listen: &str, settings: &str| check(&mut checking(folder.path(), listen, settings));
    // An address for documentation, which no machine has.
    let (status, lines) = run("192.0.2.1:7272", "");
    assert_eq!(status, 2, "{lines}");
    assert!(lines.contains("Cannot listen on 192.0.2.1:7272"), "{lines}");
    let (status, lines) = run(local, "trusted_proxies = [\"nonsense\"]");
    assert_eq!(status, 2, "{lines}");
    assert!(lines.contains("nonsense"), "{lines}");
    std::fs::write(database(folder.path()), "").unwrap();
    let (status, lines) = run(local, "");
    assert_eq!(status, 2, "{lines}");
    assert!(lines.contains("is empty"), "{lines}");
    std::fs::write(database(folder.path()), vec![7; 20_000]).unwrap();
    let (status, lines) = run(local, "");
    assert_eq!(status, 2, "{lines}");
    assert!(lines.contains("is damaged"), "{lines}");
    assert!(lines.ends_with("The server would not start.\n"), "{lines}");
    check_failure(&mut checking(folder.path(), local, "lisen = 1"), 2, "lisen");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_check_of_a_running_server_leaves_it_alone() {
    let folder = tempfile::tempdir().unwrap();
    let serving = Serving::at(folder.path());
    let mut game = game(serving.web(), "none").await;
    let port = serving.web().address.to_string();
    let (status, lines) =
        tokio::task::block_in_place(|| check(&mut checking(folder.path(), &port, "")));
    assert_ne!(status, 2, "{lines}");
    game.a.play("d3").await;
    assert_eq!(serving.web().get("/health").await.status, 200);
}

#[test]
fn a_check_reports_a_low_limit_of_open_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = yiqi_within(folder.path(), "ulimit -n 512");
    command.args(["serve", "--check", "--listen", "127.0.0.1:0", "--db"]);
    command.arg(database(folder.path()));
    let (status, lines) = check(&mut command);
    assert_eq!(status, 1, "{lines}");
    assert!(lines.contains("At most 512 files"), "{lines}");
}
