//! RenLib libraries.

use super::*;

#[test]
fn a_library_is_read_as_a_tree() {
    let record = read_one(Format::RenLib, &library(), None);
    assert_eq!(record.header.spec, GameSpec::GOMOKU);
    assert_eq!(
        outline(&record),
        "<black> \"about\" h8 (i9 \"café\") (i8 (j8 \"[A]\") (g8))"
    );
    let renju = read_one(Format::RenLib, &library(), Some("gomoku:15:renju"));
    assert_eq!(renju.header.spec, spec("gomoku:15:renju"));
    check_round_trip(Format::Sgf, &renju);
    let header = &library()[..20];
    assert!(read_one(Format::RenLib, header, None).is_empty());
    // A comment of the first versions, which the eighth bit ends.
    let old = [header, b"\x78\x60hi!\xa1".as_slice()].concat();
    assert_eq!(
        outline(&read_one(Format::RenLib, &old, None)),
        "<black> h8 \"hi!!\""
    );
    // A node that is not a move.
    let no_move = [header, b"\x00\x00\x78\x00\x78\x42".as_slice()].concat();
    assert_eq!(
        outline(&read_one(Format::RenLib, &no_move, None)),
        "<black> h8"
    );
}

#[test]
fn library_errors_name_the_byte() {
    let header = &library()[..20];
    let with = |nodes: &[u8]| [header, nodes].concat();
    let mut newer = library();
    newer[8] = 4;
    for (bytes, want) in [
        (
            header[..10].to_vec(),
            "byte 10: the file is cut short: expected a RenLib header of 20 bytes",
        ),
        (
            b"PK\x03\x04".repeat(9),
            "byte 0: expected a RenLib header of 20 bytes, \
             found \"PK\\u{3}\\u{4}PK\\u{3}\\u{4}\"",
        ),
        (
            newer,
            "byte 8: format version 4 is newer than 3, the newest this program reads",
        ),
        (
            with(&[0x78, 0x00]),
            "byte 22: the file is cut short: expected a node of two bytes",
        ),
        (
            with(b"\x78\x48abc"),
            "byte 25: the file is cut short: expected a text that ends with a zero byte",
        ),
        (with(&[0x78, 0x00, 0x78, 0x40]), "byte 22: h8: occupied"),
        (
            with(&[0x78, 0x00, 0x00, 0x40]),
            "byte 22: pass: pass not allowed in this game",
        ),
        (
            with(&[0xf8, 0x40]),
            "byte 20: expected a node of two bytes, found \"0xf8\"",
        ),
        (
            with(&[0x78, 0x40, 0x79, 0x40]),
            "byte 22: expected 'end', with or without a checksum, found \"0x79\"",
        ),
    ] {
        let error = read_error(Format::RenLib, &bytes, None);
        assert_eq!(error.to_string(), want);
    }
    for game in ["gomoku:19", "reversi"] {
        let error = read_error(Format::RenLib, &library(), Some(game));
        assert!(
            matches!(error.problem, Problem::OtherGame { .. }),
            "{error}"
        );
    }
}

#[test]
fn a_long_library_is_read_safely() {
    let header = &library()[..20];
    let nested = [header, &b"\x00\x82".repeat(1_000_000)].concat();
    let error = read_error(Format::RenLib, &nested, None);
    let expected = Expected::RenLibNode;
    assert_eq!(error.problem, Problem::CutShort { expected });
    let siblings = [header, &b"\x78\xc0".repeat(300_000), b"\x79\x40"].concat();
    assert_eq!(read_one(Format::RenLib, &siblings, None).len(), 300_002);
    let comments = [header, &b"\x00\x0aa\0".repeat(600_000)].concat();
    let error = read_error(Format::RenLib, &comments, None);
    assert!(matches!(error.problem, Problem::TooMany { .. }), "{error}");
}
