import { bindExports, type Bound, type Signatures } from '../../wasm/bind.ts';
import { growMemory } from '../../wasm/memory.ts';
import { bitsOf } from './vp8-probabilities.ts';
import { modeProbabilities, modeTree, tokenProbabilities } from './vp8-tables.ts';

/** The functions of assembly/vp8 and their parameters; a test compares them with the sources. */
export const vp8Signatures = {
  heapBase: [],
  probabilitiesAddress: [],
  tokenCountsAddress: [],
  quantizersAddress: [],
  modeProbabilitiesAddress: [],
  modeCostsAddress: [],
  segmentCountsAddress: [],
  setChoices: [
    ...(['newBitWorth', 'newOwnModesPenalty'] as const),
    ...(['newSecondFrom', 'newThirdFrom', 'newFourthFrom', 'newModeBits'] as const),
  ],
  setModeProbabilities: [
    ...(['newAnySegment', 'newFirstSegments', 'newLastSegments'] as const),
    ...(['newHasSegments', 'newTellsFilled', 'newFilled'] as const),
  ],
  startPicture: ['newAcross', 'newIsSealed', 'at'],
  narrowRange: ['at', 'count', 'isChroma'],
  codeRow: ['y', 'yStride', 'u', 'v', 'cStride', 'out'],
  startWriting: ['newAcross', 'at'],
  writeModes: ['record'],
  writeTokens: ['record'],
  startBooleans: ['target'],
  putBit: ['bit', 'probability'],
  booleansEnd: [],
  endBooleans: [],
} as const satisfies Signatures;

const modes = modeTree.length;

/** Cost of each mode in 1/256 bits, by the modes above and to the left (RFC 6386, 11.2). */
function costsOfModes(): Uint16Array {
  const costs = new Uint16Array(modes ** 3);
  for (let context = 0; context < modes ** 2; context++) {
    modeTree.forEach((path, mode) => {
      const bits = path.map(([at, bit]) => {
        const probability = modeProbabilities[context * (modes - 1) + at]!;
        return bitsOf(bit ? 256 - probability : probability);
      });
      costs[context * modes + mode] = 256 * bits.reduce((sum, each) => sum + each, 0);
    });
  }
  return costs;
}

/**
 * Words counted: zeros and ones of each token bit, macroblocks per segment, and macroblocks without
 * levels.
 */
export const countedWords = 2 * tokenProbabilities.length + 5;

/** An instance of `assembly/vp8` with its tables. */
export class Vp8Module {
  readonly functions: Bound<typeof vp8Signatures>;

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module);
    this.functions = bindExports(exports, vp8Signatures);
    const { modeProbabilitiesAddress, modeCostsAddress } = this.functions;
    this.bytes().set(modeProbabilities, modeProbabilitiesAddress({}));
    new Uint16Array(this.functions.memory.buffer, modeCostsAddress({}), modes ** 3).set(
      costsOfModes(),
    );
  }

  /** Grows the memory to reach an address. Throws `out-of-memory`. */
  reserve(end: number): void {
    growMemory(this.functions.memory, end, 'the WebP encoder');
  }

  /** A view that is valid until the next `reserve`. */
  bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.functions.memory.buffer);
  }

  words(address: number, count: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.functions.memory.buffer, address, count);
  }

  /** A copy of the counts since `startPicture`. */
  counted(): Uint32Array<ArrayBuffer> {
    const { tokenCountsAddress, segmentCountsAddress } = this.functions;
    const tokens = 2 * tokenProbabilities.length;
    const counted = new Uint32Array(countedWords);
    counted.set(this.words(tokenCountsAddress({}), tokens));
    counted.set(this.words(segmentCountsAddress({}), countedWords - tokens), tokens);
    return counted;
  }
}
