/** Has a browser give samples as they are stored: neither profile nor alpha is applied. */
export const asStored = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' } as const;
