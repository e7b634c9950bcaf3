import { useId, useState } from 'react';
import { useLanguage } from '../../../i18n/messages.ts';
import { pathOf } from '../../../site/pages/pages.ts';
import { Button } from '../../../ui/button.tsx';
import { Slider } from '../../../ui/slider.tsx';
import { formatBytes } from '../format-numbers.ts';
import { qualityPresets, qualityRange, type ToolKind, tools } from '../tools.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { ChoiceGroup } from './choice-group.tsx';
import { estimateBytes, estimateReduction, reductionOf } from '../estimates/rule-of-thumb.ts';
import type { Expected } from '../estimates/use-estimates.ts';
import { ProTag } from './pro-tag.tsx';
import { describeReduction } from './reduction-words.ts';
import styles from './quality-choice.module.css';

interface QualityChoiceProps {
  tool: ToolKind;
  quality: number;
  onChange: (quality: number) => void;
  isPro: boolean;
  /** A function, because it looks at every photo: called only where the value is shown. */
  expected: () => Expected;
}

/**
 * The presets, and one step deeper the slider between them. The current value is always one of
 * those shown.
 */
export function QualityChoice({ tool, quality, onChange, isPro, expected }: QualityChoiceProps) {
  const { quality: words } = useWorkspaceMessages();
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const usual = { ...qualityPresets, standard: tools[tool].quality };
  const named = (['small', 'balanced', 'standard', 'high'] as const).filter(
    (name) => name !== 'standard' || usual.standard !== usual.balanced,
  );
  const current = named.find((name) => usual[name] === quality) ?? 'custom';
  return (
    <div className={styles.quality}>
      <div className={styles.head}>
        <p>{words.summary(quality)}</p>
        <Button
          size="s"
          kind="quiet"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? words.hide : words.adjust}
        </Button>
      </div>
      <ChoiceGroup
        legend={words.title}
        hidesLegend
        value={current}
        choices={[
          ...named.map((name) => ({
            value: name,
            label: words.presets[name],
            detail: String(usual[name]),
          })),
          ...(current === 'custom'
            ? [{ value: 'custom' as const, label: words.custom, detail: String(quality) }]
            : []),
        ]}
        onChange={(name) => {
          if (name !== 'custom') onChange(usual[name]);
        }}
      />
      <div id={id} hidden={!isOpen} className={styles.body}>
        <Slider
          label={words.slider}
          value={quality}
          min={qualityRange.min}
          max={qualityRange.max}
          step={qualityRange.step}
          disabled={!isPro}
          onChange={onChange}
        />
        {!isPro && (
          <p className={styles.pro}>
            <ProTag /> {words.sliderIsPro}{' '}
            <a href={pathOf('pricing', language)} data-dialog="upgrade" aria-haspopup="dialog">
              {words.seePro}
            </a>
          </p>
        )}
        {isOpen && <Estimate quality={quality} expected={expected()} />}
      </div>
    </div>
  );
}

/** By the rule of thumb until the photos are measured. */
function Estimate({ quality, expected }: { quality: number; expected: Expected }) {
  const messages = useWorkspaceMessages();
  const { quality: words, comparison } = messages;
  const language = useLanguage();
  const { bytesIn, bytesOut } = expected;
  const size = bytesOut ?? estimateBytes(bytesIn, quality);
  const saved = bytesOut === null ? estimateReduction(quality) : reductionOf(bytesIn, bytesOut);
  return (
    <>
      <dl className={styles.estimate}>
        <div>
          <dt>{words.estimatedSize}</dt>
          <dd>{comparison.about(formatBytes(size, language))}</dd>
        </div>
        <div>
          <dt>{words.estimatedReduction}</dt>
          <dd>{describeReduction(messages, language, saved)}</dd>
        </div>
      </dl>
      {bytesOut === null && <p className={styles.note}>{words.estimateNote}</p>}
    </>
  );
}
