import { brand } from '@stillpix/contract/brand';
import type * as served from './own-names.ts';

/** Sites in other folders of the host keep theirs in the same place. */
export const isOwnName: typeof served.isOwnName = (name) =>
  name === 'theme' || name.startsWith(`${brand.slug}_`);
