//! Names of people: what is allowed can be read, told apart and shown anywhere.

use yiqi_record::notation::is_unprintable;
use yiqi_server::display_name;
use yiqi_text::columns;

use crate::sentence::check_printable;

/// The most code points in a name.
const NAME_CHARS_MAX: usize = 60;

/// Reads a name.
pub(crate) fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Some(name) = display_name(&text) else {
        return;
    };
    check_printable(&name);
    assert!(!name.contains(is_unprintable), "{name:?}");
    assert!(name.chars().count() <= NAME_CHARS_MAX, "{name:?}");
    assert_eq!(name.trim(), name);
    assert!(!name.contains("  "), "{name:?}");
    // Nothing that means something in a page, an address, a terminal, a spreadsheet or a file name.
    let special = name.contains(['<', '>', '&', '"', '\'', '/', '\\', '%', '=', '+', '@', '`']);
    assert!(!special, "{name:?}");
    assert_eq!(display_name(&name).as_ref(), Some(&name));
    assert!(columns::width(&columns::fit(&name, 12)) <= 12);
}
