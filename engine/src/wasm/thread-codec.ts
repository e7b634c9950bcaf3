/** This thread's one instance of a codec, made when it is first asked for. */
export class ThreadCodec<T> {
  readonly #make: () => Promise<T>;
  #made: Promise<T> | null = null;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  /** A failed start is forgotten, so that the next caller tries again. */
  require(): Promise<T> {
    const made = (this.#made ??= this.#make());
    made.catch(() => {
      if (this.#made === made) this.#made = null;
    });
    return made;
  }

  /** Forgets an instance that has trapped, or whose memory, which cannot shrink, has grown. */
  drop(): void {
    this.#made = null;
  }
}
