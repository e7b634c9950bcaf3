import type * as served from './ad-slot.tsx';

/** Nothing is advertised. */
export const AdSlot: typeof served.AdSlot = () => <></>;

export const AdPlaces: typeof served.AdPlaces = () => <></>;
