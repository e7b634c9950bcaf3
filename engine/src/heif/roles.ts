import { auxiliaryRoles } from '../metadata/auxiliary-roles.ts';
import type { PictureRole } from '../options.ts';
import { findProperty } from './coding.ts';
import type { HeifFile, HeifItem } from './file.ts';

/** In the order of a stereo group's entities (ISO/IEC 23008-12 6.8.5). */
const eyes: readonly PictureRole[] = ['left-eye', 'right-eye'];

/** Groups of pictures taken in a series (ISO/IEC 23008-12 6.8.6). */
const seriesRoles: Record<string, PictureRole> = {
  brst: 'burst',
  aebr: 'bracket',
  wbbr: 'bracket',
  fobr: 'bracket',
  afbr: 'bracket',
  dobr: 'bracket',
};

/** The role of a shown picture, relative to the primary one. */
export function findRole(file: HeifFile, { id }: HeifItem): PictureRole {
  if (id === file.primaryId) return 'main';
  const groups = file.groups.filter(({ entities }) => entities.includes(id));
  const stereo = groups.find(({ type }) => type === 'ster');
  if (stereo) return eyes[stereo.entities.indexOf(id)] ?? 'further';
  const series = groups.find(
    ({ type, entities }) => type in seriesRoles && entities.includes(file.primaryId ?? -1),
  );
  return series ? seriesRoles[series.type]! : 'further';
}

/** An auxiliary picture that is worth showing on its own. */
export interface AuxiliaryPicture {
  item: HeifItem;
  role: PictureRole;
}

/** The depth maps and mattes of the shown pictures, each once, in file order. */
export function listAuxiliaries(file: HeifFile, shown: readonly HeifItem[]): AuxiliaryPicture[] {
  const ids = new Set(shown.map(({ id }) => id));
  return [...file.items.values()].flatMap((item) => {
    const urn = findProperty(item, 'auxiliary')?.urn;
    const role = urn === undefined ? undefined : auxiliaryRoles.get(urn);
    const belongs = file.references.from('auxl', item.id).some((id) => ids.has(id));
    return role && belongs ? [{ item, role }] : [];
  });
}
