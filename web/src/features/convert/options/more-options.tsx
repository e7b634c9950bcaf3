import { useId } from 'react';
import { useLanguage } from '../../../i18n/messages.ts';
import { pathOf } from '../../../site/pages/pages.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { formatBytes } from '../format-numbers.ts';
import { maxKeptBytes } from '../handover/kept-list.ts';
import type { KeptList } from '../handover/use-kept-list.ts';
import { type ConverterOptions, defaultOptions, isLossy, type ToolKind } from '../tools.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import { ChoiceGroup } from './choice-group.tsx';
import styles from './more-options.module.css';
import { NamingChoice } from './naming-choice.tsx';
import { maxSide, maxTargetKilobytes } from './settings.ts';
import { toWholeNumber } from './whole-number.ts';

interface MoreOptionsProps {
  tool: ToolKind;
  options: ConverterOptions;
  /** Example names of results. */
  nameExamples: readonly string[];
  kept: KeptList;
  onChange: (options: ConverterOptions) => void;
  onClose: () => void;
}

/** Rarely used options, one step deeper than the panel. */
export function MoreOptions(props: MoreOptionsProps) {
  const { tool, options, nameExamples, kept, onChange, onClose } = props;
  const { advanced, resize } = useWorkspaceMessages();
  const change: Change = (part) => onChange({ ...options, ...part });
  return (
    <Dialog open onOpenChange={onClose} title={advanced.title} closeLabel={advanced.close} size="l">
      <div className={styles.fields}>
        <KeptContents options={options} change={change} />
        <NamingChoice
          naming={options.naming}
          examples={nameExamples}
          onChange={(naming) => change({ naming })}
        />
        {isLossy(options) && <TargetSize options={options} change={change} />}
        {options.output === 'webp' && (
          <Switch
            label={advanced.lossless}
            checked={options.lossless}
            onChange={(lossless) => change({ lossless })}
          />
        )}
        <Switch
          label={resize.keepAspectRatio}
          checked={options.keepAspectRatio}
          onChange={(keepAspectRatio) => change({ keepAspectRatio })}
        />
        <CropSize options={options} change={change} />
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
      </div>
      <KeepList kept={kept} />
      <DialogFooter>
        <Button kind="quiet" onClick={() => onChange(defaultOptions(tool))}>
          {advanced.reset}
        </Button>
        <Button kind="primary" className={styles.done} onClick={onClose}>
          {advanced.done}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** Changes some of the options. */
type Change = (part: Partial<ConverterOptions>) => void;

interface PartProps {
  options: ConverterOptions;
  change: Change;
}

/** What of the file's contents goes into the result. */
function KeptContents({ options, change }: PartProps) {
  const { advanced } = useWorkspaceMessages();
  return (
    <>
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
      {options.output === 'jpeg' && (
        <Choice
          isWide
          label={advanced.hdr}
          value={options.hdr}
          choices={advanced.hdrChoices}
          onChange={(hdr) => change({ hdr })}
        />
      )}
      <Choice
        isWide
        label={advanced.video}
        value={options.video}
        choices={advanced.videoChoices}
        onChange={(video) => change({ video })}
      />
      <Choice
        isWide
        label={advanced.pictures}
        value={options.pictures}
        choices={advanced.picturesChoices}
        onChange={(pictures) => change({ pictures })}
      />
    </>
  );
}

/** The maximum size of a result in bytes. */
function TargetSize({ options, change }: PartProps) {
  const { advanced, target } = useWorkspaceMessages();
  return (
    <div className={styles.target}>
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
      <Switch
        label={target.shrink}
        checked={options.shrink}
        onChange={(shrink) => change({ shrink })}
      />
    </div>
  );
}

/** A crop of a given size, and its position in the photo. */
function CropSize({ options, change }: PartProps) {
  const { resize } = useWorkspaceMessages();
  const number = (name: 'cropWidth' | 'cropHeight', label: string) => (
    <Field
      label={`${label} (${resize.pixels})`}
      type="number"
      inputMode="numeric"
      min={1}
      max={maxSide}
      value={options[name] ?? ''}
      onChange={(event) => change({ [name]: toWholeNumber(event.currentTarget.value, maxSide) })}
    />
  );
  return (
    <>
      <fieldset className={styles.crop}>
        <legend>{resize.crop}</legend>
        <div className={styles.pair}>
          {number('cropWidth', resize.cropWidth)}
          {number('cropHeight', resize.cropHeight)}
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
    </>
  );
}

/** Whether this browser keeps the list for the visitor's next visit. */
function KeepList({ kept }: { kept: KeptList }) {
  const { keeping } = useWorkspaceMessages();
  const language = useLanguage();
  return (
    <div className={styles.keep}>
      <Switch label={keeping.label} checked={kept.isWanted} onChange={kept.want} />
      <p>
        {keeping.hint(formatBytes(maxKeptBytes, language))}{' '}
        <a href={pathOf('tracking', language)}>{keeping.more}</a>
      </p>
      {kept.keeping !== null && kept.keeping !== 'kept' && kept.keeping !== 'writing' && (
        <p role="alert">{keeping.problems[kept.keeping]}</p>
      )}
    </div>
  );
}

/** Whether anything is cropped without a crop drawn by hand. */
function cuts(options: ConverterOptions): boolean {
  const fills =
    options.keepAspectRatio &&
    options.fitting === 'fill' &&
    options.width !== null &&
    options.height !== null;
  return fills || options.cropWidth !== null || options.cropHeight !== null;
}

interface ChoiceProps<T extends string> {
  label: string;
  /** Its choices are long in every language. */
  isWide?: boolean;
  value: T;
  choices: Record<T, string>;
  onChange: (value: T) => void;
}

function Choice<T extends string>(props: ChoiceProps<T>) {
  const { label, isWide = false, value, choices, onChange } = props;
  const id = useId();
  const values = Object.keys(choices) as T[];
  return (
    <div className={styles.choice} data-wide={isWide}>
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        value={value}
        options={values.map((each) => ({ value: each, label: choices[each] }))}
        onChange={(next) => onChange(next as T)}
      />
    </div>
  );
}
