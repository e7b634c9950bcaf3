import type { Conversion, Planned } from '../../convert/pipeline.ts';
import type { Inspection } from '../../convert/inspect.ts';
import type { Movie } from '../../motion/movie.ts';
import type { Thumbnail } from '../../convert/thumbnail.ts';
import type { EngineErrorCode, EngineFeature } from '../../errors.ts';
import type { AlphaPlane } from '../../formats/webp/alpha/alpha-plane.ts';
import type { Size } from '../../geometry.ts';
import type { HuffmanTables } from '../../formats/jpeg/encoder/tables.ts';
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
import type { RoomForMap } from '../../strips/tasks/plan.ts';
import type { DarkenedRows, MadeStrip } from '../../strips/tasks/result.ts';
import type { Chosen } from '../../strips/tasks/size-limit.ts';
import type { SharedStripTask, StripTask } from '../../strips/tasks/task.ts';
import type { WebpFrame } from '../../strips/tasks/webp-frame.ts';
import type { KnownTrust } from '../../tiles/trust.ts';

/**
 * Page to worker, one task at a time. Ids never repeat within a page. `idleOthers` is the number of
 * other workers that were idle when the task was assigned and could share it.
 */
export type Request = TaskRequest & { id: number; idleOthers: number };

/** A task for a worker. */
export type TaskRequest =
  /**
   * The worker may answer `planned` instead of `converted`, or report the plan and continue with
   * the first strip.
   */
  | {
      kind: 'start';
      file: Blob;
      name: string;
      options: FileOptions;
      /** Size and quality to plan for, if already chosen. */
      chosen?: Chosen | undefined;
      /**
       * The browser may have begun to decode the file in the page, for the task that makes a strip
       * of all of it.
       */
      isBegun?: boolean;
    }
  | { kind: 'convert' | 'salvage'; file: Blob; name: string; options: FileOptions }
  | {
      kind: 'strip';
      file: Blob;
      task: StripTask;
      /** What the strip is made of, if it is decoded already. */
      planes?: Planes;
      /** The browser has begun to decode the file in the page: a `FrameMessage` follows. */
      isBegun?: boolean;
    }
  /** The second pass over consecutive strips of a JPEG. */
  | { kind: 'scan'; tokens: Uint8Array<ArrayBuffer>[]; huffman: HuffmanTables }
  /** Joins strips of macroblocks to a WebP file. */
  | { kind: 'webp'; strips: Uint8Array<ArrayBuffer>[]; about: WebpFrame }
  /** Codes the alpha of a WebP of this size. */
  | { kind: 'alpha'; alpha: AlphaPlane; size: Size }
  /** Makes a gain map from what tone mapping took away. */
  | { kind: 'gain-map'; darkened: DarkenedRows[]; room: RoomForMap }
  | { kind: 'inspect'; file: Blob; name: string; options: ConvertOptions }
  | { kind: 'thumbnail'; file: Blob }
  | { kind: 'movie'; file: Blob }
  | { kind: 'decode'; file: Blob; options: DecodeOptions }
  | { kind: 'encode'; samples: SamplesToEncode; options: EncodeJpegOptions }
  | { kind: 'read-metadata'; file: Blob }
  | { kind: 'edit-metadata'; file: Blob; edit: MetadataEdit };

/**
 * Between page and worker, both ways, without a reply: what is known of this browser's video
 * decoders.
 */
export interface TrustMessage {
  kind: 'trust';
  trust: KnownTrust;
}

/**
 * Page to worker, after task `id` that announced it: the file's frame, or `null` if there is none.
 */
export interface FrameMessage {
  kind: 'frame';
  id: number;
  frame: VideoFrame | null;
}

/** A network request by a worker. */
export interface NetworkRequest {
  url: string;
  /** What caused the request, as in Resource Timing: `fetch`, `script`, `other`, ... */
  initiator: string;
}

/** Worker to page, without a reply: what the worker has fetched, as recorded by the browser. */
export interface RequestsMessage {
  kind: 'requests';
  requests: NetworkRequest[];
}

/** An EngineError as data: structured clone keeps only the message of a custom error. */
export interface Failure {
  code: EngineErrorCode;
  message: string;
  feature: EngineFeature | undefined;
  fits: { width: number; height: number } | undefined;
}

/** Results of tasks. */
export type Result =
  | Conversion
  | { kind: 'strip'; strip: MadeStrip }
  | { kind: 'scan'; scan: Uint8Array<ArrayBuffer> }
  | { kind: 'webp'; file: Uint8Array<ArrayBuffer> }
  | { kind: 'alpha'; alpha: Uint8Array<ArrayBuffer> }
  | { kind: 'gain-map'; map: Uint8Array<ArrayBuffer> }
  | { kind: 'inspected'; inspection: Inspection }
  | { kind: 'thumbnail'; thumbnail: Thumbnail | null }
  | { kind: 'movie'; movie: Movie | null }
  | { kind: 'decoded'; samples: Samples }
  | { kind: 'encoded'; blob: Blob }
  | { kind: 'metadata'; metadata: FileMetadata }
  | { kind: 'edited'; blob: Blob };

/** Worker to page. Every request ends with exactly one `done` or `failed`. */
export type Reply =
  | { kind: 'progress'; id: number; fraction: number }
  /** A part of the task that other workers can do. */
  | { kind: 'part'; id: number; part: StripPart<SharedStripTask> }
  /**
   * The plan, if the worker continues with its first strip. The task then ends with the strip's
   * result.
   */
  | { kind: 'planned'; id: number; planned: Planned }
  /** The work ahead needs at most this many seconds from now. After that the page gives up. */
  | { kind: 'deadline'; id: number; seconds: number }
  | { kind: 'done'; id: number; result: Result }
  | { kind: 'failed'; id: number; failure: Failure };
