import type { BegunFrame } from '../../browser/image-decoder.ts';
import { withinTime } from '../../browser/within-time.ts';
import type { FrameMessage } from './messages.ts';

/** Of the last task that was told of a frame that follows. */
let expected: { id: number; resolve: (frame: VideoFrame | null) => void } | null = null;

/**
 * Lets a task have the frame that the page has promised it, unless that takes too long, and closes it afterwards,
 * whenever it comes.
 */
export async function withExpectedFrame<T>(
  id: number,
  use: (frame: BegunFrame) => Promise<T>,
): Promise<T> {
  const frame: BegunFrame = new Promise((resolve) => (expected = { id, resolve }));
  try {
    return await use(withinTime(frame).catch(() => null));
  } finally {
    void frame.then((late) => late?.close());
  }
}

/** Takes a frame that the page has sent. */
export function takeFrame({ id, frame }: FrameMessage): void {
  if (expected?.id === id) expected.resolve(frame);
  else frame?.close();
}
