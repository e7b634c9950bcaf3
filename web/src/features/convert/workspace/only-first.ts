import type { MouseEvent } from 'react';

/**
 * Does what a click asks for once: the second of two quick clicks was meant for no button that has come
 * in its place, and saves nothing twice.
 */
export function onlyFirst(act: () => void) {
  return ({ detail }: MouseEvent) => {
    if (detail < 2) act();
  };
}
