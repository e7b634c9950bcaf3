import type { InputCodec, Source } from '../../codec/input.ts';
import { orDamaged } from '../../errors.ts';
import { EngineError } from '../../errors.ts';
import { salvageIconBitmap } from './bitmap.ts';
import { type IconEntry, listEntries } from './entries.ts';
import { bitmapSource, openEntry } from './open-entry.ts';

/** Only decoding shows whether a picture is sound. So not too many are tried, nor such as are no icons. */
const maxTries = 32;
const maxPixels = 2 ** 22;

type Open = () => Promise<Source>;

/** Opens a picture that can be decoded, whatever part of it is there. `null` for others. */
function openDecodable(open: Open): Promise<Source | null> {
  return orDamaged(async () => {
    const source = await open();
    await source.load();
    await source.decode(0);
    return source;
  });
}

/** Opens a picture of which something is missing. */
async function openRest(
  bytes: Uint8Array<ArrayBuffer>,
  entry: IconEntry,
  png: InputCodec,
): Promise<Source> {
  if (entry.kind === 'bitmap')
    return bitmapSource(entry, true, () => salvageIconBitmap(bytes, entry));
  if (!png.openDamaged) throw new EngineError('corrupt-file', 'Nothing can be salvaged');
  return png.openDamaged(bytes.subarray(entry.start, entry.end));
}

/**
 * Opens the largest picture of a damaged icon that is sound, as icons have the same picture in several sizes. Without
 * one, opens what is left of the largest. Throws `corrupt-file` where that is nothing.
 */
export async function salvageIcon(
  bytes: Uint8Array<ArrayBuffer>,
  png: InputCodec,
): Promise<Source> {
  const entries = listEntries(bytes)
    .filter(({ width, height }) => width * height <= maxPixels)
    .slice(0, maxTries);
  const openPng: InputCodec['open'] = (part) => png.open(part);
  const ways = [
    ...entries.map((entry) => ({ isSound: true, open: () => openEntry(bytes, entry, openPng) })),
    ...entries.map((entry) => ({ isSound: false, open: () => openRest(bytes, entry, png) })),
  ];
  for (const { isSound, open } of ways) {
    const source = await openDecodable(open);
    if (!source) continue;
    return {
      format: 'ico',
      pictures: source.pictures,
      animated: false,
      hasVideo: false,
      lossless: source.lossless,
      load: () => source.load(),
      async decode(index, onLoad) {
        const raster = await source.decode(index, onLoad);
        return isSound ? { ...raster, mayBeDamaged: true } : raster;
      },
    };
  }
  throw new EngineError('corrupt-file', 'ICO: no picture is readable');
}
