import type { InputCodec } from '../../codec/input.ts';
import { EngineError } from '../../errors.ts';

export function createIcoInput(_open: InputCodec['open']): InputCodec {
  const refuse = async (): Promise<never> => {
    throw new EngineError('unsupported-feature', 'ico', { feature: 'ico' });
  };
  return { format: 'ico', readHeader: refuse, open: refuse };
}
