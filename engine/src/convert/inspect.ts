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

/** What a file says about itself, read from its header: nothing is decoded. */
export interface Inspection {
  format: InputFormat;
  /** Bytes. */
  size: number;
  /** False when the name's extension promises another format. */
  nameMatches: boolean;
  /** Pixels of the primary picture, upright; as stored where Exif alone turns it and `exifOrientation` is `ignore`. */
  width: number;
  height: number;
  /** Bits a sample. */
  bitDepth: number;
  /** Exif's, 1 to 8, where it decides; 1 where the container turns the picture itself. */
  orientation: number;
  /** The stored picture is turned or mirrored on the way. */
  turned: boolean;
  /** Of a HEIC: Exif alone says so, and `exifOrientation: 'ignore'` leaves it as stored. */
  turnedByExif: boolean;
  colorProfile: {
    /** The profile's own name, or that of the code points: `Display P3`, `sRGB`, ... */
    name: string;
    /** `icc` also where Exif or other words of the file say as much as a profile does. */
    kind: 'icc' | 'code-points' | 'none';
    /** PQ or HLG: brighter than an ordinary picture's white. */
    hdr: boolean;
  };
  hasAlpha: boolean;
  hasGainMap: boolean;
  hasVideo: boolean;
  /** What a live photo's picture and movie have in common; `null` for any other photo. */
  contentIdentifier: string | null;
  animated: boolean;
  /** Pictures that are meant to be shown and that a conversion can give. */
  pictures: number;
  /** What each picture is that a conversion can give, the primary one first; depth maps and mattes come last. */
  roles: PictureRole[];
  metadata: {
    /** Make and model. */
    camera: string | null;
    lens: string | null;
    /** `YYYY:MM:DD hh:mm:ss` as the camera wrote it. */
    takenAt: string | null;
    /** `null` when the camera wrote nothing of it. */
    exposure: Exposure | null;
    /** In Exif or XMP. */
    hasLocation: boolean;
    /** As Exif has it; `null` where the place is in XMP alone, or its numbers make no sense. */
    place: Place | null;
    hasExif: boolean;
    hasXmp: boolean;
  };
  /** What a conversion with the given options does and why. */
  plan: Plan;
}

/**
 * Reads the header of one file in this thread, and no more of it than that behind its first 64 kB, and plans a
 * conversion. Throws `empty-file`, `unsupported-format`, `unsupported-feature`, `corrupt-file`, `too-large` or
 * `invalid-options`.
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

/** Of Apple's maker note. */
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
  // The profile is coded with the pixels, and only their decoder reads it.
  if (decodesTo?.srgb) return { name: '', kind: 'icc', hdr };
  if (!color.cicp) return { name: 'sRGB', kind: 'none', hdr };
  const name = primariesByCode[color.cicp.primaries]?.name ?? 'sRGB';
  return { name, kind: 'code-points', hdr };
}
