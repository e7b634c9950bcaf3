import type { Inspection } from '@stillpix/engine';
import type { WorkspaceMessages } from '../../../i18n/en/workspace.ts';
import { useLanguage } from '../../../i18n/messages.ts';
import { locales } from '../../../site/pages/language.ts';
import { Button } from '../../../ui/button.tsx';
import type { Conversion } from '../conversion/conversion.ts';
import type { Photo } from '../conversion/photos.ts';
import { formatBytes } from '../format-numbers.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import styles from './photo-details.module.css';
import { FurtherPictures } from './further-pictures.tsx';
import { formatExposure, formatPlace } from './photo-facts.ts';
import { readTakenAt } from './taken-at.ts';

interface PhotoDetailsProps {
  photo: Photo;
  conversion: Conversion;
}

/** The file's metadata, and which of it the result will keep. */
export function PhotoDetails({ photo, conversion }: PhotoDetailsProps) {
  const { details, list } = useWorkspaceMessages();
  const language = useLanguage();
  const { header, file } = photo;
  if (header === null) return null;
  const { camera, lens, takenAt, exposure, hasLocation, place } = header.metadata;
  const taken = takenAt === null ? null : readTakenAt(takenAt);
  const profile = header.colorProfile.name;
  const facts: [string, string | null][] = [
    [details.camera, camera],
    [details.lens, lens],
    [
      details.taken,
      taken &&
        new Intl.DateTimeFormat(locales[language], {
          dateStyle: 'medium',
          timeStyle: 'short',
          timeZone: 'UTC',
        }).format(taken),
    ],
    [details.exposure, exposure && formatExposure(exposure, language)],
    [details.size, `${header.width} × ${header.height}, ${formatBytes(file.size, language)}`],
    [details.profile, profile === '' ? null : profile],
    [list.hdr, findHdr(header, details)],
    [
      details.place,
      (place && formatPlace(place, language)) ?? (hasLocation ? details.hasPlace : details.noPlace),
    ],
  ];
  const options = conversion.optionsFor(photo);
  const keepsPlace = hasLocation && options.metadata === 'keep';
  const isTelling = hasLocation || camera !== null || takenAt !== null;
  const kept = hasLocation || options.metadata === 'strip' ? options.metadata : 'keep-without';
  return (
    <section className={styles.details} aria-label={details.title}>
      <dl className={styles.facts}>
        {facts.map(([term, value]) =>
          value === null ? null : (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <FurtherPictures photo={photo} conversion={conversion} />
      {isTelling && <p className={styles.kept}>{details.kept[kept]}</p>}
      {keepsPlace && (
        <div className={styles.buttons}>
          <Button
            size="s"
            onClick={() => conversion.changeOwnOptions(photo.id, { metadata: 'without-location' })}
          >
            {details.leaveOutHere}
          </Button>
          <Button
            size="s"
            onClick={() => {
              const { options: panel, photos } = conversion.read();
              conversion.setOptions({ ...panel, metadata: 'without-location' });
              for (const { id, own } of photos) {
                if (own?.metadata !== 'keep') continue;
                conversion.changeOwnOptions(id, { metadata: 'without-location' });
              }
            }}
          >
            {details.leaveOutAll}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Which HDR information the photo has; null if none. */
function findHdr(
  { hasGainMap, colorProfile }: Inspection,
  details: WorkspaceMessages['details'],
): string | null {
  if (hasGainMap) return details.gainMap;
  return colorProfile.hdr ? details.hdrOnly : null;
}
