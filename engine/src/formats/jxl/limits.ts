/**
 * Largest JPEG XL in pixels without a browser's decoder: libjxl needs 56 bytes per pixel, and its
 * memory is limited to 2 GiB.
 */
export const maxDecodedJxlPixels = 36e6;
