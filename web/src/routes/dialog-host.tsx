import { lazy, Suspense, type ComponentType } from 'react';
import { type DialogName, useDialogs } from '../site/dialogs.ts';

export interface PageDialogProps {
  onClose: () => void;
}

/** Each is fetched when it is first opened. */
const dialogs: Partial<Record<DialogName, ComponentType<PageDialogProps>>> = {
  upgrade: lazy(() => import('../features/upgrade/upgrade-dialog.tsx')),
};

const available: DialogName[] = ['sign-in', 'account', 'purchase', 'upgrade'].filter(
  (name): name is DialogName => name in dialogs,
);

export function DialogHost() {
  const { open, close } = useDialogs(available);
  const Open = open === null ? undefined : dialogs[open];
  if (!Open) return null;
  return (
    <Suspense fallback={null}>
      <Open onClose={close} />
    </Suspense>
  );
}
