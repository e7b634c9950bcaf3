import { extend } from './huffman-lookup.ts';

/** Bits of a JPEG's scan, without the zeros behind each 0xff. */
export class ScanBits {
  readonly #bytes: Uint8Array;
  #at: number;
  /** The low `#count` bits are read and not yet used. */
  #bits = 0;
  #count = 0;
  /** So many of them are zeros behind the last ones in front of a marker. */
  #invented = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** More was used than there was. */
  get isUsedUp(): boolean {
    return this.#count < this.#invented;
  }

  /** Where the next marker is. */
  get end(): number {
    let at = this.#at;
    while (at < this.#bytes.length && !this.#isMarker(at)) at++;
    return at;
  }

  #isMarker(at: number): boolean {
    return this.#bytes[at] === 0xff && this.#bytes[at + 1] !== 0;
  }

  #fill(): void {
    const byte = this.#bytes[this.#at];
    const isOver = byte === undefined || this.#isMarker(this.#at);
    if (isOver) this.#invented += 8;
    else this.#at += byte === 0xff ? 2 : 1;
    this.#bits = ((this.#bits << 8) | (isOver ? 0 : byte)) & 0xffffff;
    this.#count += 8;
  }

  /** The next 16 bits, which stay. */
  peek16(): number {
    while (this.#count < 16) this.#fill();
    return (this.#bits >> (this.#count - 16)) & 0xffff;
  }

  skip(count: number): void {
    this.#count -= count;
  }

  /** Up to 16 bits. */
  read(count: number): number {
    const value = this.peek16() >> (16 - count);
    this.skip(count);
    return value;
  }

  readSigned(size: number): number {
    return size === 0 ? 0 : extend(this.read(size), size);
  }

  /** Goes behind restart marker `number`, or says that it is not there. */
  restart(number: number): boolean {
    const at = this.end;
    if (this.#bytes[at + 1] !== 0xd0 + number) return false;
    this.#at = at + 2;
    this.#count = 0;
    this.#invented = 0;
    return true;
  }
}
