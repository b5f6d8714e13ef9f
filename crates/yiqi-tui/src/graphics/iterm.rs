//! The inline images of iTerm2: `ESC ] 1337 ; File=`, with pictures as PNG files in base 64.

use yiqi_desk::base64;
use yiqi_picture::Raster;

/// Shows a picture at the cursor, in so many columns and rows.
pub(super) fn show(raster: &Raster, cols: u16, rows: u16) -> String {
    let Ok(file) = raster.png() else {
        return String::new();
    };
    format!(
        "\x1b]1337;File=inline=1;size={};width={cols};height={rows};preserveAspectRatio=0;\
         doNotMoveCursor=1:{}\x07",
        file.len(),
        base64(&file)
    )
}
