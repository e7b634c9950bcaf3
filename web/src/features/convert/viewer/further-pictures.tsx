import type { Inspection } from '@stillpix/engine';
import type { WorkspaceMessages } from '../../../i18n/en/workspace.ts';
import { Button } from '../../../ui/button.tsx';
import type { Conversion } from '../conversion/conversion.ts';
import type { Photo } from '../conversion/photos.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import styles from './photo-details.module.css';

/**
 * Names of further pictures in the file, such as depth maps and the other eye, with the offer to
 * convert them.
 */
export function FurtherPictures({ photo, conversion }: { photo: Photo; conversion: Conversion }) {
  const { details } = useWorkspaceMessages();
  const names = nameFurther(photo.header?.roles ?? [], details);
  if (names.length === 0) return null;
  const isAsked = conversion.optionsFor(photo).pictures === 'everything';
  const forAll = conversion.read().options.pictures;
  const otherwise = forAll === 'everything' ? 'primary' : forAll;
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{details.also}</dt>
          <dd>{names.join(', ')}</dd>
        </div>
      </dl>
      <div className={styles.buttons}>
        <Button
          size="s"
          aria-pressed={isAsked}
          onClick={() =>
            conversion.changeOwnOptions(photo.id, {
              pictures: isAsked ? otherwise : 'everything',
            })
          }
        >
          {details.convertAlso}
        </Button>
      </div>
    </>
  );
}

/** Each name once, with its count. */
function nameFurther(
  roles: Inspection['roles'],
  { roles: names, further }: WorkspaceMessages['details'],
): string[] {
  const counts = new Map<Inspection['roles'][number], number>();
  for (const role of roles) counts.set(role, (counts.get(role) ?? 0) + 1);
  return [...counts].flatMap(([role, count]) => {
    if (role === 'main') return [];
    if (role === 'further') return [further(count)];
    return [count === 1 ? names[role] : `${names[role]} (${count})`];
  });
}
