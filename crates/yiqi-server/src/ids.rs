//! Unguessable ids and secrets.

/// Letters and digits that are hard to confuse.
const ALPHABET: &[u8; 32] = b"23456789abcdefghjkmnpqrstuvwxyz0";

/// The system's random source failed. Nothing can continue without it.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the system provides no random numbers")]
pub(crate) struct NoRandomness;

fn random_bytes<const COUNT: usize>() -> Result<[u8; COUNT], NoRandomness> {
    let mut bytes = [0; COUNT];
    #[cfg(feature = "sim")]
    if crate::sim::fill(&mut bytes) {
        return Ok(bytes);
    }
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

fn random_text<const CHARS: usize>() -> Result<String, NoRandomness> {
    let bytes: [u8; CHARS] = random_bytes()?;
    Ok(bytes
        .iter()
        .map(|byte| char::from(ALPHABET[usize::from(byte % 32)]))
        .collect())
}

/// The id of a table: 50 bits, short enough to read aloud.
///
/// # Errors
/// If the system provides no random numbers.
pub(crate) fn table_id() -> Result<String, NoRandomness> {
    random_text::<10>()
}

/// A secret: 160 bits.
///
/// # Errors
/// If the system provides no random numbers.
pub(crate) fn secret() -> Result<String, NoRandomness> {
    random_text::<32>()
}

/// A random number for draws.
///
/// # Errors
/// If the system provides no random numbers.
pub(crate) fn dice() -> Result<u64, NoRandomness> {
    random_bytes().map(u64::from_le_bytes)
}

/// The number of a node: positive, so that every database has it.
///
/// # Errors
/// If the system provides no random numbers.
pub(crate) fn node() -> Result<u32, NoRandomness> {
    let number = u32::from_le_bytes(random_bytes()?);
    Ok(number >> 1)
}

/// Compares two secrets in constant time.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    use subtle::ConstantTimeEq;
    one.as_bytes().ct_eq(other.as_bytes()).into()
}
