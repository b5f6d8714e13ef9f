//! The panels around a board: open games, players, moves, analysis.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use yiqi_desk::words::{evaluation, opening_turn};
use yiqi_players::Certainty;
use yiqi_record::Seat;
use yiqi_record::notation::move_name;
use yiqi_rules::{Aim, Color, GameSpec, Move, PointSet};
use yiqi_session::{GameView, MoveView, Stage};
use yiqi_text::{Args, words};
use yiqi_wire::WireCertainty;

use super::replay::draw_column;
use super::{move_list, presence};
use crate::analysis::height;
use crate::board::BoardPicture;
use crate::cells::{clear, fit, pad, put, width, wrap};
use crate::layout::take_top;
use crate::shared::{Notice, Shared};

/// The board as the active game shows it.
pub(super) fn picture(shared: &Shared, view: &GameView, with_cursor: bool) -> BoardPicture {
    let mut picture = BoardPicture::plain(view.spec, view.stones);
    picture.mover = view.next_stone.unwrap_or(Color::Black);
    if shared.desk.settings().legal_dots {
        picture.legal = view.marked_points;
    }
    if let Some(last) = &view.last {
        picture.last = last.placed.map(|(point, _)| point);
        picture.flipped = last.flipped;
        picture.turned = shared.turned(&last.flipped);
    }
    picture.rows.clone_from(&view.winning_lines);
    picture.lit = picture.rows.iter().flatten().copied().collect();
    if let Some(notice) = &shared.notice {
        picture.lit.extend(&notice.stones);
    }
    picture.forbidden = view.forbidden.iter().map(|(point, _)| *point).collect();
    picture.suggestion = shared.hint().and_then(|hint| hint.mv().point());
    if with_cursor {
        picture.cursor = shared.cursor_point().filter(|_| !shared.is_cursor_hidden);
        if shared.active().is_own_turn() {
            picture.would_flip = would_flip(shared, view);
        }
    }
    picture
}

/// The stones that a move at the cursor would flip.
fn would_flip(shared: &Shared, view: &GameView) -> PointSet {
    let point = shared.cursor_point().filter(|_| !shared.is_cursor_hidden);
    let legal = point.filter(|&point| view.legal_points.contains(point));
    let (Some(point), Some(position)) = (legal, shared.active().position()) else {
        return PointSet::EMPTY;
    };
    let played = position.clone().play(Move::Place(point));
    played.map_or(PointSet::EMPTY, |changes| changes.flipped)
}

/// The name of a game without its rules, for narrow spaces.
pub(super) fn short_title(shared: &Shared, spec: GameSpec) -> String {
    let title = words::game(&shared.text, spec);
    let end = title.find([',', '，']).unwrap_or(title.len());
    title[..end].to_owned()
}

/// One player in one line: stone, name, count, clock, turn marker.
fn draw_player(shared: &Shared, view: &GameView, buf: &mut Buffer, area: Rect, color: Color) {
    let palette = shared.palette();
    let glyphs = shared.glyphs();
    let seat = view.colors.seat_of(color);
    let is_turn = view.turn == Some(seat);
    let style = if is_turn {
        palette.strong
    } else {
        palette.text
    };
    let board = palette.board(view.spec);
    // On a patch of the board, so that black and white look right on every terminal.
    let stone = format!(" {} ", glyphs.on_board(color));
    let x = area.x + put(buf, area.x, area.y, 3, &stone, board.stone[color]) + 1;
    let mut tail = String::new();
    if let Some(score) = view.score {
        tail.push_str(&format!("{:>4}", score[color]));
    }
    if let Some(clocks) = &view.clocks {
        let columns = Seat::BOTH
            .map(|seat| width(&words::clock(&clocks[seat])))
            .into_iter()
            .fold(7, usize::max);
        tail.push_str(&format!("  {:>columns$}", words::clock(&clocks[seat])));
    }
    tail.push_str(&if is_turn {
        format!(" {} {}", glyphs.turn(), shared.say("tui-to-move"))
    } else {
        String::new()
    });
    let room = usize::from(area.right().saturating_sub(x));
    let tail_width = width(&tail);
    let turn_width = width(&shared.say("tui-to-move")) + 3;
    // The numbers of both lines are aligned.
    let numbers_width = if is_turn {
        tail_width - turn_width
    } else {
        tail_width
    };
    let name_width = room.saturating_sub(numbers_width + turn_width).min(20);
    let name = pad(
        &presence::name_with_note(shared, view, seat, name_width),
        name_width,
    );
    put(
        buf,
        x,
        area.y,
        area.right().saturating_sub(x),
        &format!("{name}{tail}"),
        style,
    );
}

