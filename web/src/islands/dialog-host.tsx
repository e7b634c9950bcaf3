import { lazy, Suspense, useSyncExternalStore, type ComponentType } from 'react';
import { type DialogName, useDialogs } from '../site/browser/dialogs.ts';

interface PageDialogProps {
  onClose: () => void;
}

/** Each is loaded when it is first opened. */
const dialogs: Record<DialogName, ComponentType<PageDialogProps>> = {
  'sign-in': lazy(() => import('./account-dialog.tsx')),
  account: lazy(() => import('./account-dialog.tsx')),
  purchase: lazy(() => import('../features/billing/purchase-dialog.tsx')),
  upgrade: lazy(() => import('../features/upgrade/upgrade-dialog.tsx')),
};

const available: DialogName[] = ['sign-in', 'account', 'purchase', 'upgrade'];

const ProQuery = lazy(() => import('../features/billing/pro-query.tsx'));

const never = () => () => {};

/** Loaded only if the address asks for it. */
function useAsksAboutPro(): boolean {
  return useSyncExternalStore(
    never,
    () => /[?&](?:verify_pro|pro_test)=/.test(location.search),
    () => false,
  );
}

export function DialogHost() {
  const { open, close } = useDialogs(available);
  const asksAboutPro = useAsksAboutPro();
  const Open = open === null ? null : dialogs[open];
  return (
    <Suspense fallback={null}>
      {Open && <Open onClose={close} />}
      {asksAboutPro && <ProQuery />}
    </Suspense>
  );
}
