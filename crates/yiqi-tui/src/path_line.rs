//! A typed path: the home folder as `~`, and completion.

use std::fs;
use std::path::{Path, PathBuf};

use yiqi_record::Format;

/// The most names that are listed.
const LISTED_MAX: usize = 500;

/// A file or a folder that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) path: PathBuf,
    pub(crate) name: String,
    pub(crate) is_folder: bool,
}

/// Expands `~` to the home folder, as a shell does.
pub(crate) fn expanded(typed: &str) -> PathBuf {
    let typed = typed.trim();
    let home = std::env::var_os("HOME").map(PathBuf::from);
    match (typed.strip_prefix('~'), home) {
        (Some(""), Some(home)) => home,
        (Some(rest), Some(home)) if rest.starts_with('/') => {
            home.join(rest.trim_start_matches('/'))
        }
        _ => PathBuf::from(typed),
    }
}

/// The folders and the games of a folder, by name, whose names begin with `start`. Hidden ones only
/// if asked for.
pub(crate) fn listed(folder: &Path, start: &str) -> Vec<Named> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<Named> = files
        .filter_map(|file| {
            let name = file.file_name().into_string().ok()?;
            let path = folder.join(&name);
            let is_folder = path.is_dir();
            let is_hidden = name.starts_with('.') && !start.starts_with('.');
            // Transcripts and saves of other programs end in txt.
            let is_text = path.extension().is_some_and(|ending| ending == "txt");
            let is_game = is_text || Format::of_path(&path).is_some();
            let fits = name.starts_with(start) && !is_hidden && (is_folder || is_game);
            fits.then_some(Named {
                path,
                name,
                is_folder,
            })
        })
        .collect();
    found.sort_by(|a, b| (!a.is_folder, &a.name).cmp(&(!b.is_folder, &b.name)));
    found.truncate(LISTED_MAX);
    found
}

/// Splits a typed path into its folder, as typed, and the beginning of a name.
fn split(typed: &str) -> (&str, &str) {
    match typed.rfind('/') {
        Some(at) => typed.split_at(at + 1),
        None => ("", typed),
    }
}

/// What a typed path may become, if relative ones begin in a folder.
pub(crate) fn matching(base: &Path, typed: &str) -> Vec<Named> {
    let (folder, start) = split(typed);
    if typed == "~" {
        return Vec::new();
    }
    listed(&base.join(expanded(folder)), start)
}

/// The typed path, completed as far as there is no choice; `None` if nothing fits.
pub(crate) fn completed(base: &Path, typed: &str) -> Option<String> {
    if typed == "~" {
        return Some("~/".to_owned());
    }
    let (folder, _) = split(typed);
    let found = matching(base, typed);
    let first = found.first()?;
    let common = found.iter().fold(first.name.as_str(), |common, other| {
        let same = common
            .char_indices()
            .zip(other.name.chars())
            .find(|((_, a), b)| a != b)
            .map_or(common.len().min(other.name.len()), |((at, _), _)| at);
        &common[..same]
    });
    let end = match &found[..] {
        [only] if only.is_folder => "/",
        _ => "",
    };
    Some(format!("{folder}{common}{end}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_completed_as_far_as_there_is_no_choice() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().display().to_string();
        for name in ["game-1.yiqi", "game-2.sgf", "notes.doc", ".hidden.yiqi"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join("old")).unwrap();
        fs::write(folder.path().join("old/first.yiqi"), "").unwrap();
        let complete = |typed: &str| {
            let typed = completed(Path::new("/"), &format!("{root}/{typed}"))?;
            Some(typed.trim_start_matches(&format!("{root}/")).to_owned())
        };
        assert_eq!(
            completed(folder.path(), "old/f").as_deref(),
            Some("old/first.yiqi")
        );
        assert_eq!(complete("g").as_deref(), Some("game-"));
        assert_eq!(complete("game-2").as_deref(), Some("game-2.sgf"));
        assert_eq!(complete("o").as_deref(), Some("old/"));
        assert_eq!(complete("old/").as_deref(), Some("old/first.yiqi"));
        assert_eq!(complete(".h").as_deref(), Some(".hidden.yiqi"));
        // Files that hold no game are not offered.
        assert_eq!((complete("n"), complete("x")), (None, None));
        assert_eq!(complete("").as_deref(), Some(""));
        let names = listed(folder.path(), "")
            .into_iter()
            .map(|named| named.name);
        assert_eq!(
            names.collect::<Vec<_>>(),
            ["old", "game-1.yiqi", "game-2.sgf"]
        );
        assert_eq!(completed(Path::new("/"), "~").as_deref(), Some("~/"));
    }
}
