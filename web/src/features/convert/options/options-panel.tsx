import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { useFlag } from '../../../site/browser/flags.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import styles from './options-panel.module.css';
import { QualityPanel } from './quality-panel.tsx';
import type { Summary } from '../conversion/summary.ts';
import { ResizePanel } from './resize-panel.tsx';
import { maxTargetKilobytes } from './settings.ts';
import { type ConverterOptions, defaultOptions, isLossy, type ToolKind } from '../tools.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { toWholeNumber } from './whole-number.ts';

interface OptionsPanelProps {
  tool: ToolKind;
  options: ConverterOptions;
  onChange: (options: ConverterOptions) => void;
  isPro: boolean;
  summary: Summary;
  /** While files convert, what they convert with stands still. */
  disabled: boolean;
}

export function OptionsPanel(props: OptionsPanelProps) {
  const { tool, options, onChange, isPro, summary, disabled } = props;
  const hasQualityPanel = useFlag('advanced-quality-controls');
  return (
    <fieldset className={styles.panel} disabled={disabled}>
      {tool === 'resize-crop' && <ResizePanel options={options} onChange={onChange} />}
      {hasQualityPanel && isLossy(options) && (
        <QualityPanel options={options} onChange={onChange} isPro={isPro} summary={summary} />
      )}
      <Advanced {...props} />
    </fieldset>
  );
}

function Advanced({ tool, options, onChange }: OptionsPanelProps) {
  const { advanced } = useWorkspaceMessages();
  const change = (part: Partial<ConverterOptions>) => onChange({ ...options, ...part });
  const { keep, ...outside } = advanced.videoChoices;
  const videoChoices = options.output === 'jpeg' ? { ...outside, keep } : outside;
  return (
    <details className={styles.advanced}>
      <summary>
        {advanced.title}
        <ChevronDown aria-hidden />
      </summary>
      <div className={styles.fields}>
        <Choice
          label={advanced.metadata}
          value={options.metadata}
          choices={advanced.metadataChoices}
          onChange={(metadata) => change({ metadata })}
        />
        <Choice
          label={advanced.color}
          value={options.color}
          choices={advanced.colorChoices}
          onChange={(color) => change({ color })}
        />
        <Choice
          label={advanced.pictures}
          value={options.pictures}
          choices={advanced.picturesChoices}
          onChange={(pictures) => change({ pictures })}
        />
        {options.output === 'jpeg' && (
          <Choice
            label={advanced.hdr}
            value={options.hdr}
            choices={advanced.hdrChoices}
            onChange={(hdr) => change({ hdr })}
          />
        )}
        <Choice
          label={advanced.video}
          value={options.video in videoChoices ? options.video : 'leave-out'}
          choices={videoChoices}
          onChange={(video) => change({ video })}
        />
        {options.output === 'webp' && (
          <Switch
            label={advanced.lossless}
            checked={options.lossless}
            onChange={(lossless) => change({ lossless })}
          />
        )}
        {isLossy(options) && (
          <Field
            label={`${advanced.target} (${advanced.targetUnit})`}
            hint={advanced.targetHint}
            type="number"
            inputMode="numeric"
            min={1}
            max={maxTargetKilobytes}
            value={options.targetKilobytes ?? ''}
            onChange={(event) =>
              change({
                targetKilobytes: toWholeNumber(event.currentTarget.value, maxTargetKilobytes),
              })
            }
          />
        )}
        {options.output === 'jpeg' && (
          <label className={styles.color}>
            <span>{advanced.background}</span>
            <input
              type="color"
              value={options.background}
              onChange={(event) => change({ background: event.currentTarget.value })}
            />
          </label>
        )}
        <Button size="s" kind="quiet" onClick={() => onChange(defaultOptions(tool))}>
          {advanced.reset}
        </Button>
      </div>
    </details>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  /** What this output has no place for is left away. */
  choices: Partial<Record<T, string>>;
  onChange: (value: T) => void;
}

function Choice<T extends string>({ label, value, choices, onChange }: ChoiceProps<T>) {
  const id = useId();
  const values = Object.keys(choices) as T[];
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        value={value}
        options={values.map((each) => ({ value: each, label: choices[each] ?? each }))}
        onChange={(next) => onChange(next as T)}
      />
    </div>
  );
}
