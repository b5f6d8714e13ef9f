//! `yiqi completions` and `yiqi man`, generated from the table of commands.

use std::io::{IsTerminal, Write};
use std::process::{Command as Process, Stdio};

use clap::{Arg, ArgMatches, Command};
use clap_complete::Shell;
use yiqi_text::Text;
use yiqi_text::columns::{width, wrap};

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

/// One page for the program and all its commands: in a terminal as `man` shows it, elsewhere as `man`
/// reads it.
pub(crate) fn man(command: Command, text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    let page = page(command, text);
    if !std::io::stdout().is_terminal() {
        out.write_all(page.roff().as_bytes())?;
    } else if !show(&page.roff()) {
        let columns = crossterm::terminal::size().map_or(COLUMNS, |(columns, _)| columns.into());
        out.write_all(page.plain(columns.clamp(40, COLUMNS)).as_bytes())?;
    }
    Ok(())
}

/// The columns of the page where there is no `man`.
const COLUMNS: usize = 80;

/// Lets `man` show a page. Returns whether it did.
fn show(roff: &str) -> bool {
    let man = Process::new("man")
        .args(["-l", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut man) = man else { return false };
    if let Some(mut input) = man.stdin.take() {
        // Whoever leaves the pager early closes the pipe.
        let _ = input.write_all(roff.as_bytes());
    }
    man.wait().is_ok_and(|status| status.success())
}

fn page(mut command: Command, text: &Text) -> Page {
    command.build();
    let mut page = Page::default();
    page.section(&text.say("man-name"));
    let about = text.say("cli-about");
    page.text(&format!("yiqi - {about}"));
    page.section(&text.say("man-synopsis"));
    page.text("yiqi [OPTIONS] [COMMAND]");
    page.section(&text.say("man-description"));
    page.text(&text.say("cli-default"));
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
    page.section(&text.say("script-title"));
    for paragraph in script_paragraphs(text) {
        page.text(&paragraph);
    }
    for (field, meaning) in script_fields(text) {
        page.item(field, &meaning);
    }
    page.example(SCRIPT_EXAMPLE);
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
        page.example(&lines.join("\n"));
    }
    page
}

/// The help of the script protocol, for `yiqi help script`.
pub(crate) fn script_help(text: &Text) -> String {
    let fields = script_fields(text);
    let widest = fields.iter().map(|(field, _)| field.len()).max();
    let fields = fields.iter().map(|(field, meaning)| {
        let columns = widest.unwrap_or(0);
        format!("  {field:columns$}  {meaning}\n")
    });
    let example = SCRIPT_EXAMPLE.lines().map(|line| format!("  {line}\n"));
    format!(
        "{}\n\n{}\n\n{}\n{}",
        text.say("script-title"),
        script_paragraphs(text).join("\n"),
        fields.collect::<String>(),
        example.collect::<String>(),
    )
}

fn script_paragraphs(text: &Text) -> [String; 3] {
    ["script-about", "script-answer", "script-use"].map(|key| text.say(key))
}

fn script_fields(text: &Text) -> [(&'static str, String); 9] {
    [
        ("game", "script-game"),
        ("size", "script-size"),
        ("spec", "script-spec"),
        ("turn", "script-turn"),
        ("stone", "script-stone"),
        ("moves", "script-moves"),
        ("legal", "script-legal"),
        ("board", "script-board"),
        ("time_ms", "script-time"),
    ]
    .map(|(field, key)| (field, text.say(key)))
}

/// A whole program that speaks the script protocol.
const SCRIPT_EXAMPLE: &str = "\
import json, random, sys
for line in sys.stdin:
    task = json.loads(line)
    print(random.choice(task[\"legal\"]), flush=True)";

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

/// A manual page.
#[derive(Default)]
struct Page {
    parts: Vec<Part>,
}

/// A part of a manual page.
enum Part {
    Section(String),
    /// The usage of a command.
    Usage(String),
    Text(String),
    /// A term and what it means.
    Item(String, String),
    /// Lines that stay as they are.
    Example(String),
}

impl Page {
    fn section(&mut self, title: &str) {
        self.parts.push(Part::Section(title.to_uppercase()));
    }

    fn text(&mut self, text: &str) {
        self.parts.push(Part::Text(text.to_owned()));
    }

    fn item(&mut self, term: &str, meaning: &str) {
        let item = Part::Item(term.to_owned(), meaning.to_owned());
        self.parts.push(item);
    }

    fn example(&mut self, lines: &str) {
        self.parts.push(Part::Example(lines.to_owned()));
    }

    fn command(&mut self, command: &Command) {
        let usage = command.clone().render_usage().to_string();
        let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
        self.parts.push(Part::Usage(usage.to_owned()));
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

    /// The page as `man` reads it.
    fn roff(&self) -> String {
        let mut roff = format!(
            ".TH YIQI 1 \"\" \"yiqi {}\" \"User Commands\"\n",
            env!("CARGO_PKG_VERSION")
        );
        let mut add = |markup: &str, text: &str| {
            roff.push_str(markup);
            for line in text.lines() {
                let escaped = line.replace('\\', "\\e").replace('-', "\\-");
                if escaped.starts_with(['.', '\'']) {
                    roff.push_str("\\&");
                }
                roff.push_str(&escaped);
                roff.push('\n');
            }
        };
        for part in &self.parts {
            match part {
                Part::Section(title) => add(&format!(".SH \"{title}\"\n"), ""),
                Part::Usage(usage) => add(".SS\n", usage),
                Part::Text(text) => add(".PP\n", text),
                Part::Item(term, meaning) => {
                    add(".TP\n.B\n", term);
                    add("", meaning);
                }
                Part::Example(lines) => {
                    add(".PP\n.nf\n", lines);
                    add(".fi\n", "");
                }
            }
        }
        roff
    }

    /// The page as text in lines of this many columns.
    fn plain(&self, columns: usize) -> String {
        let mut out = String::new();
        let mut add = |indent: usize, text: &str| {
            for line in wrap(text, columns.saturating_sub(indent)) {
                out.push_str(&" ".repeat(indent));
                out.push_str(&line);
                out.push('\n');
            }
        };
        for part in &self.parts {
            match part {
                Part::Section(title) => {
                    add(0, " ");
                    add(0, title);
                }
                Part::Usage(usage) => {
                    add(0, " ");
                    add(3, usage);
                }
                Part::Text(text) => add(7, text),
                Part::Item(term, meaning) => {
                    add(7, term);
                    add(14, meaning);
                }
                Part::Example(lines) => {
                    add(0, " ");
                    for line in lines.lines() {
                        // Long lines of an example stay whole.
                        add(7usize.min(columns.saturating_sub(width(line))), line);
                    }
                }
            }
        }
        out
    }
}
