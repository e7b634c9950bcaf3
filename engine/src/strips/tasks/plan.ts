// What is made of a file in strips, and how these become the file.
import type { OpenHead } from '../../gain-map/open-head.ts';
import type { Size } from '../../geometry.ts';
import type { ConvertedPicture, ConvertResult, Note } from '../../options.ts';
import type { ChromaFormat } from '../../planes/planes.ts';
import type { Resampling } from '../../transform/resampled-rows.ts';
import type { SizeLimit } from './size-limit.ts';
import type { JpegStripTask, McuStripTask, PngStripTask, StripTask, WholeTask } from './task.ts';
import type { WebpFrame } from './webp-frame.ts';

/** A picture whose samples are collected before they are encoded. */
export interface Collecting extends Size {
  chroma: ChromaFormat;
  /** How each component is resampled; `null` if none has to be. */
  resampling: readonly Resampling[] | null;
}

/** Strips whose output is joined as it is. */
export interface DirectStrips<Task extends StripTask = StripTask> {
  tasks: readonly Task[];
  collecting: null;
}

/** Tasks that can return samples. */
export type CollectedTask = McuStripTask | WholeTask;

/** Strips that return their samples, which are cut into parts that are encoded. */
export interface CollectedStrips<Task extends CollectedTask = CollectedTask> {
  tasks: readonly Task[];
  collecting: Collecting;
}

/** Strips of MCU rows, however they become a picture. */
export type McuStrips<Task extends McuStripTask = McuStripTask> =
  | DirectStrips<Task>
  | CollectedStrips<Task>;

/** A limit in bytes decides the quality once the samples of all strips are known. */
export type McuRows =
  | (McuStrips & { limit: null })
  | (CollectedStrips<McuStripTask> & { limit: SizeLimit });

/** A picture that one worker makes as a whole. A limit in bytes decides as for MCU rows. */
export type WholePicture =
  | (DirectStrips<WholeTask> & { limit: null })
  | (CollectedStrips<WholeTask> & { limit: SizeLimit });

interface PlannedFile extends Size {
  /** Notes on how the picture is made. */
  notes: readonly Note[];
}

/** A JPEG: its header, the scan that strips become, and what goes behind. */
export type JpegPlan = PlannedFile &
  McuRows & {
    kind: 'jpeg';
    /** Not used if there is a map: that has its own. */
    header: Uint8Array<ArrayBuffer>;
    map: GainMapPlan | MadeMapPlan | null;
    /** The video that goes last. */
    video: Blob | null;
  };

/** A WebP: strips of macroblocks, joined in this frame. */
export type WebpPlan = PlannedFile & (McuRows | WholePicture) & { kind: 'webp'; frame: WebpFrame };

/** A PNG: its header, and chunks in order. The chunks of a `WholeTask` begin with the header. */
export type PngPlan = PlannedFile &
  DirectStrips<PngStripTask | WholeTask> & {
    kind: 'png';
    header: Uint8Array<ArrayBuffer>;
    limit: null;
  };

export type StripPlan = JpegPlan | WebpPlan | PngPlan;

/** A plan whose file has a limit in bytes. */
export type LimitedPlan<Kind extends StripPlan['kind'] = StripPlan['kind']> = Extract<
  StripPlan,
  { kind: Kind; limit: SizeLimit }
>;

/** Whether a plan's file has a limit in bytes. */
export function isLimited(plan: StripPlan): plan is LimitedPlan {
  return plan.limit !== null;
}

/** A gain map as a second JPEG after the first. */
export interface MapBehind {
  /** The picture's header if it gets the map. */
  head: OpenHead;
  /** Sizes in bytes of the items that are listed after the map. */
  behind: number[];
  /** What the map and its metadata may add to the picture, as a share of its bytes. */
  share: number;
  /** Bytes that they may add in any case, for pictures of which that share is less. */
  least: number;
}

/** A gain map that tone mapping makes. */
export interface MadeMapPlan extends MapBehind {
  kind: 'made';
}

/** A gain map in strips of its own. */
export type GainMapPlan = MapBehind &
  McuStrips<JpegStripTask> & {
    kind: 'strips';
    height: number;
    /** The map's header for each quality that may be tried, best first. */
    headers: { quality: number; bytes: Uint8Array<ArrayBuffer> }[];
    /** There is memory to make the picture in one piece, which may do more for its map. */
    fitsWhole: boolean;
    /** The whole map as stored in the file, if it stays the same. Used if it fits. */
    stored: Uint8Array<ArrayBuffer> | null;
  };

/** The gain map of a plan, if it has strips of its own. */
export function mapInStrips(plan: StripPlan): GainMapPlan | null {
  return plan.kind === 'jpeg' && plan.map?.kind === 'strips' ? plan.map : null;
}

/** Bytes that a gain map and its metadata may take; up to `most` if it would be wrong in fewer. */
export interface RoomForMap {
  bytes: number;
  most: number;
}

/** A worker's answer for a file that is better converted in strips by all workers. */
export interface PlannedConversion {
  plan: StripPlan;
  /** The result, without what is known only when the picture is finished. */
  result: Omit<ConvertResult, 'blob' | 'hasGainMap'>;
  /** The caller's own file, which replaces the result if it is not larger. */
  original?: Omit<ConvertedPicture, 'format'>;
}
