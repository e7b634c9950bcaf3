import type { BegunFrame } from '../../browser/image-decoder.ts';
import { withinTime } from '../../browser/within-time.ts';
import type { FrameMessage } from './messages.ts';

/** For the latest task that was told to expect a frame. */
let expected: { id: number; resolve: (frame: VideoFrame | null) => void } | null = null;

/**
 * Gives a task the frame that the page has promised, unless that takes too long. Closes the frame
 * afterwards, whenever it arrives.
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

/** Receives a frame that the page has sent. */
export function takeFrame({ id, frame }: FrameMessage): void {
  if (expected?.id === id) expected.resolve(frame);
  else frame?.close();
}
