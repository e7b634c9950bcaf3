import type * as served from './ad-slot.tsx';

/** There are no advertisements. */
export const AdSlot: typeof served.AdSlot = () => <></>;

export const AdPlaces: typeof served.AdPlaces = () => <></>;
