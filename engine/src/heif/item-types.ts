import type { EngineFeature } from '../errors.ts';
import { refuseHeif } from './coding.ts';
import type { HeifItem } from './file.ts';

/** Feature names of unsupported item types, for messages and tables. */
const refusedTypes: Record<string, EngineFeature> = {
  lhv1: 'layered-hevc-item',
  j2k1: 'jpeg2000-item',
  vvc1: 'vvc-item',
  evc1: 'evc-item',
  unci: 'uncompressed-item',
  mski: 'mask-item',
  avis: 'avs-item',
  hevc: 'hevc-sequence-item',
};

/** Item types that are pictures. */
export const pictureTypes = new Set([
  'hvc1',
  'av01',
  'avc1',
  'jpeg',
  'grid',
  'iovl',
  'iden',
  'tmap',
  ...Object.keys(refusedTypes),
]);

/** Throws `unsupported-feature` for what an item needs and is not read here. */
export function requireUnderstood(item: HeifItem): void {
  if (item.protection !== 0) refuseHeif('protected-item', `item ${item.id} is encrypted`);
  if (!pictureTypes.has(item.type)) {
    refuseHeif(`item-${item.type.trim()}`, `item ${item.id} is of type ${item.type}`);
  }
  const refused = refusedTypes[item.type];
  if (refused) refuseHeif(refused, `item ${item.id} is of type ${item.type}`);
  for (const { property, essential } of item.properties) {
    if (essential && property.kind === 'other') {
      const name = property.type.trim();
      refuseHeif(`property-${name}`, `item ${item.id} needs property ${name}`);
    }
  }
}
