import { type PictureHeader, pictureHeader } from '../../codec/picture-header.ts';
import { readLookedAt, type OnRead } from '../../bytes/looked-at.ts';
import type { InputCodec, Source } from '../../codec/input.ts';
import { adobeRgb } from '../../color/adobe-rgb.ts';
import { fitsPicture } from '../../color/profile-header.ts';
import { EngineError, orNull } from '../../errors.ts';
import { saysAdobeRgb } from '../../metadata/exif-color.ts';
import type { PictureRole } from '../../options.ts';
import type { Raster } from '../../planes/raster.ts';
import type { StoredPicture } from './decode.ts';
import {
  bytesOf,
  listDirectories,
  readTiffFile,
  type Directory,
  type TiffFile,
} from './directories.ts';
import { isDeep, isGray, isJpeg, isLab } from './kinds.ts';
import { isRaw } from './is-raw.ts';
import { fewNumbersOf, readLayout } from './layout.ts';
import { readTiffMetadata } from './metadata.ts';
import { photometrics, tags } from './tags.ts';

/** Further pages of a document are ignored. */
const maxPages = 256;

/** NewSubfileType flags for a smaller copy and for a mask, and SubfileType's value for a copy. */
const [smallerFlag, maskFlag, oldSmaller] = [1, 4, 2];

const firstNumber = (file: TiffFile, directory: Directory, tag: number): number | undefined =>
  (orNull(() => fewNumbersOf(file, directory, tag)) ?? [])[0];

function isPage(file: TiffFile, directory: Directory): boolean {
  const kind = firstNumber(file, directory, tags.subfileType) ?? 0;
  const isSmaller = firstNumber(file, directory, tags.oldSubfileType) === oldSmaller;
  return (kind & (smallerFlag | maskFlag)) === 0 && !isSmaller;
}

interface Page {
  header: PictureHeader;
  stored: StoredPicture;
}

function readPage(file: TiffFile, directory: Directory, role: PictureRole): Page {
  const layout = readLayout(file, directory);
  const { bits, alpha, photometric } = layout;
  const stated = firstNumber(file, directory, tags.orientation) ?? 1;
  const orientation = stated >= 1 && stated <= 8 ? stated : 1;
  const gray = isGray(layout);
  const profile = orNull(() => bytesOf(file, directory, tags.icc));
  const isInks = photometric === photometrics.inks;
  const icc = profile && !isLab(layout) && fitsPicture(profile, gray) ? profile : null;
  const metadata = readTiffMetadata(file, directory, role);
  const isPlain = !gray && !isInks && !isLab(layout);
  const isAdobeRgb = isPlain && saysAdobeRgb(metadata.exif);
  const header = pictureHeader(layout, {
    role,
    orientation,
    gray,
    bitDepth: isDeep(layout) ? Math.min(bits, 16) : 8,
    hasAlpha: alpha !== 'none',
    // The decoder makes full-resolution pixels; halving their color again would lose more.
    halfChroma: false,
    color: icc && !isInks ? { icc } : isAdobeRgb ? adobeRgb() : {},
    metadata,
    ...(isInks && profile && { decodesTo: { bitDepth: 8, srgb: true } }),
  });
  const inksProfile = isInks ? profile : null;
  return { header, stored: { file, layout, color: header.color, inksProfile } };
}

/**
 * The main picture and further pages, as far as they can be decoded. Smaller copies and masks do
 * not count.
 */
function readPages(file: TiffFile, directories: readonly Directory[]): Page[] {
  const pages = directories.filter((directory) => isPage(file, directory)).slice(0, maxPages);
  const [main = directories[0]!, ...others] = pages;
  return [
    readPage(file, main, 'main'),
    ...others.flatMap((each) => orNull(() => readPage(file, each, 'further')) ?? []),
  ];
}

/** Loads what decodes a picture. */
type LoadDecoder = () => Promise<(picture: StoredPicture, index: number) => Promise<Raster>>;

const loadSound: LoadDecoder = async () => (await import('./decode.ts')).decodePicture;
const loadSalvage: LoadDecoder = async () => (await import('./salvage.ts')).salvagePicture;

function openPages(
  file: TiffFile,
  directories: readonly Directory[],
  loadDecoder: LoadDecoder,
): Source {
  const pages = readPages(file, directories);
  return {
    format: 'tiff',
    pictures: pages.map(({ header }) => header),
    animated: false,
    hasVideo: false,
    lossless: !isJpeg(pages[0]!.stored.layout),
    load: async () => void (await loadDecoder()),
    decode: async (index) => (await loadDecoder())(pages[index]!.stored, index),
  };
}

function isRawFile(bytes: Uint8Array<ArrayBuffer>): boolean {
  const read = orNull(() => {
    const file = readTiffFile(bytes);
    return isRaw(file, listDirectories(file));
  });
  return read === true;
}

/** TIFF input. Sensor data goes to the reader for raw files. */
export function createTiffInput(loadRaw: () => Promise<InputCodec>): InputCodec {
  const look = (bytes: Uint8Array<ArrayBuffer>, onRead: OnRead): void => {
    const file = readTiffFile(bytes, onRead);
    const directories = listDirectories(file);
    if (!isRaw(file, directories)) readPages(file, directories);
  };
  return {
    format: 'tiff',
    async readHeader(parts) {
      const bytes = await readLookedAt(parts, look);
      return isRawFile(bytes) ? (await loadRaw()).readHeader(parts) : bytes;
    },
    async open(bytes) {
      const file = readTiffFile(bytes);
      const directories = listDirectories(file);
      if (isRaw(file, directories)) return (await loadRaw()).open(bytes);
      return openPages(file, directories, loadSound);
    },
    async openDamaged(bytes) {
      const file = readTiffFile(bytes);
      const directories = listDirectories(file);
      if (!isRaw(file, directories)) return openPages(file, directories, loadSalvage);
      const raw = await loadRaw();
      if (!raw.openDamaged) throw new EngineError('corrupt-file', 'Nothing can be salvaged');
      return raw.openDamaged(bytes);
    },
  };
}
