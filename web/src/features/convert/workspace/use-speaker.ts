import { type RefObject, useRef } from 'react';

interface Saying {
  text: string;
  /** Obsolete as soon as there is a newer message. */
  isProgress: boolean;
}

export interface Speaker {
  /** The live region for screen readers. */
  place: RefObject<HTMLOutputElement | null>;
  announce: (saying: Saying) => void;
}

/**
 * Announces events without React, which would render the whole list again for each finished photo.
 */
export function useSpeaker(): Speaker {
  const place = useRef<HTMLOutputElement>(null);
  const unsaid = useRef<Saying[]>([]);
  return {
    place,
    announce(saying) {
      // Events at the same time are announced together: a text that is replaced before it is read
      // is never heard.
      if (unsaid.current.length === 0) {
        setTimeout(() => {
          const texts = unsaid.current.map(({ text }) => text);
          if (place.current) place.current.textContent = texts.join(' ');
          unsaid.current = [];
        });
      }
      unsaid.current = [...unsaid.current.filter(({ isProgress }) => !isProgress), saying];
    },
  };
}
