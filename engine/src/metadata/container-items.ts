/**
 * A file inside a JPEG, as Google's container directory lists it. They follow each other directly.
 */
export interface ContainerItem {
  /** `Primary`, `GainMap`, `Depth`, `Original`, `MotionPhoto`, ...; empty in Dynamic Depth. */
  semantic: string;
  /** The name by which Dynamic Depth refers to it; otherwise empty. */
  uri: string;
  /** Size in bytes, and bytes of padding before the next item. Not validated. */
  length: number;
  padding: number;
}

/**
 * Reads a packet's container directory (Motion Photo 1.0, Ultra HDR 1.1, Dynamic Depth 1.0), in
 * file order.
 */
export function readContainerItems(xmp: Uint8Array): ContainerItem[] {
  const text = new TextDecoder().decode(xmp);
  return [...text.matchAll(/<[\w.-]+:Item\s[^<>]*>/g)].map(([item]) => {
    const attribute = (name: string) =>
      new RegExp(`:${name}\\s*=\\s*["']([^"']*)["']`).exec(item)?.[1] ?? '';
    return {
      semantic: attribute('Semantic'),
      uri: attribute('DataURI'),
      length: Number(attribute('Length')),
      padding: Number(attribute('Padding')),
    };
  });
}

/** Offset of item `index`, in a file of `size` bytes that ends with the last item. */
export function startOfItem(items: readonly ContainerItem[], index: number, size: number): number {
  return size - items.slice(index).reduce((sum, { length, padding }) => sum + length + padding, 0);
}
