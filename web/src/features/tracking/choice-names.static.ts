import type * as served from './choice-names.ts';

/** Without advertisements, of which there are none. */
export const choiceNames: typeof served.choiceNames = ['settings', 'counter', 'table', 'offline'];
