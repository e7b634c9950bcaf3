import { createHash } from 'node:crypto';
import type { Shard } from './amounts.ts';

/**
 * Whether a photo belongs to a shard. It goes by the name alone, as it is inside the folder that was named,
 * so that every machine decides alike, wherever the folder is mounted and in whatever order it lists.
 */
export function isInShard(name: string, { index, count }: Shard): boolean {
  // macOS and Linux write accents differently, Windows its folders.
  const plain = name.normalize('NFC').replaceAll('\\', '/');
  const hash = createHash('sha256').update(plain).digest().readUIntBE(0, 6);
  return hash % count === index - 1;
}
