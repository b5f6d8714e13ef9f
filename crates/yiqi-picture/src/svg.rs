//! Shapes as an SVG file.

use std::fmt::Write;

use yiqi_rules::Color;

use crate::Rgb;
use crate::scene::{Anchor, SHINE_CENTER, SHINE_RADIUS, Scene, Shape, Stroke, shine};

/// The file, with this width in pixels.
pub(crate) fn write(scene: &Scene, width: u32) -> String {
    let height = (f64::from(width) * scene.size.1 / scene.size.0).round();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {} {}\">\n",
        number(scene.size.0),
        number(scene.size.1),
    );
    if !scene.title.is_empty() {
        out.push_str(&format!("<title>{}</title>\n", escaped(&scene.title)));
    }
    let shines = |shape: &Shape| matches!(shape, Shape::Shine { .. });
    if scene.shapes.iter().any(shines) {
        out.push_str(&gradients());
    }
    for shape in &scene.shapes {
        out.push_str(&element(shape));
        out.push('\n');
    }
    out.push_str("</svg>\n");
    out
}

/// The light on stones, by name.
fn gradients() -> String {
    let mut out = "<defs>\n".to_owned();
    for color in Color::BOTH {
        let stops: String = shine(color)
            .iter()
            .map(|(at, rgb, opacity)| {
                format!(
                    "<stop offset=\"{}\" stop-color=\"{}\" stop-opacity=\"{}\"/>",
                    number(*at),
                    hex(*rgb),
                    number(*opacity)
                )
            })
            .collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<radialGradient id=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\">{stops}</radialGradient>",
            color.name(),
            number(SHINE_CENTER.0),
            number(SHINE_CENTER.1),
            number(SHINE_RADIUS),
        );
    }
    out + "</defs>\n"
}

/// A text as SVG has it. Names come from files.
fn escaped(text: &str) -> String {
    let printable = text.chars().filter(|c| !c.is_control());
    let text: String = printable.collect();
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn element(shape: &Shape) -> String {
    match shape {
        Shape::Rect {
            at,
            size,
            radius,
            fill,
            stroke,
        } => format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{}\"{}/>",
            number(at.0),
            number(at.1),
            number(size.0),
            number(size.1),
            number(*radius),
            fill.map_or_else(|| "none".to_owned(), hex),
            stroke.map(stroke_text).unwrap_or_default(),
        ),
        Shape::Line { from, to, stroke } => format!(
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"{} stroke-linecap=\"round\"/>",
            number(from.0),
            number(from.1),
            number(to.0),
            number(to.1),
            stroke_text(*stroke),
        ),
        Shape::Circle {
            center,
            radius,
            fill,
            stroke,
        } => {
            let fill = match fill {
                None => "none\"".to_owned(),
                Some((rgb, 1.0)) => format!("{}\"", hex(*rgb)),
                Some((rgb, opacity)) => {
                    format!("{}\" fill-opacity=\"{}\"", hex(*rgb), number(*opacity))
                }
            };
            format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}{}/>",
                number(center.0),
                number(center.1),
                number(*radius),
                stroke.map(stroke_text).unwrap_or_default(),
            )
        }
        Shape::Shine {
            center,
            radius,
            color,
        } => format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"url(#{})\"/>",
            number(center.0),
            number(center.1),
            number(*radius),
            color.name(),
        ),
        Shape::Text {
            at,
            size,
            anchor,
            text,
            fill,
        } => format!(
            "<text x=\"{}\" y=\"{}\" dy=\".35em\" text-anchor=\"{}\" font-family=\"system-ui, \
             sans-serif\" font-weight=\"500\" font-size=\"{}\" fill=\"{}\">{}</text>",
            number(at.0),
            number(at.1),
            match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            },
            number(*size),
            hex(*fill),
            escaped(text),
        ),
    }
}

fn stroke_text((rgb, width): Stroke) -> String {
    format!(
        " stroke=\"{}\" stroke-width=\"{}\"",
        hex(rgb),
        number(width)
    )
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A number with at most two decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.to_owned()
}
