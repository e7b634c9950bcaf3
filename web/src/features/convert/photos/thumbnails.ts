import type { Pool } from '@stillpix/engine';
import { eitherSignal } from '../../../api/either-signal.ts';
import { afterDrawing } from '../after-drawing.ts';
import { mayBrowserDraw } from '../browser-drawing.ts';
import { createSerial } from '../serial.ts';
import { createTicketedWorker } from '../ticketed-worker.ts';
import type { ThumbnailRequest } from './thumbnail-worker.ts';

// Twice the width of the widest card, for high-density screens.
const side = 560;

/** Above this size a thumbnail is not worth the processing time and battery. */
const maxPixels = 25_000_000;

/** What a thumbnail is made from, and for which card. */
export interface ThumbnailSource {
  blob: Blob;
  /** True for the visitor's file, which may be converting; false for a result. */
  isOriginal: boolean;
  /** Whether the card has no picture yet. */
  isFirst: boolean;
}

/** Makes thumbnails without getting in the way of conversions. */
export interface Thumbnails {
  /**
   * Makes a thumbnail: from what the browser itself can decode, else from the camera's thumbnail in
   * the file, as in HEICs of phones, else by converting the file while no conversion runs. Null if
   * none of these works. If the card has a picture, the new one waits for conversions to end. If it
   * has none, an original's picture waits for them only as long as most photos take.
   */
  make: (source: ThumbnailSource, signal: AbortSignal) => Promise<ImageBitmap | null>;
  /**
   * Pauses thumbnails in favor of a conversion, whose results are better pictures. Call the
   * returned function when it has ended.
   */
  pause: () => () => void;
  /** Delays pictures that have to be converted for their cards until sizes are measured. */
  convertAfter: (measured: Promise<void>) => void;
  /** Ends the worker. The next thumbnail starts another. */
  dispose: () => void;
}

export function createThumbnails(loadPool: () => Promise<Pool>): Thumbnails {
  const drawing = createDrawing(loadPool);
  const conversions = createConversionPauses();
  let whenMeasured: Promise<void> = Promise.resolve();

  /** Starts again after conversions have ended, if one interrupted it. */
  async function convertWhenIdle(blob: Blob, signal: AbortSignal): Promise<ImageBitmap | null> {
    while (!signal.aborted) {
      const given = eitherSignal(signal, conversions.nextStart());
      const ready = await conversions.runBetween(given, () =>
        drawing.drawConverted(blob, given, () => whenMeasured),
      );
      if (ready !== null || !given.aborted) return ready;
    }
    return null;
  }

  return {
    async make({ blob, isOriginal, isFirst }, signal) {
      const draw = async () => {
        const isForBrowser = await mayBrowserDraw(blob);
        if (isOriginal && isFirst) await conversions.waitBriefly();
        if (signal.aborted) return null;
        const whole = isForBrowser ? await drawing.draw(blob) : null;
        return whole ?? drawing.drawEmbedded(blob);
      };
      const ready = isFirst ? await draw() : await conversions.runBetween(signal, draw);
      return ready ?? convertWhenIdle(blob, signal);
    },
    pause: conversions.begin,
    convertAfter(measured) {
      whenMeasured = measured;
    },
    dispose: drawing.dispose,
  };
}

/** The three ways to a thumbnail. All return null if they cannot make it. */
function createDrawing(loadPool: () => Promise<Pool>) {
  // If it cannot start, only the thumbnails are missing.
  const worker = createTicketedWorker<ThumbnailRequest, ImageBitmap>(
    () => new Worker(new URL('./thumbnail-worker.ts', import.meta.url), { type: 'module' }),
  );

  /**
   * Made in a worker, because scaling a 12-megapixel bitmap blocks the page for longer than a
   * frame.
   */
  function draw(blob: Blob): Promise<ImageBitmap | null> {
    return worker.ask({ blob, side });
  }

  async function drawEmbedded(blob: Blob): Promise<ImageBitmap | null> {
    try {
      const pool = await loadPool();
      // Not canceled: a slow device would lose the worker just when a conversion needs one.
      const small = await pool.thumbnail(blob);
      return small && (await draw(small.blob));
    } catch {
      // The conversion reports what is wrong with the file.
      return null;
    }
  }

  async function drawConverted(
    blob: Blob,
    signal: AbortSignal,
    whenMeasured: () => Promise<void>,
  ): Promise<ImageBitmap | null> {
    try {
      signal.throwIfAborted();
      const pool = await loadPool();
      // The header of a damaged file may not tell its size; what can be read of it is shown all the same.
      const header = await pool.inspect(blob, {}, { signal }).catch(() => null);
      if (header && header.width * header.height > maxPixels) return null;
      // Measuring begins with the headers, and this photo's header has been read.
      await whenMeasured();
      const resize = { width: side, height: side };
      const options = { format: 'jpeg', quality: 85, resize, salvage: true } as const;
      const small = await pool.convert(blob, options, { signal });
      return await draw(small.blob);
    } catch {
      return null;
    }
  }

  return { draw, drawEmbedded, drawConverted, dispose: worker.stop };
}

/** Milliseconds that a card without a picture waits for the result of a running conversion. */
const maxWait = 1000;

/** Which conversions run now, and what waits for them to end. */
function createConversionPauses() {
  const serial = createSerial();
  let running = 0;
  /** Aborted when the next conversion starts. */
  let start = new AbortController();
  let whenIdle: Promise<void> = Promise.resolve();
  let endPause = () => {};

  /** A conversion has started. Call the returned function when it has ended. */
  function begin(): () => void {
    start.abort();
    start = new AbortController();
    if (running === 0) {
      whenIdle = new Promise((resolve) => {
        endPause = resolve;
      });
    }
    running += 1;
    return () => {
      running -= 1;
      if (running === 0) endPause();
    };
  }

  return {
    nextStart: () => start.signal,
    begin,
    /** Waits first for the list itself, then for conversions that start as soon as it is painted. */
    async waitBriefly(): Promise<void> {
      await afterDrawing();
      if (running === 0) return;
      await Promise.race([whenIdle, new Promise((resolve) => setTimeout(resolve, maxWait))]);
    },
    /**
     * Runs one at a time, so that no two large pictures are decoded at once, and only while no
     * conversion runs.
     */
    runBetween(
      signal: AbortSignal,
      make: () => Promise<ImageBitmap | null>,
    ): Promise<ImageBitmap | null> {
      return serial.run(async () => {
        await whenIdle;
        return signal.aborted ? null : make();
      });
    },
  };
}
