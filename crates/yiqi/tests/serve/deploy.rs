//! The files in `deploy/`, used for real where this machine can.

use std::net::{SocketAddr, TcpListener, TcpStream};

use super::*;
use crate::tunnel::Authority;

fn deployed(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
    root.join(name)
}

fn text_of(name: &str) -> String {
    std::fs::read_to_string(deployed(name)).unwrap()
}

/// Runs a program that `scripts/test` installs; its output if it succeeds.
#[track_caller]
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(output.status.success(), "{command:?}: {said}");
    said
}

const UNITS: [&str; 3] = ["yiqi.service", "yiqi-node@.service", "yiqi-worker.service"];

#[test]
fn systemd_accepts_the_units() {
    let folder = tempfile::tempdir().unwrap();
    for name in UNITS {
        let text = text_of(&format!("systemd/{name}"));
        let own = env!("CARGO_BIN_EXE_yiqi");
        let text = text.replace("/usr/local/bin/yiqi", own);
        // A template is checked as one of its instances.
        let file = folder.path().join(name.replace('@', "@7281"));
        std::fs::write(&file, text).unwrap();
        let said = run(Command::new("systemd-analyze").arg("verify").arg(&file));
        assert_eq!(said, "", "{name}");
    }
}

#[test]
fn every_flag_in_the_files_exists() {
    let files = UNITS.map(|name| text_of(&format!("systemd/{name}")));
    let compose = text_of("compose.yml").replace(['"', ',', '[', ']'], " ");
    let lines = files.iter().flat_map(|text| text.lines());
    let mut count = 0;
    for line in lines.chain(compose.lines()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let command = words.iter().find(|word| ["serve", "worker"].contains(word));
        let is_start = line.starts_with("ExecStart=") || line.trim().starts_with("command:");
        let Some(command) = command.filter(|_| is_start) else {
            continue;
        };
        let help = run(yiqi(Path::new("/tmp")).args(["help", command]));
        for flag in words.iter().filter(|word| word.starts_with("--")) {
            assert!(help.contains(flag), "{flag} of {line}");
            count += 1;
        }
    }
    assert!(count >= 10, "{count}");
}

#[test]
fn the_compose_file_has_servers_a_database_a_bus_workers_and_a_proxy() {
    let text = text_of("compose.yml");
    for service in [
        "node1: *node",
        "node2: *node",
        "node3: *node",
        "worker:",
        "postgres:",
        "nats:",
        "proxy:",
    ] {
        assert!(text.contains(&format!("\n  {service}\n")), "{service}");
    }
    // Files that it mounts.
    for file in text
        .split("\"./")
        .skip(1)
        .filter_map(|rest| rest.split(':').next())
    {
        assert!(deployed(file).exists(), "{file}");
    }
    // Every secret is in the environment.
    for secret in [
        "POSTGRES_PASSWORD: ${",
        "NATS_TOKEN: ${",
        "YIQI_BUS_TOKEN: ${",
        "PGPASSWORD: ${",
    ] {
        assert!(text.contains(secret), "{secret}");
    }
    let folder = tempfile::tempdir().unwrap();
    let mut check = yiqi(folder.path());
    check
        .args(["serve", "--check", "--db"])
        .arg(database(folder.path()));
    let output = check
        .arg("--config")
        .arg(deployed("compose-serve.toml"))
        .output()
        .unwrap();
    // Advice at most, but no obstacle.
    assert!(
        output.status.code().is_some_and(|code| code < 2),
        "{output:?}"
    );
}

#[test]
fn nats_accepts_its_settings() {
    let program = yiqi_testkit::nats::program();
    let said = run(Command::new(program)
        .arg("-t")
        .arg("--config")
        .arg(deployed("nats.conf"))
        .env("NATS_TOKEN", "secret"));
    assert!(said.contains("is valid"), "{said}");
    assert!(text_of("nats.conf").contains("sync_interval: always"));
}

#[test]
fn caddy_accepts_its_settings() {
    for name in ["Caddyfile", "compose-Caddyfile"] {
        let folder = tempfile::tempdir().unwrap();
        let said = run(Command::new("caddy")
            .args(["validate", "--adapter", "caddyfile", "--config"])
            .arg(deployed(name))
            .env("HOME", folder.path()));
        assert!(said.contains("Valid configuration"), "{said}");
    }
}

/// A running nginx; stopped on drop.
struct Nginx(Child);

