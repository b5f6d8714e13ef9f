//! What the host tells the launchers: a file of fields that end with NUL, which no path and no
//! word of a command can contain.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use super::Cell;
use crate::cage::Cage;

/// The plan of a cage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CellPlan {
    pub(super) host: u32,
    pub(super) program: PathBuf,
    pub(super) args: Vec<OsString>,
    pub(super) env: Vec<(OsString, OsString)>,
    pub(super) readable: Vec<PathBuf>,
    /// The folder that the program may write to.
    pub(super) writable: PathBuf,
    /// Whether that folder lasts only as long as the program.
    pub(super) is_temporary: bool,
    pub(super) cgroups: Vec<PathBuf>,
    pub(super) memory_bytes: u64,
    pub(super) cpu_seconds: u64,
    pub(super) disk_bytes: u64,
    pub(super) process_count: u64,
    pub(super) open_file_count: u64,
}

/// The environment variables that are passed on.
const VARIABLES: [&str; 3] = ["PATH", "LANG", "LC_ALL"];

impl CellPlan {
    pub(super) fn new(program: &Path, words: &[String], cage: &Cage, cell: &Cell) -> CellPlan {
        let writable = cell.writable(cage);
        let own = writable.clone().into_os_string();
        let mut env: Vec<(OsString, OsString)> = VARIABLES
            .iter()
            .filter_map(|&name| Some((name.into(), std::env::var_os(name)?)))
            .collect();
        env.push(("HOME".into(), own.clone()));
        env.push(("TMPDIR".into(), own));
        // Otherwise Python would buffer its answers.
        env.push(("PYTHONUNBUFFERED".into(), "1".into()));
        CellPlan {
            host: std::process::id(),
            program: program.to_owned(),
            args: words.iter().skip(1).map(OsString::from).collect(),
            env,
            readable: cage.readable_for(program, words),
            writable,
            is_temporary: cage.folder.is_none(),
            cgroups: cell.cgroups().to_vec(),
            memory_bytes: cage.memory_bytes(),
            cpu_seconds: cage.cpu.as_secs().max(1),
            disk_bytes: cage.disk_mib.saturating_mul(1 << 20),
            process_count: cage.process_count,
            open_file_count: cage.open_file_count,
        }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut put = |key: &str, value: &OsStr| {
            bytes.extend_from_slice(key.as_bytes());
            bytes.push(b'=');
            bytes.extend_from_slice(value.as_bytes());
            bytes.push(0);
        };
        let numbers = [
            ("host", u64::from(self.host)),
            ("temporary", u64::from(self.is_temporary)),
            ("memory", self.memory_bytes),
            ("cpu", self.cpu_seconds),
            ("disk", self.disk_bytes),
            ("processes", self.process_count),
            ("open-files", self.open_file_count),
        ];
        for (key, number) in numbers {
            put(key, OsStr::new(&number.to_string()));
        }
        put("program", self.program.as_os_str());
        put("writable", self.writable.as_os_str());
        self.args.iter().for_each(|arg| put("arg", arg));
        for (name, value) in &self.env {
            put("env-name", name);
            put("env-value", value);
        }
        for path in &self.readable {
            put("readable", path.as_os_str());
        }
        for path in &self.cgroups {
            put("cgroup", path.as_os_str());
        }
        bytes
    }

    pub(super) fn of_bytes(bytes: &[u8]) -> CellPlan {
        let mut plan = CellPlan::default();
        for field in bytes.split(|&byte| byte == 0) {
            let Some(at) = field.iter().position(|&byte| byte == b'=') else {
                continue;
            };
            let value = OsString::from_vec(field[at + 1..].to_vec());
            let number = || -> Option<u64> { value.to_str()?.parse().ok() };
            match &field[..at] {
                b"host" => plan.host = number().and_then(|n| n.try_into().ok()).unwrap_or(0),
                b"temporary" => plan.is_temporary = number() == Some(1),
                b"memory" => plan.memory_bytes = number().unwrap_or(0),
                b"cpu" => plan.cpu_seconds = number().unwrap_or(0),
                b"disk" => plan.disk_bytes = number().unwrap_or(0),
                b"processes" => plan.process_count = number().unwrap_or(0),
                b"open-files" => plan.open_file_count = number().unwrap_or(0),
                b"program" => plan.program = value.into(),
                b"writable" => plan.writable = value.into(),
                b"arg" => plan.args.push(value),
                b"env-name" => plan.env.push((value, OsString::new())),
                b"env-value" => {
                    if let Some((_, last)) = plan.env.last_mut() {
                        *last = value;
                    }
                }
                b"readable" => plan.readable.push(value.into()),
                b"cgroup" => plan.cgroups.push(value.into()),
                _ => {}
            }
        }
        plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Fault 61.
    #[test]
    fn any_word_and_path_arrives_as_it_was_sent() {
        let odd = |text: &str| OsString::from(text);
        let plan = CellPlan {
            host: 7,
            program: "/a b/$(x);\n=".into(),
            args: vec![odd(""), odd("--x=y"), OsString::from_vec(vec![0xff, b'='])],
            env: vec![(odd("A"), odd("=1=")), (odd("B"), odd(""))],
            readable: vec!["/x".into(), "/y=".into()],
            writable: "/w".into(),
            is_temporary: true,
            cgroups: vec!["/c".into()],
            memory_bytes: 1,
            cpu_seconds: 2,
            disk_bytes: 3,
            process_count: 4,
            open_file_count: 5,
        };
        assert_eq!(CellPlan::of_bytes(&plan.to_bytes()), plan);
    }
}
