import type { Conversion, Planned } from '../../convert/pipeline.ts';
import type { Inspection } from '../../convert/inspect.ts';
import type { Movie } from '../../motion/movie.ts';
import type { Thumbnail } from '../../convert/thumbnail.ts';
import type { EngineErrorCode } from '../../errors.ts';
import type { HuffmanTables } from '../../formats/jpeg/tables.ts';
import type { ConvertOptions, FileOptions } from '../../options.ts';
import type { Planes } from '../../planes/planes.ts';
import type { FileMetadata, MetadataEdit } from '../../samples/file-metadata.ts';
import type {
  DecodeOptions,
  EncodeJpegOptions,
  Samples,
  SamplesToEncode,
} from '../../samples/samples.ts';
import type { StripPart } from '../../strips/parts.ts';
import type {
  Chosen,
  DarkenedRows,
  RoomForMap,
  SharedStripTask,
  StripResult,
  StripTask,
  WebpFrame,
} from '../../strips/task.ts';
import type { KnownTrust } from '../../tiles/trust.ts';

/**
 * Page to worker. One task at a time; ids never repeat in the life of a page. `idleOthers` says how many other
 * workers had nothing to do when the task was given out, so that it may be shared with them.
 */
export type Request = TaskRequest & { id: number; idleOthers: number };

/** What a worker is asked to do. */
export type TaskRequest =
  /** The worker may answer `planned` instead of `converted`, or say so and go on with the first strip. */
  | {
      kind: 'start';
      file: Blob;
      name: string;
      options: FileOptions;
      /** What the plan is to be made for, where that is known. */
      chosen?: Chosen | undefined;
      /** The browser may have begun to decode the file in the page, for whoever makes a strip of all of it. */
      isBegun?: boolean;
    }
  | { kind: 'convert' | 'salvage'; file: Blob; name: string; options: FileOptions }
  | {
      kind: 'strip';
      file: Blob;
      task: StripTask;
      /** What the strip is made of, when it is decoded already. */
      planes?: Planes;
      /** The browser has begun to decode the file in the page: a `FrameMessage` follows. */
      isBegun?: boolean;
    }
  /** The second pass over strips of a JPEG that follow each other. */
  | { kind: 'scan'; tokens: Uint8Array<ArrayBuffer>[]; huffman: HuffmanTables }
  /** Strips of macroblocks become a WebP file. */
  | { kind: 'webp'; strips: Uint8Array<ArrayBuffer>[]; about: WebpFrame }
  /** What tone mapping has left of light becomes a gain map. */
  | { kind: 'gain-map'; darkened: DarkenedRows[]; room: RoomForMap }
  | { kind: 'inspect'; file: Blob; name: string; options: ConvertOptions }
  | { kind: 'thumbnail'; file: Blob }
  | { kind: 'movie'; file: Blob }
  | { kind: 'decode'; file: Blob; options: DecodeOptions }
  | { kind: 'encode'; samples: SamplesToEncode; options: EncodeJpegOptions }
  | { kind: 'read-metadata'; file: Blob }
  | { kind: 'edit-metadata'; file: Blob; edit: MetadataEdit };

/** Between page and worker, both ways and without an answer: what is known of this browser's video decoders. */
export interface TrustMessage {
  kind: 'trust';
  trust: KnownTrust;
}

/** Page to worker, behind the task `id` that was told of it: the file's frame, or that there is none. */
export interface FrameMessage {
  kind: 'frame';
  id: number;
  frame: VideoFrame | null;
}

/** Something that a worker asked the network for. */
export interface NetworkRequest {
  url: string;
  /** What asked, as Resource Timing calls it: `fetch`, `script`, `other`, ... */
  initiator: string;
}

/** Worker to page, without an answer: what the worker has fetched, as its browser recorded it. */
export interface RequestsMessage {
  kind: 'requests';
  requests: NetworkRequest[];
}

/** An EngineError as data: structured clone keeps only the message of a custom error. */
export interface Failure {
  code: EngineErrorCode;
  message: string;
  feature: string | undefined;
  fits: { width: number; height: number } | undefined;
}

/** What tasks end in. */
export type Result =
  | Conversion
  | { kind: 'strip'; strip: StripResult }
  | { kind: 'scan'; scan: Uint8Array<ArrayBuffer> }
  | { kind: 'webp'; file: Uint8Array<ArrayBuffer> }
  | { kind: 'gain-map'; map: Uint8Array<ArrayBuffer> }
  | { kind: 'inspected'; inspection: Inspection }
  | { kind: 'thumbnail'; thumbnail: Thumbnail | null }
  | { kind: 'movie'; movie: Movie | null }
  | { kind: 'decoded'; samples: Samples }
  | { kind: 'encoded'; blob: Blob }
  | { kind: 'metadata'; metadata: FileMetadata }
  | { kind: 'edited'; blob: Blob };

/** Worker to page. Every request ends in exactly one `done` or `failed`. */
export type Reply =
  | { kind: 'progress'; id: number; fraction: number }
  /** A part of the task that others may do. */
  | { kind: 'part'; id: number; part: StripPart<SharedStripTask> }
  /** The plan, when the worker goes on with its first strip, which is what its task then ends in. */
  | { kind: 'planned'; id: number; planned: Planned }
  /** The work ahead needs at most so many seconds from now; past that the page gives up. */
  | { kind: 'deadline'; id: number; seconds: number }
  | { kind: 'done'; id: number; result: Result }
  | { kind: 'failed'; id: number; failure: Failure };
