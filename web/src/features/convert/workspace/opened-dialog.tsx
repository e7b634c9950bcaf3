import { lazy, Suspense } from 'react';
import type { Conversion } from '../conversion/conversion.ts';
import type { ConversionState } from '../conversion/store.ts';
import type { useEstimates } from '../estimates/use-estimates.ts';
import type { KeptList } from '../handover/use-kept-list.ts';
import { MoreOptions } from '../options/more-options.tsx';
import { OwnOptions } from '../options/own-options.tsx';
import type { PhotoDialog } from '../photos/photo-card.tsx';
import { exampleNames } from '../results/results.ts';
import type { ToolKind } from '../tools.ts';
import { Viewer } from '../viewer/viewer.tsx';

const loadCropDialog = () => import('../viewer/crop-dialog.tsx');
const CropDialog = lazy(loadCropDialog);

/**
 * Fetched in advance: the tool works without a network, which may be gone when the dialog is
 * needed.
 */
export function fetchCropDialog(): void {
  loadCropDialog().catch(() => {});
}

export type Opened = { dialog: PhotoDialog; id: string } | { dialog: 'more' };

interface OpenedDialogProps {
  tool: ToolKind;
  conversion: Conversion;
  state: ConversionState;
  isPro: boolean;
  opened: Opened;
  kept: KeptList;
  estimates: Pick<ReturnType<typeof useEstimates>, 'bytesOf' | 'expectedOf'>;
  onOpen: (opened: Opened) => void;
  onClose: () => void;
}

/** The dialog that is open. There is at most one. */
export function OpenedDialog(props: OpenedDialogProps) {
  const { tool, conversion, state, isPro, opened, kept, estimates, onOpen, onClose } = props;
  const { photos, options } = state;
  if (opened.dialog === 'more') {
    return (
      <MoreOptions
        tool={tool}
        options={options}
        kept={kept}
        nameExamples={exampleNames(photos, conversion.optionsFor)}
        onChange={conversion.setOptions}
        onClose={onClose}
      />
    );
  }
  const photo = photos.find(({ id }) => id === opened.id);
  if (photo === undefined) return null;
  switch (opened.dialog) {
    case 'crop':
      return (
        <Suspense fallback={null}>
          <CropDialog
            photo={photo}
            options={conversion.optionsFor(photo)}
            photos={photos}
            conversion={conversion}
            onClose={onClose}
          />
        </Suspense>
      );
    case 'options':
      return (
        <OwnOptions
          tool={tool}
          photo={photo}
          conversion={conversion}
          isPro={isPro}
          expected={() => estimates.expectedOf([photo])}
          onClose={onClose}
        />
      );
    case 'view':
      return (
        <Viewer
          tool={tool}
          state={state}
          photo={photo}
          conversion={conversion}
          isPro={isPro}
          bytesOf={estimates.bytesOf}
          onShow={(id) => onOpen({ dialog: 'view', id })}
          onOpen={(dialog) => onOpen({ dialog, id: photo.id })}
          onClose={onClose}
        />
      );
  }
}
