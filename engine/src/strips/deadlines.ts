/** Seconds for fetching and compiling codecs over a slow line. */
export const secondsToLoad = 60;

/** Seconds for the start of any picture or strip, whatever its size. */
export const baseSeconds = 8;
