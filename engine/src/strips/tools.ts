import { EngineError, toEngineError } from '../errors.ts';
import type { JpegEncoder } from '../jpeg/encoder.ts';
import type { VideoTileDecoder } from '../video/tile-decoder.ts';
import { loadWasm } from '../wasm.ts';
import type { DecodeTiles, Source } from './run.ts';
import { runStrip } from './run.ts';
import type { CodedTile, StripTask } from './task.ts';
