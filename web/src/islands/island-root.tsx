import type { ReactNode } from 'react';
import type { Language } from '../site/pages/language.ts';
import { LocaleProvider, type Messages } from '../i18n/messages.ts';
import { ProMarker } from '../site/browser/pro-marker.tsx';
import { UpdateWatch } from '../site/offline/update-watch.tsx';
import { ToastHost } from '../ui/toast.tsx';
import { DialogHost } from './dialog-host.tsx';
import { ErrorGuard } from './error-guard.tsx';

interface IslandRootProps {
  language: Language;
  messages: Messages;
  children: ReactNode;
}

/** What React renders on a page: its own part, and the dialogs and messages of any page. */
export function IslandRoot({ language, messages, children }: IslandRootProps) {
  return (
    <LocaleProvider value={{ language, messages }}>
      <ErrorGuard language={language}>
        {children}
        <ProMarker />
        <DialogHost />
        <UpdateWatch />
        <ToastHost label={messages.site.common.message} closeLabel={messages.site.common.close} />
      </ErrorGuard>
    </LocaleProvider>
  );
}
