import { readLookedAt } from '../../bytes/looked-at.ts';
import type { InputCodec, Source } from '../../codec/input.ts';
import { placementOf } from '../../transform/orient.ts';
import { decodeIconBitmap, readIconBitmap } from './bitmap.ts';
import { chooseEntry } from './entries.ts';

async function open(bytes: Uint8Array<ArrayBuffer>, openPng: InputCodec['open']): Promise<Source> {
  const entry = chooseEntry(bytes);
  if (entry.kind === 'png') {
    const source = await openPng(bytes.subarray(entry.start, entry.end));
    return { ...source, format: 'ico', animated: false };
  }
  const bitmap = readIconBitmap(bytes, entry);
  const { width, height, bits } = bitmap.header;
  return {
    format: 'ico',
    pictures: [
      {
        width,
        height,
        bitDepth: 8,
        gray: false,
        halfChroma: false,
        hasAlpha: bits === 32,
        mayHaveAlpha: true,
        orientation: 1,
        turned: false,
        placement: placementOf(1, width, height),
        color: {},
        metadata: {},
        gainMap: null,
      },
    ],
    animated: false,
    hasVideo: false,
    lossless: true,
    load: async () => {},
    decode: async () => decodeIconBitmap(bitmap),
  };
}

/**
 * Windows icons and cursors: opens the largest picture in them.
 *
 * @param openPng Opens that picture if it is a PNG, as large ones are.
 */
export function createIcoInput(openPng: InputCodec['open']): InputCodec {
  return {
    format: 'ico',
    readHeader: (parts) => readLookedAt(parts, (bytes, onRead) => void chooseEntry(bytes, onRead)),
    open: (bytes) => open(bytes, openPng),
  };
}
