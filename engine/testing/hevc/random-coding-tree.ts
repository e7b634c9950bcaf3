// The syntax of coding tree units, chosen at random (7.3.8.2 to 7.3.8.12).
import type { CabacWriter } from './cabac-writer.ts';
import { type Contexts, initialContexts } from './random-contexts.ts';
import type { RandomParameters } from './random-parameters.ts';
import { writeRandomResidual } from './random-residual.ts';

const modes422 = [
  0, 1, 2, 2, 2, 2, 3, 5, 7, 8, 10, 12, 13, 15, 17, 18, 19, 20, 21, 22, 23, 23, 24, 24, 25, 25, 26,
  27, 27, 28, 28, 29, 29, 30, 31,
];

/** What a slice header says that its blocks depend on. */
export interface SliceChoice {
  qp: number;
  saoLuma: boolean;
  saoChroma: boolean;
  offsets: boolean;
}

interface CodingUnit {
  lossless: boolean;
  split: boolean;
  log2Size: number;
  x: number;
  y: number;
  modes: number[];
  chromaModes: number[];
  chromaSyntax: number[];
}

export class RandomCodingTree {
  readonly #p: RandomParameters;
  readonly #random: () => number;
  readonly #cabac: CabacWriter;
  contexts: Contexts = initialContexts(26);
  slice: SliceChoice = { qp: 26, saoLuma: false, saoChroma: false, offsets: false };
  /** Of each 4x4 block: the stretch of one slice and tile it belongs to, its mode, its depth. */
  readonly #regions = new Map<string, number>();
  readonly #modes = new Map<string, number>();
  readonly #depths = new Map<string, number>();
  #region = 0;
  #isDeltaCoded = false;
  #isOffsetCoded = false;

  constructor(parameters: RandomParameters, random: () => number, cabac: CabacWriter) {
    this.#p = parameters;
    this.#random = random;
    this.#cabac = cabac;
  }

  /** Nothing before is available from here on: another slice or tile begins. */
  startRegion(): void {
    this.#region++;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #chance(part: number): boolean {
    return this.#random() < part;
  }

  isAvailable(x: number, y: number): boolean {
    return this.#regions.get(`${x >> 2} ${y >> 2}`) === this.#region;
  }

