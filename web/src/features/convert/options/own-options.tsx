import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx';
import type { Conversion } from '../conversion/conversion.ts';
import type { Photo } from '../conversion/photos.ts';
import type { Expected } from '../estimates/use-estimates.ts';
import type { ToolKind } from '../tools.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import styles from './own-options.module.css';
import { PanelFace } from './panel-face.tsx';

interface OwnOptionsProps {
  tool: ToolKind;
  photo: Photo;
  conversion: Conversion;
  isPro: boolean;
  /** Current and expected size of the photo. */
  expected: () => Expected;
  onClose: () => void;
}

/** Options of one photo. Those left alone follow the panel. */
export function OwnOptions({ tool, photo, conversion, isPro, expected, onClose }: OwnOptionsProps) {
  const { list, advanced } = useWorkspaceMessages();
  const options = conversion.optionsFor(photo);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={list.ownFile(photo.file.name)}
      description={list.ownHint}
      closeLabel={advanced.close}
    >
      <div className={styles.face}>
        <PanelFace
          tool={tool}
          options={options}
          onChange={(next) => {
            const changed = Object.entries(next).filter(
              ([name, value]) => options[name as keyof typeof options] !== value,
            );
            conversion.changeOwnOptions(photo.id, Object.fromEntries(changed));
          }}
          isPro={isPro}
          expected={expected}
        />
      </div>
      <DialogFooter>
        <Button
          kind="quiet"
          disabled={photo.own === null}
          onClick={() => conversion.dropOwnOptions(photo.id)}
        >
          {list.ownReset}
        </Button>
        <Button kind="primary" className={styles.done} onClick={onClose}>
          {advanced.done}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
