//! How an outside program is named.

use std::fmt;
use std::path::PathBuf;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use yiqi_cage::Cage;

use crate::options::parse_time;
use crate::protocol::Protocol;
use crate::spec::{ParsePlayerError, PlayerKind, PlayerSpec};

/// An outside program: `gtp:COMMAND`, `gomocup,memory=512,folder=brain:COMMAND`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramSpec {
    /// The protocol that it speaks.
    pub protocol: Protocol,
    /// Its command line.
    pub command: String,
    /// Time per move that it is told where there is no clock, and held to.
    pub time: Option<Duration>,
    /// How long it may take to be ready.
    pub start: Option<Duration>,
    /// What it may take beyond its time.
    pub margin: Option<Duration>,
    /// Memory that it is told, in MiB.
    pub memory: Option<u64>,
    /// The depth of the search, where the protocol has one.
    pub depth: Option<u8>,
    /// A folder that it may write to and that is kept.
    pub folder: Option<PathBuf>,
    /// Further folders that it may read.
    pub readable: Vec<PathBuf>,
    /// Whether it runs without a cage.
    pub is_free: bool,
}

static PROTECTED: RwLock<Vec<PathBuf>> = RwLock::new(Vec::new());

/// Names a folder with data of this program, which no outside program may read.
pub fn protect(folder: PathBuf) {
    let mut folders = PROTECTED.write().unwrap_or_else(PoisonError::into_inner);
    folders.push(folder);
}

impl ProgramSpec {
    /// What a program may take beyond its time, for the way to it and back.
    pub const MARGIN_DEFAULT: Duration = Duration::from_millis(50);

    /// How long a program may take to be ready: some load large tables.
    pub const START_DEFAULT: Duration = Duration::from_secs(30);

    /// A program with the usual limits.
    #[must_use]
    pub fn new(protocol: Protocol, command: &str) -> ProgramSpec {
        ProgramSpec {
            protocol,
            command: command.to_owned(),
            time: None,
            start: None,
            margin: None,
            memory: None,
            depth: None,
            folder: None,
            readable: Vec::new(),
            is_free: false,
        }
    }

    /// A program from separate words: the protocol with its options, then the command.
    ///
    /// # Errors
    /// If the protocol or an option is unknown, or there is no command.
    pub fn of_words(protocol: &str, command: &[String]) -> Result<ProgramSpec, ParsePlayerError> {
        let command = shlex::try_join(command.iter().map(String::as_str)).unwrap_or_default();
        let spec: PlayerSpec = format!("program:{protocol}:{command}").parse()?;
        match spec.kind {
            PlayerKind::Program(program) => Ok(program),
            _ => Err(ParsePlayerError::Unknown(protocol.to_owned())),
        }
    }

    /// The memory that a program is told, in MiB: as in Gomocup if its spec names none.
    #[must_use]
    pub fn memory_told_mib(&self) -> u64 {
        self.memory.unwrap_or(350)
    }

    /// The memory at which a program is stopped, in MiB. Programs use all that they are told for
    /// one table and need some more.
    fn memory_max_mib(&self) -> u64 {
        match self.memory {
            None => Cage::MEMORY_MIB_DEFAULT,
            Some(told) => told + told / 4 + 128,
        }
    }

    /// Its cage, if it runs in one.
    #[must_use]
    pub fn cage(&self) -> Option<Cage> {
        (!self.is_free).then(|| Cage {
            folder: self.folder.clone(),
            readable: self.readable.clone(),
            protected: PROTECTED
                .read()
                .unwrap_or_else(PoisonError::into_inner)
                .clone(),
            memory_mib: self.memory_max_mib(),
            ..Cage::default()
        })
    }

    /// Sets an option as people write it. `false` if it is unknown, out of range, or already set.
    pub(crate) fn set(&mut self, key: &str, value: &str) -> bool {
        fn put<T>(place: &mut Option<T>, value: Option<T>) -> bool {
            let fits = place.is_none() && value.is_some();
            if fits {
                *place = value;
            }
            fits
        }
        let number = |most: u64| {
            let number: u64 = value.parse().ok()?;
            (1..=most).contains(&number).then_some(number)
        };
        match key {
            "time" => put(&mut self.time, parse_time(value)),
            "start" => put(&mut self.start, parse_time(value)),
            "margin" => put(&mut self.margin, parse_time(value)),
            "memory" => put(&mut self.memory, number(1 << 20)),
            "depth" => {
                let depth = number(60).and_then(|depth| u8::try_from(depth).ok());
                put(&mut self.depth, depth)
            }
            "folder" => put(&mut self.folder, (!value.is_empty()).then(|| value.into())),
            "read" if !value.is_empty() => {
                self.readable.push(value.into());
                true
            }
            "cage" if value == "off" && !self.is_free => {
                self.is_free = true;
                true
            }
            _ => false,
        }
    }
}

impl fmt::Display for ProgramSpec {
    /// As after `program:` in a player's spec.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.protocol.name())?;
        let time = |time: Duration| {
            let ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            yiqi_record::Duration(ms).to_string()
        };
        let folder = |folder: &PathBuf| folder.display().to_string();
        let options = [
            ("time", self.time.map(time)),
            ("start", self.start.map(time)),
            ("margin", self.margin.map(time)),
            ("memory", self.memory.map(|mib| mib.to_string())),
            ("depth", self.depth.map(|depth| depth.to_string())),
            ("folder", self.folder.as_ref().map(folder)),
            ("cage", self.is_free.then(|| "off".to_owned())),
        ];
        for (key, value) in options {
            if let Some(value) = value {
                write!(f, ",{key}={value}")?;
            }
        }
        for path in &self.readable {
            write!(f, ",read={}", path.display())?;
        }
        write!(f, ":{}", self.command)
    }
}
