/** A choice of coding tools. */
export interface RandomParameters {
  width: number;
  height: number;
  chroma: number;
  depthLuma: number;
  depthChroma: number;
  log2MinCb: number;
  log2Ctb: number;
  log2MinTb: number;
  log2MaxTb: number;
  maxDepth: number;
  /** The conformance window, in chroma samples from the left, right, top and bottom. */
  crop: [number, number, number, number];
  /** Lists of the standard, or of the stream's own in the sequence's or the picture's set. */
  scalingLists: 'default' | 'sequence' | 'picture' | null;
  /** What the lists of the stream's own are made of. */
  listSeed: number;
  /** Headers say all that a still has no use for: sub-layers, and what slices carry besides. */
  wordy: boolean;
  sao: boolean;
  pcm: {
    luma: number;
    chroma: number;
    log2Min: number;
    log2Max: number;
    unfiltered: boolean;
  } | null;
  strongSmoothing: boolean;
  rotation: boolean;
  skipContext: boolean;
  rdpcm: boolean;
  smoothingDisabled: boolean;
  rice: boolean;
  dependentSlices: boolean;
  signHiding: boolean;
  initQp: number;
  /** Of slice_qp_delta and of cu_qp_delta_abs. */
  maxSliceDelta: number;
  maxUnitDelta: number;
  transformSkip: boolean;
  log2MaxSkip: number;
  /** Whether levels of all 16 bits turn up. */
  hugeLevels: boolean;
  qpDeltaDepth: number | null;
  cbOffset: number;
  crOffset: number;
  sliceOffsets: boolean;
  bypass: boolean;
  tileColumns: number[];
  tileRows: number[];
  uniformTiles: boolean;
  acrossTiles: boolean;
  wavefronts: boolean;
  acrossSlices: boolean;
  /** What slices that don't say otherwise do; `null` leaves it to the standard's defaults. */
  deblocking: { overridden: boolean; disabled: boolean; beta: number; tc: number } | null;
  /** An IDR or a CRA picture, whose slices say more. */
  nalType: 19 | 21;
  crossComponent: boolean;
  chromaOffsets: { depth: number; cb: number[]; cr: number[] } | null;
  saoScaleLuma: number;
  saoScaleChroma: number;
  /** Whether slices may end before the picture does. */
  slices: boolean;
}

/**
 * Makes the choice with numbers from `random`, 0 to below 1. ffmpeg 5.1 and libde265 1.0.11 each get
 * some combinations wrong in which the other agrees with x265 or the standard; no choice combines
 * one of each, so that one of the two always knows the right samples. What both get wrong, or do not
 * know, is left to `chooseFreely`.
 */
export function chooseParameters(random: () => number): RandomParameters {
  const free = chooseFreely(random);
  const small = (value: number): number => Math.min(Math.max(value, -8), 4);
  const depth = free.depthLuma === 11 ? 12 : free.depthLuma;
  const chosen: RandomParameters = {
    ...free,
    // ffmpeg rounds what is cut off on the left and above, so that its rows stay aligned; libde265
    // declines cropped monochrome.
    crop: free.chroma === 0 ? [0, 0, 0, 0] : [0, free.crop[1], 0, free.crop[3]],
    depthLuma: depth,
    // ffmpeg wants both depths to be the same.
    depthChroma: depth,
    pcm: free.pcm && { ...free.pcm, chroma: Math.min(free.pcm.chroma, depth) },
    saoScaleLuma: Math.min(free.saoScaleLuma, Math.max(0, depth - 10)),
    saoScaleChroma: Math.min(free.saoScaleChroma, Math.max(0, depth - 10)),
    scalingLists: free.scalingLists && 'default',
    // Chroma QPs stay below 51, where the two stop agreeing.
    initQp: 12 + (Math.abs(free.initQp) % 19),
    maxSliceDelta: 4,
    maxUnitDelta: 8,
    hugeLevels: false,
    // Both get Rice statistics across the rows of wavefronts wrong.
    rice: free.rice && !free.wavefronts,
    cbOffset: small(free.cbOffset),
    crOffset: small(free.crOffset),
    sliceOffsets: false,
    wavefronts: free.wavefronts && free.tileColumns.length === 2 && free.tileRows.length === 2,
    chromaOffsets: free.chromaOffsets && {
      depth: free.chromaOffsets.depth,
      cb: free.chromaOffsets.cb.slice(0, 2).map(small),
      cr: free.chromaOffsets.cr.slice(0, 2).map(small),
    },
  };
  if (random() < 0.5) {
    // ffmpeg errs in chroma QP offsets of coding units, lossless blocks and SAO beside them, and in
    // residual samples beyond 16 bits, which large skipped blocks have.
    return { ...chosen, chromaOffsets: null, bypass: false, sao: false, log2MaxSkip: 2 };
  }
  // libde265 errs where slices meet, in scaling lists for skipped and for chroma 32x32 blocks, and in
  // lists of more than two chroma offsets.
  return {
    ...chosen,
    slices: false,
    scalingLists: chosen.chroma === 3 ? null : chosen.scalingLists,
    log2MaxSkip: chosen.scalingLists ? 2 : chosen.log2MaxSkip,
  };
}

