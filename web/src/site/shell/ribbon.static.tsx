import type * as served from './ribbon.tsx';

/** Nothing is offered. */
export const Ribbon: typeof served.Ribbon = () => <></>;
