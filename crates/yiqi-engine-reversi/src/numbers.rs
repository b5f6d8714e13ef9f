//! 16-bit numbers in weights files: the low bytes of a group first, because they compress better apart
//! from the high ones.

use std::io::{self, Read, Write};

/// Reads a group of numbers.
pub(crate) fn read(source: &mut impl Read, count: usize) -> io::Result<Vec<i16>> {
    let mut bytes = vec![0; 2 * count];
    source.read_exact(&mut bytes)?;
    let (low, high) = bytes.split_at(count);
    Ok(low
        .iter()
        .zip(high)
        .map(|(&low, &high)| i16::from_le_bytes([low, high]))
        .collect())
}

/// Writes a group of numbers.
pub(crate) fn write(target: &mut impl Write, numbers: &[i16]) -> io::Result<()> {
    for byte in 0..2 {
        let bytes: Vec<u8> = numbers
            .iter()
            .map(|number| number.to_le_bytes()[byte])
            .collect();
        target.write_all(&bytes)?;
    }
    Ok(())
}
