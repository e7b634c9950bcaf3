import { type RefObject, useRef } from 'react';

interface Saying {
  text: string;
  /** Of no use to anybody once there is something newer to say. */
  isProgress: boolean;
}

export interface Speaker {
  /** The live region that screen readers read. */
  place: RefObject<HTMLOutputElement | null>;
  announce: (saying: Saying) => void;
}

/** Says what happens, past React: the whole table would be drawn anew for each photo that is done. */
export function useSpeaker(): Speaker {
  const place = useRef<HTMLOutputElement>(null);
  const unsaid = useRef<Saying[]>([]);
  return {
    place,
    announce(saying) {
      // What happens at once is said at once: a text that another replaces before it is read is never heard.
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
