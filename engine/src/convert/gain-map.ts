import type { Darkening } from '../color/tone-map.ts';
import { profileFor } from '../color/profile-for.ts';
import { EngineError } from '../errors.ts';
import type { EncodedGainMap, OutputCodec } from '../codec/output.ts';
import type { PictureHeader } from '../codec/picture-header.ts';
import type { Size } from '../geometry.ts';
import { isSingleChannel, plainMetadata, type GainMapMetadata } from '../gain-map/metadata.ts';
import {
  followPicture,
  halveShares,
  samplesOf,
  type GainMapSamples,
} from '../transform/gain-map.ts';
import { isTurned, place, placedSize } from '../transform/orient.ts';
import { hasStep, type Plan } from './plan/plan.ts';

/** The map for a result. */
export interface PreparedGainMap {
  /** The samples, and if they need no change, the JPEG that contains them. */
  samples: GainMapSamples;
  stored: Uint8Array<ArrayBuffer> | null;
  metadata: GainMapMetadata;
  icc: Uint8Array | undefined;
}

/**
 * If the gain applies to the picture's own colors, and the result has other ones, records the
 * original colors.
 */
function inSourceColors(
  { color }: PictureHeader,
  plan: Plan,
  metadata: GainMapMetadata,
  icc: Uint8Array | undefined,
): { metadata: GainMapMetadata; icc: Uint8Array | undefined } {
  const moved =
    hasStep(plan, 'convert-to-srgb') && metadata.inBaseColors && !isSingleChannel(metadata);
  return moved
    ? { metadata: { ...metadata, inBaseColors: false }, icc: profileFor(color) }
    : { metadata, icc };
}

/**
 * Decodes the map of a picture if the plan keeps it, and turns, crops and resizes it with the
 * result. `broken` for a map that turns out to be damaged.
 */
export async function prepareGainMap(
  header: PictureHeader,
  plan: Plan,
): Promise<PreparedGainMap | 'broken' | null> {
  const { gainMap } = header;
  if (!hasStep(plan, 'keep-gain-map') || !gainMap || gainMap === 'unusable') return null;
  const colors = inSourceColors(header, plan, gainMap.metadata, gainMap.icc);
  try {
    const decoded = await gainMap.decode();
    const { width, height } = decoded;
    const turned = place(decoded, { crop: { x: 0, y: 0, width, height }, ...plan.turn });
    const samples = samplesOf(gainMap, turned);
    const followed = followPicture(samples, placedSize(plan.placement), plan.area, plan);
    const asStored = followed === samples && !gainMap.table && !isTurned(plan.placement);
    const stored = (asStored && gainMap.stored?.jpeg) || null;
    return { samples: followed, stored, ...colors };
  } catch (error) {
    const code = error instanceof EngineError ? error.code : null;
    if (code !== 'corrupt-file' && code !== 'unsupported-feature') throw error;
    return 'broken';
  }
}

/** The map that undoes tone mapping, with half the pixels per side. */
export function gainMapOf(size: Size, { stops, shares }: Darkening): PreparedGainMap {
  const samples = halveShares(size, shares);
  return { samples, stored: null, metadata: plainMetadata(stops), icc: undefined };
}

/**
 * Encodes a map so that it and its metadata take at most `room` bytes if possible, or up to `most`
 * if the map would be wrong in fewer.
 */
export async function encodeGainMap(
  { samples, stored, metadata, icc }: PreparedGainMap,
  { gainMaps }: OutputCodec,
  room: number,
  most = room,
): Promise<EncodedGainMap> {
  const words = gainMaps!.measureWords({ metadata, icc });
  const [forSamples, bytes] = [Math.max(0, room - words), Math.max(0, most - words)];
  const coded =
    stored && stored.length <= forSamples
      ? stored
      : await gainMaps!.encode(samples, forSamples, { bytes, metadata });
  return { bytes: coded, metadata, icc };
}

/** The map of a file that is kept as it is, except for the map's metadata. */
export async function findStoredMap(
  { gainMap }: PictureHeader,
  { gainMaps }: OutputCodec,
): Promise<EncodedGainMap | null> {
  if (!gainMap || gainMap === 'unusable' || !gainMap.stored || !gainMaps) return null;
  const { metadata, icc, table, stored } = gainMap;
  // Apple's map needs the camera's metadata, which may be among what is removed.
  const bytes = table
    ? await gainMaps.encode(samplesOf(gainMap, await stored.decode()), Number.POSITIVE_INFINITY)
    : stored.jpeg;
  return { bytes, metadata, icc };
}
