import type { InputCodec } from '../../codec/input.ts';
import { EngineError } from '../../errors.ts';

export function createRawInput(_open: InputCodec['open']): InputCodec {
  const refuse = async (): Promise<never> => {
    throw new EngineError('unsupported-feature', 'raw', { feature: 'raw' });
  };
  return { format: 'raw', readHeader: refuse, open: refuse };
}
