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

/** Exposure data. `null` for what the camera did not write. */
export interface Exposure {
  /** Seconds. */
  time: number | null;
  /** The f-number. */
  aperture: number | null;
  /** ISO speed. */
  sensitivity: number | null;
  /** Focal length of the lens itself, in millimeters. */
  focalLength: number | null;
  /** Equivalent focal length for 35 mm film, in millimeters. */
  focalLengthIn35mm: number | null;
}

export interface Place {
  /** Degrees, -90 to 90, north positive. */
  latitude: number;
  /** Degrees, -180 to 180, east positive. */
  longitude: number;
  /** Meters above sea level. */
  altitude: number | null;
}

export interface ExifSummary {
  make: string | null;
  model: string | null;
  lens: string | null;
  /** As the camera wrote it: `YYYY:MM:DD hh:mm:ss`, local time. */
  takenAt: string | null;
  /** `null` when the camera wrote none of it. */
  exposure: Exposure | null;
  /** Whether a location is stored at all, even with invalid numbers. */
  hasLocation: boolean;
  place: Place | null;
}

/** The Exif facts that users ask for. `null` when the block is no TIFF structure. */
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
    // Only a latitude makes a location: some cameras write an IFD with nothing but a version.
    hasLocation: findEntry(tiff, gpsIfd, gpsTags.latitude) !== undefined,
    place: readPlace(tiff, gpsIfd),
  };
}

function readExposure(tiff: Tiff, exifIfd: number): Exposure | null {
  const entries = readEntries(tiff, exifIfd);
  const entryOf = (tag: number): Entry | undefined => entries.find((entry) => entry.tag === tag);
  // Zero means "unknown" in all of them.
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
  // The byte is in the entry itself. 1 means below sea level.
  const isBelow = ref !== undefined && tiff.bytes[ref.at + 8] === 1;
  return { latitude, longitude, altitude: height !== null && isBelow ? -height : height };
}
