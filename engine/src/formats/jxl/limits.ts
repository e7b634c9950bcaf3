/** Most pixels of a JPEG XL where no browser decodes it: libjxl takes 56 bytes a pixel, and its memory ends at 2 GiB. */
export const maxDecodedJxlPixels = 36e6;
