import { EngineError } from '../../errors.ts';
import type { Size } from '../../geometry.ts';
import type { GainMapPlan, LimitedPlan, MadeMapPlan } from '../../strips/tasks/plan.ts';
import { sizeOf } from './file-parts.ts';
import { startGainMap, wordsAbout } from './gain-map.ts';
import type { LimitRunners } from './limit-runners.ts';

/** A map at its lowest quality may exceed its share by this factor. */
const tolerance = 2.5;

type LimitedJpeg = LimitedPlan<'jpeg'>;

/** The gain map of a JPEG with a limit in bytes, made for each size of the picture that is tried. */
export class MapInLimit {
  readonly #planAt: (size: Size) => Promise<LimitedJpeg>;
  readonly #runners: Pick<LimitRunners, 'makeJpeg' | 'makeMap'>;
  /** The plan for the size that was tried last. */
  #plan: LimitedJpeg;
  #bytes: Uint8Array<ArrayBuffer>[] | null = null;
  #isTooLarge = false;
  #isLeftOut = false;

  /** `planAt` plans the same picture at another size. */
  constructor(
    plan: LimitedJpeg,
    planAt: (size: Size) => Promise<LimitedJpeg>,
    runners: Pick<LimitRunners, 'makeJpeg' | 'makeMap'>,
  ) {
    this.#plan = plan;
    this.#planAt = planAt;
    this.#runners = runners;
  }

  /** The map at the latest size, `null` if there is none in the file. */
  get bytes(): Uint8Array<ArrayBuffer>[] | null {
    return this.#isLeftOut ? null : this.#bytes;
  }

  /** Whether the map is not in the file because it is too large for the limit. */
  get isLeftOut(): boolean {
    return this.#isLeftOut;
  }

  /** Bytes that a picture of this size may take, beside its header and its map. */
  async roomAt(size: Size): Promise<number> {
    if (!this.#isAt(size)) this.#plan = await this.#planAt(size);
    const { limit, header, map } = this.#plan;
    const alone = limit.bytes - header.length;
    if (!map) return alone;
    const share = (limit.bytes * map.share) / (1 + map.share);
    const room = share - wordsAbout(map, header);
    const bytes = await this.#make(map, room);
    this.#bytes = bytes;
    if (!bytes) return alone;
    this.#isTooLarge = map.kind === 'strips' && sizeOf(bytes) > room * tolerance;
    // Converting in one piece would make it even smaller, but is not always possible.
    this.#isLeftOut = this.#isTooLarge && map.kind === 'strips' && !map.fitsWhole;
    if (this.#isLeftOut) return alone;
    return limit.bytes - map.head.bytes.length - (this.#isTooLarge ? share : sizeOf(bytes));
  }

  /** Ends with the map at this size. Throws if converting in one piece would do more for it. */
  async settle(size: Size): Promise<void> {
    // A larger size may have been tried last, and it has another map.
    if (!this.#isAt(size)) await this.roomAt(size);
    if (this.#isTooLarge && !this.#isLeftOut) {
      throw new EngineError('unsupported-feature', 'the gain map is too large for the limit');
    }
  }

  #isAt({ width, height }: Size): boolean {
    return width === this.#plan.width && height === this.#plan.height;
  }

  async #make(
    map: GainMapPlan | MadeMapPlan,
    room: number,
  ): Promise<Uint8Array<ArrayBuffer>[] | null> {
    const { makeJpeg, makeMap } = this.#runners;
    if (map.kind === 'strips') return startGainMap(map, makeJpeg)(room);
    // What tone mapping took away is available only once.
    return this.#bytes ?? [await makeMap({ bytes: room, most: room })];
  }
}
