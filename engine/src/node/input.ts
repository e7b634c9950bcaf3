import { basename } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { canceled, EngineError } from '../errors.ts';
import { requireSignal } from '../run/conversion/input.ts';
import { untilAborted } from '../run/until-aborted.ts';
import { openFile } from './open-file.ts';

/**
 * A picture as programs in Node have it: the path of a file (or a `file:` URL), bytes, a Blob or File, or
 * a stream of bytes, of Node's kind or the web's, which is read to its end.
 */
export type NodeInput =
  | string
  | URL
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** Bytes copied in one go, about two milliseconds of them. */
const pieceBytes = 8 * 2 ** 20;

/** What is longer is no picture. */
const maxBytes = 2 ** 31;

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield bytes.subarray(at, at + pieceBytes);
    await setImmediate();
  }
}

/**
 * Read here and not in a thread: a Blob may lie in a file, alone or within another one, which cannot be told. Node
 * sends such a Blob to no other thread, or ends the process when that one reads it.
 */
async function* piecesOfBlob(blob: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < blob.size; at += pieceBytes) {
    yield new Uint8Array(await blob.slice(at, at + pieceBytes).arrayBuffer());
    await setImmediate();
  }
}

function isStream(input: object): input is AsyncIterable<Uint8Array> {
  return Symbol.asyncIterator in input;
}

async function openStream(input: NodeInput): Promise<AsyncIterable<Uint8Array>> {
  if (typeof input === 'string' || input instanceof URL) return openFile(input, pieceBytes);
  if (input instanceof Blob) return piecesOfBlob(input);
  if (input instanceof ArrayBuffer) return piecesOf(new Uint8Array(input));
  if (input instanceof Uint8Array) return piecesOf(input);
  if (typeof input === 'object' && input !== null && isStream(input)) return input;
  const kinds = 'a path, a file: URL, bytes, a Blob or a stream of bytes';
  throw new EngineError('invalid-options', `The input is none of ${kinds}`);
}

function requireBytes(chunk: unknown): asserts chunk is Uint8Array<ArrayBuffer> {
  if (chunk instanceof Uint8Array) return;
  throw new EngineError('invalid-options', 'The stream gives something else than bytes');
}

/** Node's Blobs share their bytes, so joining pieces copies nothing. */
async function gather(input: NodeInput, signal?: AbortSignal): Promise<Blob> {
  const stream: AsyncIterable<unknown> = await openStream(input);
  if (signal && stream instanceof Readable) addAbortSignal(signal, stream);
  const pieces: Blob[] = [];
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let waitingBytes = 0;
  let size = 0;
  const pack = (): void => {
    pieces.push(new Blob(waiting));
    waiting = [];
    waitingBytes = 0;
  };
  for await (const chunk of stream) {
    if (signal?.aborted) throw canceled();
    requireBytes(chunk);
    waiting.push(chunk);
    waitingBytes += chunk.length;
    size += chunk.length;
    if (size > maxBytes) throw new EngineError('too-large', `The input is over ${maxBytes} bytes`);
    if (waitingBytes >= pieceBytes) pack();
  }
  pack();
  return new Blob(pieces);
}

/** The bytes that were read of a Blob, as whoever gave it called them. */
function likeItself(read: Blob, given: NodeInput): Blob {
  if (!(given instanceof Blob)) return read;
  const { type } = given;
  if (!(given instanceof File)) return new Blob([read], { type });
  return new File([read], given.name, { type, lastModified: given.lastModified });
}

/** Reads the whole of an input into memory. Rejects with an EngineError, `invalid-options` for what cannot be read. */
export async function readInput(input: NodeInput, signal?: AbortSignal): Promise<Blob> {
  requireSignal(signal);
  try {
    const gathered = gather(input, signal);
    // What gives nothing does not end either.
    return likeItself(await (signal ? untilAborted(gathered, signal) : gathered), input);
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EngineError('invalid-options', `The input cannot be read: ${reason}`, { cause });
  }
}

/** The name that goes with an input, or none. */
export function nameOfInput(input: NodeInput): string {
  if (typeof input === 'string') return basename(input);
  if (input instanceof URL) return input.protocol === 'file:' ? basename(fileURLToPath(input)) : '';
  return input instanceof Blob ? ((input as Partial<File>).name ?? '') : '';
}
