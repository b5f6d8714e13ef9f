// QR codes after ISO/IEC 18004: byte mode, error correction level M, versions 1 to 12, which holds
// links of up to 287 bytes. Written for links; nothing else is needed here.

/** Codewords for error correction in each block, and blocks, by version, at level M. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8];
const VERSION_MAX = 12;

// Powers of 2 in the field of 256 elements with x⁸+x⁴+x³+x²+1, and their logarithms.
const POWERS = new Uint8Array(255);
const LOGS = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i += 1) {
  POWERS[i] = x;
  LOGS[x] = i;
  x = (x << 1) ^ (x & 0x80 ? 0x11d : 0);
}

/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? POWERS[(LOGS[a] + LOGS[b]) % 255] : 0);

/** Modules of a version that are no fixed pattern, in bits. @param {number} version */
function dataBits(version) {
  const marks = version < 2 ? 0 : Math.floor(version / 7) + 2;
  const alignment = marks ? (25 * marks - 10) * marks - 55 : 0;
  return (16 * version + 128) * version + 64 - alignment - (version < 7 ? 0 : 36);
}

/** Codewords in all, and those for data. @param {number} version */
function capacity(version) {
  const total = dataBits(version) >> 3;
  return { total, data: total - CORRECTION[version - 1] * BLOCKS[version - 1] };
}

/**
 * The remainder of data divided by the generator polynomial: the correction codewords.
 * @param {number[]} data
 * @param {number} count
 */
function correction(data, count) {
  let generator = [1];
  for (let i = 0; i < count; i += 1) {
    const next = [...generator, 0];
    generator.forEach((value, at) => (next[at + 1] ^= times(value, POWERS[i])));
    generator = next;
  }
  const rest = new Array(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    for (let i = 0; i < count; i += 1) rest[i] ^= times(generator[i + 1], factor);
  }
  return rest;
}

/**
 * All codewords: data in blocks with their correction, interleaved.
 * @param {Uint8Array} bytes
 * @param {number} version
 */
function codewords(bytes, version) {
  const { data: room } = capacity(version);
  const countBits = version < 10 ? 8 : 16;
  const bits = [0, 1, 0, 0];
  const push = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let i = length - 1; i >= 0; i -= 1) bits.push((value >> i) & 1);
  };
  push(bytes.length, countBits);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = [];
  for (let i = 0; i < bits.length; i += 8) data.push(parseInt(bits.slice(i, i + 8).join(""), 2));
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);

  const blockCount = BLOCKS[version - 1];
  const short = Math.floor(room / blockCount);
  const longCount = room % blockCount;
  const blocks = [];
  for (let i = 0, at = 0; i < blockCount; i += 1) {
    const length = short + (i >= blockCount - longCount ? 1 : 0);
    blocks.push(data.slice(at, (at += length)));
  }
  const corrections = blocks.map((block) => correction(block, CORRECTION[version - 1]));
  const out = [];
  for (let i = 0; i <= short; i += 1) for (const block of blocks) if (i < block.length) out.push(block[i]);
  for (let i = 0; i < CORRECTION[version - 1]; i += 1) for (const rest of corrections) out.push(rest[i]);
  return out;
}

