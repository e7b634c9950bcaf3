import { requireFormat } from './format.ts';
import type { InputFormat } from './options.ts';
import { sniffLength } from './sniff.ts';

/** What a file says about itself before it is decoded. */
export interface Inspection {
  format: InputFormat;
  /** Bytes. */
  size: number;
}

/** Reads the header of one file in this thread. */
export async function inspectFile(file: Blob, _name: string): Promise<Inspection> {
  const head = new Uint8Array(await file.slice(0, sniffLength).arrayBuffer());
  return { format: requireFormat(head), size: file.size };
}
