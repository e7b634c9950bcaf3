import { defaultFlags } from '@stillpix/contract/flags';
import type * as served from './flags.ts';

/** The defaults, because there is no server to ask. */
export const useFlag: typeof served.useFlag = (key) =>
  defaultFlags.some((flag) => flag.key === key && flag.enabled);

/** Nothing is sold, so there are no promotions. */
export const usePromotionEnd: typeof served.usePromotionEnd = () => 0;
