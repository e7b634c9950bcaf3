import { useId, useState } from 'react';
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
  /** Example names of results. */
  examples: readonly string[];
  onChange: (naming: string) => void;
}

/** How results are named. Examples are shown before anything is saved. */
export function NamingChoice({ naming, examples, onChange }: NamingChoiceProps) {
  const { naming: words } = useWorkspaceMessages();
  const id = useId();
  const names = Object.keys(patterns) as (keyof typeof patterns)[];
  // While typing, a pattern may match one of those offered. The field stays open.
  const [typed, setTyped] = useState<string | null>(null);
  const offered = names.find((name) => patterns[name] === naming);
  const current = typed === naming ? 'own' : (offered ?? 'own');
  const type = (pattern: string) => {
    setTyped(pattern);
    onChange(pattern);
  };
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
        onChange={(next) => {
          if (next === 'own') return type('{date} {name}');
          setTyped(null);
          onChange(patterns[next as keyof typeof patterns]);
        }}
      />
      {current === 'own' && (
        <Field
          label={words.pattern}
          hint={words.hint}
          maxLength={maxNaming}
          value={naming}
          onChange={(event) => type(event.currentTarget.value)}
        />
      )}
      {examples.length > 0 && <output>{examples.join(', ')}</output>}
    </div>
  );
}
