import { EngineError, type EngineFeature } from '../errors.ts';
import type { HeifItem } from './file.ts';
import type { HevcConfiguration } from './hevc-configuration.ts';
import type { ChromaFormat } from '../planes/planes.ts';
import type { Property } from './properties.ts';

/** How to decode a coded item. `configuration` is the body of its configuration box. */
export type CodedLayout =
  | { kind: 'coded'; codec: 'hevc'; configuration: Uint8Array; hevc: HevcConfiguration }
  | { kind: 'coded'; codec: 'av1' | 'avc'; configuration: Uint8Array }
  /** `configuration` precedes the item's data. It is empty when the data is a whole JPEG. */
  | { kind: 'coded'; codec: 'jpeg'; configuration: Uint8Array };

/** The coding and the sample format of a coded item. */
export interface Coding {
  layout: CodedLayout;
  bitDepth: number;
  /** `null` where only the coded data tells it. */
  chroma: ChromaFormat | null;
}

export function findProperty<K extends Property['kind']>(
  item: HeifItem,
  kind: K,
): Extract<Property, { kind: K }> | null {
  for (const { property } of item.properties) {
    if (property.kind === kind) return property as Extract<Property, { kind: K }>;
  }
  return null;
}

export function refuseHeif(feature: EngineFeature, message: string): never {
  throw new EngineError('unsupported-feature', message, { feature });
}

const chromaFormats = ['4:0:0', '4:2:0', '4:2:2', '4:4:4'] as const;

/** AV1CodecConfigurationRecord, av1-isobmff 2.3.3: sequence header fields in bytes 1 and 2. */
function readAv1Format(configuration: Uint8Array): Omit<Coding, 'layout'> {
  const bits = configuration[2] ?? 0;
  const bitDepth = (bits & 0x40) === 0 ? 8 : (bits & 0x20) === 0 ? 10 : 12;
  if ((bits & 0x10) !== 0) return { bitDepth, chroma: '4:0:0' };
  if ((bits & 0x08) === 0) return { bitDepth, chroma: '4:4:4' };
  return { bitDepth, chroma: (bits & 0x04) === 0 ? '4:2:2' : '4:2:0' };
}

export function describeCoding(item: HeifItem): Coding {
  const depths = findProperty(item, 'pixel-depths')?.bits;
  if (item.type === 'hvc1') {
    const property = findProperty(item, 'hevc-configuration');
    if (!property) throw new EngineError('corrupt-file', `item ${item.id} has no hvcC`);
    const { bytes, configuration: hevc } = property;
    return {
      layout: { kind: 'coded', codec: 'hevc', configuration: bytes, hevc },
      bitDepth: Math.max(hevc.bitDepthLuma, hevc.chromaFormat === 0 ? 8 : hevc.bitDepthChroma),
      chroma: chromaFormats[hevc.chromaFormat]!,
    };
  }
  const configuration = findProperty(item, 'codec-configuration');
  const bytes = configuration?.bytes ?? new Uint8Array(0);
  if (item.type === 'av01' && configuration?.type === 'av1C') {
    const layout: CodedLayout = { kind: 'coded', codec: 'av1', configuration: bytes };
    return { layout, ...readAv1Format(bytes) };
  }
  const bitDepth = Math.max(8, ...(depths ?? []));
  if (item.type === 'avc1' && configuration?.type === 'avcC') {
    return {
      layout: { kind: 'coded', codec: 'avc', configuration: bytes },
      bitDepth,
      chroma: null,
    };
  }
  if (item.type === 'jpeg') {
    return {
      layout: { kind: 'coded', codec: 'jpeg', configuration: bytes },
      bitDepth,
      chroma: null,
    };
  }
  throw new EngineError('corrupt-file', `item ${item.id} has no decoder configuration`);
}
