// Reads the first part of a lossy WebP frame (RFC 6386): its header, and how each macroblock is predicted. The
// caller writes tables and bytes into the memory. No input makes it read outside of them.

/** Section 11.5: ten modes above, ten to the left, nine probabilities each. */
const modeProbabilities: usize = memory.data(10 * 10 * 9, 16);
/** Section 13.4: that a probability of coefficients is not sent. */
const updateProbabilities: usize = memory.data(4 * 8 * 3 * 11, 16);
const updates: i32 = 4 * 8 * 3 * 11;
const left: usize = memory.data(4, 4);

export function heapBase(): usize {
  return (__heap_base + 63) & ~63;
}

export function modeProbabilitiesAddress(): usize {
  return modeProbabilities;
}

export function updateProbabilitiesAddress(): usize {
  return updateProbabilities;
}

/** Section 7.3: the decoder of booleans, two bytes ahead. Behind its bytes come zeros. */
let input: usize = 0;
let length: i32 = 0;
let position: i32 = 0;
let value: u32 = 0;
let range: u32 = 255;
let shifted: u32 = 0;

const even: u32 = 128;

// @ts-ignore: decorator
@inline
function nextByte(): u32 {
  const at = position++;
  return at < length ? load<u8>(input + at) : 0;
}

function startReading(newInput: usize, newLength: i32): void {
  input = newInput;
  length = newLength;
  position = 0;
  value = nextByte() << 8;
  value |= nextByte();
  range = 255;
  shifted = 0;
}

function read(probability: u32): u32 {
  const split: u32 = 1 + (((range - 1) * probability) >> 8);
  const isOne = value >= split << 8;
  if (isOne) {
    range -= split;
    value -= split << 8;
  } else {
    range = split;
  }
  const shift = clz<u32>(range) - 24;
  range <<= shift;
  value <<= shift;
  shifted += shift;
  if (shifted >= 8) {
    shifted -= 8;
    value |= nextByte() << shifted;
  }
  return <u32>isOne;
}

function readNumber(bits: i32): u32 {
  let number: u32 = 0;
  for (let bit = 0; bit < bits; bit++) number = (number << 1) | read(even);
  return number;
}

/** A flag, and where it is set so many bits behind it. */
function skipOptional(bits: i32): void {
  if (read(even)) readNumber(bits);
}

/** Section 9.3: three probabilities of the tree of segments, where each macroblock names its own. */
let hasSegments: bool = false;
let segmentProbabilities: u32 = 0;

function readSegments(): void {
  hasSegments = false;
  if (!read(even)) return;
  const updatesMap = read(even) != 0;
  if (read(even)) {
    read(even);
    for (let segment = 0; segment < 4; segment++) skipOptional(7 + 1);
    for (let segment = 0; segment < 4; segment++) skipOptional(6 + 1);
  }
  if (!updatesMap) return;
  hasSegments = true;
  segmentProbabilities = 0;
  for (let index: u32 = 0; index < 3; index++) {
    const probability = read(even) ? readNumber(8) : 255;
    segmentProbabilities |= probability << (8 * index);
  }
}

/** Section 9.11: how probable it is that a macroblock has coefficients, where that is told. */
let tellsFilled: bool = false;
let filledProbability: u32 = 0;

/** Sections 9.2 to 9.11, in the order of section 19.2. */
function readHeader(): void {
  readNumber(2);
  readSegments();
  // The loop filter: its kind, level and sharpness, then changes for some macroblocks.
  readNumber(1 + 6 + 3);
  if (read(even) && read(even)) for (let change = 0; change < 8; change++) skipOptional(6 + 1);
  // The number of further parts; then quantizers.
  readNumber(2 + 7);
  for (let change = 0; change < 5; change++) skipOptional(4 + 1);
  read(even);
  for (let at = 0; at < updates; at++) {
    if (read(load<u8>(updateProbabilities + at))) readNumber(8);
  }
  tellsFilled = read(even) != 0;
  filledProbability = tellsFilled ? readNumber(8) : 0;
}

/** Section 11.2, the tree of modes of a macroblock that is predicted as a whole. */
function readWholeMode(): u32 {
  if (read(156)) return read(128) ? 1 : 3;
  return read(163) ? 2 : 0;
}

/** Section 11.2, the tree of modes of a block of 4 x 4; `at` is where its nine probabilities begin. */
function readBlockMode(at: usize): u32 {
  if (!read(load<u8>(at))) return 0;
  if (!read(load<u8>(at, 1))) return 1;
  if (!read(load<u8>(at, 2))) return 2;
  if (!read(load<u8>(at, 3))) {
    if (!read(load<u8>(at, 4))) return 3;
    return 4 + read(load<u8>(at, 5));
  }
  if (!read(load<u8>(at, 6))) return 6;
  if (!read(load<u8>(at, 7))) return 7;
  return 8 + read(load<u8>(at, 8));
}

/** The modes of one macroblock; `above` and `left` become those of its own edge. */
function readMacroblock(above: usize): void {
  if (hasSegments) {
    const which: u32 = read(segmentProbabilities & 255) ? 16 : 8;
    read((segmentProbabilities >> which) & 255);
  }
  if (tellsFilled) read(filledProbability);
  if (read(145)) {
    const modes = readWholeMode() * 0x01010101;
    store<u32>(above, modes);
    store<u32>(left, modes);
  } else {
    for (let y: usize = 0; y < 4; y++) {
      for (let x: usize = 0; x < 4; x++) {
        const context = <usize>load<u8>(above + x) * 10 + load<u8>(left + y);
        const mode = <u8>readBlockMode(modeProbabilities + context * 9);
        store<u8>(above + x, mode);
        store<u8>(left + y, mode);
      }
    }
  }
  if (read(142) && read(114)) read(183);
}

/**
 * Reads the modes of `across` by `down` macroblocks from `bytes` bytes at `from`, with room for four bytes a column
 * at `above`. Returns how many bytes were looked at, two of them ahead; it ends when these are `most`.
 */
export function readModes(
  from: usize,
  bytes: i32,
  across: i32,
  down: i32,
  above: usize,
  most: i32,
): i32 {
  startReading(from, bytes);
  readHeader();
  memory.fill(above, 0, <usize>across * 4);
  for (let row = 0; row < down; row++) {
    if (position > most) break;
    store<u32>(left, 0);
    for (let column = 0; column < across; column++) readMacroblock(above + ((<usize>column) << 2));
  }
  return position;
}
