import type * as served from './use-converted-everywhere.ts';

/** There is no counter. */
export const useConvertedEverywhere: typeof served.useConvertedEverywhere = () => 0;
