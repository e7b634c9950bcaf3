import { Button } from '../../../ui/button.tsx';
import type { Conversion } from '../conversion/conversion.ts';
import type { ConversionState } from '../conversion/store.ts';
import type { TurnStep } from '../geometry/turn.ts';
import { type FaceProps, PanelFace } from '../options/panel-face.tsx';
import { TurnTools } from '../photos/turn-tools.tsx';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import styles from './workspace.module.css';

interface SettingsPanelProps extends Pick<FaceProps, 'tool' | 'isPro' | 'expected'> {
  conversion: Conversion;
  state: ConversionState;
  onMore: () => void;
  onTurnAll: (step: TurnStep) => void;
}

/** Options for all photos. */
export function SettingsPanel(props: SettingsPanelProps) {
  const { tool, conversion, state, isPro, expected, onMore, onTurnAll } = props;
  const { actions, advanced, turning } = useWorkspaceMessages();
  return (
    // While photos convert, their options cannot be changed.
    <fieldset className={styles.panel} disabled={state.phase !== 'idle'}>
      <legend className="visually-hidden">{actions.settings}</legend>
      <PanelFace
        tool={tool}
        options={state.options}
        onChange={conversion.setOptions}
        isPro={isPro}
        expected={expected}
      />
      <div className={styles.further}>
        <Button size="s" aria-haspopup="dialog" onClick={onMore}>
          {advanced.title}
        </Button>
        <TurnTools labels={turning.all} className={styles.turn} onTurn={onTurnAll} />
      </div>
    </fieldset>
  );
}
