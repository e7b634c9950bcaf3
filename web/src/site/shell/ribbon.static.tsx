import type * as served from './ribbon.tsx';

/** There is nothing to offer. */
export const Ribbon: typeof served.Ribbon = () => <></>;