/// Both players, black first, in two lines.
pub(super) fn draw_players(shared: &Shared, view: &GameView, buf: &mut Buffer, area: Rect) {
    for (color, y) in Color::BOTH.into_iter().zip(area.top()..area.bottom()) {
        draw_player(
            shared,
            view,
            buf,
            Rect {
                y,
                height: 1,
                ..area
            },
            color,
        );
    }
}

/// The last ply and its effect: "d3 flips d4".
pub(super) fn last_ply(shared: &Shared, view: &GameView) -> Option<String> {
    let last = view.last.as_ref()?;
    let name = words::move_text(&shared.text, last.mv, view.spec);
    if last.flipped.is_empty() {
        return Some(shared.fill("tui-last", Args::new().text("move", name)));
    }
    let flipped: Vec<_> = last.flipped.iter().collect();
    let points = words::points(view.spec, &flipped);
    let args = Args::new().text("move", name).text("points", points);
    Some(shared.fill("tui-last-flips", args))
}

/// What is expected now, in one sentence.
pub(super) fn turn_sentence(shared: &Shared, view: &GameView) -> String {
    if let Stage::Over(result) = view.stage {
        return shared.result_sentence(view, &result);
    }
    let Some(seat) = view.turn else {
        return String::new();
    };
    let args = Args::new().text("name", shared.name(view, seat));
    if view.legal_words == [Move::Pass] && view.legal_points.is_empty() {
        return shared.fill("tui-must-pass", args);
    }
    let name = |seat| shared.name(view, seat);
    if let Some(opening) = opening_turn(&shared.text, view, name) {
        return opening;
    }
    match view.next_stone {
        Some(stone) if stone != view.colors[seat] => {
            let args = args.text("color", words::color(&shared.text, stone));
            shared.fill("tui-turn-other-stone", args)
        }
        Some(_) => words::with_stones_due(
            &shared.text,
            shared.fill("tui-turn", args),
            view.spec.game(),
            view.stones_due,
        ),
        None => shared.fill("tui-ask-choice", args),
    }
}

/// The analysis of the program to move: depth, evaluation, best line.
pub(super) fn thinking_line(shared: &Shared, spec: GameSpec) -> Option<String> {
    let sign = shared.glyphs().thinking(shared.animation_step());
    let turn = shared
        .active()
        .position()
        .and_then(|position| position.turn());
    let describe = |depth: u8, eval: i32, certainty: Certainty, line: &[String]| {
        let eval = match turn {
            Some(Color::White) => eval.saturating_neg(),
            _ => eval,
        };
        let args = Args::new()
            .text("depth", depth.to_string())
            .text("eval", evaluation(&shared.text, spec, eval, certainty))
            .text("line", line.join(" "));
        format!("{sign} {}", shared.fill("tui-thinking-depth", args))
    };
    if let Some(remote) = &shared.remote {
        let thought = remote.thought.as_ref()?;
        return Some(describe(
            thought.depth,
            thought.eval,
            certainty_of(thought.certainty),
            &thought.line,
        ));
    }
    let analysis = shared.desk.current()?.thinking()?.unwrap_or_default();
    let Some(best) = analysis.best() else {
        return Some(format!("{sign} {}", shared.say("tui-thinking")));
    };
    let line: Vec<String> = best.moves.iter().map(|&mv| move_name(mv, spec)).collect();
    Some(describe(analysis.depth, best.eval, best.certainty, &line))
}

/// The certainty of a program's evaluation on a server; without one it is an estimate.
fn certainty_of(certainty: Option<WireCertainty>) -> Certainty {
    match certainty {
        Some(WireCertainty::Exact) => Certainty::Exact,
        Some(WireCertainty::Outcome) => Certainty::Outcome,
        Some(WireCertainty::Forced { plies }) => Certainty::Forced { plies },
        Some(WireCertainty::Estimate { percent, error }) => Certainty::Estimate { percent, error },
        None => Certainty::ESTIMATE,
    }
}

/// The evaluations of the players so far, in hundredths from Black's point of view.
fn evals(view: &GameView) -> Vec<i32> {
    let for_black = |mv: &MoveView| match view.colors[mv.seat] {
        Color::Black => mv.eval,
        Color::White => mv.eval.map(i32::saturating_neg),
    };
    view.moves.iter().filter_map(for_black).collect()
}

/// Whose evaluations they are, and their unit.
fn evals_title(shared: &Shared, view: &GameView) -> String {
    let has_evals = |seat: &Seat| {
        let mut moves = view.moves.iter();
        moves.any(|mv| mv.seat == *seat && mv.eval.is_some())
    };
    let names = Seat::BOTH.into_iter().filter(has_evals);
    let names: Vec<String> = names.map(|seat| shared.name(view, seat)).collect();
    let args = Args::new().text("who", names.join(" / "));
    shared.fill(
        match view.spec.game().aim() {
            Aim::Stones => "tui-evals-stones",
            _ => "tui-evals-chance",
        },
        args,
    )
}

