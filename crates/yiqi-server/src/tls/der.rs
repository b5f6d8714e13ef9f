//! The validity of a certificate, read from its DER form (RFC 5280, sections 4.1 and 4.1.2.5).

/// From when until when a certificate is valid, in Unix time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Validity {
    pub(super) from_seconds: u64,
    pub(super) until_seconds: u64,
}

const INTEGER: u8 = 0x02;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const SEQUENCE: u8 = 0x30;
/// The version, which may be missing.
const VERSION: u8 = 0xa0;

/// When a certificate is valid, if it is one.
pub(super) fn validity(certificate: &[u8]) -> Option<Validity> {
    let (certificate, _) = expect(certificate, SEQUENCE)?;
    let (mut rest, _) = expect(certificate, SEQUENCE)?;
    if let Some((_, after)) = expect(rest, VERSION) {
        rest = after;
    }
    // The serial number, the algorithm of the signature, the issuer.
    for tag in [INTEGER, SEQUENCE, SEQUENCE] {
        (_, rest) = expect(rest, tag)?;
    }
    let (validity, _) = expect(rest, SEQUENCE)?;
    let (from_seconds, rest) = time(validity)?;
    let (until_seconds, _) = time(rest)?;
    Some(Validity {
        from_seconds,
        until_seconds,
    })
}

/// The contents of an element with this tag, and what follows it.
fn expect(bytes: &[u8], tag: u8) -> Option<(&[u8], &[u8])> {
    let (found, contents, rest) = element(bytes)?;
    (found == tag).then_some((contents, rest))
}

/// An element's tag and contents, and what follows it.
fn element(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&tag, rest) = bytes.split_first()?;
    let (&first, rest) = rest.split_first()?;
    let (len, rest) = match first {
        0..=0x7f => (usize::from(first), rest),
        // The length itself has one to four bytes.
        0x81..=0x84 => {
            let (size, rest) = rest.split_at_checked(usize::from(first & 0x0f))?;
            let len = size
                .iter()
                .fold(0, |len, &byte| len << 8 | usize::from(byte));
            (len, rest)
        }
        _ => return None,
    };
    let (contents, rest) = rest.split_at_checked(len)?;
    Some((tag, contents, rest))
}

/// A time, in Unix time, and what follows it.
fn time(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (tag, text, rest) = element(bytes)?;
    let text = std::str::from_utf8(text).ok()?.strip_suffix('Z')?;
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (year, text) = match tag {
        UTC_TIME => {
            let (year, text) = text.split_at_checked(2)?;
            let year: u64 = year.parse().ok()?;
            (if year < 50 { 2000 } else { 1900 } + year, text)
        }
        GENERALIZED_TIME => {
            let (year, text) = text.split_at_checked(4)?;
            (year.parse().ok()?, text)
        }
        _ => return None,
    };
    let number = |at: usize| text.get(at..at + 2)?.parse::<u64>().ok();
    let (month, day) = (number(0)?, number(2)?);
    let (hour, minute, second) = (number(4)?, number(6)?, number(8)?);
    let is_time = text.len() == 10
        && (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && hour < 24
        && minute < 60
        && second <= 60;
    let days = days_since_1970(year, month, day)?;
    is_time.then_some((((days * 24 + hour) * 60 + minute) * 60 + second, rest))
}

/// The days from 1970 to a date of the Gregorian calendar; `None` before.
fn days_since_1970(year: u64, month: u64, day: u64) -> Option<u64> {
    // Counted from March, so that a leap day is the last of its year.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year.checked_sub(1)?, month + 9)
    };
    let before_year = year * 365 + year / 4 - year / 100 + year / 400;
    let before_month = (153 * month + 2) / 5;
    // The days from March of year 0 to 1970.
    (before_year + before_month + day.checked_sub(1)?).checked_sub(719_468)
}

#[cfg(test)]
mod tests {
    use rcgen::{CertificateParams, KeyPair, date_time_ymd};

    use super::*;

    fn made(from: (i32, u8, u8), until: (i32, u8, u8)) -> Vec<u8> {
        let mut params = CertificateParams::new(["localhost".to_owned()]).unwrap();
        params.not_before = date_time_ymd(from.0, from.1, from.2);
        params.not_after = date_time_ymd(until.0, until.1, until.2);
        let key = KeyPair::generate().unwrap();
        params.self_signed(&key).unwrap().der().to_vec()
    }

    #[test]
    fn the_validity_of_a_certificate_is_read() {
        let rows = [
            ((1970, 1, 1), 0),
            ((2000, 2, 29), 951_782_400),
            ((2026, 11, 16), 1_794_787_200),
            // From 2050 on in the other form.
            ((2050, 1, 1), 2_524_608_000),
            ((2100, 3, 1), 4_107_542_400),
            ((9999, 12, 31), 253_402_214_400),
        ];
        for window in rows.windows(2) {
            let [(from, from_seconds), (until, until_seconds)] = *window else {
                panic!("{window:?}");
            };
            let want = Validity {
                from_seconds,
                until_seconds,
            };
            assert_eq!(validity(&made(from, until)), Some(want));
        }
    }

    #[test]
    fn damaged_certificates_have_no_validity_and_never_panic() {
        let good = made((2020, 1, 1), (2030, 1, 1));
        for len in 0..good.len() {
            assert_eq!(validity(&good[..len]), None, "{len}");
        }
        for at in 0..good.len() {
            for byte in [0, 0x30, 0x7f, 0x80, 0x84, 0xff] {
                let mut damaged = good.clone();
                damaged[at] = byte;
                let _ = validity(&damaged);
            }
        }
    }
}
