import { useId } from 'react';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import styles from './more-options.module.css';
import { maxNaming } from './settings.ts';

const patterns = {
  original: '{name}',
  numbered: '{number} {name}',
  taken: '{date}',
} as const;

interface NamingChoiceProps {
  naming: string;
  /** Names that the results would have. */
  examples: readonly string[];
  onChange: (naming: string) => void;
}

/** How results are called; shown before anything is saved. */
export function NamingChoice({ naming, examples, onChange }: NamingChoiceProps) {
  const { naming: words } = useWorkspaceMessages();
  const id = useId();
  const names = Object.keys(patterns) as (keyof typeof patterns)[];
  const current = names.find((name) => patterns[name] === naming) ?? 'own';
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{words.title}</label>
      <Select
        id={id}
        value={current}
        options={[...names, 'own' as const].map((name) => ({
          value: name,
          label: words.choices[name],
        }))}
        onChange={(next) =>
          onChange(next === 'own' ? '{date} {name}' : patterns[next as keyof typeof patterns])
        }
      />
      {current === 'own' && (
        <Field
          label={words.pattern}
          hint={words.hint}
          maxLength={maxNaming}
          value={naming}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {examples.length > 0 && <output>{examples.join(', ')}</output>}
    </div>
  );
}
