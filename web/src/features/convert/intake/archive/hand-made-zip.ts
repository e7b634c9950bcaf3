import { crc32, deflateRawSync } from 'node:zlib';

/** For tests: what no program would write, beside what all write. */
export interface HandMadeEntry {
  /** As text in UTF-8, or the bytes of another encoding. */
  name: string | Uint8Array;
  data: Uint8Array | string;
  isStored?: boolean;
  /** General purpose bits: APPNOTE.TXT, section 4.4.4. UTF-8 by default. */
  flags?: number;
  /** What the list says instead of what is so. */
  says?: Partial<Record<'method' | 'crc' | 'size' | 'packedSize' | 'offset', number>>;
  /** Extra field of the list. */
  extra?: Uint8Array;
  /** Sizes and checksum stand after the data, as in ZIPs that are written while they are sent. */
  hasDescriptor?: boolean;
  /** MS-DOS time and date: sections 4.4.6. */
  time?: number;
  date?: number;
}

const utf8 = 0x800;
const descriptor = 0x8;

/** APPNOTE.TXT, section 4.3. */
export function makeZip(entries: readonly HandMadeEntry[]): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { isStored = false, hasDescriptor = false, extra = new Uint8Array(0), says = {} } = entry;
    const name = Buffer.from(entry.name as string);
    const data = Buffer.from(entry.data as string);
    const packed = isStored ? data : deflateRawSync(data);
    const method = says.method ?? (isStored ? 0 : 8);
    const flags = (entry.flags ?? utf8) | (hasDescriptor ? descriptor : 0);
    const { time = 0, date = (46 << 9) | (5 << 5) | 9 } = entry;
    const crc = says.crc ?? crc32(data);
    const size = says.size ?? data.length;
    const packedSize = says.packedSize ?? packed.length;
    const sizes = numbers([4, crc], [4, packedSize], [4, size]);
    const common = numbers([2, 20], [2, flags], [2, method], [2, time], [2, date]);
    const inFront = hasDescriptor ? Buffer.alloc(12) : sizes;
    const lengths = numbers([2, name.length], [2, 0]);
    const local = [numbers([4, 0x04034b50]), common, inFront, lengths, name, packed];
    if (hasDescriptor) local.push(numbers([4, 0x08074b50]), sizes);
    list.push(
      numbers([4, 0x02014b50], [2, 20]),
      common,
      sizes,
      numbers([2, name.length], [2, extra.length], [2, 0], [2, 0], [2, 0], [4, 0]),
      numbers([4, says.offset ?? offset]),
      name,
      Buffer.from(extra),
    );
    parts.push(...local);
    offset += local.reduce((sum, { length }) => sum + length, 0);
  }
  const directory = Buffer.concat(list);
  const count = entries.length % 0x10000;
  return Buffer.concat([
    ...parts,
    directory,
    numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count]),
    numbers([4, directory.length], [4, offset], [2, 0]),
  ]);
}

/** Little-endian: each with its length in bytes. */
export function numbers(
  ...fields: readonly (readonly [length: 2 | 4 | 8, value: number])[]
): Buffer {
  return Buffer.concat(
    fields.map(([length, value]) => {
      const bytes = Buffer.alloc(length);
      if (length === 2) bytes.writeUInt16LE(value);
      else if (length === 4) bytes.writeUInt32LE(value);
      else bytes.writeBigUInt64LE(BigInt(value));
      return bytes;
    }),
  );
}
