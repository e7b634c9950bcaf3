import type { MouseEvent } from 'react';

/**
 * Runs a click's action once. The second of two quick clicks could hit a button that has replaced
 * the first, or save something twice.
 */
export function onlyFirst(act: () => void) {
  return ({ detail }: MouseEvent) => {
    if (detail < 2) act();
  };
}
