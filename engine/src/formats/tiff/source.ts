import type { InputCodec } from '../../codec/input.ts';
import { EngineError } from '../../errors.ts';

export function createTiffInput(_open: InputCodec['open']): InputCodec {
  const refuse = async (): Promise<never> => {
    throw new EngineError('unsupported-feature', 'tiff', { feature: 'tiff' });
  };
  return { format: 'tiff', readHeader: refuse, open: refuse };
}
