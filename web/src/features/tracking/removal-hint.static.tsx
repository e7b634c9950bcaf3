import type * as served from './removal-hint.tsx';

/** There are no accounts. */
export const RemovalHint: typeof served.RemovalHint = () => <></>;
