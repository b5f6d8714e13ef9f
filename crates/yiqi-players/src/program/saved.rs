//! The outside programs that a person has given names.

use std::sync::{PoisonError, RwLock};

use yiqi_record::notation::is_unprintable;

use super::ProgramSpec;
use crate::spec::{PlayerKind, PlayerSpec};

/// An outside program with a name, under which it can be chosen as a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedProgram {
    /// The name.
    pub name: String,
    /// The program.
    pub program: ProgramSpec,
}

/// The longest name.
const NAME_CHARS_MAX: usize = 40;

static SAVED: RwLock<Vec<SavedProgram>> = RwLock::new(Vec::new());

impl SavedProgram {
    /// A program with a name. `None` if the name is empty, too long or means something else in a
    /// player's spec.
    #[must_use]
    pub fn new(name: &str, program: ProgramSpec) -> Option<SavedProgram> {
        let name = name.trim();
        let is_plain = |c: char| !is_unprintable(c) && !matches!(c, ':' | '=' | ',');
        let fits = !name.is_empty() && name.chars().count() <= NAME_CHARS_MAX;
        let is_taken = || {
            let words = [
                "human",
                "random",
                "greedy",
                "weights",
                "alphabeta",
                "engine",
                "program",
            ];
            let protocols = crate::protocol::Protocol::ALL.map(|protocol| protocol.name());
            let mut words = words.iter().chain(&protocols);
            words.any(|word| word.eq_ignore_ascii_case(name))
        };
        (fits && name.chars().all(is_plain) && !is_taken()).then(|| SavedProgram {
            name: name.to_owned(),
            program,
        })
    }

    /// The programs of a list: lines `NAME: PROTOCOL:COMMAND`. Other lines are skipped: no list may
    /// prevent anybody from playing.
    #[must_use]
    pub fn list_of_text(text: &str) -> Vec<SavedProgram> {
        let program = |line: &str| {
            let (name, rest) = line.split_once(':')?;
            let spec: PlayerSpec = format!("program:{}", rest.trim()).parse().ok()?;
            match spec.kind {
                PlayerKind::Program(program) => SavedProgram::new(name, program),
                _ => None,
            }
        };
        text.lines().filter_map(program).collect()
    }

    /// What [`SavedProgram::list_of_text`] reads.
    #[must_use]
    pub fn list_text(programs: &[SavedProgram]) -> String {
        programs
            .iter()
            .map(|saved| format!("{}: {}\n", saved.name, saved.program))
            .collect()
    }

    /// Makes these the programs that can be chosen by name in this process.
    pub fn set_all(programs: Vec<SavedProgram>) {
        *SAVED.write().unwrap_or_else(PoisonError::into_inner) = programs;
    }

    /// The programs that can be chosen by name.
    #[must_use]
    pub fn all() -> Vec<SavedProgram> {
        SAVED.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The program with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<SavedProgram> {
        let name = name.trim().to_lowercase();
        let mut all = SavedProgram::all().into_iter();
        all.find(|saved| saved.name.to_lowercase() == name)
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn a_list_reads_what_it_writes_and_skips_what_is_wrong() {
        let text = "Rapfi 2: gomocup,memory=350:/opt/rapfi --x\nno program\nhuman: gtp:edax\n\
                    x: chess:crafty\n: gtp:edax\nEdax: nboard,depth=9,cage=off:edax -nboard\n";
        let list = SavedProgram::list_of_text(text);
        let names: Vec<&str> = list.iter().map(|saved| saved.name.as_str()).collect();
        assert_eq!(names, ["Rapfi 2", "Edax"]);
        let again = SavedProgram::list_of_text(&SavedProgram::list_text(&list));
        assert_eq!(again, list);
        SavedProgram::set_all(list);
        let spec: PlayerSpec = "edax".parse().unwrap();
        assert_eq!(spec.name.as_deref(), Some("Edax"));
        assert_eq!(spec, "program:EDAX".parse().unwrap());
        assert!(spec.kind.is_outside());
        let named: PlayerSpec = "Bob=Rapfi 2".parse().unwrap();
        assert_eq!(named.name.as_deref(), Some("Bob"));
        assert!("Zebra".parse::<PlayerSpec>().is_err());
    }
}
