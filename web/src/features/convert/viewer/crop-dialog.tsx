import { useState } from 'react';
import { ReactCrop, centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx';
import { ChoiceGroup } from '../options/choice-group.tsx';
import styles from './crop-dialog.module.css';
import type { Preview } from './previews.ts';
import type { Conversion } from '../conversion/conversion.ts';
import type { Photo } from '../conversion/photos.ts';
import { type CropFraction, cropInSameShape, toPixels } from '../geometry/crop.ts';
import { turnSize } from '../geometry/turn.ts';
import type { ConverterOptions } from '../tools.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { useOneFinger } from './use-one-finger.ts';
import { usePreview } from './use-preview.ts';

interface CropDialogProps {
  photo: Photo;
  options: ConverterOptions;
  /** All photos in the list, which may get the same crop. */
  photos: readonly Photo[];
  conversion: Conversion;
  onClose: () => void;
}

export default function CropDialog({
  photo,
  options,
  photos,
  conversion,
  onClose,
}: CropDialogProps) {
  const { cropEditor } = useWorkspaceMessages();
  const preview = usePreview(photo);
  function applyToAll(crop: CropFraction, shown: Preview, hasShape: boolean) {
    for (const { id, dimensions, turn } of photos) {
      const isSame = !hasShape || id === photo.id || dimensions === null;
      const its = isSame ? crop : cropInSameShape(crop, shown, turnSize(dimensions, turn));
      conversion.crop([id], its);
    }
  }
  const isTouch = matchMedia('(hover: none) and (pointer: coarse)').matches;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={cropEditor.title(photo.file.name)}
      description={isTouch ? cropEditor.hintTouch : cropEditor.hint}
      closeLabel={cropEditor.cancel}
      size="xl"
    >
      {preview === null && <output className={styles.preparing}>{cropEditor.preparing}</output>}
      {preview === 'failed' && <p role="alert">{cropEditor.failed}</p>}
      {preview !== null && preview !== 'failed' && (
        <CropEditor
          preview={preview}
          initial={photo.crop}
          options={options}
          canApplyAll={photos.length > 1}
          onApply={(crop) => {
            conversion.crop([photo.id], crop);
            onClose();
          }}
          onApplyAll={(crop, hasShape) => {
            applyToAll(crop, preview, hasShape);
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

/**
 * Width / height. Passport photos are 35 x 45 mm in Europe and 2 x 2 inches in the United States.
 */
const fixedShapes = {
  square: 1,
  '4:3': 4 / 3,
  '3:2': 3 / 2,
  '16:9': 16 / 9,
  '9:16': 9 / 16,
  passport: 35 / 45,
  passportUs: 1,
} as const;

type Shape = 'free' | 'original' | 'target' | keyof typeof fixedShapes;

interface CropEditorProps {
  preview: Preview;
  initial: CropFraction | null;
  options: ConverterOptions;
  canApplyAll: boolean;
  onApply: (crop: CropFraction | null) => void;
  /** With a shape, photos of other shapes are cropped to it, too. */
  onApplyAll: (crop: CropFraction, hasShape: boolean) => void;
}

function CropEditor(props: CropEditorProps) {
  const { preview, initial, options, canApplyAll, onApply, onApplyAll } = props;
  const { cropEditor } = useWorkspaceMessages();
  const target =
    options.width !== null && options.height !== null ? options.width / options.height : null;
  const aspects: Record<Shape, number | undefined> = {
    free: undefined,
    original: preview.width / preview.height,
    target: target ?? undefined,
    ...fixedShapes,
  };
  const [shape, setShape] = useState<Shape>('free');
  const [crop, setCrop] = useState<PercentCrop>(
    initial === null ? wholeWithMargin : toPercent(initial),
  );
  const picture = useOneFinger();
  const aspect = aspects[shape];
  const hasShape = aspect !== undefined && shape !== 'original';
  const pixels = toPixels(toFraction(crop), preview);

  function choose(next: Shape) {
    setShape(next);
    const chosen = aspects[next];
    if (chosen === undefined) return;
    const { width, height } = preview;
    const fitted = makeAspectCrop({ unit: '%', width: 90 }, chosen, width, height);
    setCrop(centerCrop(fitted, width, height));
  }

  const shapes: Shape[] = [
    'free',
    'original',
    ...(target === null ? [] : (['target'] as const)),
    ...(Object.keys(fixedShapes) as (keyof typeof fixedShapes)[]),
  ];
  return (
    <>
      <div className={styles.editor}>
        <div ref={picture} className={styles.picture}>
          <ReactCrop
            crop={crop}
            {...(aspect === undefined ? {} : { aspect })}
            keepSelection
            ruleOfThirds
            ariaLabels={{ cropArea: cropEditor.area, ...cropEditor.handles }}
            onChange={(_, percent) => setCrop(percent)}
          >
            <img src={preview.url} alt="" width={preview.width} height={preview.height} />
          </ReactCrop>
        </div>
        <ChoiceGroup
          legend={cropEditor.ratio}
          value={shape}
          choices={shapes.map((each) => ({ value: each, label: cropEditor.ratios[each] }))}
          onChange={choose}
        />
      </div>
      <DialogFooter>
        <Button kind="primary" onClick={() => onApply(toFraction(crop))}>
          {cropEditor.apply}
        </Button>
        {canApplyAll && (
          <Button onClick={() => onApplyAll(toFraction(crop), hasShape)}>
            {cropEditor.applyAll}
          </Button>
        )}
        {initial !== null && (
          <Button kind="quiet" onClick={() => onApply(null)}>
            {cropEditor.reset}
          </Button>
        )}
        <output className={styles.size}>{cropEditor.size(pixels.width, pixels.height)}</output>
      </DialogFooter>
    </>
  );
}

const wholeWithMargin: PercentCrop = { unit: '%', x: 5, y: 5, width: 90, height: 90 };

function toPercent({ x, y, width, height }: CropFraction): PercentCrop {
  return { unit: '%', x: x * 100, y: y * 100, width: width * 100, height: height * 100 };
}

function toFraction({ x, y, width, height }: PercentCrop): CropFraction {
  return { x: x / 100, y: y / 100, width: width / 100, height: height / 100 };
}
