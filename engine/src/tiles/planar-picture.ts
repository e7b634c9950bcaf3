import type { Picture } from '../heif/picture.ts';

/** What decoding in strips needs of a picture: one of a HEIF file, or a file of another format. */
export type PlanarPicture = Pick<
  Picture,
  'canvas' | 'placement' | 'bitDepth' | 'chroma' | 'color' | 'alpha'
> & {
  layout:
    | Picture['layout']
    | { kind: 'coded'; codec: 'png' | 'webp' | 'file'; configuration: Uint8Array };
  source: Pick<Picture['source'], 'data'>;
  /**
   * For a file whose pixels become planes. Transparent pixels are blended onto `background`
   * (`#rrggbb`).
   */
  pixels?: { background: string | undefined };
};
