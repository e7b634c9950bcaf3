import { ChevronLeft, ChevronRight, Crop, SlidersHorizontal } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import type { Conversion } from '../conversion/conversion.ts';
import type { Photo } from '../conversion/photos.ts';
import { ChoiceGroup } from '../options/choice-group.tsx';
import { TurnTools } from '../photos/turn-tools.tsx';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import type { Scale } from './stage.tsx';
import styles from './viewer-bar.module.css';

interface ViewerBarProps {
  photo: Photo;
  /** The photo's place among all of them. */
  index: number;
  count: number;
  scale: Scale;
  conversion: Conversion;
  onScale: (scale: Scale) => void;
  /** Goes to the previous or next photo. */
  onStep: (step: -1 | 1) => void;
  onOpen: (dialog: 'crop' | 'options') => void;
}

/** Below the large picture: navigation, zoom, turning and cropping. */
export function ViewerBar(props: ViewerBarProps) {
  const { photo, index, count, scale, conversion, onScale, onStep, onOpen } = props;
  const { comparison, list, turning } = useWorkspaceMessages();
  const { name } = photo.file;
  return (
    <div className={styles.bar}>
      <Button
        size="s"
        disabled={index <= 0}
        aria-label={comparison.previous}
        onClick={() => onStep(-1)}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <p className={styles.place}>{comparison.place(index + 1, count)}</p>
      <Button
        size="s"
        disabled={index >= count - 1}
        aria-label={comparison.next}
        onClick={() => onStep(1)}
      >
        <ChevronRight aria-hidden />
      </Button>
      <ChoiceGroup
        legend={comparison.scale}
        hidesLegend
        value={scale}
        choices={[
          { value: 'fit', label: comparison.fit },
          { value: 'actual', label: comparison.actual },
        ]}
        onChange={onScale}
      />
      <div className={styles.tools}>
        <TurnTools labels={turning.one} onTurn={(step) => conversion.turn([photo.id], step)} />
        <Button
          size="s"
          kind="quiet"
          aria-label={list.cropFile(name)}
          title={list.crop}
          onClick={() => onOpen('crop')}
        >
          <Crop aria-hidden />
        </Button>
        <Button
          size="s"
          kind="quiet"
          aria-label={list.ownFile(name)}
          title={list.own}
          onClick={() => onOpen('options')}
        >
          <SlidersHorizontal aria-hidden />
        </Button>
      </div>
    </div>
  );
}
