//! The words for events other than moves and comments, and the escaping of free text.

use yiqi_rules::Color;

use crate::notation::is_unprintable;
use crate::{Duration, Event, Offer, OfferKind, Seat};

/// The line for an event, or `None` for moves and comments, which are written differently.
pub(super) fn words(event: &Event) -> Option<String> {
    Some(match event {
        Event::Begin { first } => format!("first takes {first}"),
        Event::Offer { seat, offer } => match offer {
            Offer::Draw => format!("{seat} offers a draw"),
            Offer::TakeBack { plies } => format!("{seat} asks to take back {plies}"),
            Offer::Pause => format!("{seat} asks for a pause"),
            Offer::Rematch => format!("{seat} offers a rematch"),
        },
        Event::Decline { seat, offer } => match offer {
            OfferKind::Draw => format!("{seat} declines the draw"),
            OfferKind::TakeBack => format!("{seat} declines the take-back"),
            OfferKind::Pause => format!("{seat} declines the pause"),
            OfferKind::Rematch => format!("{seat} declines the rematch"),
        },
        Event::TakeBack { plies } => format!("take back {plies}"),
        Event::Branch => "new game from here".to_owned(),
        Event::Pause => "paused".to_owned(),
        Event::Resume => "resumed".to_owned(),
        Event::GiveTime { seat, ms } => format!("{seat} gets {}", Duration(*ms)),
        Event::Resign { seat } => format!("{seat} resigns"),
        Event::Forfeit { seat } => format!("{seat} forfeits"),
        Event::AgreeDraw => "draw agreed".to_owned(),
        Event::TimeOut { seat } => format!("{seat} runs out of time"),
        Event::Abort => "aborted".to_owned(),
        Event::AgreeRematch => "rematch agreed".to_owned(),
        Event::Move(_) | Event::Comment { .. } => return None,
    })
}

/// The event that these words describe.
pub(super) fn parse(words: &str) -> Option<Event> {
    for seat in Seat::BOTH {
        if let Some(does) = words.strip_prefix(seat.name()) {
            return parse_seat(seat, does.strip_prefix(' ')?);
        }
    }
    if let Some(plies) = words.strip_prefix("take back ") {
        return plies.parse().ok().map(|plies| Event::TakeBack { plies });
    }
    [
        Event::Branch,
        Event::Pause,
        Event::Resume,
        Event::AgreeDraw,
        Event::Abort,
        Event::AgreeRematch,
    ]
    .into_iter()
    .find(|event| self::words(event).as_deref() == Some(words))
}

fn parse_seat(seat: Seat, does: &str) -> Option<Event> {
    if let Some(plies) = does.strip_prefix("asks to take back ") {
        let plies = plies.parse().ok()?;
        let offer = Offer::TakeBack { plies };
        return Some(Event::Offer { seat, offer });
    }
    if let Some(time) = does.strip_prefix("gets ") {
        let Duration(ms) = time.parse().ok()?;
        return Some(Event::GiveTime { seat, ms });
    }
    let event = match does {
        "takes black" | "takes white" => {
            let color = if does == "takes black" {
                Color::Black
            } else {
                Color::White
            };
            Event::Begin {
                first: match seat {
                    Seat::First => color,
                    Seat::Second => color.other(),
                },
            }
        }
        "offers a draw" => offer(seat, Offer::Draw),
        "asks for a pause" => offer(seat, Offer::Pause),
        "offers a rematch" => offer(seat, Offer::Rematch),
        "declines the draw" => decline(seat, OfferKind::Draw),
        "declines the take-back" => decline(seat, OfferKind::TakeBack),
        "declines the pause" => decline(seat, OfferKind::Pause),
        "declines the rematch" => decline(seat, OfferKind::Rematch),
        "resigns" => Event::Resign { seat },
        "forfeits" => Event::Forfeit { seat },
        "runs out of time" => Event::TimeOut { seat },
        _ => return None,
    };
    Some(event)
}

fn offer(seat: Seat, offer: Offer) -> Event {
    Event::Offer { seat, offer }
}

fn decline(seat: Seat, offer: OfferKind) -> Event {
    Event::Decline { seat, offer }
}

/// Free text on one line, without unprintable characters or blanks at the ends that could get lost.
pub(super) fn escaped(text: &str) -> String {
    escaped_with(text, |_| false)
}

/// The name of a tag, which ends at a colon and must not be mistaken for another header line.
pub(super) fn escaped_key(key: &str) -> String {
    let escaped = escaped_with(key, |c| c == ':');
    match key.chars().next() {
        Some(first) if super::KEYS.contains(&key) => {
            format!(
                "\\u{{{:x}}}{}",
                u32::from(first),
                &escaped[first.len_utf8()..]
            )
        }
        _ => escaped,
    }
}

fn escaped_with(text: &str, special: impl Fn(char) -> bool) -> String {
    let core = text.trim();
    let core_start = core.as_ptr() as usize - text.as_ptr() as usize;
    let core_range = core_start..core_start + core.len();
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if is_unprintable(c) || !core_range.contains(&at) || special(c) => {
                out.push_str(&format!("\\u{{{:x}}}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out
}

/// Reverses [`escaped`]. The error is the part of the text with the invalid escape.
pub(super) fn unescaped(text: &str) -> Result<String, &str> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let escape = &rest[at..];
        let (c, after) = parse_escape(escape).ok_or(escape)?;
        out.push(c);
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

fn parse_escape(text: &str) -> Option<(char, &str)> {
    if let Some(after) = text.strip_prefix("\\\\") {
        return Some(('\\', after));
    }
    if let Some(after) = text.strip_prefix("\\n") {
        return Some(('\n', after));
    }
    let (digits, after) = text.strip_prefix("\\u{")?.split_once('}')?;
    let is_hex = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
    let code = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
    Some((char::from_u32(code)?, after))
}
