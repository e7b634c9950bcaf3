import type { Locator } from '@playwright/test';

/**
 * Contrast of an element's text against what is painted behind it (WCAG 2.2, success criterion
 * 1.4.3): from 1 to 21. Only plain colors count, of the element itself or of what it stands in.
 */
export function contrastOf(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (canvas === null) throw new Error('The browser draws no canvas');
    /** Red, green, blue and alpha of any CSS color. */
    const read = (color: string) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return { channels: [red, green, blue], alpha };
    };
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = read(color).channels.map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    let ground: Element | null = element;
    while (ground !== null && read(getComputedStyle(ground).backgroundColor).alpha < 255)
      ground = ground.parentElement;
    const behind = ground === null ? 'white' : getComputedStyle(ground).backgroundColor;
    const [light = 0, dark = 0] = [getComputedStyle(element).color, behind]
      .map(luminance)
      .toSorted((one, other) => other - one);
    return (light + 0.05) / (dark + 0.05);
  });
}