/** Any choice: only the reference software, HM, knows what comes of all of them. */
export function chooseFreely(random: () => number): RandomParameters {
  const below = (limit: number): number => Math.floor(random() * limit);
  const between = (min: number, max: number): number => min + below(max - min + 1);
  const chance = (part: number): boolean => random() < part;
  const depths = [8, 8, 8, 9, 10, 11, 12];
  const depthLuma = depths[below(depths.length)]!;
  const chroma = below(4);
  const depthChroma = chroma > 0 && chance(0.2) ? depths[below(depths.length)]! : depthLuma;
  const log2Ctb = between(4, 6);
  const log2MinCb = between(3, Math.min(log2Ctb, 4));
  const log2MinTb = between(2, log2MinCb - 1);
  const log2MaxTb = between(log2MinTb, Math.min(log2Ctb, 5));
  const unit = 1 << log2MinCb;
  const width = unit * between(1, Math.ceil(150 / unit));
  const height = unit * between(1, Math.ceil(110 / unit));
  const widthInCtbs = Math.ceil(width / (1 << log2Ctb));
  const heightInCtbs = Math.ceil(height / (1 << log2Ctb));
  const transformSkip = chance(0.5);
  const log2MinPcm = between(3, Math.min(log2Ctb, 5));
  const depthRange = log2Ctb - log2MinCb;

  const order = below(4);
  const uniformTiles = chance(0.5);
  const cut = (size: number): number[] => {
    const count = order % 2 === 1 ? between(1, Math.min(size, 4)) : 1;
    if (uniformTiles) {
      return Array.from({ length: count + 1 }, (_, i) => Math.floor((i * size) / count));
    }
    const inner = new Set<number>();
    while (inner.size < count - 1) inner.add(between(1, size - 1));
    return [0, ...[...inner].sort((a, b) => a - b), size];
  };
  return {
    width,
    height,
    chroma,
    depthLuma,
    depthChroma,
    log2MinCb,
    log2Ctb,
    log2MinTb,
    log2MaxTb,
    maxDepth: between(0, log2Ctb - log2MinTb),
    crop: chance(0.3) ? [below(2), below(2), below(2), below(2)] : [0, 0, 0, 0],
    scalingLists: chance(0.3) ? (['default', 'sequence', 'picture'] as const)[below(3)]! : null,
    ...((listSeed) => ({ listSeed, wordy: listSeed % 3 === 0 }))(below(1e6)),
    sao: chance(0.6),
    pcm: chance(0.5)
      ? {
          luma: between(1, depthLuma),
          chroma: between(1, depthChroma),
          log2Min: log2MinPcm,
          log2Max: between(log2MinPcm, Math.min(log2Ctb, 5)),
          unfiltered: chance(0.5),
        }
      : null,
    strongSmoothing: chance(0.5),
    rotation: chance(0.4),
    skipContext: chance(0.4),
    rdpcm: chance(0.5),
    smoothingDisabled: chance(0.2),
    rice: chance(0.4),
    dependentSlices: chance(0.5),
    signHiding: chance(0.5),
    initQp: chance(0.5) ? between(12, 30) : between(-6 * (depthLuma - 8), 51),
    maxSliceDelta: chance(0.7) ? 4 : 60,
    maxUnitDelta: chance(0.7) ? 8 : 26,
    transformSkip,
    log2MaxSkip: transformSkip ? between(2, 5) : 2,
    hugeLevels: chance(0.1),
    qpDeltaDepth: chance(0.6) ? between(0, depthRange) : null,
    cbOffset: between(-12, 12),
    crOffset: between(-12, 12),
    // HM reads them of monochrome pictures where there are none.
    sliceOffsets: chroma > 0 && chance(0.3),
    bypass: chance(0.4),
    tileColumns: cut(widthInCtbs),
    tileRows: cut(heightInCtbs),
    uniformTiles,
    acrossTiles: chance(0.5),
    wavefronts: order >= 2,
    acrossSlices: chance(0.6),
    deblocking: chance(0.8)
      ? {
          overridden: chance(0.7),
          disabled: chance(0.2),
          beta: between(-6, 6),
          tc: between(-6, 6),
        }
      : null,
    nalType: chance(0.7) ? 19 : 21,
    crossComponent: chroma === 3 && chance(0.6),
    chromaOffsets:
      chroma > 0 && chance(0.5)
        ? {
            depth: between(0, depthRange),
            ...((count) => ({
              cb: Array.from({ length: count }, () => between(-12, 12)),
              cr: Array.from({ length: count }, () => between(-12, 12)),
            }))(between(1, 6)),
          }
        : null,
    saoScaleLuma: between(0, Math.max(0, depthLuma - 10)),
    saoScaleChroma: between(0, Math.max(0, depthChroma - 10)),
    slices: chance(0.6),
  };
}
