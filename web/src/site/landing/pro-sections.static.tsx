import type * as served from './pro-sections.tsx';

/** Nothing is sold. */
export const ProPrompts: typeof served.ProPrompts = () => <></>;

export const ProPrices: typeof served.ProPrices = () => <></>;
