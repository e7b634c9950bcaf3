import {
  type Entry,
  findEntry,
  firstIfd,
  numberIn,
  readEntries,
  readNumber,
  readRationals,
  readText,
  readTiff,
  type Tiff,
} from './tiff.ts';

/** Exif 2.32 sections 4.6.4 to 4.6.6. */
const tags = {
  make: 0x010f,
  model: 0x0110,
  exposureTime: 0x829a,
  aperture: 0x829d,
  exifIfd: 0x8769,
  gpsIfd: 0x8825,
  sensitivity: 0x8827,
  takenAt: 0x9003,
  focalLength: 0x920a,
  focalLengthIn35mm: 0xa405,
  lensModel: 0xa434,
} as const;

const gpsTags = {
  latitudeRef: 1,
  latitude: 2,
  longitudeRef: 3,
  longitude: 4,
  altitudeRef: 5,
  altitude: 6,
} as const;

/** How a photo was exposed; `null` for what the camera did not write. */
export interface Exposure {
  /** Seconds. */
  time: number | null;
  /** The f-number. */
  aperture: number | null;
  /** ISO speed. */
  sensitivity: number | null;
  /** Millimeters, of the lens itself. */
  focalLength: number | null;
  /** Millimeters, of a lens with the same view in front of film of 35 mm. */
  focalLengthIn35mm: number | null;
}

export interface Place {
  /** Degrees, -90 to 90, north positive. */
  latitude: number;
  /** Degrees, -180 to 180, east positive. */
  longitude: number;
  /** Meters above the sea. */
  altitude: number | null;
}

export interface ExifSummary {
  make: string | null;
  model: string | null;
  lens: string | null;
  /** As the camera wrote it: `YYYY:MM:DD hh:mm:ss`, local time. */
  takenAt: string | null;
  /** `null` when the camera wrote nothing of it. */
  exposure: Exposure | null;
  /** Where a place is stored at all, even one whose numbers make no sense. */
  hasLocation: boolean;
  place: Place | null;
}

/** What people ask of a photo; `null` when the block is no TIFF structure. */
export function summarizeExif(block: Uint8Array): ExifSummary | null {
  const tiff = readTiff(block);
  if (!tiff) return null;
  const ifd0 = firstIfd(tiff);
  const exifIfd = numberIn(tiff, ifd0, tags.exifIfd) ?? 0;
  const gpsIfd = numberIn(tiff, ifd0, tags.gpsIfd) ?? 0;
  return {
    make: readText(tiff, findEntry(tiff, ifd0, tags.make)),
    model: readText(tiff, findEntry(tiff, ifd0, tags.model)),
    lens: readText(tiff, findEntry(tiff, exifIfd, tags.lensModel)),
    takenAt: readText(tiff, findEntry(tiff, exifIfd, tags.takenAt)),
    exposure: readExposure(tiff, exifIfd),
    // Latitude is what makes a place; some cameras write an IFD with a version only.
    hasLocation: findEntry(tiff, gpsIfd, gpsTags.latitude) !== undefined,
    place: readPlace(tiff, gpsIfd),
  };
}

function readExposure(tiff: Tiff, exifIfd: number): Exposure | null {
  const entries = readEntries(tiff, exifIfd);
  const entryOf = (tag: number): Entry | undefined => entries.find((entry) => entry.tag === tag);
  // Zero stands for "unknown" in all of them.
  const positive = (value: number | null | undefined): number | null =>
    value !== null && value !== undefined && value > 0 ? value : null;
  const fraction = (tag: number): number | null => positive(readRationals(tiff, entryOf(tag))[0]);
  const whole = (tag: number): number | null => positive(readNumber(tiff, entryOf(tag)));
  const exposure: Exposure = {
    time: fraction(tags.exposureTime),
    aperture: fraction(tags.aperture),
    sensitivity: whole(tags.sensitivity),
    focalLength: fraction(tags.focalLength),
    focalLengthIn35mm: whole(tags.focalLengthIn35mm),
  };
  return Object.values(exposure).some((value) => value !== null) ? exposure : null;
}

function readPlace(tiff: Tiff, gpsIfd: number): Place | null {
  const entryOf = (tag: number): Entry | undefined => findEntry(tiff, gpsIfd, tag);
  const angle = (tag: number, refTag: number, negative: string, limit: number): number | null => {
    const [degrees, minutes = 0, seconds = 0] = readRationals(tiff, entryOf(tag));
    if (typeof degrees !== 'number') return null;
    const size = degrees + (minutes ?? 0) / 60 + (seconds ?? 0) / 3600;
    if (size > limit) return null;
    return readText(tiff, entryOf(refTag))?.toUpperCase() === negative ? -size : size;
  };
  const latitude = angle(gpsTags.latitude, gpsTags.latitudeRef, 'S', 90);
  const longitude = angle(gpsTags.longitude, gpsTags.longitudeRef, 'W', 180);
  if (latitude === null || longitude === null) return null;
  const height = readRationals(tiff, entryOf(gpsTags.altitude))[0] ?? null;
  const ref = entryOf(gpsTags.altitudeRef);
  // One byte in the entry itself: 1 is below the sea.
  const isBelow = ref !== undefined && tiff.bytes[ref.at + 8] === 1;
  return { latitude, longitude, altitude: height !== null && isBelow ? -height : height };
}
