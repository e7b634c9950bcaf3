import { brand } from '@stillpix/contract/brand';
import type * as served from './own-names.ts';

/** Sites in other folders of the same host share this storage. */
export const isOwnName: typeof served.isOwnName = (name) =>
  name === 'theme' || name.startsWith(`${brand.slug}_`);
