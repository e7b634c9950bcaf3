// The decoder's WebAssembly module: its functions, and the memory contents that no picture changes.
import { bindExports, type Bound, type Signatures } from '../wasm/bind.ts';
import { growMemory } from '../wasm/memory.ts';
import type { JpegFrame } from './frame.ts';

/** The functions of assembly/jpeg-decoder and their parameters; a test compares them with the sources. */
export const jpegDecoderSignatures = {
  heapBase: [],
  tableAddress: ['table'],
  stepsAddress: ['component'],
  setZigzag: ['order'],
  startScan: [
    ...(['newComponents', 'newAcross', 'newDown', 'newMcusPerRow', 'newInterval'] as const),
    ...([
      'newSelectors0',
      'newSelectors1',
      'newSelectors2',
      'newSelectors3',
      'newBlackIsFull',
    ] as const),
  ],
  decodeRow: ['end', 'y', 'yStride', 'cb', 'cr', 'cStride', 'black', 'inputEnd', 'isAll'],
  skipRow: ['end', 'inputEnd', 'isAll'],
  placeBytes: [],
  savePlace: ['to'],
  restorePlace: ['from'],
  enterRow: ['at'],
  startProgressive: ['newScan'],
  enterScan: ['newScan', 'place', 'at'],
  readScanRow: ['row', 'end', 'inputEnd', 'isAll'],
  transformBlocks: ['component', 'blocks', 'count', 'target', 'stride'],
  endInterval: ['marker'],
  inputPosition: [],
  setInputPosition: ['at'],
  scratchSize: ['width'],
  toRgba: [
    ...(['y', 'yStride', 'cb', 'cr', 'cStride', 'across', 'down', 'width'] as const),
    ...(['lastChroma', 'first', 'rows', 'scratch', 'target'] as const),
  ],
} as const satisfies Signatures;

export type DecoderModule = Bound<typeof jpegDecoderSignatures>;

/** Raster position of each coefficient in zigzag order (ITU-T T.81, figure A.6). */
function zigzagOrder(): Uint8Array {
  const positions = Array.from({ length: 64 }, (_, at) => at);
  const [row, column] = [(at: number) => at >> 3, (at: number) => at & 7];
  const diagonal = (at: number): number => row(at) + column(at);
  positions.sort((a, b) => {
    if (diagonal(a) !== diagonal(b)) return diagonal(a) - diagonal(b);
    return diagonal(a) % 2 === 0 ? column(a) - column(b) : row(a) - row(b);
  });
  return Uint8Array.from(positions);
}

const zigzag = zigzagOrder();

export const endOfImage = 0xd9;
export const rowDone = 0;
export const needsInput = 1;

export function startInstance(module: WebAssembly.Module): DecoderModule {
  const { exports } = new WebAssembly.Instance(module);
  const instance = bindExports(exports, jpegDecoderSignatures);
  const { memory } = instance;
  const order = instance.heapBase({});
  growMemory(memory, order + 64, 'the JPEG decoder');
  new Uint8Array(memory.buffer).set(zigzag, order);
  instance.setZigzag({ order });
  return instance;
}

/** Writes each component's quantization steps into the module's memory. */
export function writeSteps(instance: DecoderModule, { components }: JpegFrame): void {
  components.forEach(({ steps }, component) => {
    const address = instance.stepsAddress({ component });
    const target = new Int16Array(instance.memory.buffer, address, 64);
    zigzag.forEach((at, k) => (target[at] = steps[k]!));
  });
}
