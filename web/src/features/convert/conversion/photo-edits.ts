import type { CropFraction } from '../geometry/crop.ts';
import type { TurnStep } from '../geometry/turn.ts';
import type { ConverterOptions } from '../tools.ts';
import type { AskedOptions } from './asked-options.ts';
import type { Photo } from './photos.ts';
import type { ConversionStore } from './store.ts';

/** What the visitor changes about single photos. */
export interface PhotoEdits {
  crop: (ids: readonly string[], crop: CropFraction | null) => void;
  turn: (ids: readonly string[], step: TurnStep) => void;
  /** Changes options of this photo only. Options equal to the panel's are not stored. */
  changeOwnOptions: (id: string, part: Partial<ConverterOptions>) => void;
  /** Resets the photo to the panel's options. */
  dropOwnOptions: (id: string) => void;
  moveTo: (id: string, index: number) => void;
  /** Marks the results that these photos had when saving began. A newer result stays unsaved. */
  markSaved: (photos: readonly Photo[]) => void;
}

export function createPhotoEdits(
  { change, findPhoto }: Pick<ConversionStore, 'change' | 'findPhoto'>,
  asked: Pick<AskedOptions, 'withOwn'>,
): PhotoEdits {
  return {
    crop: (ids, crop) => change({ type: 'cropped', ids, crop }),
    turn: (ids, step) => change({ type: 'turned', ids, step }),
    changeOwnOptions(id, part) {
      const photo = findPhoto(id);
      if (photo) change({ type: 'own-options', id, own: asked.withOwn(photo, part) });
    },
    dropOwnOptions: (id) => change({ type: 'own-options', id, own: null }),
    moveTo: (id, to) => change({ type: 'moved', id, to }),
    markSaved(photos) {
      const results = photos.flatMap(({ result }) => (result === null ? [] : [result.converted]));
      change({ type: 'saved', results });
    },
  };
}
