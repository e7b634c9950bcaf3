import type * as served from './choice-names.ts';

/** Without advertisements, because the static edition has none. */
export const choiceNames: typeof served.choiceNames = ['settings', 'counter', 'table', 'offline'];