impl Drop for Nginx {
    fn drop(&mut self) {
        // Its children end with it only if it is asked to stop.
        let pid = self.0.id().to_string();
        let _ = Command::new("kill").arg(pid).status();
        let _ = self.0.wait();
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

/// Starts nginx with our settings, in front of these servers. Returns where it speaks HTTPS.
fn nginx(folder: &Path, servers: &[SocketAddr], authority: &Authority) -> (Nginx, SocketAddr) {
    let (cert, key) = authority.pair().write(folder);
    let mut text = text_of("nginx.conf");
    let ports = [free_port(), free_port()];
    for (from, to) in [
        ("listen 80;", format!("listen 127.0.0.1:{};", ports[0])),
        (
            "listen 443 ssl http2;",
            format!("listen 127.0.0.1:{} ssl http2;", ports[1]),
        ),
        ("/etc/nginx/tls/fullchain.pem", cert.display().to_string()),
        ("/etc/nginx/tls/privkey.pem", key.display().to_string()),
        // What a package of nginx sets: where it may write.
        (
            "http {\n",
            ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
                .iter()
                .fold("http {\naccess_log off;\n".to_owned(), |text, kind| {
                    text + &format!("{kind}_temp_path {}/{kind};\n", folder.display())
                }),
        ),
    ] {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, &to);
    }
    for (number, server) in (7281..7284).zip(servers.iter().cycle()) {
        let named = format!("127.0.0.1:{number}");
        assert!(text.contains(&named), "{named}");
        text = text.replace(&named, &server.to_string());
    }
    let file = folder.join("nginx.conf");
    std::fs::write(
        &file,
        format!("daemon off;\npid {}/pid;\n{text}", folder.display()),
    )
    .unwrap();
    let log = folder.join("nginx.log");
    let command = || {
        let mut command = Command::new("nginx");
        command.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        command.arg("-c").arg(&file).arg("-e").arg(&log);
        command
    };
    let said = run(command().arg("-t"));
    assert!(said.contains("test is successful"), "{said}");
    let running = Nginx(command().stderr(Stdio::null()).spawn().unwrap());
    let address = SocketAddr::from(([127, 0, 0, 1], ports[1]));
    while TcpStream::connect(address).is_err() {
        std::thread::yield_now();
    }
    (running, address)
}

#[tokio::test]
async fn a_game_is_played_through_nginx_with_our_settings() {
    let folder = tempfile::tempdir().unwrap();
    let settings = "trusted_proxies = [\"127.0.0.1\"]\npublic_origins = [\"https://localhost\"]";
    let mut command = yiqi(folder.path());
    command.args(["serve", "--listen", "127.0.0.1:0", "--db"]);
    command.arg(database(folder.path())).arg("--config");
    let serving = Serving::start(command.arg(config(folder.path(), settings)));
    let server = serving.web().address;
    let authority = Authority::new();
    let (_nginx, address) = nginx(folder.path(), &[server], &authority);
    let web = authority.tunnel(address).await;
    let page = web.get("/").await;
    assert_eq!(page.status, 200);
    assert!(page.body.contains("<title>"), "{}", page.body);
    assert_eq!(
        page.header("strict-transport-security"),
        Some("max-age=31536000")
    );
    assert_eq!(web.get("/metrics").await.status, 404);
    let mut game = game(web, "none").await;
    game.a.play("d3").await;
    game.b.play("c5").await;
    assert!(!serving.log().contains("forwarded"), "{}", serving.log());
}

/// A server of PostgreSQL with our archive, a moment to which it is restored, and what came later.
const RESTORE: &str = r#"
initdb --pgdata=data --auth=trust --no-sync --username=postgres >log
cat >>data/postgresql.conf <<END
archive_mode = on
archive_command = '$PWD/backup-postgres archive $PWD/backups %p %f'
listen_addresses = ''
unix_socket_directories = '$PWD'
END
export PGHOST=$PWD PGUSER=postgres
sql() { psql --dbname=postgres --no-align --tuples-only --command="$1"; }
trap 'pg_ctl --pgdata=data --mode=immediate stop >>log || true' EXIT
pg_ctl --pgdata=data --wait --log=server.log start >>log
sql 'CREATE TABLE moves (number int)' >>log
sql 'INSERT INTO moves SELECT generate_series(1, 1000)' >>log
base=$(basename "$(./backup-postgres base "$PWD/backups" 2>>log)")
sql 'INSERT INTO moves SELECT generate_series(1001, 2000)' >>log
moment=$(sql 'SELECT clock_timestamp()')
sql 'DELETE FROM moves' >>log
sql 'SELECT pg_switch_wal()' >>log
while [ "$(sql 'SELECT last_archived_wal IS NOT NULL AND archived_count > 1 FROM pg_stat_archiver')" != t ]; do :; done
pg_ctl --pgdata=data --mode=fast --wait stop >>log
mv data lost
./restore-postgres "$PWD/backups" "$base" "$moment" "$PWD/data"
pg_ctl --pgdata=data --wait --log=server.log start >>log
while [ "$(sql 'SELECT pg_is_in_recovery()')" != f ]; do :; done
sql 'SELECT count(*), max(number) FROM moves'
if ./restore-postgres "$PWD/backups" "$base" "$moment" "$PWD/data" 2>>log; then echo overwritten; fi
"#;

#[test]
fn postgresql_is_restored_as_it_was_at_a_given_moment() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    for name in ["backup-postgres", "restore-postgres"] {
        std::fs::copy(deployed(name), folder.path().join(name)).unwrap();
    }
    let said = yiqi_testkit::postgres::shell(folder.path(), RESTORE);
    assert_eq!(said, "2000|2000\n");
}
