import type * as served from './pro-marker.tsx';

/** Everything is free, so nothing is marked. */
export const ProMarker: typeof served.ProMarker = () => null;
