import { asStored } from './as-stored.ts';
import type { BegunFrame } from './image-decoder.ts';

/** A file for the browser's image decoder. */
interface EncodedFile {
  bytes: ArrayBuffer;
  mime: string;
}

/**
 * A picture that the browser already decodes, in a thread of its own, before anybody asks for it.
 * Its frame holds much memory: closing this object closes it too, unless it has been taken.
 */
export class BegunDecoding {
  readonly #frame: BegunFrame;
  #decoder: ImageDecoder | null = null;
  #isTaken = false;
  #isClosed = false;

  /** @param read Reads the file to decode. `null` when the browser cannot decode it. */
  constructor(read: () => Promise<EncodedFile | null>) {
    this.#frame = this.#decode(read).catch(() => null);
  }

  async #decode(read: () => Promise<EncodedFile | null>): BegunFrame {
    const file = await read();
    if (!file || this.#isClosed) return null;
    const { bytes, mime } = file;
    // Browsers that support `transfer` need no copy.
    const decoder = new ImageDecoder({ data: bytes, type: mime, transfer: [bytes], ...asStored });
    this.#decoder = decoder;
    try {
      return (await decoder.decode()).image;
    } finally {
      decoder.close();
    }
  }

  /** Whether the browser has the file and its frame can still be taken. */
  get isUnderWay(): boolean {
    return this.#decoder !== null && !this.#isTaken && !this.#isClosed;
  }

  /** Returns the first picture's frame, which the caller then owns. Further calls return `null`. */
  async take(): BegunFrame {
    const frame = await this.#frame;
    if (this.#isTaken) return null;
    this.#isTaken = true;
    return frame;
  }

  /** Stops decoding and closes the frame, unless it was taken. */
  close(): void {
    this.#isClosed = true;
    this.#decoder?.close();
    void this.take().then((frame) => frame?.close());
  }
}
