import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import styles from './menu.module.css';

interface MenuProps {
  trigger: ReactElement;
  items: readonly { id: string; label: ReactNode; disabled?: boolean; onSelect: () => void }[];
}

export function Menu({ trigger, items }: MenuProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.menu} sideOffset={6} align="end">
          {items.map((item) => (
            <Radix.Item
              key={item.id}
              className={styles.item}
              disabled={item.disabled ?? false}
              onSelect={item.onSelect}
            >
              {item.label}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
