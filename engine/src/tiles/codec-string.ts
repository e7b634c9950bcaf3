import { readHevcConfiguration } from '../heif/hevc-configuration.ts';
import type { CodedTile } from './coded-tile.ts';

function hex(value: number): string {
  return value.toString(16).padStart(2, '0').toUpperCase();
}

/**
 * Codec string by ISO/IEC 14496-15, annex E. Still-picture profiles are named as the video profile
 * whose compatibility flag they carry, because decoders that support Main often do not know Main
 * Still Picture.
 */
function hevcString(configuration: Uint8Array): string | null {
  const { compatibilityFlags, tier, level } = readHevcConfiguration(configuration);
  const supports = (profile: number): boolean => (compatibilityFlags & (2 ** (31 - profile))) !== 0;
  const tierAndLevel = `${tier === 0 ? 'L' : 'H'}${level}`;
  if (supports(1)) return `hvc1.1.6.${tierAndLevel}.B0`;
  if (supports(2)) return `hvc1.2.4.${tierAndLevel}.B0`;
  return null;
}

/** AV1 in ISO base media files, 5 (codecs parameter). */
function av1String(configuration: Uint8Array): string | null {
  const [, first, second] = configuration;
  if (first === undefined || second === undefined) return null;
  const level = String(first & 31).padStart(2, '0');
  const tier = (second & 0x80) === 0 ? 'M' : 'H';
  const depth = (second & 0x40) === 0 ? '08' : (second & 0x20) === 0 ? '10' : '12';
  return `av01.${first >> 5}.${level}${tier}.${depth}`;
}

/** RFC 6381, 3.3. */
function avcString(configuration: Uint8Array): string | null {
  const [, profile, compatibility, level] = configuration;
  if (profile === undefined || compatibility === undefined || level === undefined) return null;
  return `avc1.${hex(profile)}${hex(compatibility)}${hex(level)}`;
}

/** The codec string for a browser's video decoder. `null` for codings that no browser decodes. */
export function codecString({ codec, configuration }: CodedTile): string | null {
  if (codec === 'hevc') return hevcString(configuration);
  if (codec === 'av1') return av1String(configuration);
  return codec === 'avc' ? avcString(configuration) : null;
}
