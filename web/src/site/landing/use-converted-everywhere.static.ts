import type * as served from './use-converted-everywhere.ts';

/** Nobody counts. */
export const useConvertedEverywhere: typeof served.useConvertedEverywhere = () => 0;
