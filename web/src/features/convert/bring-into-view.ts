/** Visible pixels of a tall element that are enough to notice it. */
const enough = 160;

/** Whether enough of a box, given by its place in the window, is visible to notice it. */
export function isInSight(
  { top, bottom }: Pick<DOMRect, 'top' | 'bottom'>,
  windowHeight: number,
): boolean {
  const seen = Math.min(bottom, windowHeight) - Math.max(top, 0);
  return seen >= Math.min(bottom - top, enough);
}

/**
 * Scrolls to an element that is out of sight, because files can be dropped and pasted anywhere on
 * the page.
 */
export function bringIntoView(element: Element | null, block: 'start' | 'center'): void {
  if (element === null || isInSight(element.getBoundingClientRect(), innerHeight)) return;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth', block });
}
