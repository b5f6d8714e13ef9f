//! Panes side by side or stacked, measured in terminal columns.

use yiqi_text::columns;

/// The number of blanks between two panes.
const GAP: usize = 3;

/// The board on the left and the other panes to its right: side by side, or stacked if the line is
/// too narrow, or all below the board if even that is too wide.
pub(crate) fn arrange(
    board: Vec<String>,
    info: Vec<String>,
    list: Vec<String>,
    width: usize,
) -> String {
    let stacked = |mut upper: Vec<String>, lower: Vec<String>| {
        upper.push(String::new());
        upper.extend(lower);
        upper
    };
    let (b, i, l) = (widest(&board), widest(&info), widest(&list));
    if b + GAP + i + GAP + l <= width {
        joined(&[board, info, list])
    } else if b + GAP + i.max(l) <= width {
        joined(&[board, stacked(info, list)])
    } else {
        joined(&[stacked(stacked(board, info), list)])
    }
}

fn widest(lines: &[String]) -> usize {
    lines
        .iter()
        .map(|line| columns::width(line))
        .max()
        .unwrap_or(0)
}

fn joined(panes: &[Vec<String>]) -> String {
    let height = panes.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = String::new();
    for row in 0..height {
        let mut line = String::new();
        let mut at = 0;
        for pane in panes {
            line.push_str(&" ".repeat(at - columns::width(&line).min(at)));
            line.push_str(pane.get(row).map_or("", String::as_str));
            at += widest(pane) + GAP;
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[&str]) -> Vec<String> {
        text.iter().map(|&line| line.to_owned()).collect()
    }

    #[test]
    fn panes_are_side_by_side_only_if_there_is_room() {
        let arranged = |width| {
            arrange(
                lines(&["bbbb", "bb"]),
                lines(&["王二", "i"]),
                lines(&["l"]),
                width,
            )
        };
        assert_eq!(arranged(15), "bbbb   王二   l\nbb     i\n");
        assert_eq!(arranged(14), "bbbb   王二\nbb     i\n\n       l\n");
        assert_eq!(arranged(10), "bbbb\nbb\n\n王二\ni\n\nl\n");
    }
}
