/** One of the files that lie one behind the other in a JPEG, as Google's directory lists it. */
export interface ContainerItem {
  /** `Primary`, `GainMap`, `Depth`, `Original`, `MotionPhoto`, ...; empty in Dynamic Depth. */
  semantic: string;
  /** What Dynamic Depth refers to it by; else empty. */
  uri: string;
  /** Bytes, and how many more follow before the next item begins. Nothing is promised about them. */
  length: number;
  padding: number;
}

/** The directory of a packet (Motion Photo 1.0, Ultra HDR 1.1, Dynamic Depth 1.0), in the order of the file. */
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

/** Where item `index` begins, in a file of `size` bytes that ends with the last one. */
export function startOfItem(items: readonly ContainerItem[], index: number, size: number): number {
  return size - items.slice(index).reduce((sum, { length, padding }) => sum + length + padding, 0);
}