  writeCtb(ctbX: number, ctbY: number): void {
    const { log2Ctb, sao } = this.#p;
    const x = ctbX << log2Ctb;
    const y = ctbY << log2Ctb;
    if (sao && (this.slice.saoLuma || (this.#p.chroma > 0 && this.slice.saoChroma))) {
      this.#writeSao(x, y);
    }
    this.#writeQuadtree(x, y, log2Ctb, 0);
  }

  #writeSao(x: number, y: number): void {
    const cabac = this.#cabac;
    const merge = this.contexts.merge[0]!;
    for (const isThere of [this.isAvailable(x - 1, y), this.isAvailable(x, y - 1)]) {
      if (!isThere) continue;
      const takes = this.#chance(0.3);
      cabac.bin(merge, takes ? 1 : 0);
      if (takes) return;
    }
    let type = 0;
    for (let component = 0; component < (this.#p.chroma > 0 ? 3 : 1); component++) {
      if (!(component === 0 ? this.slice.saoLuma : this.slice.saoChroma)) continue;
      if (component < 2) {
        type = this.#below(3);
        cabac.bin(this.contexts.saoType[0]!, type > 0 ? 1 : 0);
        if (type > 0) cabac.bypass(type - 1);
      }
      if (type === 0) continue;
      const depth = component === 0 ? this.#p.depthLuma : this.#p.depthChroma;
      const maxValue = (1 << (Math.min(depth, 10) - 5)) - 1;
      const offsets = Array.from({ length: 4 }, () => this.#below(maxValue + 1));
      for (const offset of offsets) {
        for (let i = 0; i < offset; i++) cabac.bypass(1);
        if (offset < maxValue) cabac.bypass(0);
      }
      if (type === 1) {
        for (const offset of offsets) if (offset > 0) cabac.bypass(this.#below(2));
        cabac.bypass(this.#below(32), 5);
      } else if (component < 2) cabac.bypass(this.#below(4), 2);
    }
  }

  #writeQuadtree(x: number, y: number, log2Size: number, depth: number): void {
    const p = this.#p;
    const size = 1 << log2Size;
    let split = log2Size > p.log2MinCb;
    if (split && x + size <= p.width && y + size <= p.height) {
      split = this.#chance(log2Size > 4 ? 0.75 : 0.5);
      let deeper = 0;
      for (const [nx, ny] of [
        [x - 1, y],
        [x, y - 1],
      ] as const) {
        if (this.isAvailable(nx, ny) && this.#depths.get(`${nx >> 2} ${ny >> 2}`)! > depth)
          deeper++;
      }
      this.#cabac.bin(this.contexts.split[deeper]!, split ? 1 : 0);
    }
    if (p.qpDeltaDepth !== null && log2Size >= p.log2Ctb - p.qpDeltaDepth) {
      this.#isDeltaCoded = false;
    }
    if (p.chromaOffsets && log2Size >= p.log2Ctb - p.chromaOffsets.depth) {
      this.#isOffsetCoded = false;
    }
    if (!split) {
      this.#writeCodingUnit(x, y, log2Size, depth);
      return;
    }
    const half = size / 2;
    for (const [dx, dy] of [
      [0, 0],
      [half, 0],
      [0, half],
      [half, half],
    ] as const) {
      if (x + dx < p.width && y + dy < p.height) {
        this.#writeQuadtree(x + dx, y + dy, log2Size - 1, depth + 1);
      }
    }
  }

  #fill(map: Map<string, number>, x: number, y: number, size: number, value: number): void {
    for (let j = y >> 2; j < (y + size) >> 2; j++) {
      for (let i = x >> 2; i < (x + size) >> 2; i++) map.set(`${i} ${j}`, value);
    }
  }

  #writeCodingUnit(x: number, y: number, log2Size: number, depth: number): void {
    const p = this.#p;
    const cabac = this.#cabac;
    const size = 1 << log2Size;
    const lossless = p.bypass && this.#chance(0.3);
    if (p.bypass) cabac.bin(this.contexts.bypass[0]!, lossless ? 1 : 0);
    let split = false;
    if (log2Size === p.log2MinCb) {
      split = this.#chance(0.5);
      cabac.bin(this.contexts.part[0]!, split ? 0 : 1);
    }
    this.#fill(this.#depths, x, y, size, depth);
    if (p.pcm && !split && log2Size >= p.pcm.log2Min && log2Size <= p.pcm.log2Max) {
      const isPcm = this.#chance(0.2);
      cabac.terminate(isPcm ? 1 : 0);
      if (isPcm) {
        this.#writePcm(size, p.pcm);
        this.#fill(this.#modes, x, y, size, 1);
        this.#fill(this.#regions, x, y, size, this.#region);
        return;
      }
    }
    const cu: CodingUnit = {
      lossless,
      split,
      log2Size,
      x,
      y,
      modes: [],
      chromaModes: [],
      chromaSyntax: [],
    };
    this.#writeModes(cu);
    this.#writeTransformTree(cu, x, y, log2Size, 0, 0, 3, 3);
    this.#fill(this.#regions, x, y, size, this.#region);
  }

  #writePcm(size: number, pcm: { luma: number; chroma: number }): void {
    const base = this.#below(256);
    const right = this.#p.chroma === 1 || this.#p.chroma === 2 ? 1 : 0;
    const down = this.#p.chroma === 1 ? 1 : 0;
    const chromaSamples = this.#p.chroma === 0 ? 0 : 2 * (size >> right) * (size >> down);
    const write = (count: number, depth: number): void => {
      for (let i = 0; i < count; i++) {
        this.#cabac.raw((base + this.#below(9)) % 2 ** depth, depth);
      }
    };
    write(size * size, pcm.luma);
    write(chromaSamples, pcm.chroma);
    this.#cabac.alignRaw();
  }

  #writeModes(cu: CodingUnit): void {
    const cabac = this.#cabac;
    const parts = cu.split ? 4 : 1;
    const size = 1 << (cu.split ? cu.log2Size - 1 : cu.log2Size);
    const known = Array.from({ length: parts }, () => this.#chance(0.5));
    for (const each of known) cabac.bin(this.contexts.known[0]!, each ? 1 : 0);
    for (const [part, isKnown] of known.entries()) {
      const x = cu.x + (part & 1) * size;
      const y = cu.y + (part >> 1) * size;
      const inCu = (nx: number, ny: number): boolean => nx >= cu.x && ny >= cu.y;
      const modeAt = (nx: number, ny: number): number =>
        inCu(nx, ny) || this.isAvailable(nx, ny) ? this.#modes.get(`${nx >> 2} ${ny >> 2}`)! : 1;
      const a = modeAt(x - 1, y);
      const b = y % (1 << this.#p.log2Ctb) === 0 ? 1 : modeAt(x, y - 1);
      let likely: number[];
      if (a === b) likely = a < 2 ? [0, 1, 26] : [a, 2 + ((a + 29) % 32), 2 + ((a - 2 + 1) % 32)];
      else likely = [a, b, [0, 1, 26].find((mode) => mode !== a && mode !== b)!];
      let mode: number;
      if (isKnown) {
        const index = this.#below(3);
        mode = likely[index]!;
        if (index === 0) cabac.bypass(0);
        else cabac.bypass(index === 1 ? 2 : 3, 2);
      } else {
        const favorites = [10, 26, ...Array.from({ length: 35 }, (_, i) => i)];
        const others = favorites.filter((each) => !likely.includes(each));
        mode = others[this.#below(others.length)]!;
        cabac.bypass(mode - likely.filter((each) => each < mode).length, 5);
      }
      cu.modes.push(mode);
      this.#fill(this.#modes, x, y, size, mode);
    }
    if (this.#p.chroma === 0) return;
    for (let part = 0; part < (this.#p.chroma === 3 ? parts : 1); part++) {
      const luma = cu.modes[part]!;
      const syntax = this.#below(5);
      cabac.bin(this.contexts.chromaMode[0]!, syntax === 4 ? 0 : 1);
      if (syntax < 4) cabac.bypass(syntax, 2);
      let mode = syntax === 4 ? luma : [0, 26, 10, 1][syntax]!;
      if (syntax < 4 && mode === luma) mode = 34;
      cu.chromaSyntax.push(syntax);
      cu.chromaModes.push(this.#p.chroma === 2 ? modes422[mode]! : mode);
    }
  }

  #writeTransformTree(
    cu: CodingUnit,
    x: number,
    y: number,
    log2Size: number,
    depth: number,
    index: number,
    parentCb: number,
    parentCr: number,
  ): void {
    const p = this.#p;
    const maxDepth = p.maxDepth + (cu.split ? 1 : 0);
    const mustSplit = log2Size > p.log2MaxTb || (cu.split && depth === 0);
    let split = mustSplit;
    if (!mustSplit && log2Size > p.log2MinTb && depth < maxDepth) {
      split = this.#chance(0.4);
      this.#cabac.bin(this.contexts.splitTransform[5 - log2Size]!, split ? 1 : 0);
    }
    const chromaCbf = (parent: number): number => {
      if (p.chroma === 0) return 0;
      if (log2Size === 2 && p.chroma !== 3) return parent;
      if (parent === 0) return 0;
      let cbf = 0;
      for (let i = 0; i < (p.chroma === 2 && (!split || log2Size === 3) ? 2 : 1); i++) {
        const bit = this.#chance(0.5) ? 1 : 0;
        this.#cabac.bin(this.contexts.cbfChroma[depth]!, bit);
        cbf |= bit << i;
      }
      return cbf;
    };
    const cb = chromaCbf(parentCb);
    const cr = chromaCbf(parentCr);
    if (split) {
      const half = 1 << (log2Size - 1);
      for (let i = 0; i < 4; i++) {
        const childX = x + (i & 1) * half;
        const childY = y + (i >> 1) * half;
        this.#writeTransformTree(cu, childX, childY, log2Size - 1, depth + 1, i, cb, cr);
      }
      return;
    }
    const luma = this.#chance(0.6);
    this.#cabac.bin(this.contexts.cbfLuma[depth === 0 ? 1 : 0]!, luma ? 1 : 0);
    this.#writeTransformUnit(cu, x, y, log2Size, index, luma, cb, cr);
  }

  #writeTransformUnit(
    cu: CodingUnit,
    x: number,
    y: number,
    log2Size: number,
    index: number,
    luma: boolean,
    cb: number,
    cr: number,
  ): void {
    const p = this.#p;
    const cabac = this.#cabac;
    const hasChroma = cb > 0 || cr > 0;
    if (!luma && !hasChroma) return;
    if (p.qpDeltaDepth !== null && !this.#isDeltaCoded) {
      this.#isDeltaCoded = true;
      const magnitude = this.#below(this.#chance(0.9) ? 3 : p.maxUnitDelta + 1);
      for (let i = 0; i < Math.min(magnitude, 5); i++) {
        cabac.bin(this.contexts.qpDelta[i === 0 ? 0 : 1]!, 1);
      }
      if (magnitude < 5) cabac.bin(this.contexts.qpDelta[magnitude === 0 ? 0 : 1]!, 0);
      else {
        let rest = magnitude - 5;
        let k = 0;
        for (; rest >= 1 << k; k++) {
          cabac.bypass(1);
          rest -= 1 << k;
        }
        cabac.bypass(0);
        cabac.bypass(rest, k);
      }
      // One more is allowed below zero than above.
      if (magnitude > 0) cabac.bypass(magnitude > 25 ? 1 : this.#below(2));
    }
    if (
      hasChroma &&
      !cu.lossless &&
      p.chromaOffsets &&
      this.slice.offsets &&
      !this.#isOffsetCoded
    ) {
      this.#isOffsetCoded = true;
      const count = p.chromaOffsets.cb.length;
      const offset = this.#below(count + 1);
      cabac.bin(this.contexts.offsetFlag[0]!, offset > 0 ? 1 : 0);
      const bins = offset > 0 ? Math.min(offset, count - 1) : 0;
      for (let i = 1; i <= bins; i++) {
        cabac.bin(this.contexts.offsetIndex[0]!, i < offset ? 1 : 0);
      }
    }
    const half = cu.log2Size - 1;
    const part = cu.split ? ((x >> half) & 1) + 2 * ((y >> half) & 1) : 0;
    if (luma) this.#writeResidual(cu, log2Size, 0, cu.modes[part]!);
    if (p.chroma === 0) return;
    const chromaPart = p.chroma === 3 ? part : 0;
    const mode = cu.chromaModes[chromaPart]!;
    if (p.chroma !== 3 && log2Size === 2 && index !== 3) return;
    const log2Chroma = p.chroma === 3 ? log2Size : Math.max(2, log2Size - 1);
    for (const [component, cbf] of [
      [1, cb],
      [2, cr],
    ] as const) {
      if (p.crossComponent && luma && cu.chromaSyntax[chromaPart] === 4) {
        const scale = this.#below(5);
        const first = 4 * (component - 1);
        for (let i = 0; i < 4; i++) {
          cabac.bin(this.contexts.scale[first + i]!, i < scale ? 1 : 0);
          if (i >= scale) break;
        }
        if (scale > 0) cabac.bin(this.contexts.scaleSign[component - 1]!, this.#below(2));
      }
      for (let i = 0; i < 2; i++) {
        if ((cbf >> i) & 1) this.#writeResidual(cu, log2Chroma, component, mode);
      }
    }
  }

  #writeResidual(cu: CodingUnit, log2Size: number, component: number, mode: number): void {
    const p = this.#p;
    const differs = log2Size === 2 || (log2Size === 3 && (component === 0 || p.chroma === 3));
    let scan = 0;
    if (differs && mode >= 6 && mode <= 14) scan = 2;
    else if (differs && mode >= 22 && mode <= 30) scan = 1;
    const mayskip = p.transformSkip && !cu.lossless && log2Size <= p.log2MaxSkip;
    const skip = mayskip ? this.#chance(0.4) : null;
    const straight = mode === 10 || mode === 26;
    writeRandomResidual(
      this.#cabac,
      this.contexts,
      {
        log2Size,
        component,
        scan,
        skip,
        lossless: cu.lossless,
        rice: p.rice,
        huge: p.hugeLevels,
        singleContext: p.skipContext && (skip === true || cu.lossless),
        mayHideSign: p.signHiding && !cu.lossless && !(p.rdpcm && skip === true && straight),
      },
      this.#random,
    );
  }
}
