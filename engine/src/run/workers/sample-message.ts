import type { SamplesToEncode } from '../../samples/samples.ts';

type SampleArray = Uint8Array | Uint8ClampedArray | Uint16Array;

/** Samples as a message, and what of it the worker gets for its own. */
export interface SampleMessage {
  samples: SamplesToEncode;
  transfer: Transferable[];
}

/**
 * Copies samples for a worker: the caller's own stay, and a view does not take all of its buffer along. What
 * are no samples are passed on for the worker to refuse.
 */
export function copySamples(samples: SamplesToEncode): SampleMessage {
  const transfer: Transferable[] = [];
  const copy = <T extends SampleArray>(array: T): T => {
    if (!ArrayBuffer.isView(array)) return array;
    const own = array.slice() as T;
    transfer.push(own.buffer as ArrayBuffer);
    return own;
  };
  if (typeof samples !== 'object' || samples === null) return { samples, transfer };
  if ('planes' in samples) {
    const planes = Array.isArray(samples.planes) ? samples.planes.map(copy) : samples.planes;
    return { samples: { ...samples, planes }, transfer };
  }
  // The fields of an ImageData are not its own, so that spreading it copies none.
  const { width, height, data, color, colorSpace } = samples;
  const described = { ...(color && { color }), ...(colorSpace && { colorSpace }) };
  return { samples: { width, height, data: copy(data), ...described }, transfer };
}
