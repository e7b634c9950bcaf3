import type { Placement, Size } from '../geometry.ts';
import type { ChromaFormat, Cicp } from '../planes/planes.ts';
import type { CodedLayout } from './coding.ts';
import type { Work } from './decoding-work.ts';
import type { HeifItem } from './file.ts';
import type { Transform } from './transforms.ts';

export interface GridLayout {
  kind: 'grid';
  rows: number;
  columns: number;
  /**
   * Size of every tile after its own transforms. Tiles may extend past the canvas at the right and
   * bottom.
   */
  tile: Size;
  /** rows x columns pictures, in row order. */
  tiles: Picture[];
}

export interface OverlayLayout {
  kind: 'overlay';
  /** The canvas color: red, green, blue and alpha, 0 to 65535 each. */
  fill: [number, number, number, number];
  /** From bottom to top. Offsets may be negative, and layers may extend past the canvas. */
  layers: { picture: Picture; x: number; y: number }[];
}

/**
 * How to decode a picture: where its samples come from and how to transform them. Sizes are the
 * container's claims; a decoder checks them against the coded data.
 */
export interface Picture {
  item: HeifItem;
  /** The item whose data `layout` describes. Differs from `item` for an identity item. */
  source: HeifItem;
  layout: CodedLayout | GridLayout | OverlayLayout;
  /** Size before the transforms. */
  canvas: Size;
  /** In the order of application. */
  transforms: Transform[];
  /** The transforms combined into one crop and one turn. */
  placement: Placement;
  /** Size after the transforms. */
  width: number;
  height: number;
  bitDepth: number;
  /** `null` where only the coded data tells it. */
  chroma: ChromaFormat | null;
  /** As the container says. `null` where it says nothing and the coded data decides. */
  color: { icc: Uint8Array | null; nclx: Cicp | null };
  /**
   * Alpha may have another size: it is scaled to the picture's. Tiles may have alpha of their own
   * instead.
   */
  alpha: { picture: Picture; premultiplied: boolean } | null;
  /** Cost of decoding, including alpha. Tiles count as often as they are used. */
  work: Work;
}

/** Whether the picture has alpha, its own or a tile's. */
export function hasAlpha({ alpha, layout }: Picture): boolean {
  return alpha !== null || (layout.kind === 'grid' && layout.tiles.some(hasAlpha));
}

/** Whether the picture may turn out transparent, because layers may leave its canvas uncovered. */
export function mayHaveAlpha({ layout }: Picture): boolean {
  return layout.kind === 'overlay' && layout.fill[3] < 0xffff;
}
