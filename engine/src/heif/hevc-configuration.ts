import { readBytes, readU16, readU32, readU8, readUint, sliceOf } from '../bytes/reader.ts';
import { EngineError } from '../errors.ts';

/** The HEVC decoder configuration record, `hvcC` (ISO/IEC 14496-15, 8.3.3.1). */
export interface HevcConfiguration {
  profileSpace: number;
  /** 0 for the Main tier, 1 for the High tier. */
  tier: number;
  profile: number;
  /** Bit 31 is flag 0, bit 30 is flag 1 (Main), and so on. */
  compatibilityFlags: number;
  /** The 48 bits that follow the compatibility flags in profile_tier_level. */
  constraintFlags: Uint8Array;
  /** general_level_idc: the level number times 30. */
  level: number;
  /** 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4. */
  chromaFormat: number;
  bitDepthLuma: number;
  bitDepthChroma: number;
  /** Size of the length field before each NAL unit of the item's data: 1, 2 or 4 bytes. */
  lengthSize: number;
  /** VPS, SPS, PPS and SEI units, with headers and without start codes. */
  nalUnits: Uint8Array[];
}

/** Reads the body of an `hvcC` box. Throws `corrupt-file` when it is cut short or a unit is empty. */
export function readHevcConfiguration(bytes: Uint8Array): HevcConfiguration {
  const slice = sliceOf(bytes);
  const version = readU8(slice);
  // Version 0 was written by pre-standard encoders; its layout is the same.
  if (version > 1) throw new EngineError('corrupt-file', `hvcC of version ${version}`);
  const profileBits = readU8(slice);
  const compatibilityFlags = readU32(slice);
  const constraintFlags = readBytes(slice, 6);
  const level = readU8(slice);
  readU16(slice);
  readU8(slice);
  const chromaFormat = readU8(slice) & 3;
  const bitDepthLuma = (readU8(slice) & 7) + 8;
  const bitDepthChroma = (readU8(slice) & 7) + 8;
  readU16(slice);
  const lengthSize = (readU8(slice) & 3) + 1;
  const nalUnits: Uint8Array[] = [];
  const arrayCount = readU8(slice);
  for (let array = 0; array < arrayCount; array++) {
    readU8(slice);
    const unitCount = readU16(slice);
    for (let unit = 0; unit < unitCount; unit++) {
      const length = readUint(slice, 2);
      if (length < 2) throw new EngineError('corrupt-file', 'hvcC holds an empty NAL unit');
      nalUnits.push(readBytes(slice, length));
    }
  }
  return {
    profileSpace: profileBits >> 6,
    tier: (profileBits >> 5) & 1,
    profile: profileBits & 31,
    compatibilityFlags,
    constraintFlags,
    level,
    chromaFormat,
    bitDepthLuma,
    bitDepthChroma,
    lengthSize,
    nalUnits,
  };
}
