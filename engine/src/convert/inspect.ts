import { FileParts } from '../bytes/file-parts.ts';
import type { Source } from '../codec/input.ts';
import type { PictureHeader } from '../codec/picture-header.ts';
import { primariesByCode } from '../color/primaries.ts';
import { readProfileName } from '../color/profile-header.ts';
import { isHdr } from '../color/hdr.ts';
import { formatOfName } from '../formats/format-of-name.ts';
import { requireFormat } from '../formats/require-format.ts';
import { sniffLength } from '../formats/sniff.ts';
import { loadInput, loadOutput } from '../formats/table.ts';
import { type Exposure, type Place, summarizeExif } from '../metadata/exif-summary.ts';
import { findAppleText } from '../metadata/apple-maker-note.ts';
import { hasXmpLocation } from '../metadata/xmp.ts';
import type { ConvertOptions, InputFormat, PictureRole } from '../options.ts';
import { placedSize } from '../transform/orient.ts';
import { loadWhole } from './load-whole.ts';
import { uprightSize, type Plan } from './plan/plan.ts';
import { planPicture } from './plan/ways.ts';
import { requireValid } from './validate.ts';
import { isAuxiliary, roleOf } from './plan/wanted-pictures.ts';

/** What a file's header says. Nothing is decoded. */
export interface Inspection {
  format: InputFormat;
  /** In bytes. */
  size: number;
  /** False if the name's extension belongs to another format. */
  nameMatches: boolean;
  /**
   * Pixels of the primary picture, upright; as stored if only Exif turns it and `exifOrientation`
   * is `ignore`.
   */
  width: number;
  height: number;
  /** Bits per sample. */
  bitDepth: number;
  /** Exif orientation, 1 to 8, if it applies; 1 if the container turns the picture itself. */
  orientation: number;
  /** Conversion turns or mirrors the stored picture. */
  turned: boolean;
  /** In a HEIC: only Exif says so, and `exifOrientation: 'ignore'` leaves the picture as stored. */
  turnedByExif: boolean;
  colorProfile: {
    /** The name in the profile, or the name for the code points: `Display P3`, `sRGB`, ... */
    name: string;
    /** `icc` also if Exif or other metadata of the file says as much as a profile does. */
    kind: 'icc' | 'code-points' | 'none';
    /** PQ or HLG, which are brighter than the white of SDR. */
    hdr: boolean;
  };
  hasAlpha: boolean;
  hasGainMap: boolean;
  hasVideo: boolean;
  /** An identifier that a live photo's picture and movie share; `null` for any other photo. */
  contentIdentifier: string | null;
  animated: boolean;
  /** Number of pictures that are meant to be shown and can be converted. */
  pictures: number;
  /**
   * The role of each picture that can be converted, the primary one first. Depth maps and mattes
   * come last.
   */
  roles: PictureRole[];
  metadata: {
    /** Make and model. */
    camera: string | null;
    lens: string | null;
    /** `YYYY:MM:DD hh:mm:ss` as written by the camera. */
    takenAt: string | null;
    /** `null` if the camera wrote none. */
    exposure: Exposure | null;
    /** In Exif or XMP. */
    hasLocation: boolean;
    /** From Exif; `null` if the location is in XMP only, or its numbers make no sense. */
    place: Place | null;
    hasExif: boolean;
    hasXmp: boolean;
  };
  /** What a conversion with the given options does, and why. */
  plan: Plan;
}

/**
 * Reads the header of one file in this thread, and after its first 64 kB only as much as the header
 * needs, and plans a conversion. Throws `empty-file`, `unsupported-format`, `unsupported-feature`,
 * `corrupt-file`, `too-large` or `invalid-options`.
 */
export async function inspectFile(
  file: Blob,
  name: string,
  options: ConvertOptions = {},
): Promise<Inspection> {
  requireValid(options);
  const parts = new FileParts(file);
  const sniffed = await requireFormat(await parts.read(0, sniffLength));
  const [input, output] = await Promise.all([
    loadInput(sniffed),
    loadOutput(options.format ?? 'jpeg'),
  ]);
  const bytes = await input.readHeader(parts);
  const source = await input.open(bytes);
  const { format } = source;
  const request = { bytes, source, codec: output, options, video: null, chosen: null };
  const { plan } = await planPicture(request, 0, loadWhole);
  return {
    ...describe(source, source.pictures[0]!, options),
    format,
    size: file.size,
    nameMatches: [null, format].includes(formatOfName(name)),
    plan,
  };
}

/** In Apple's maker note. */
const contentIdentifierTag = 17;

function describe(source: Source, header: PictureHeader, { exifOrientation }: ConvertOptions) {
  const { exif, xmp } = header.metadata;
  const summary = exif ? summarizeExif(exif) : null;
  const camera = [summary?.make, summary?.model]
    .filter((part) => typeof part === 'string')
    .join(' ');
  return {
    ...(exifOrientation === 'ignore' ? placedSize(header.placement) : uprightSize(header)),
    bitDepth: header.bitDepth,
    orientation: header.orientation,
    turned: header.turned || header.exifTurn !== undefined,
    turnedByExif: header.exifTurn !== undefined,
    colorProfile: describeColor(header),
    hasAlpha: header.hasAlpha,
    hasGainMap: header.gainMap !== null,
    hasVideo: source.hasVideo,
    contentIdentifier: exif ? findAppleText(exif, contentIdentifierTag) : null,
    animated: source.animated,
    pictures: source.pictures.filter((each) => !isAuxiliary(each)).length,
    roles: source.pictures.map(roleOf),
    metadata: {
      camera: camera === '' ? null : camera,
      lens: summary?.lens ?? null,
      takenAt: summary?.takenAt ?? null,
      exposure: summary?.exposure ?? null,
      place: summary?.place ?? null,
      hasLocation: (summary?.hasLocation ?? false) || (xmp !== undefined && hasXmpLocation(xmp)),
      hasExif: summary !== null,
      hasXmp: xmp !== undefined,
    },
  };
}

function describeColor({ color, decodesTo }: PictureHeader): Inspection['colorProfile'] {
  const hdr = isHdr(color);
  if (color.icc) return { name: readProfileName(color.icc), kind: 'icc', hdr };
  // The profile is coded with the pixels, so only the decoder can read it.
  if (decodesTo?.srgb) return { name: '', kind: 'icc', hdr };
  if (!color.cicp) return { name: 'sRGB', kind: 'none', hdr };
  const name = primariesByCode[color.cicp.primaries]?.name ?? 'sRGB';
  return { name, kind: 'code-points', hdr };
}
