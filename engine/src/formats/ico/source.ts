import { readLookedAt } from '../../bytes/looked-at.ts';
import type { InputCodec } from '../../codec/input.ts';
import { chooseEntry } from './entries.ts';
import { openEntry } from './open-entry.ts';

/**
 * Windows icons and cursors: opens the largest picture in them.
 *
 * @param loadPng Loads what opens that picture if it is a PNG, as large ones are.
 */
export function createIcoInput(loadPng: () => Promise<InputCodec>): InputCodec {
  const openPng: InputCodec['open'] = async (bytes) => (await loadPng()).open(bytes);
  return {
    format: 'ico',
    readHeader: (parts) => readLookedAt(parts, (bytes, onRead) => void chooseEntry(bytes, onRead)),
    open: (bytes) => openEntry(bytes, chooseEntry(bytes), openPng),
    async openDamaged(bytes) {
      const { salvageIcon } = await import('./salvage.ts');
      return salvageIcon(bytes, await loadPng());
    },
  };
}
