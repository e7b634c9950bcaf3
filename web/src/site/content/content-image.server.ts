import { readFileSync } from 'node:fs';
import { imageSize } from 'image-size';

const urls = import.meta.glob<string>('/content/images/**/*.{png,jpg,webp,svg}', {
  query: '?url',
  import: 'default',
  eager: true,
});

export interface ContentImage {
  url: string;
  width: number;
  height: number;
}

/** A picture of `content/images`, with its size in pixels so that the page reserves its place. */
export function findContentImage(name: string): ContentImage | null {
  const url = urls[`/content/images/${name}`];
  if (url === undefined) return null;
  // Relative to the web workspace, where the build runs. The bundle's location says nothing about
  // the sources.
  const { width, height } = imageSize(readFileSync(`content/images/${name}`));
  return { url, width, height };
}
