import type { ToolKind } from '../../tools.ts';
import type { AskedOptions } from '../asked-options.ts';
import type { ConvertingAhead } from './converting-ahead.ts';
import type { PhotoIntake } from '../adding/photo-intake.ts';
import type { Photo } from '../photos.ts';
import type { ConversionStore } from '../store.ts';

/**
 * After every change, wants those photos converted ahead that the visitor will most likely convert
 * as they are. Visitors who add photos mostly do, except when resizing.
 */
export function wantAhead(
  tool: ToolKind,
  { read, subscribe }: Pick<ConversionStore, 'read' | 'subscribe'>,
  asked: AskedOptions,
  intake: Pick<PhotoIntake, 'whenHeadersRead' | 'whenMoviesJoined'>,
  ahead: Pick<ConvertingAhead, 'want'>,
): void {
  const mostlyAsIs = tool !== 'resize-crop';

  function wantFresh(): void {
    const { photos, phase } = read();
    // Running batches use what was begun for them.
    if (phase !== 'idle') return;
    const isSettled = mostlyAsIs && intake.whenMoviesJoined() === null;
    const fresh = isSettled ? photos.filter(isFresh) : [];
    const next = fresh.slice(0, asked.allowance().maxFiles);
    ahead.want(
      next.map((photo) => ({ file: photo.file, options: asked.engineOptionsFor(photo) })),
      intake.whenHeadersRead(),
    );
  }

  function isFresh(photo: Photo): boolean {
    return photo.work === null && photo.triedWith === null && !asked.asksForCrop(photo);
  }

  subscribe(wantFresh);
}
