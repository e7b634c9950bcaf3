/**
 * Exports of `assembly/jpeg`, except those in `jpegSignatures`. Addresses and sizes are in bytes.
 */
export interface JpegExports {
  memory: WebAssembly.Memory;
  heapBase(): number;
  quantizersAddress(): number;
  codesAddress(): number;
  countsAddress(): number;
  setZigzag(order: number): void;
  tokenizeRow(out: number): number;
  startTokens(tokens: number): void;
}

/** Functions of `assembly/jpeg` that take more than one parameter. */
export const jpegSignatures = {
  setSampling: ['newAcross', 'newDown', 'newGray'],
  placePlane: [
    'bytes',
    'source',
    'stride',
    'width',
    'height',
    'target',
    'targetStride',
    'transposed',
    'flipX',
    'flipY',
  ],
  placeRgba: [
    ...(['pixels', 'width', 'rows', 'y', 'yStride', 'cb', 'cr', 'cStride', 'halved'] as const),
    'bgr',
  ],
  layPixels: ['pixels', 'count', 'color'],
  padPlane: ['plane', 'stride', 'width', 'height', 'paddedWidth', 'paddedHeight'],
  scalePlane: [
    'bytes',
    'source',
    'stride',
    'width',
    'height',
    'target',
    'targetStride',
    'factor',
    'offset',
    'thresholds',
  ],
  mixLuma: [
    'bytes',
    'y',
    'yStride',
    'cb',
    'cr',
    'cStride',
    'across',
    'down',
    'width',
    'height',
    'target',
    'targetStride',
    'factorY',
    'factorCb',
    'factorCr',
    'offset',
    'thresholds',
  ],
  mixChroma: [
    'bytes',
    'own',
    'other',
    'stride',
    'width',
    'height',
    'target',
    'targetStride',
    'factorOwn',
    'factorOther',
    'offset',
    'thresholds',
  ],
  convertColors: [
    ...(['y', 'yStride', 'cb', 'cr', 'cStride', 'across', 'down', 'width', 'height'] as const),
    'tables',
  ],
  setRow: ['newY', 'newYStride', 'newCb', 'newCr', 'newCStride', 'newLumaColumns', 'newLumaRows'],
  writeMcus: ['mcuCount', 'lumaBlocks', 'gray', 'out'],
} as const;
