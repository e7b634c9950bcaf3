// One module, so that its code is loaded in one request.
export { convertHere } from './convert-here.ts';
export { findDecoded, findFile } from './plan/pixel-pictures.ts';
export { planPixels } from './plan/plan-pixels.ts';
export { planToneMapped } from './plan/plan-tone.ts';
export { planWhole } from './plan/plan-whole.ts';
