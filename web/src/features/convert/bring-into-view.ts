/** Pixels of something high that are enough to be noticed. */
const enough = 160;

/** Whether a box, by its place in the window, is seen as far as is needed to notice it. */
export function isInSight(
  { top, bottom }: Pick<DOMRect, 'top' | 'bottom'>,
  windowHeight: number,
): boolean {
  const seen = Math.min(bottom, windowHeight) - Math.max(top, 0);
  return seen >= Math.min(bottom - top, enough);
}

/** Scrolls to what is out of sight: files are dropped and pasted anywhere on the page. */
export function bringIntoView(element: Element | null, block: 'start' | 'center'): void {
  if (element === null || isInSight(element.getBoundingClientRect(), innerHeight)) return;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth', block });
}
