//! Reports of a tournament: text, JSON, Markdown, and one HTML page.
//!
//! All of them show the same tables, which are made here in the reader's language.

mod html;
mod json;
mod tables;

use yiqi_text::Text;
use yiqi_text::columns::{pad, width};

use crate::standings::Standings;
use crate::tournament::Tournament;
use tables::sections;

pub use html::{GAMES_MAX, html};
pub(crate) use html::{Page, PlotLine, Replay, SERIES_MAX, elo_plot, line_plot, sampled};
pub use json::{game_json, json};
pub(crate) use tables::{Section, Table, cross_of, match_lines, number};
pub use tables::{elo_text, percent};

/// The report as plain text, for a terminal.
#[must_use]
pub fn text(tournament: &Tournament, standings: &Standings, words: &Text) -> String {
    let mut sections = sections(tournament, standings, words);
    sections.retain(|section| !section.is_detail);
    plain(&sections)
}

/// Parts of a report as plain text.
pub(crate) fn plain(sections: &[Section]) -> String {
    let mut out = String::new();
    for section in sections {
        if !out.is_empty() {
            out.push('\n');
        }
        if let Some(title) = &section.title {
            out += &format!("{title}\n");
        }
        for line in &section.lines {
            out += &format!("{line}\n");
        }
        if let Some(table) = &section.table {
            out += &plain_table(table);
        }
    }
    out
}

/// The report as Markdown.
#[must_use]
pub fn markdown(tournament: &Tournament, standings: &Standings, words: &Text) -> String {
    let mut out = String::new();
    for (index, section) in sections(tournament, standings, words).iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        if let Some(title) = &section.title {
            let level = if index == 0 { "#" } else { "##" };
            out += &format!("{level} {}\n\n", escaped(title));
        }
        for line in &section.lines {
            out += &format!("- {}\n", escaped(line));
        }
        if let Some(table) = &section.table {
            if !section.lines.is_empty() {
                out.push('\n');
            }
            out += &table_as_markdown(table);
        }
    }
    out
}

/// A table of numbers in Markdown.
pub(crate) fn markdown_table(head: Vec<String>, rows: Vec<Vec<String>>) -> String {
    table_as_markdown(&Table::new(head, rows, Vec::new()))
}

fn table_as_markdown(table: &Table) -> String {
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule: Vec<&str> = (0..table.head.len())
        .map(|column| if table.is_text(column) { "---" } else { "---:" })
        .collect();
    let mut out = row(&table.head);
    out += &format!("| {} |\n", rule.join(" | "));
    for cells in &table.rows {
        out += &row(cells);
    }
    out
}

/// A text without what Markdown or HTML would take for markup.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '|' | '*' | '_' | '`' | '[' | ']' | '\\' | '#' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

/// A table in columns.
fn plain_table(table: &Table) -> String {
    let widths: Vec<usize> = (0..table.head.len())
        .map(|column| {
            let cells = std::iter::once(&table.head).chain(&table.rows);
            cells.map(|cells| width(&cells[column])).max().unwrap_or(0)
        })
        .collect();
    let mut out = String::new();
    for cells in std::iter::once(&table.head).chain(&table.rows) {
        let line: Vec<String> = cells
            .iter()
            .enumerate()
            .map(|(column, cell)| {
                if table.is_text(column) {
                    pad(cell, widths[column])
                } else {
                    let blanks = widths[column].saturating_sub(width(cell));
                    format!("{}{cell}", " ".repeat(blanks))
                }
            })
            .collect();
        out += line.join("  ").trim_end();
        out.push('\n');
    }
    out
}
