/** Writes HEIF files from parts, for what heif-enc cannot make: grids and chosen transformations (ISO/IEC 23008-12). */

/** One coded picture taken out of a file of heif-enc. */
export interface CodedItem {
  /** Whole boxes. */
  hvcC: Buffer;
  data: Buffer;
}

export interface Turn {
  /** irot: counterclockwise, in units of 90 degrees. */
  quarterTurns?: 1 | 2 | 3;
  /** imir: what changes places. */
  mirror?: 'top-bottom' | 'left-right';
  /** An Exif item that states this orientation. */
  exifOrientation?: number;
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

function fullBox(type: string, version: number, flags: number, ...parts: Buffer[]): Buffer {
  return box(type, u32(version * 2 ** 24 + flags), ...parts);
}

function findBox(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type, 0, 'latin1') - 4;
  if (at < 0) throw new Error(`no ${type} box`);
  return file.subarray(at, at + file.readUInt32BE(at));
}

/** Takes the first item out of a file that heif-enc 1.15 wrote: iloc version 0, 4-byte fields, one extent. */
export function readSingleItem(file: Buffer): CodedItem {
  const iloc = findBox(file, 'iloc');
  if (iloc.readUInt32BE(8) !== 0 || iloc.readUInt16BE(12) !== 0x4440)
    throw new Error('another form of iloc');
  const base = iloc.readUInt32BE(20);
  const offset = base + iloc.readUInt32BE(26);
  return {
    hvcC: findBox(file, 'hvcC'),
    data: file.subarray(offset, offset + iloc.readUInt32BE(30)),
  };
}

interface Item {
  id: number;
  type: string;
  hidden: boolean;
  data: Buffer;
  /** 1-based places in ipco. */
  properties: number[];
}

interface Layout {
  items: Item[];
  references: Buffer[];
  properties: Buffer[];
}

function writeFile({ items, references, properties }: Layout): Buffer {
  const ftyp = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  const writeMeta = (dataStart: number) => {
    let at = dataStart;
    const places = items.map(({ id, data }) => {
      const place = Buffer.concat([u16(id), u16(0), u16(1), u32(at), u32(data.length)]);
      at += data.length;
      return place;
    });
    const infos = items.map(({ id, type, hidden }) =>
      fullBox('infe', 2, hidden ? 1 : 0, u16(id), u16(0), Buffer.from(`${type}\0`, 'latin1')),
    );
    const associations = items
      .filter((item) => item.properties.length > 0)
      .map((item) =>
        Buffer.concat([
          u16(item.id),
          Buffer.from([item.properties.length, ...item.properties.map((index) => index | 0x80)]),
        ]),
      );
    return fullBox(
      'meta',
      0,
      0,
      fullBox('hdlr', 0, 0, u32(0), Buffer.from('pict', 'latin1'), Buffer.alloc(13)),
      fullBox('pitm', 0, 0, u16(1)),
      fullBox('iloc', 0, 0, Buffer.from([0x44, 0]), u16(items.length), ...places),
      fullBox('iinf', 0, 0, u16(items.length), ...infos),
      ...(references.length > 0 ? [fullBox('iref', 0, 0, ...references)] : []),
      box(
        'iprp',
        box('ipco', ...properties),
        fullBox('ipma', 0, 0, u32(associations.length), ...associations),
      ),
    );
  };
  const dataStart = ftyp.length + writeMeta(0).length + 8;
  return Buffer.concat([ftyp, writeMeta(dataStart), box('mdat', ...items.map(({ data }) => data))]);
}

function ispe(width: number, height: number): Buffer {
  return fullBox('ispe', 0, 0, u32(width), u32(height));
}

/** What heif-enc codes by default: BT.709 primaries, sRGB curve, BT.601 matrix, full range. */
function colr(): Buffer {
  return box('colr', Buffer.from('nclx', 'latin1'), u16(1), u16(13), u16(6), Buffer.from([0x80]));
}

function turnBoxes({ quarterTurns, mirror }: Turn): Buffer[] {
  const boxes: Buffer[] = [];
  if (quarterTurns) boxes.push(box('irot', Buffer.from([quarterTurns])));
  if (mirror) boxes.push(box('imir', Buffer.from([mirror === 'top-bottom' ? 0 : 1])));
  return boxes;
}

/** An Exif item with nothing but the orientation, and the reference that ties it to item 1. */
function addExif(layout: Layout, orientation: number | undefined): void {
  if (orientation === undefined) return;
  const entry = Buffer.concat([u16(0x0112), u16(3), u32(1), u16(orientation), u16(0)]);
  const tiff = Buffer.concat([Buffer.from('MM\0*', 'latin1'), u32(8), u16(1), entry, u32(0)]);
  const id = 100;
  layout.items.push({
    id,
    type: 'Exif',
    hidden: true,
    data: Buffer.concat([u32(0), tiff]),
    properties: [],
  });
  layout.references.push(box('cdsc', u16(id), u16(1), u16(1)));
}

export function writeSingle({
  item,
  width,
  height,
  turn,
}: {
  item: CodedItem;
  width: number;
  height: number;
  turn: Turn;
}): Buffer {
  const properties = [item.hvcC, ispe(width, height), colr(), ...turnBoxes(turn)];
  const layout: Layout = {
    items: [
      {
        id: 1,
        type: 'hvc1',
        hidden: false,
        data: item.data,
        properties: properties.map((_, index) => index + 1),
      },
    ],
    references: [],
    properties,
  };
  addExif(layout, turn.exifOrientation);
  return writeFile(layout);
}

export interface Grid {
  tiles: CodedItem[];
  columns: number;
  rows: number;
  /** Side of the square tiles, pixels. */
  tile: number;
  width: number;
  height: number;
  turn: Turn;
  /** The first tile is the small picture (`thmb`), too. */
  hasThumbnail?: boolean;
}

export function writeGrid({
  tiles,
  columns,
  rows,
  tile,
  width,
  height,
  turn,
  hasThumbnail = false,
}: Grid): Buffer {
  const [first] = tiles;
  if (!first) throw new Error('a grid needs tiles');
  const properties = [
    first.hvcC,
    ispe(tile, tile),
    colr(),
    ispe(width, height),
    ...turnBoxes(turn),
  ];
  const grid = Buffer.concat([Buffer.from([0, 0, rows - 1, columns - 1]), u16(width), u16(height)]);
  const tileIds = tiles.map((_, index) => index + 2);
  const layout: Layout = {
    items: [
      {
        id: 1,
        type: 'grid',
        hidden: false,
        data: grid,
        properties: [4, 3, ...turnBoxes(turn).map((_, index) => index + 5)],
      },
      ...tiles.map(({ data }, index) => ({
        id: index + 2,
        type: 'hvc1',
        hidden: true,
        data,
        properties: [1, 2, 3],
      })),
    ],
    references: [
      box('dimg', u16(1), u16(tileIds.length), ...tileIds.map(u16)),
      ...(hasThumbnail ? [box('thmb', u16(2), u16(1), u16(1))] : []),
    ],
    properties,
  };
  addExif(layout, turn.exifOrientation);
  return writeFile(layout);
}
