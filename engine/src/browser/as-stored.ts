/** Makes a browser return samples as stored: it applies neither the profile nor alpha. */
export const asStored = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' } as const;
