//! The graphics protocol of kitty: commands between `ESC _ G` and `ESC \`, with pictures as PNG
//! files in base 64. `q=2` asks for no answers.

use yiqi_desk::base64;
use yiqi_picture::Raster;

/// Removes all pictures of this screen.
pub(super) const CLEAR: &str = "\x1b_Ga=d,d=A,q=2\x1b\\";

/// The longest piece of data in a command.
const PIECE_MAX: usize = 4096;

/// Shows a picture at the cursor, in so many columns and rows, in place of the picture that was shown
/// with this number before. The cursor does not move.
pub(super) fn show(number: usize, raster: &Raster, cols: u16, rows: u16) -> String {
    let Ok(file) = raster.png() else {
        return String::new();
    };
    let data = base64(&file);
    let mut out = String::with_capacity(data.len() + 256);
    let pieces: Vec<&[u8]> = data.as_bytes().chunks(PIECE_MAX).collect();
    for (index, piece) in pieces.iter().enumerate() {
        let more = u8::from(index + 1 < pieces.len());
        let keys = match index {
            0 => format!("a=T,f=100,i={},p=1,c={cols},r={rows},C=1,q=2,", id(number)),
            _ => String::new(),
        };
        // The digits of base 64 are ASCII.
        let piece = String::from_utf8_lossy(piece);
        out.push_str(&format!("\x1b_G{keys}m={more};{piece}\x1b\\"));
    }
    out
}

/// The identifier of a picture. All programs in a terminal share them.
fn id(number: usize) -> u32 {
    let number = u32::try_from(number % 255).unwrap_or(0) + 1;
    (std::process::id() << 8) | number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_picture_is_sent_in_pieces_and_only_the_last_one_ends_it() {
        let mut dice = yiqi_rules::Dice::new(1);
        let bytes: Vec<u8> = (0..=u8::MAX).collect();
        let noise: Vec<u8> = (0..64 * 64 * 4).map(|_| *dice.pick(&bytes)).collect();
        let raster = Raster {
            width: 64,
            height: 64,
            rgba: noise,
        };
        let sent = show(3, &raster, 8, 4);
        let commands: Vec<&str> = sent.split_terminator("\x1b\\").collect();
        assert!(commands.len() > 2, "{}", commands.len());
        let mut data = String::new();
        for (index, command) in commands.iter().enumerate() {
            let (keys, piece) = command
                .strip_prefix("\x1b_G")
                .unwrap()
                .split_once(';')
                .unwrap();
            let is_last = index + 1 == commands.len();
            assert!(
                keys.ends_with(if is_last { "m=0" } else { "m=1" }),
                "{keys}"
            );
            assert_eq!(keys.contains("c=8,r=4,C=1,q=2"), index == 0, "{keys}");
            assert!(piece.len() <= PIECE_MAX);
            assert!(is_last || piece.len().is_multiple_of(4));
            data.push_str(piece);
        }
        assert_eq!(data, base64(&raster.png().unwrap()));
    }
}
