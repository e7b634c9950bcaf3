import { readXmpProperty, writeXmpPacket } from '../metadata/xmp.ts';
import { isSingleChannel, type GainMapMetadata, type PerChannel } from './metadata.ts';

/** Adobe's namespace for gain maps, also used by Android's Ultra HDR. */
export const hdrgmNamespace = 'http://ns.adobe.com/hdr-gain-map/1.0/';

/** The only version there is. */
export const hdrgmVersion = '1.0';

function readNumbers(packet: Uint8Array, name: string, missing: number): PerChannel | null {
  const values = readXmpProperty(packet, hdrgmNamespace, name);
  if (values === null) return [missing, missing, missing];
  const [red, green = red, blue = red] = values.map(Number);
  const numbers = [red, green, blue] as [number, number, number];
  return numbers.every(Number.isFinite) ? numbers : null;
}

/**
 * Reads a gain map's own XMP packet (Adobe's gain map specification, 1.0). `null` when it describes
 * no gain map, lacks a required number, or has the HDR picture as its base.
 */
export function readHdrgm(packet: Uint8Array): GainMapMetadata | null {
  const text = (name: string): string | undefined =>
    readXmpProperty(packet, hdrgmNamespace, name)?.[0];
  if (text('Version') !== hdrgmVersion) return null;
  if (text('GainMapMax') === undefined || text('HDRCapacityMax') === undefined) return null;
  if (/^true$/i.test(text('BaseRenditionIsHDR') ?? 'False')) return null;
  const min = readNumbers(packet, 'GainMapMin', 0);
  const max = readNumbers(packet, 'GainMapMax', 0);
  const gamma = readNumbers(packet, 'Gamma', 1);
  const baseOffset = readNumbers(packet, 'OffsetSDR', 1 / 64);
  const alternateOffset = readNumbers(packet, 'OffsetHDR', 1 / 64);
  const capacityMin = readNumbers(packet, 'HDRCapacityMin', 0);
  const capacityMax = readNumbers(packet, 'HDRCapacityMax', 0);
  if (!min || !max || !gamma || !baseOffset || !alternateOffset || !capacityMin || !capacityMax)
    return null;
  return {
    min,
    max,
    gamma,
    baseOffset,
    alternateOffset,
    baseHeadroom: capacityMin[0],
    alternateHeadroom: capacityMax[0],
    inBaseColors: true,
  };
}

/** Six digits, as in the fractions of ISO's metadata. */
function decimal(value: number): string {
  return String(Number(value.toFixed(6)));
}

function property(name: string, values: PerChannel, single: boolean): [string, string] {
  if (single) return [` hdrgm:${name}="${decimal(values[0])}"`, ''];
  const items = values.map((value) => `<rdf:li>${decimal(value)}</rdf:li>`).join('');
  return ['', `<hdrgm:${name}><rdf:Seq>${items}</rdf:Seq></hdrgm:${name}>`];
}

/** Writes the XMP packet of the map itself. */
export function writeHdrgm(metadata: GainMapMetadata): Uint8Array<ArrayBuffer> {
  const single = isSingleChannel(metadata);
  const properties = [
    property('GainMapMin', metadata.min, single),
    property('GainMapMax', metadata.max, single),
    property('Gamma', metadata.gamma, single),
    property('OffsetSDR', metadata.baseOffset, single),
    property('OffsetHDR', metadata.alternateOffset, single),
  ];
  const attributes = properties.map(([attribute]) => attribute).join('');
  const elements = properties.map(([, element]) => element).join('');
  const capacity =
    ` hdrgm:HDRCapacityMin="${decimal(metadata.baseHeadroom)}"` +
    ` hdrgm:HDRCapacityMax="${decimal(metadata.alternateHeadroom)}"`;
  return writeXmpPacket(
    `<rdf:Description rdf:about="" xmlns:hdrgm="${hdrgmNamespace}" hdrgm:Version="${hdrgmVersion}"` +
      `${attributes}${capacity} hdrgm:BaseRenditionIsHDR="False">${elements}</rdf:Description>`,
  );
}
