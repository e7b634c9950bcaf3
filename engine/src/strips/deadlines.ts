/** Seconds for fetching and compiling codecs over a slow connection. */
export const secondsToLoad = 60;

/** Seconds for the start of a picture or strip of any size. */
export const baseSeconds = 8;
