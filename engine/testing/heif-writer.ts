/** Builds small HEIF files for tests, box by box, right or wrong on purpose. */

type Part = Uint8Array | number[] | string;

/** Joins bytes; strings stand for their Latin-1 characters. */
export function bytesOf(...parts: Part[]): Uint8Array {
  const arrays = parts.map((part) =>
    typeof part === 'string'
      ? Uint8Array.from(part, (c) => c.charCodeAt(0))
      : Uint8Array.from(part),
  );
  const joined = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let position = 0;
  for (const array of arrays) {
    joined.set(array, position);
    position += array.length;
  }
  return joined;
}

/** A big-endian number of `byteCount` bytes. */
export function uint(value: number, byteCount: number): number[] {
  return Array.from(
    { length: byteCount },
    (_, i) => Math.floor(value / 256 ** (byteCount - 1 - i)) % 256,
  );
}

export function box(type: string, ...parts: Part[]): Uint8Array {
  const body = bytesOf(...parts);
  return bytesOf(uint(body.length + 8, 4), type, body);
}

export function fullBox(
  type: string,
  version: number,
  flags: number,
  ...parts: Part[]
): Uint8Array {
  return box(type, [version], uint(flags, 3), ...parts);
}

export interface ItemToWrite {
  id: number;
  type: string;
  hidden?: boolean;
  contentType?: string;
  data?: Uint8Array;
  /** Where the data goes; default `file`, that is into `mdat`. */
  source?: 'file' | 'idat' | 'item';
  /** Cuts the data into so many extents; default 1. */
  extents?: number;
  properties?: { box: Uint8Array; essential?: boolean }[];
}

export interface HeifToWrite {
  brand?: string;
  compatible?: string[];
  primary?: number;
  items: ItemToWrite[];
  references?: { type: string; from: number; to: number[] }[];
  groups?: { type: string; id: number; entities: number[] }[];
  /** Puts `mdat` in front of `meta`. */
  dataFirst?: boolean;
  /** Writes ids of 32 bits wherever a box has such a version. */
  longIds?: boolean;
  /** Writes an `ipma` box for each item, the last one first. */
  separateAssociations?: boolean;
  /** Writes 0 as the size of the last box. */
  openEnded?: boolean;
  /** Further top-level boxes at the end. */
  extraBoxes?: Uint8Array[];
}

const methods = { file: 0, idat: 1, item: 2 } as const;

function extentLengths(item: ItemToWrite): number[] {
  const length = item.data?.length ?? 0;
  const count = item.extents ?? 1;
  const piece = Math.floor(length / count);
  return Array.from({ length: count }, (_, i) => (i < count - 1 ? piece : length - piece * i));
}

function infe(item: ItemToWrite, long: boolean): Uint8Array {
  const content = item.contentType === undefined ? [] : bytesOf(item.contentType, [0]);
  const flags = item.hidden === true ? 1 : 0;
  return fullBox(
    'infe',
    long ? 3 : 2,
    flags,
    uint(item.id, long ? 4 : 2),
    [0, 0],
    item.type,
    [0],
    content,
  );
}

function iloc(items: ItemToWrite[], long: boolean, mdatAt: number): Uint8Array {
  const next = { file: mdatAt, idat: 0, item: 0 };
  // Only items built from items count with an index.
  const indexSize = items.some(({ source }) => source === 'item') ? 4 : 0;
  const entries = items
    .filter(({ data }) => data !== undefined)
    .map((item) => {
      const source = item.source ?? 'file';
      const lengths = extentLengths(item);
      // Items built from another one all read it from its start.
      let offset = source === 'item' ? 0 : next[source];
      const extents = lengths.map((length) => {
        const written = bytesOf(
          uint(source === 'item' ? 1 : 0, indexSize),
          uint(offset, 4),
          uint(length, 4),
        );
        offset += length;
        return written;
      });
      if (source !== 'item') next[source] = offset;
      return bytesOf(
        uint(item.id, long ? 4 : 2),
        uint(methods[source], 2),
        [0, 0],
        uint(lengths.length, 2),
        ...extents,
      );
    });
  return fullBox(
    'iloc',
    long ? 2 : 1,
    0,
    [0x44, indexSize],
    uint(entries.length, long ? 4 : 2),
    ...entries,
  );
}

function iprp(items: ItemToWrite[], long: boolean, separate: boolean): Uint8Array {
  const boxes: Uint8Array[] = [];
  const entries = items
    .filter(({ properties }) => properties !== undefined)
    .map(({ id, properties = [] }) => {
      const associations = properties.map(({ box: property, essential }) => {
        boxes.push(property);
        return uint(boxes.length + (essential === true ? 0x8000 : 0), 2);
      });
      return bytesOf(uint(id, long ? 4 : 2), [associations.length], ...associations);
    });
  const lists = separate ? entries.toReversed().map((entry) => [entry]) : [entries];
  const ipmas = lists.map((list) =>
    fullBox('ipma', long ? 1 : 0, 1, uint(list.length, 4), ...list),
  );
  return box('iprp', box('ipco', ...boxes), ...ipmas);
}

