//! Stable stones: those that can never be flipped again.

use std::sync::LazyLock;

/// A subset of the stable stones of `own`.
#[inline(always)]
pub(crate) fn stable(own: u64, opposing: u64) -> u64 {
    let full = full_lines(own | opposing);
    let mut stable = stable_on_edges(own, opposing) & own;
    stable |= full[0] & full[1] & full[2] & full[3] & own;
    if stable == 0 {
        return 0;
    }
    // Along each line, a stone is safe if the line is full, it is next to a safe stone of its
    // color, or it is at the end of the line. The edges are done, so only the middle grows.
    let middle = own & MIDDLE;
    loop {
        let along_row = (stable >> 1) | (stable << 1) | full[0];
        let along_column = (stable >> 8) | (stable << 8) | full[1];
        let along_fall = (stable >> 9) | (stable << 9) | full[2];
        let along_rise = (stable >> 7) | (stable << 7) | full[3];
        let grown = stable | (middle & along_row & along_column & along_fall & along_rise);
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// All but the outer ring.
const MIDDLE: u64 = 0x007e_7e7e_7e7e_7e00;
const COLUMN: u64 = 0x0101_0101_0101_0101;

/// The points whose row, column and both diagonals are full.
#[inline(always)]
fn full_lines(stones: u64) -> [u64; 4] {
    let mut row = stones & (stones >> 1);
    row &= row >> 2;
    row &= row >> 4;
    let row = (row & COLUMN) * 0xff;

    let mut column = stones & stones.rotate_right(8);
    column &= column.rotate_right(16);
    column &= column.rotate_right(32);

    // A diagonal is full if nothing on it is empty, so spread the empty points along it by one, two
    // and four points, without wrapping around the edge.
    let empty = !stones;
    let (mut fall, mut fall_back, mut rise, mut rise_back) = (empty, empty, empty, empty);
    for (step, right, left) in [
        (1, 0x7f7f_7f7f_7f7f_7f7f, 0xfefe_fefe_fefe_fefe),
        (2, 0x3f3f_3f3f_3f3f_3f3f, 0xfcfc_fcfc_fcfc_fcfc),
        (4, 0x0f0f_0f0f_0f0f_0f0f, 0xf0f0_f0f0_f0f0_f0f0u64),
    ] {
        fall |= (fall << (9 * step)) & left;
        fall_back |= (fall_back >> (9 * step)) & right;
        rise |= (rise << (7 * step)) & right;
        rise_back |= (rise_back >> (7 * step)) & left;
    }
    [row, column, !(fall | fall_back), !(rise | rise_back)]
}

/// The stones of `own` on the outer ring that are stable whatever happens there.
#[inline(always)]
fn stable_on_edges(own: u64, opposing: u64) -> u64 {
    let table: &[u8] = &EDGES;
    let look = |own: u64, opposing: u64| u64::from(table[(own << 8 | opposing) as usize]);
    let top = look(own & 0xff, opposing & 0xff);
    let bottom = look(own >> 56, opposing >> 56) << 56;
    let left = spread(look(gather(own), gather(opposing)));
    let right = spread(look(gather(own >> 7), gather(opposing >> 7))) << 7;
    top | bottom | left | right
}

/// The first column as a byte, row 1 in bit 0.
#[inline(always)]
fn gather(board: u64) -> u64 {
    (board & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// A byte as the first column.
#[inline(always)]
fn spread(byte: u64) -> u64 {
    (byte.wrapping_mul(0x0002_0408_1020_4081) & COLUMN) | ((byte >> 7) << 56)
}

/// The stable stones of `own` for each edge configuration; own stones are the high byte of the
/// index.
static EDGES: LazyLock<Box<[u8]>> = LazyLock::new(|| {
    // Most indices have overlapping stones and are never looked up.
    let mut table = vec![0; 1 << 16].into_boxed_slice();
    let mut known = vec![false; 1 << 16].into_boxed_slice();
    for own in 0..=255u8 {
        for opposing in 0..=255u8 {
            if own & opposing == 0 {
                edge(own, opposing, &mut table, &mut known);
            }
        }
    }
    table
});

fn edge(own: u8, opposing: u8, table: &mut [u8], known: &mut [bool]) -> u8 {
    let index = usize::from(own) << 8 | usize::from(opposing);
    if known[index] {
        return table[index];
    }
    let mut stable = own;
    let empty = !(own | opposing);
    for square in (0..8).filter(|square| empty & 1 << square != 0) {
        // Either side may play here, whether it flips along the edge or not.
        let flips = edge_flips(own, opposing, square);
        stable &= edge(own | 1 << square | flips, opposing & !flips, table, known);
        let flips = edge_flips(opposing, own, square);
        stable &= edge(own & !flips, opposing | 1 << square | flips, table, known);
    }
    known[index] = true;
    table[index] = stable;
    stable
}

fn edge_flips(own: u8, opposing: u8, square: i32) -> u8 {
    let mut flips = 0;
    for step in [-1, 1] {
        let mut run = 0;
        let mut at = square + step;
        while (0..8).contains(&at) && opposing & 1 << at != 0 {
            run |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && own & 1 << at != 0 {
            flips |= run;
        }
    }
    flips
}
