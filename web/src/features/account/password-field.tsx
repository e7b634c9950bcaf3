import { useState, type ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import styles from './password-field.module.css';
import { useAccountMessages } from './use-account-messages.ts';

/** A password field that can show its text, because most wrong passwords are typing mistakes. */
export function PasswordField(props: ComponentProps<typeof Field>) {
  const { show, hide } = useAccountMessages();
  const [visible, setVisible] = useState(false);
  return (
    <div className={styles.field}>
      <Field {...props} type={visible ? 'text' : 'password'} />
      <Button
        kind="quiet"
        size="s"
        className={styles.reveal}
        aria-pressed={visible}
        onClick={() => setVisible(!visible)}
      >
        {visible ? hide : show}
      </Button>
    </div>
  );
}
