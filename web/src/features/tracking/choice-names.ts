import type { Choices } from '../../site/browser/choices.ts';

/** What a visitor can switch on and off. */
export const choiceNames: readonly (keyof Choices)[] = [
  'settings',
  'counter',
  'table',
  'offline',
  'ads',
];
