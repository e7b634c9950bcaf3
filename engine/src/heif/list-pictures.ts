import type { HeifFile, HeifItem } from './file.ts';
import { pictureTypes } from './item-types.ts';

/**
 * The pictures to show: the primary one first, the others in file order. Excludes hidden items,
 * thumbnails, auxiliaries (alpha, depth, gain maps), tiles of a grid, and alternatives of the
 * primary.
 */
export function listPictures(file: HeifFile): HeifItem[] {
  const { references, primaryId } = file;
  const partOf = (id: number): boolean =>
    references.to('dimg', id).some((derived) => {
      const type = file.items.get(derived)?.type;
      // A gain map is not a picture to show. Its base is, unless the file shows the tone-mapped
      // one.
      if (type === 'tmap')
        return derived === primaryId || references.from('dimg', derived)[0] !== id;
      return type === 'grid' || type === 'iden';
    });
  const alternatives = new Set(
    file.groups
      .filter(({ type, entities }) => type === 'altr' && entities.includes(primaryId ?? -1))
      .flatMap(({ entities }) => entities),
  );
  const shown = [...file.items.values()].filter(
    (item) =>
      item.id !== primaryId &&
      item.type !== 'tmap' &&
      pictureTypes.has(item.type) &&
      !item.hidden &&
      !alternatives.has(item.id) &&
      references.from('thmb', item.id).length === 0 &&
      references.from('auxl', item.id).length === 0 &&
      !partOf(item.id),
  );
  const primary = primaryId === null ? undefined : file.items.get(primaryId);
  return primary ? [primary, ...shown] : shown;
}
