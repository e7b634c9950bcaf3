import { type ReactNode, type Ref, useRef } from 'react';
import { useSession } from '../../../api/session.ts';
import type { ConversionState } from '../conversion/store.ts';
import type { useEstimates } from '../estimates/use-estimates.ts';
import type { TurnStep } from '../geometry/turn.ts';
import type { ToolKind } from '../tools.ts';
import { ActionBar } from './action-bar.tsx';
import type { BrowserConversion } from './browser-conversion.ts';
import type { Opened } from './opened-dialog.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { PhotoList } from './photo-list.tsx';
import { ShownNotice } from './shown-notice.tsx';
import type { MainFocus } from './use-main-focus.ts';
import { useMatches } from './use-matches.ts';
import type { Notices } from './use-notices.ts';
import styles from './workspace.module.css';

/** The bar is next to the photos, and the options above it take the remaining height. */
const lowAndWide = '(width >= 60rem) and (height < 48rem)';

interface FilledWorkspaceProps {
  ref: Ref<HTMLDivElement>;
  tool: ToolKind;
  conversion: BrowserConversion;
  state: ConversionState;
  estimates: ReturnType<typeof useEstimates>;
  notices: Notices;
  focus: MainFocus;
  /** The list will be restored when the visitor comes back. */
  isKept: boolean;
  isPanelOpen: boolean;
  onPanelToggle: () => void;
  /** What became of the files that were added. */
  answers: ReactNode;
  onAdd: () => void;
  onOpen: (opened: Opened) => void;
  onZipRefused: () => void;
}

/** The photos, the options next to them and the actions below. */
export function FilledWorkspace(props: FilledWorkspaceProps) {
  const { ref, tool, conversion, state, estimates, notices, focus, isPanelOpen } = props;
  const { isPro, maxFiles } = useSession();
  const bar = useRef<HTMLDivElement>(null);
  const isBarFull = useMatches(lowAndWide);
  const { photos } = state;
  const { notice, notify } = notices;
  // The button says that all are done.
  const isDone = !photos.some(conversion.needsConversion);
  const isOffer = notice?.link !== undefined;
  const shownNotice = <ShownNotice notices={notices} />;
  const turnAll = (step: TurnStep) =>
    conversion.turn(
      photos.map(({ id }) => id),
      step,
    );
  return (
    <div ref={ref} className={styles.workspace} data-workspace data-panel={isPanelOpen}>
      <PhotoList
        conversion={conversion}
        state={state}
        isPro={isPro}
        maxFiles={maxFiles}
        smallerBytes={estimates.smallerBytes}
        isKept={props.isKept}
        offer={isOffer && isDone && shownNotice}
        notice={notice !== null && !isOffer && isBarFull && shownNotice}
        answers={props.answers}
        bar={bar}
        onAdd={props.onAdd}
        onTurnAll={turnAll}
        onRemove={notices.removePhoto}
        onDropWaiting={notices.dropWaiting}
        onOpen={(dialog, id) => props.onOpen({ dialog, id })}
      />
      <div className={styles.side}>
        <SettingsPanel
          tool={tool}
          conversion={conversion}
          state={state}
          isPro={isPro}
          expected={() => estimates.expectedOf(photos)}
          onMore={() => props.onOpen({ dialog: 'more' })}
          onTurnAll={turnAll}
        />
        <ActionBar
          bar={bar}
          conversion={conversion}
          state={state}
          isPro={isPro}
          expectedSum={estimates.sum}
          startButton={focus.startButton}
          downloadButton={focus.downloadButton}
          isPanelOpen={isPanelOpen}
          onPanelToggle={props.onPanelToggle}
          onZipRefused={props.onZipRefused}
          onTrouble={(title, text) => notify({ title, text, tone: 'bad' })}
          onSaved={(title) => notify({ title, tone: 'good' })}
          notice={notice !== null && !isOffer && !isBarFull && shownNotice}
        />
      </div>
    </div>
  );
}
