import { EngineError } from '../errors.ts';
import { appleGainMapUrn, appleTable, readAppleStops } from '../gain-map/apple.ts';
import { readHdrgm } from '../gain-map/hdrgm.ts';
import { readToneMapItem } from '../gain-map/iso.ts';
import {
  coversPicture,
  isUsable,
  plainMetadata,
  type GainMapMetadata,
} from '../gain-map/metadata.ts';
import type { HeifFile, HeifItem } from './file.ts';
import { readHeifMetadata } from './metadata.ts';
import { describePicture } from './describe-picture.ts';
import type { Picture } from './picture.ts';
import type { Placement } from '../geometry.ts';

/** A gain map stored as an item. Its `picture` is upright and covers the same area as the base. */
export interface HeifGainMap {
  picture: Picture;
  metadata: GainMapMetadata;
  /** See `GainMap`. */
  table: Uint8Array<ArrayBuffer> | null;
  /** The tone-mapped picture. Its colors apply when the gain is not for the base's colors. */
  alternate: Picture | null;
}

/** URN ending that Apple, Samsung and Adobe use for gain maps. */
const gainMapUrn = /:aux:hdrgainmap$/;

interface Candidate {
  map: HeifItem;
  read(): Omit<HeifGainMap, 'picture'> | 'unusable' | null;
}

/**
 * A tone-mapped item (ISO/IEC 23008-12, 6.6.2.4) derives from a base and a gain map, in this order.
 */
function toneMapped(file: HeifFile, base: HeifItem): Candidate[] {
  return [...file.items.values()].flatMap((item) => {
    const [baseId, mapId] = file.references.from('dimg', item.id);
    const map = mapId === undefined ? undefined : file.items.get(mapId);
    if (item.type !== 'tmap' || !map || (baseId !== base.id && item.id !== base.id)) return [];
    return [{ map, read: () => readToneMapped(file, item, base) }];
  });
}

function readToneMapped(
  file: HeifFile,
  item: HeifItem,
  base: HeifItem,
): ReturnType<Candidate['read']> {
  const metadata = readToneMapItem(item.data());
  // It must be in an `altr` group (6.8.1), before its base.
  const isAlternative = file.groups.some(({ type, entities }) => {
    const [at, baseAt] = [entities.indexOf(item.id), entities.indexOf(base.id)];
    return type === 'altr' && at >= 0 && baseAt > at;
  });
  if (!metadata || !isUsable(metadata)) return 'unusable';
  if (!isAlternative && item.id !== base.id) return 'unusable';
  return { metadata, table: null, alternate: describePicture(file, item) };
}

function auxiliaries(file: HeifFile, base: HeifItem, exif: Uint8Array | null): Candidate[] {
  return [...new Set(file.references.to('auxl', base.id))].flatMap((id) => {
    const map = file.items.get(id);
    const urn = map?.properties.flatMap(({ property }) =>
      property.kind === 'auxiliary' ? [property.urn] : [],
    )[0];
    if (!map || urn === undefined || !gainMapUrn.test(urn)) return [];
    return [{ map, read: () => readAuxiliary(file, map, urn, exif) }];
  });
}

function readAuxiliary(
  file: HeifFile,
  map: HeifItem,
  urn: string,
  exif: Uint8Array | null,
): ReturnType<Candidate['read']> {
  const { xmp } = readHeifMetadata(file, map);
  const metadata = xmp && readHdrgm(xmp);
  if (metadata) return isUsable(metadata) ? { metadata, table: null, alternate: null } : 'unusable';
  if (urn !== appleGainMapUrn) return 'unusable';
  const stops = readAppleStops(xmp, exif ?? undefined);
  // A map without any gain is not worth keeping.
  if (stops === 0) return null;
  const apple = stops === null ? null : plainMetadata(stops);
  if (!apple || !isUsable(apple)) return 'unusable';
  return { metadata: apple, table: appleTable(stops!), alternate: null };
}

function scaled({ crop, ...turn }: Placement, across: number, down: number): Placement {
  const x = Math.round(crop.x * across);
  const y = Math.round(crop.y * down);
  return {
    ...turn,
    crop: {
      x,
      y,
      width: Math.max(1, Math.round((crop.x + crop.width) * across) - x),
      height: Math.max(1, Math.round((crop.y + crop.height) * down) - y),
    },
  };
}

/**
 * Turns the map upright like the base: with its own transforms, or with the base's if it has none.
 */
function alignMap(map: Picture, base: Picture): Picture | null {
  if (map.transforms.length > 0 || base.transforms.length === 0) {
    return coversPicture(map, base) ? map : null;
  }
  if (!coversPicture(map.canvas, base.canvas)) return coversPicture(map, base) ? map : null;
  const across = map.canvas.width / base.canvas.width;
  const placement = scaled(base.placement, across, map.canvas.height / base.canvas.height);
  const { crop, transpose } = placement;
  const [width, height] = transpose ? [crop.height, crop.width] : [crop.width, crop.height];
  return { ...map, placement, width, height };
}

/**
 * Finds a picture's gain map: through a tone-mapped item, or as an auxiliary picture of Apple,
 * Samsung or Adobe. `unusable` when there is one that is broken, has an unknown version, is no
 * alternative to the picture, or has another shape.
 *
 * @param exif The picture's. Its maker note has the headroom of Apple's older maps.
 */
export function findHeifGainMap(
  file: HeifFile,
  base: Picture,
  exif: Uint8Array | null,
): HeifGainMap | 'unusable' | null {
  let broken = false;
  for (const candidate of [...toneMapped(file, base.item), ...auxiliaries(file, base.item, exif)]) {
    try {
      const found = candidate.read();
      if (found === null) continue;
      const picture =
        found === 'unusable' ? null : alignMap(describePicture(file, candidate.map), base);
      if (found !== 'unusable' && picture && !picture.alpha) return { ...found, picture };
    } catch (error) {
      // A broken map must not stop the picture itself.
      if (!(error instanceof EngineError)) throw error;
    }
    broken = true;
  }
  return broken ? 'unusable' : null;
}