/** Writes a HEIF file. What the parts contradict, the file contradicts. */
export function writeHeif(file: HeifToWrite): Uint8Array {
  const long = file.longIds === true;
  const idBytes = long ? 4 : 2;
  const brand = file.brand ?? 'heic';
  const ftyp = box('ftyp', brand, uint(0, 4), ...(file.compatible ?? ['mif1', brand]));
  const dataOf = (source: string): Uint8Array =>
    bytesOf(
      ...file.items
        .filter((item) => (item.source ?? 'file') === source)
        .map(({ data }) => data ?? new Uint8Array(0)),
    );
  const mdatBody = dataOf('file');

  const metaAt = (mdatAt: number): Uint8Array =>
    fullBox(
      'meta',
      0,
      0,
      fullBox('hdlr', 0, 0, uint(0, 4), 'pict', uint(0, 13)),
      file.primary === undefined
        ? []
        : fullBox('pitm', long ? 1 : 0, 0, uint(file.primary, idBytes)),
      fullBox(
        'iinf',
        long ? 1 : 0,
        0,
        uint(file.items.length, long ? 4 : 2),
        ...file.items.map((item) => infe(item, long)),
      ),
      iloc(file.items, long, mdatAt),
      iprp(file.items, long, file.separateAssociations === true),
      fullBox(
        'iref',
        long ? 1 : 0,
        0,
        ...(file.references ?? []).map(({ type, from, to }) =>
          box(
            type,
            uint(from, idBytes),
            uint(to.length, 2),
            to.flatMap((id) => uint(id, idBytes)),
          ),
        ),
      ),
      file.groups === undefined
        ? []
        : box(
            'grpl',
            ...(file.groups ?? []).map(({ type, id, entities }) =>
              fullBox(
                type,
                0,
                0,
                uint(id, 4),
                uint(entities.length, 4),
                ...entities.map((e) => uint(e, 4)),
              ),
            ),
          ),
      // libavif takes an empty box for damage.
      dataOf('idat').length === 0 ? [] : box('idat', dataOf('idat')),
    );

  const mdatAt = ftyp.length + (file.dataFirst === true ? 0 : metaAt(0).length) + 8;
  const meta = metaAt(mdatAt);
  const boxes =
    file.dataFirst === true ? [box('mdat', mdatBody), meta] : [meta, box('mdat', mdatBody)];
  boxes.push(...(file.extraBoxes ?? []));
  if (file.openEnded === true) boxes.at(-1)!.set([0, 0, 0, 0]);
  return bytesOf(ftyp, ...boxes);
}

export function ispe(width: number, height: number): Uint8Array {
  return fullBox('ispe', 0, 0, uint(width, 4), uint(height, 4));
}

/** An `hvcC` of Main profile without parameter sets: enough for everything but decoding. */
export function emptyHvcc(chromaFormat = 1, bitDepth = 8): Uint8Array {
  const depth = 0xf8 + bitDepth - 8;
  return box(
    'hvcC',
    [1, 1, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 90, 0xf0, 0, 0xfc, 0xfc + chromaFormat],
    [depth, depth, 0, 0, 0x0f, 0],
  );
}

export function clap(
  width: number,
  height: number,
  offsetX: [numerator: number, denominator: number],
  offsetY: [numerator: number, denominator: number],
): Uint8Array {
  const numbers = [width, 1, height, 1, ...offsetX, ...offsetY];
  return box(
    'clap',
    numbers.flatMap((value) => uint(value < 0 ? value + 2 ** 32 : value, 4)),
  );
}

export function auxC(urn: string): Uint8Array {
  return fullBox('auxC', 0, 0, urn, [0]);
}

/** The body of a `grid` item with sides of 16 bits, or of 32. */
export function gridBody(
  rows: number,
  columns: number,
  width: number,
  height: number,
  sideBytes: 2 | 4 = 2,
): Uint8Array {
  return bytesOf(
    [0, sideBytes === 4 ? 1 : 0, rows - 1, columns - 1],
    uint(width, sideBytes),
    uint(height, sideBytes),
  );
}

/** A coded HEVC item whose data no decoder would take. */
export function hevcItem(
  id: number,
  width: number,
  height: number,
  more: Partial<ItemToWrite> = {},
): ItemToWrite {
  const { properties = [], ...rest } = more;
  return {
    id,
    type: 'hvc1',
    data: bytesOf([id, 1, 2, 3]),
    properties: [
      { box: ispe(width, height) },
      { box: emptyHvcc(), essential: true },
      ...properties,
    ],
    ...rest,
  };
}