/// The rows of the evaluations: a title and the graph.
const EVALS_HEIGHT: u16 = 3;

/// Draws the evaluations so far in two rows under a title: above the middle Black is ahead, below
/// it White. The last one is in words, with its unit.
fn draw_evals(shared: &Shared, view: &GameView, buf: &mut Buffer, mut area: Rect) {
    let evals = evals(view);
    let Some(&last) = evals.last() else {
        return;
    };
    let top = take_top(&mut area, 1);
    let title = fit(&evals_title(shared, view), usize::from(top.width));
    put(buf, top.x, top.y, top.width, &title, shared.palette().quiet);
    let palette = shared.palette();
    let said = evaluation(&shared.text, view.spec, last, Certainty::ESTIMATE);
    let said_width = u16::try_from(width(&said)).unwrap_or(area.width);
    let room = area.width.saturating_sub(said_width + 4);
    let shown = &evals[evals.len().saturating_sub(usize::from(room))..];
    for (color, y) in Color::BOTH.into_iter().zip(area.top()..area.bottom()) {
        let stone = shared.glyphs().stone(color);
        put(
            buf,
            area.x,
            y,
            1,
            stone.encode_utf8(&mut [0; 4]),
            palette.quiet,
        );
    }
    for (&eval, x) in shown.iter().zip(area.x + 2..) {
        let height = height(view.spec, eval);
        draw_column(shared, buf, (x, area.y + 1), 1, height);
    }
    let x = area.x + 4 + u16::try_from(shown.len()).unwrap_or(room);
    // On the side that is ahead.
    let y = area.y + u16::from(last < 0);
    put(buf, x, y, said_width, &said, palette.text);
}

/// The panel next to the board, with what there is to say: a notice, then a hint or the last move. A
/// refusal stands alone.
pub(super) fn draw_info(
    shared: &Shared,
    view: &GameView,
    buf: &mut Buffer,
    area: Rect,
    notice: Option<&Notice>,
) {
    let palette = shared.palette();
    clear(buf, area, palette.text);
    let columns = usize::from(area.width);
    let title = fit(&words::game(&shared.text, view.spec), columns);
    put(buf, area.x, area.y, area.width, &title, palette.quiet);
    let players = Rect {
        y: area.y + 1.min(area.height),
        height: area.height.saturating_sub(1).min(2),
        ..area
    };
    draw_players(shared, view, buf, players);
    let mut lines: Vec<(String, Style)> = vec![(String::new(), palette.text)];
    if let Stage::Over(_) = view.stage {
        for line in wrap(&turn_sentence(shared, view), columns) {
            lines.push((line, palette.strong.add_modifier(Modifier::BOLD)));
        }
    }
    if let Some(notice) = notice {
        let said = wrap(&notice.text, columns).into_iter();
        lines.extend(said.map(|line| (line, notice.style(&palette))));
    }
    let is_refusal = notice.is_some_and(|notice| notice.is_refusal);
    let said = match shared.hint_sentence() {
        Some(hint) => wrap(&hint, columns),
        None if is_refusal => Vec::new(),
        None => {
            let last = last_ply(shared, view).unwrap_or_default();
            wrap(&last, columns).into_iter().take(3).collect()
        }
    };
    lines.extend(said.into_iter().map(|line| (line, palette.text)));
    if let Some(thinking) = thinking_line(shared, view.spec) {
        lines.push((fit(&thinking, columns), palette.text));
    }
    let graph = Rect {
        y: area.top() + 3 + u16::try_from(lines.len()).unwrap_or(0),
        height: EVALS_HEIGHT,
        ..area
    };
    // The whole graph or none of it.
    if !evals(view).is_empty() && graph.bottom() <= area.bottom() {
        draw_evals(shared, view, buf, graph);
        let blank = (String::new(), palette.text);
        lines.extend(std::iter::repeat_n(blank, usize::from(EVALS_HEIGHT)));
    }
    let room = usize::from(area.height.saturating_sub(3)).saturating_sub(lines.len());
    lines.extend(presence::lines(shared, columns, room));
    for ((line, style), y) in lines.iter().zip(area.top() + 3..area.bottom()) {
        put(buf, area.x, y, area.width, line, *style);
    }
}

/// The end of the list of moves.
pub(super) fn draw_moves(shared: &Shared, view: &GameView, buf: &mut Buffer, area: Rect) {
    let text = |ply: &MoveView| words::move_text(&shared.text, ply.mv, view.spec);
    let moves = view.moves.iter().map(text);
    move_list::draw(shared, &moves.collect::<Vec<_>>(), None, buf, area);
}
