/** Loads what converts a picture whole, and what finds strips of pixels: photos in tiles do without. */
export const loadWhole = () => import('./whole.ts');
