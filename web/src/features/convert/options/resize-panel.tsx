import { ChoiceGroup } from './choice-group.tsx';
import { Field } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import styles from './resize-panel.module.css';
import { maxSide } from './settings.ts';
import { type ConverterOptions, type SizePreset, sizePresets } from '../tools.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { toWholeNumber } from './whole-number.ts';

interface ResizePanelProps {
  options: ConverterOptions;
  onChange: (options: ConverterOptions) => void;
}

type Side = 'width' | 'height' | 'cropWidth' | 'cropHeight';

export function ResizePanel({ options, onChange }: ResizePanelProps) {
  const { resize } = useWorkspaceMessages();
  const change = (part: Partial<ConverterOptions>) => onChange({ ...options, ...part });
  const side = (name: Side) => (
    <Field
      label={`${resize[name]} (${resize.pixels})`}
      type="number"
      inputMode="numeric"
      min={1}
      max={maxSide}
      value={options[name] ?? ''}
      onChange={(event) => change({ [name]: toWholeNumber(event.currentTarget.value, maxSide) })}
    />
  );
  return (
    <div className={styles.resize}>
      <ChoiceGroup
        legend={resize.presets}
        value={findPreset(options)}
        choices={[
          { value: 'original', label: resize.original },
          ...presetNames.map((preset) => ({
            value: preset,
            label: resize.presetNames[preset],
            detail: `${sizePresets[preset].width} × ${sizePresets[preset].height}`,
          })),
        ]}
        onChange={(preset) =>
          change(preset === 'original' ? { width: null, height: null } : sizePresets[preset])
        }
      />
      <div className={styles.pair}>
        {side('width')}
        {side('height')}
      </div>
      <Switch
        label={resize.keepAspectRatio}
        checked={options.keepAspectRatio}
        onChange={(keepAspectRatio) => change({ keepAspectRatio })}
      />
      {options.keepAspectRatio && options.width !== null && options.height !== null && (
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
      <fieldset className={styles.crop}>
        <legend>{resize.crop}</legend>
        <div className={styles.pair}>
          {side('cropWidth')}
          {side('cropHeight')}
        </div>
        <p>{resize.freeCrop}</p>
      </fieldset>
      {cuts(options) && (
        <ChoiceGroup
          legend={resize.position}
          value={options.cropPosition}
          choices={[
            { value: 'center', label: resize.positions.center },
            { value: 'top-left', label: resize.positions['top-left'] },
          ]}
          onChange={(cropPosition) => change({ cropPosition })}
        />
      )}
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
    </div>
  );
}

const presetNames = Object.keys(sizePresets) as SizePreset[];

function findPreset({ width, height }: ConverterOptions): SizePreset | 'original' | null {
  if (width === null && height === null) return 'original';
  return (
    presetNames.find(
      (preset) => sizePresets[preset].width === width && sizePresets[preset].height === height,
    ) ?? null
  );
}

/** Whether anything is cut away without having been drawn by hand. */
function cuts(options: ConverterOptions): boolean {
  const fills =
    options.keepAspectRatio &&
    options.fitting === 'fill' &&
    options.width !== null &&
    options.height !== null;
  return fills || options.cropWidth !== null || options.cropHeight !== null;
}
