//! Damaged copies of files.

/// Every proper prefix of the bytes, starting with the empty one.
pub fn truncations(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    (0..bytes.len()).map(|end| &bytes[..end])
}

/// Every copy with one bit flipped.
pub fn bit_flips(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    (0..bytes.len() * 8).map(|bit| {
        let mut copy = bytes.to_vec();
        copy[bit / 8] ^= 1 << (bit % 8);
        copy
    })
}

/// Copies with one byte changed to each of a few troublesome ones, at every offset.
pub fn byte_changes(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    const TROUBLE: &[u8] = b"\0\n\r\t \"()+-.;:[]\\/09azAZ~\x1b\x7f\x80\xc3\xff";
    (0..bytes.len()).flat_map(move |at| {
        TROUBLE.iter().map(move |&byte| {
            let mut copy = bytes.to_vec();
            copy[at] = byte;
            copy
        })
    })
}
