import { useId } from 'react';
import styles from './choice-group.module.css';

interface ChoiceGroupProps<T extends string> {
  legend: string;
  /** Shows the legend to screen readers only, if something else says it on the screen. */
  hidesLegend?: boolean;
  /** Null: none is selected. */
  value: T | null;
  choices: readonly { value: T; label: string; detail?: string }[];
  onChange: (value: T) => void;
}

/** Labels with more characters do not fit into one of many even columns. */
const longLabel = 14;

/** A few choices side by side: radio buttons that look like a single control. */
export function ChoiceGroup<T extends string>(props: ChoiceGroupProps<T>) {
  const { legend, hidesLegend = false, value, choices, onChange } = props;
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={hidesLegend ? 'visually-hidden' : undefined}>{legend}</legend>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={styles.choice}
            data-long={choice.label.length > longLabel}
          >
            <input
              type="radio"
              className={styles.input}
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span>{choice.label}</span>
            {choice.detail !== undefined && <span className={styles.detail}>{choice.detail}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
