import type { ReactNode } from 'react';

const kept = { __html: '' };

/**
 * A part of a page that needs no JavaScript after the build. Written as
 * `<Static>{import.meta.env.SSR && <Part />}</Static>`, the part's code stays out of the browser's
 * bundle, and hydration leaves its HTML alone: React neither reads nor clears the children of an
 * element that has `dangerouslySetInnerHTML`.
 */
export function Static({ children }: { children: ReactNode }) {
  if (import.meta.env.SSR) return <div className="contents">{children}</div>;
  return <div className="contents" dangerouslySetInnerHTML={kept} suppressHydrationWarning />;
}
