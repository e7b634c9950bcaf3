/**
 * Loads the code for converting in one piece and for planning strips of pixels. Photos in tiles do
 * not need it.
 */
export const loadWhole = () => import('./whole.ts');
