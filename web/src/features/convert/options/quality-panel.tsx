import { useId, useState } from 'react';
import { useLanguage } from '../../../i18n/messages.ts';
import { pathOf } from '../../../site/pages/pages.ts';
import { Button } from '../../../ui/button.tsx';
import { Slider } from '../../../ui/slider.tsx';
import { ChoiceGroup } from './choice-group.tsx';
import { estimateBytes, estimateReduction, reductionOf } from './estimate.ts';
import { formatBytes, formatPercent } from '../format-numbers.ts';
import { ProTag } from './pro-tag.tsx';
import styles from './quality-panel.module.css';
import type { Summary } from '../conversion/summary.ts';
import {
  type ConverterOptions,
  type QualityPreset,
  qualityPresets,
  qualityRange,
} from '../tools.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';

interface QualityPanelProps {
  options: ConverterOptions;
  onChange: (options: ConverterOptions) => void;
  isPro: boolean;
  summary: Summary;
}

export function QualityPanel({ options, onChange, isPro, summary }: QualityPanelProps) {
  const { quality: words } = useWorkspaceMessages();
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const setQuality = (quality: number) => onChange({ ...options, quality });
  const presets = Object.keys(qualityPresets) as QualityPreset[];
  return (
    <div className={styles.quality}>
      <div className={styles.head}>
        <p>{words.summary(options.quality)}</p>
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
      <div id={id} hidden={!isOpen} className={styles.body}>
        <ChoiceGroup
          legend={words.title}
          value={presets.find((preset) => qualityPresets[preset] === options.quality) ?? null}
          choices={presets.map((preset) => ({
            value: preset,
            label: words.presets[preset],
            detail: String(qualityPresets[preset]),
          }))}
          onChange={(preset) => setQuality(qualityPresets[preset])}
        />
        <div className={styles.slider}>
          <Slider
            label={words.slider}
            value={options.quality}
            min={qualityRange.min}
            max={qualityRange.max}
            step={qualityRange.step}
            disabled={!isPro}
            onChange={setQuality}
          />
          {!isPro && (
            <p className={styles.pro}>
              <ProTag /> {words.sliderIsPro}{' '}
              <a href={pathOf('pricing', language)} data-dialog="upgrade" aria-haspopup="dialog">
                {words.seePro}
              </a>
            </p>
          )}
        </div>
        <dl className={styles.estimate}>
          <div>
            <dt>{words.estimatedSize}</dt>
            <dd>{formatBytes(estimateBytes(summary.bytesIn, options.quality), language)}</dd>
          </div>
          <div>
            <dt>{words.estimatedReduction}</dt>
            <dd>{formatPercent(estimateReduction(options.quality), language)}</dd>
          </div>
          {summary.converted > 0 && (
            <>
              <div>
                <dt>{words.realSize}</dt>
                <dd>{formatBytes(summary.bytesOut, language)}</dd>
              </div>
              <div>
                <dt>{words.realReduction}</dt>
                <dd>
                  {signedPercent(
                    -reductionOf(summary.convertedBytesIn, summary.bytesOut),
                    language,
                  )}
                </dd>
              </div>
            </>
          )}
        </dl>
        <p className={styles.note}>{words.estimateNote}</p>
      </div>
    </div>
  );
}

function signedPercent(percent: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent', signDisplay: 'exceptZero' }).format(
    percent / 100,
  );
}
