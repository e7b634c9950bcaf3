import type { InputCodec } from '../../codec/input.ts';
import { EngineError } from '../../errors.ts';

/** Drawings are drawn by the page, before anything else is asked (`run/draw-svg.ts`); here there is nobody to do it. */
const refuse = async (): Promise<never> => {
  throw new EngineError('unsupported-feature', 'SVG is drawn by browsers, in pages only', {
    feature: 'svg',
  });
};

export const input: InputCodec = { format: 'svg', readHeader: refuse, open: refuse };
