//! `yiqi completions` and `yiqi man`, generated from the table of commands.

use std::io::Write;

use clap::{Arg, ArgMatches, Command};
use clap_complete::Shell;
use yiqi_text::Text;

use crate::cli::{EXAMPLES, GROUPS};
use crate::failure::Failure;

pub(crate) fn completions(
    args: &ArgMatches,
    mut command: Command,
    out: &mut impl Write,
) -> Result<(), Failure> {
    if let Some(&shell) = args.get_one::<Shell>("shell") {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut command, "yiqi", &mut script);
        out.write_all(&script)?;
    }
    Ok(())
}

/// One page for the program and all its commands, as `man` reads it.
pub(crate) fn man(mut command: Command, text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    command.build();
    let mut page = Page::default();
    page.line(&format!(
        ".TH YIQI 1 \"\" \"yiqi {}\" \"User Commands\"",
        env!("CARGO_PKG_VERSION")
    ));
    page.section(&text.say("man-name"));
    let about = text.say("cli-about");
    page.text(&format!("yiqi - {about}"));
    page.section(&text.say("man-synopsis"));
    page.line(".B yiqi");
    page.text("[OPTIONS] [COMMAND]");
    page.section(&text.say("man-description"));
    page.text(&text.say("cli-default"));
    page.line(".PP");
    page.text(&text.say("man-same"));
    page.section(&text.say("cli-common"));
    let is_common = |arg: &&Arg| !arg.is_positional();
    page.arguments(command.get_arguments().filter(is_common));
    for (group, names) in GROUPS {
        page.section(&text.say(group));
        for name in names {
            if let Some(sub) = command.find_subcommand(name) {
                page.command(sub);
            }
        }
    }
    page.section(&text.say("man-files"));
    for (file, key) in FILES {
        page.item(file, &text.say(key));
    }
    page.section(&text.say("man-environment"));
    for (name, key) in VARIABLES {
        page.item(name, &text.say(key));
    }
    page.section(&text.say("man-exit"));
    for (status, key) in STATUSES {
        page.item(status, &text.say(key));
    }
    page.section(&text.say("cli-examples"));
    for (_, lines) in EXAMPLES {
        page.line(".nf");
        for line in lines {
            page.text(line);
        }
        page.line(".fi");
        page.line(".PP");
    }
    out.write_all(page.roff.as_bytes())?;
    Ok(())
}

/// What is in the data folder.
const FILES: [(&str, &str); 7] = [
    ("~/.local/share/yiqi", "man-file-folder"),
    ("settings.txt", "man-file-settings"),
    ("last-game.txt", "man-file-last-game"),
    ("saves/1.yiqi … 9.yiqi", "man-file-saves"),
    ("unfinished/", "man-file-unfinished"),
    ("history.txt", "man-file-history"),
    ("network/HOST.token", "man-file-token"),
];

/// The environment variables that change something.
const VARIABLES: [(&str, &str); 4] = [
    ("LC_ALL, LC_MESSAGES, LANG", "man-env-lang"),
    ("NO_COLOR", "man-env-no-color"),
    ("COLORTERM, TERM", "man-env-term"),
    ("SSL_CERT_FILE", "man-env-certificates"),
];

const STATUSES: [(&str, &str); 3] = [
    ("0", "man-exit-0"),
    ("1", "man-exit-1"),
    ("2", "man-exit-2"),
];

/// A manual page being written.
#[derive(Default)]
struct Page {
    roff: String,
}

impl Page {
    /// A line that is markup.
    fn line(&mut self, line: &str) {
        self.roff.push_str(line);
        self.roff.push('\n');
    }

    /// Text, with the characters that have a meaning in the markup escaped.
    fn text(&mut self, text: &str) {
        for line in text.lines() {
            let escaped = line.replace('\\', "\\e").replace('-', "\\-");
            if escaped.starts_with(['.', '\'']) {
                self.roff.push_str("\\&");
            }
            self.line(&escaped);
        }
    }

    fn section(&mut self, title: &str) {
        self.line(&format!(".SH \"{}\"", title.to_uppercase()));
    }

    /// A term and what it means.
    fn item(&mut self, term: &str, meaning: &str) {
        self.line(".TP");
        self.line(".B");
        self.text(term);
        self.text(meaning);
    }

    fn command(&mut self, command: &Command) {
        let usage = command.clone().render_usage().to_string();
        let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
        self.line(".SS");
        self.text(usage);
        if let Some(about) = command.get_about() {
            self.text(&format!("{about}."));
        }
        let is_own = |arg: &&Arg| !arg.is_global_set() && arg.get_id() != "help";
        self.arguments(command.get_arguments().filter(is_own));
        for sub in command.get_subcommands() {
            self.command(sub);
        }
    }

    fn arguments<'a>(&mut self, arguments: impl Iterator<Item = &'a Arg>) {
        for arg in arguments {
            let short = arg.get_short().map(|short| format!("-{short}, "));
            let term = format!("{}{arg}", short.unwrap_or_default());
            let help = arg.get_help().map(ToString::to_string);
            self.item(&term, &help.unwrap_or_default());
        }
    }
}
