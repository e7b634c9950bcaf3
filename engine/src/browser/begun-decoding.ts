import { asStored } from './as-stored.ts';
import type { BegunFrame } from './image-decoder.ts';

/** A file for the browser's decoder. */
interface EncodedFile {
  bytes: ArrayBuffer;
  mime: string;
}

/**
 * A picture that the browser decodes, in a thread of its own, before somebody asks for it. Its frame, which
 * holds much memory, is closed with this object unless somebody has taken it.
 */
export class BegunDecoding {
  readonly #frame: BegunFrame;
  #decoder: ImageDecoder | null = null;
  #isTaken = false;
  #isClosed = false;

  /** @param read Gives what is to be decoded, or `null` where that is nothing for the browser. */
  constructor(read: () => Promise<EncodedFile | null>) {
    this.#frame = this.#decode(read).catch(() => null);
  }

  async #decode(read: () => Promise<EncodedFile | null>): BegunFrame {
    const file = await read();
    if (!file || this.#isClosed) return null;
    const { bytes, mime } = file;
    // Browsers that know `transfer` need no copy.
    const decoder = new ImageDecoder({ data: bytes, type: mime, transfer: [bytes], ...asStored });
    this.#decoder = decoder;
    try {
      return (await decoder.decode()).image;
    } finally {
      decoder.close();
    }
  }

  /** Whether the browser has the file, and its frame is still to be taken. */
  get isUnderWay(): boolean {
    return this.#decoder !== null && !this.#isTaken && !this.#isClosed;
  }

  /** The first picture's frame, which is the caller's from then on; `null` for all but the first. */
  async take(): BegunFrame {
    const frame = await this.#frame;
    if (this.#isTaken) return null;
    this.#isTaken = true;
    return frame;
  }

  /** Stops decoding, and gives back what has come of it. */
  close(): void {
    this.#isClosed = true;
    this.#decoder?.close();
    void this.take().then((frame) => frame?.close());
  }
}
