import type { SamplesToEncode } from '../../samples/samples.ts';

type SampleArray = Uint8Array | Uint8ClampedArray | Uint16Array;

/** Samples as a message, and which buffers to transfer with it. */
export interface SampleMessage {
  samples: SamplesToEncode;
  transfer: Transferable[];
}

/**
 * Copies samples for a worker: the caller keeps its own, and a view's whole buffer is not sent
 * along. Anything that is no array of samples is passed on for the worker to reject.
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
  // The fields of an ImageData are not own properties, so spreading it would copy none.
  const { width, height, data, color, colorSpace } = samples;
  const described = { ...(color && { color }), ...(colorSpace && { colorSpace }) };
  return { samples: { width, height, data: copy(data), ...described }, transfer };
}
