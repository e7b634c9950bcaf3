// One part of the code, so that it takes one way to the server and back.
export { convertHere } from './convert-here.ts';
export { findDecoded, findFile } from './plan/pixel-pictures.ts';
export { planPixels } from './plan/plan-pixels.ts';
export { planToneMapped } from './plan/plan-tone.ts';
export { planWhole } from './plan/plan-whole.ts';
