//! Marks and arrows on the board, kept in comments.
//!
//! The last line of a comment may consist of tags: `[%CR d3 e4] [%AR d3-f5] [%LB c4=A]`. Their names
//! are those of SGF. A line that is not exactly as [`join`] writes it is text.

use yiqi_rules::{GameSpec, Point};

/// What a tag draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// An arrow from one point to another.
    Arrow,
    /// A circle.
    Circle,
    /// A short text.
    Label,
    /// A cross.
    Cross,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
}

impl MarkKind {
    /// All kinds, in the order in which they are written.
    pub const ALL: [MarkKind; 6] = [
        MarkKind::Arrow,
        MarkKind::Circle,
        MarkKind::Label,
        MarkKind::Cross,
        MarkKind::Square,
        MarkKind::Triangle,
    ];

    /// The name of its tag, and of its property in SGF.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MarkKind::Arrow => "AR",
            MarkKind::Circle => "CR",
            MarkKind::Label => "LB",
            MarkKind::Cross => "MA",
            MarkKind::Square => "SQ",
            MarkKind::Triangle => "TR",
        }
    }

    /// The kind with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<MarkKind> {
        MarkKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A mark on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// What is drawn.
    pub kind: MarkKind,
    /// Where.
    pub point: Point,
    /// Where an arrow ends; absent for all others.
    pub to: Option<Point>,
    /// The text of a label; empty for all others.
    pub text: String,
}

/// The longest label, in characters.
const LABEL_CHARS_MAX: usize = 3;

impl Mark {
    /// A mark that has nothing but a point.
    #[must_use]
    pub fn at(kind: MarkKind, point: Point) -> Mark {
        Mark {
            kind,
            point,
            to: None,
            text: String::new(),
        }
    }

    /// A label, if its text can be one: it is shortened to a few characters.
    #[must_use]
    pub fn label(point: Point, text: &str) -> Option<Mark> {
        let is_allowed = |c: &char| !c.is_whitespace() && !c.is_control() && !"[]".contains(*c);
        let text: String = text
            .chars()
            .filter(is_allowed)
            .take(LABEL_CHARS_MAX)
            .collect();
        (!text.is_empty()).then_some(Mark {
            text,
            ..Mark::at(MarkKind::Label, point)
        })
    }

    fn parse(kind: MarkKind, value: &str, spec: GameSpec) -> Option<Mark> {
        match kind {
            MarkKind::Arrow => {
                let (from, to) = value.split_once('-')?;
                Some(Mark {
                    to: Some(spec.point_named(to)?),
                    ..Mark::at(kind, spec.point_named(from)?)
                })
            }
            MarkKind::Label => {
                let (point, text) = value.split_once('=')?;
                Mark::label(spec.point_named(point)?, text)
            }
            _ => Some(Mark::at(kind, spec.point_named(value)?)),
        }
    }

    fn write(&self, out: &mut String, spec: GameSpec) {
        out.push_str(&spec.point_name(self.point));
        if let Some(to) = self.to {
            out.push('-');
            out.push_str(&spec.point_name(to));
        }
        if self.kind == MarkKind::Label {
            out.push('=');
            out.push_str(&self.text);
        }
    }
}

/// Splits a comment into its text and its marks.
#[must_use]
pub fn split(comment: &str, spec: GameSpec) -> (&str, Vec<Mark>) {
    let (text, line) = comment.rsplit_once('\n').unwrap_or(("", comment));
    match parse_line(line, spec) {
        Some(marks) if join(text, &marks, spec) == comment => (text, marks),
        _ => (comment, Vec::new()),
    }
}

/// The comment that has a text and marks.
#[must_use]
pub fn join(text: &str, marks: &[Mark], spec: GameSpec) -> String {
    let mut comment = text.to_owned();
    let mut separator = if text.is_empty() { "" } else { "\n" };
    for kind in MarkKind::ALL {
        let mut of_kind = marks.iter().filter(|mark| mark.kind == kind).peekable();
        if of_kind.peek().is_none() {
            continue;
        }
        comment.push_str(separator);
        separator = " ";
        comment.push_str("[%");
        comment.push_str(kind.name());
        for mark in of_kind {
            comment.push(' ');
            mark.write(&mut comment, spec);
        }
        comment.push(']');
    }
    comment
}

/// The marks of a line that has nothing but tags.
fn parse_line(line: &str, spec: GameSpec) -> Option<Vec<Mark>> {
    let mut marks = Vec::new();
    let inner = line.strip_prefix("[%")?.strip_suffix(']')?;
    for tag in inner.split("] [%") {
        let (name, values) = tag.split_once(' ')?;
        let kind = MarkKind::named(name)?;
        for value in values.split(' ') {
            marks.push(Mark::parse(kind, value, spec)?);
        }
    }
    Some(marks)
}

#[cfg(test)]
mod tests {
    use super::*;

    const REVERSI: GameSpec = GameSpec::REVERSI;

    #[test]
    fn marks_are_the_last_line_of_a_comment() {
        let comment = "Good.\nVery good.\n[%AR d3-f5] [%CR d3 e4] [%LB c4=A]";
        let (text, marks) = split(comment, REVERSI);
        assert_eq!(text, "Good.\nVery good.");
        let names: Vec<&str> = marks.iter().map(|mark| mark.kind.name()).collect();
        assert_eq!(names, ["AR", "CR", "CR", "LB"]);
        assert_eq!(marks[0].to, REVERSI.point_named("f5"));
        assert_eq!(join(text, &marks, REVERSI), comment);
        assert_eq!(split("[%SQ a1]", REVERSI).0, "");
    }

    #[test]
    fn everything_else_is_text() {
        for comment in [
            "",
            "Good.",
            "[%CR]",
            "[%CR ]",
            "[%CR z9]",
            "[%CR d3-e4]",
            "[%AR d3]",
            "[%LB d3=]",
            "[%LB d3=long]",
            "[%XX d3]",
            "[%CR d3]  [%SQ d3]",
            "[%CR d3] [%CR e4]",
            "[%SQ d3] [%CR e4]",
            "[%CR d3]\nGood.",
            "\n[%CR d3]",
            "see [%CR d3]",
        ] {
            assert_eq!(
                split(comment, REVERSI),
                (comment, Vec::new()),
                "{comment:?}"
            );
        }
    }
}