/** A square of modules: dark, and whether it belongs to a fixed pattern. */
class Grid {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = version * 4 + 17;
    this.dark = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    this.fixed = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
  }

  /** @param {number} row @param {number} col @param {boolean} dark */
  fix(row, col, dark) {
    if (row < 0 || col < 0 || row >= this.size || col >= this.size) return;
    this.dark[row][col] = dark;
    this.fixed[row][col] = true;
  }

  drawPatterns() {
    const last = this.size - 1;
    for (let i = 0; i < this.size; i += 1) {
      this.fix(6, i, i % 2 === 0);
      this.fix(i, 6, i % 2 === 0);
    }
    for (const [row, col] of [
      [3, 3],
      [3, last - 3],
      [last - 3, 3],
    ]) {
      this.#square(row, col, 4, (ring) => ring !== 2 && ring !== 4);
    }
    const marks = this.#alignment();
    for (const row of marks) {
      for (const col of marks) {
        const inFinder = (row === 6 && (col === 6 || col === last - 6)) || (row === last - 6 && col === 6);
        if (!inFinder) this.#square(row, col, 2, (ring) => ring !== 1);
      }
    }
    this.drawFormat(0);
    if (this.version >= 7) this.#drawVersion();
  }

  /**
   * @param {number} row @param {number} col @param {number} reach
   * @param {(ring: number) => boolean} isDark
   */
  #square(row, col, reach, isDark) {
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) {
        this.fix(row + dy, col + dx, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  }

  #alignment() {
    if (this.version === 1) return [];
    const count = Math.floor(this.version / 7) + 2;
    const step = Math.ceil((this.version * 4 + 4) / (count * 2 - 2)) * 2;
    const marks = [6];
    for (let at = this.size - 7; marks.length < count; at -= step) marks.splice(1, 0, at);
    return marks;
  }

  /** The level and the mask, twice. @param {number} mask */
  drawFormat(mask) {
    // Level M is 00 in the standard's numbering.
    const bits = ((mask << 10) | remainder(mask, 10, 0x537)) ^ 0x5412;
    const last = this.size - 1;
    for (let i = 0; i < 15; i += 1) {
      const dark = ((bits >> i) & 1) === 1;
      if (i < 6) this.fix(i, 8, dark);
      else if (i < 8) this.fix(i + 1, 8, dark);
      else if (i === 8) this.fix(8, 7, dark);
      else this.fix(8, 14 - i, dark);
      if (i < 8) this.fix(8, last - i, dark);
      else this.fix(last - 14 + i, 8, dark);
    }
    this.fix(last - 7, 8, true);
  }

  #drawVersion() {
    const bits = (this.version << 12) | remainder(this.version, 12, 0x1f25);
    for (let i = 0; i < 18; i += 1) {
      const dark = ((bits >> i) & 1) === 1;
      const near = Math.floor(i / 3);
      const far = this.size - 11 + (i % 3);
      this.fix(near, far, dark);
      this.fix(far, near, dark);
    }
  }

  /** Data runs in columns of two, up and down, from the right. @param {number[]} words */
  drawData(words) {
    let at = 0;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step += 1) {
        const isUp = ((right + 1) & 2) === 0;
        const row = isUp ? this.size - 1 - step : step;
        for (const col of [right, right - 1]) {
          if (this.fixed[row][col]) continue;
          this.dark[row][col] = ((words[at >> 3] >> (7 - (at & 7))) & 1) === 1;
          at += 1;
        }
      }
    }
  }

  /** @param {number} mask */
  flip(mask) {
    const test = MASKS[mask];
    for (let row = 0; row < this.size; row += 1) {
      for (let col = 0; col < this.size; col += 1) {
        if (!this.fixed[row][col] && test(row, col)) this.dark[row][col] = !this.dark[row][col];
      }
    }
  }

  /** How hard the code would be to read: the standard's four penalties. */
  penalty() {
    const rows = this.dark.map((row) => row.map((dark) => (dark ? "1" : "0")).join(""));
    const cols = rows.map((_, col) => rows.map((row) => row[col]).join(""));
    let sum = 0;
    for (const line of [...rows, ...cols]) {
      for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
      for (let i = 0; i + 11 <= line.length; i += 1) {
        const part = line.slice(i, i + 11);
        if (part === "10111010000" || part === "00001011101") sum += 40;
      }
    }
    for (let row = 1; row < this.size; row += 1) {
      for (let col = 1; col < this.size; col += 1) {
        const four = rows[row][col] + rows[row][col - 1] + rows[row - 1][col] + rows[row - 1][col - 1];
        if (four === "0000" || four === "1111") sum += 3;
      }
    }
    const share = (rows.join("").replaceAll("0", "").length * 20) / (this.size * this.size);
    return sum + Math.floor(Math.abs(share - 10)) * 10;
  }
}

/** @type {((row: number, col: number) => boolean)[]} */
const MASKS = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** The remainder that makes a value with so many check bits a multiple of a polynomial. */
function remainder(/** @type {number} */ value, /** @type {number} */ bits, /** @type {number} */ polynomial) {
  let rest = value;
  for (let i = 0; i < bits; i += 1) rest = (rest << 1) ^ ((rest >> (bits - 1)) * polynomial);
  return rest;
}

/**
 * The modules of a text as rows of dark or light; null if it is too long.
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function qrModules(text) {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  while (bytes.length + (version < 10 ? 2 : 3) > capacity(version).data) {
    version += 1;
    if (version > VERSION_MAX) return null;
  }
  const words = codewords(bytes, version);
  let best = null;
  for (let mask = 0; mask < MASKS.length; mask += 1) {
    const grid = new Grid(version);
    grid.drawPatterns();
    grid.drawData(words);
    grid.flip(mask);
    grid.drawFormat(mask);
    const penalty = grid.penalty();
    if (!best || penalty < best.penalty) best = { penalty, dark: grid.dark };
  }
  return best?.dark ?? null;
}

/**
 * A text as a drawing, with the quiet zone of four modules.
 * @param {string} text
 * @param {string} label
 */
export function qrCode(text, label) {
  const modules = qrModules(text);
  if (!modules) return null;
  const size = modules.length + 8;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("class", "qr");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  const squares = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : "")));
  path.setAttribute("d", squares.join(""));
  svg.append(path);
  return svg;
}
