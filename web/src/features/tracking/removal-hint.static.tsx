import type * as served from './removal-hint.tsx';

/** Nobody is signed in. */
export const RemovalHint: typeof served.RemovalHint = () => <></>;
