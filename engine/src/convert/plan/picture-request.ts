import type { Source } from '../../codec/input.ts';
import type { OutputCodec } from '../../codec/output.ts';
import type { FileOptions } from '../../options.ts';
import type { Chosen } from '../../strips/tasks/size-limit.ts';
import type { KeptVideo } from './video.ts';

/** A file whose header has been read, and what to make of it. */
export interface PictureRequest {
  bytes: Uint8Array<ArrayBuffer>;
  source: Source;
  codec: OutputCodec;
  options: FileOptions;
  /** The video to keep. */
  video: KeptVideo | null;
  /** Choices made for a limit in bytes. `options` contains them already. */
  chosen: Chosen | null;
}
