import { SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useLanguage } from '../../../i18n/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import type { Conversion } from '../conversion/conversion.ts';
import type { ConversionState } from '../conversion/store.ts';
import { progressOf, type Run } from '../conversion/run.ts';
import type { ExpectedSum } from '../estimates/expected-sum.ts';
import { formatSeconds } from '../format-numbers.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import styles from './action-bar.module.css';
import { Downloads } from './downloads.tsx';
import { onlyFirst } from './only-first.ts';
import { Sum } from './sum.tsx';

interface ActionBarProps {
  bar: RefObject<HTMLDivElement | null>;
  conversion: Conversion;
  state: ConversionState;
  isPro: boolean;
  expectedSum: () => ExpectedSum;
  startButton: RefObject<HTMLButtonElement | null>;
  downloadButton: RefObject<HTMLButtonElement | null>;
  /** On a phone the panel is closed at first. */
  isPanelOpen: boolean;
  onPanelToggle: () => void;
  onZipRefused: () => void;
  onTrouble: (title: string, text: string) => void;
  onSaved: (title: string) => void;
  /** The latest message, next to the controls. */
  notice: ReactNode;
}

/** The main button, which is always visible, and information about all photos together. */
export function ActionBar(props: ActionBarProps) {
  const { conversion, state, expectedSum, bar, startButton } = props;
  const { isPanelOpen, onPanelToggle, notice } = props;
  const { phase, run, photos } = state;
  const { actions } = useWorkspaceMessages();
  const toConvert = photos.filter(conversion.needsConversion);
  const { now, all } = conversion.countToConvert();
  const isAgain = toConvert.length > 0 && toConvert.every(({ triedWith }) => triedWith !== null);
  const hasResults = photos.some(({ result }) => result !== null);
  const isIdle = phase === 'idle';
  const start = () => void conversion.start();
  const label = isAgain ? actions.startAgain : actions.start;
  return (
    <div ref={bar} className={styles.bar}>
      {notice}
      {run && run.endedAt === null ? (
        <RunProgress state={state} run={run} />
      ) : (
        <Sum conversion={conversion} state={state} expectedSum={expectedSum} />
      )}
      <div className={styles.buttons}>
        <Button
          className={styles.settings}
          aria-expanded={isPanelOpen}
          aria-label={actions.settings}
          onClick={onPanelToggle}
        >
          <SlidersHorizontal aria-hidden />
        </Button>
        {isIdle && (toConvert.length > 0 || !hasResults) && (
          <Button
            ref={startButton}
            kind="primary"
            size="l"
            className={styles.main}
            disabled={toConvert.length === 0}
            onClick={onlyFirst(start)}
          >
            {now < all ? actions.some(label, now, all) : label}
          </Button>
        )}
        {!isIdle && (
          <>
            <Button kind="primary" size="l" className={styles.working} disabled>
              {phase === 'checking' ? actions.checking : actions.converting}
            </Button>
            <CancelButton onCancel={conversion.cancel} label={actions.cancel} />
          </>
        )}
        {isIdle && hasResults && <Downloads {...props} isMain={toConvert.length === 0} />}
      </div>
    </div>
  );
}

function CancelButton({ onCancel, label }: { onCancel: () => void; label: string }) {
  const button = useRef<HTMLButtonElement>(null);
  // The start button that the visitor pressed has just disappeared.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <Button ref={button} size="l" className={styles.cancel} onClick={onlyFirst(onCancel)}>
      <X aria-hidden />
      {label}
    </Button>
  );
}

function RunProgress({ state, run }: { state: ConversionState; run: Run }) {
  const { progress } = useWorkspaceMessages();
  const language = useLanguage();
  const elapsed = Math.max(0, useNow() - run.startedAt);
  const percent = progressOf(run, state.photos);
  // Earlier the estimate fluctuates.
  const canGuess = elapsed > 1500 && percent > 5;
  const left = canGuess ? (elapsed / percent) * (100 - percent) : null;
  return (
    <div className={styles.progress}>
      <Progress value={percent} label={progress.label} />
      <p className={styles.time}>
        <span>{progress.doneOf(run.settled.length, run.ids.length)}</span>
        <span>
          {left === null
            ? formatSeconds(elapsed, language)
            : progress.left(formatSeconds(left, language))}
        </span>
      </p>
    </div>
  );
}

function useNow(): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return now;
}
