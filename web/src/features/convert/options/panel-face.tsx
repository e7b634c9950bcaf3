import { useId, useState } from 'react';
import { useLanguage } from '../../../i18n/messages.ts';
import { useFlag } from '../../../site/browser/flags.ts';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { Expected } from '../estimates/use-estimates.ts';
import { formatBytes } from '../format-numbers.ts';
import {
  type ConverterOptions,
  isLossy,
  type SizePreset,
  sizePresets,
  type ToolKind,
} from '../tools.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { ChoiceGroup } from './choice-group.tsx';
import styles from './panel-face.module.css';
import { QualityChoice } from './quality-choice.tsx';
import { maxSide } from './settings.ts';
import { targetChips } from './target-chips.ts';
import { toWholeNumber } from './whole-number.ts';

export interface FaceProps {
  tool: ToolKind;
  options: ConverterOptions;
  onChange: (options: ConverterOptions) => void;
  isPro: boolean;
  /** Current and expected sizes of the photos. */
  expected: () => Expected;
}

/** The most used options: format, quality, size of the file, size of the picture. */
export function PanelFace({ tool, options, onChange, isPro, expected }: FaceProps) {
  const { resize, target } = useWorkspaceMessages();
  const language = useLanguage();
  const hasQuality = useFlag('advanced-quality-controls');
  const change = (part: Partial<ConverterOptions>) => onChange({ ...options, ...part });
  return (
    <div className={styles.face}>
      <ChoiceGroup
        legend={resize.output}
        value={options.output}
        choices={[
          { value: 'jpeg', label: 'JPG' },
          { value: 'png', label: 'PNG' },
          { value: 'webp', label: 'WebP' },
        ]}
        onChange={(output) => change({ output })}
      />
      {hasQuality && isLossy(options) && (
        <QualityChoice
          tool={tool}
          quality={options.quality}
          onChange={(quality) => change({ quality })}
          isPro={isPro}
          expected={expected}
        />
      )}
      {isLossy(options) && (
        <ChoiceGroup
          legend={target.legend}
          value={String(options.targetKilobytes ?? 'none')}
          choices={[
            { value: 'none', label: target.none },
            ...targetChips(options.targetKilobytes).map((kilobytes) => ({
              value: String(kilobytes),
              label: formatBytes(kilobytes * 1000, language),
            })),
          ]}
          onChange={(value) => change({ targetKilobytes: value === 'none' ? null : Number(value) })}
        />
      )}
      {isLossy(options) && options.targetKilobytes !== null && (
        <p className={styles.note}>{options.shrink ? target.shrinks : target.shrinksNot}</p>
      )}
      <SizeChoice options={options} change={change} />
    </div>
  );
}

const presetNames = Object.keys(sizePresets) as SizePreset[];

type Sides = Pick<ConverterOptions, 'width' | 'height'>;

interface SizeChoiceProps {
  options: ConverterOptions;
  change: (part: Partial<ConverterOptions>) => void;
}

function SizeChoice({ options, change }: SizeChoiceProps) {
  const { resize } = useWorkspaceMessages();
  const id = useId();
  // While typing, the sides may be empty or match a preset. The fields stay open.
  const [typed, setTyped] = useState<Sides | null>(null);
  const { width, height } = options;
  const isTyped = typed?.width === width && typed.height === height;
  const preset = isTyped ? 'own' : findPreset(options);
  const setOwn = (sides: Sides) => {
    setTyped(sides);
    change(sides);
  };
  const side = (name: 'width' | 'height') => (
    <Field
      label={`${resize[name]} (${resize.pixels})`}
      type="number"
      inputMode="numeric"
      min={1}
      max={maxSide}
      placeholder={resize.automatic}
      value={options[name] ?? ''}
      onChange={(event) => {
        const pixels = toWholeNumber(event.currentTarget.value, maxSide);
        setOwn({ width, height, [name]: pixels });
      }}
    />
  );
  return (
    <div className={styles.size}>
      <label htmlFor={id} className={styles.label}>
        {resize.presets}
      </label>
      <Select
        id={id}
        value={preset}
        options={[
          { value: 'original', label: resize.original },
          ...presetNames.map((name) => ({
            value: name,
            label: `${resize.presetNames[name]}, ${sizePresets[name].width} × ${sizePresets[name].height}`,
          })),
          { value: 'own', label: resize.own },
        ]}
        onChange={(next) => {
          setTyped(null);
          if (next === 'original') change({ width: null, height: null });
          else if (next === 'own') setOwn({ width: width ?? 2000, height: null });
          else change(sizePresets[next as SizePreset]);
        }}
      />
      {preset === 'own' && (
        <div className={styles.pair}>
          {side('width')}
          {side('height')}
        </div>
      )}
      {options.keepAspectRatio && width !== null && height !== null && (
        <ChoiceGroup
          legend={resize.fitting}
          value={options.fitting}
          choices={[
            { value: 'fit', label: resize.fittings.fit },
            { value: 'fill', label: resize.fittings.fill },
          ]}
          onChange={(fitting) => change({ fitting })}
        />
      )}
    </div>
  );
}

function findPreset({ width, height }: Sides): SizePreset | 'original' | 'own' {
  if (width === null && height === null) return 'original';
  const found = presetNames.find(
    (name) => sizePresets[name].width === width && sizePresets[name].height === height,
  );
  return found ?? 'own';
}
