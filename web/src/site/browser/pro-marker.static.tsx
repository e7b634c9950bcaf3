import type * as served from './pro-marker.tsx';

/** Nothing is kept from anybody, so nothing is marked. */
export const ProMarker: typeof served.ProMarker = () => null;
