import { useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { useLanguage } from '../../../i18n/messages.ts';
import { pathOf } from '../../../site/pages/pages.ts';
import type { Conversion } from '../conversion/conversion.ts';
import type { KeptList } from '../handover/use-kept-list.ts';
import { useWorkspaceMessages } from '../use-workspace-messages.ts';
import type { NoticeContent } from './notice.tsx';
import { canOfferPro } from './offer-pro.ts';

export interface Notices {
  notice: NoticeContent | null;
  /** Replaces the message; null: none. */
  notify: (notice: NoticeContent | null) => void;
  /** Both remove something, and show how to undo it. */
  dropWaiting: () => void;
  removePhoto: (id: string) => void;
  onRestored: () => void;
  onFinished: (isAsAsked: boolean) => void;
}

/** The messages next to the controls: the latest one, and those with a button. */
export function useNotices(conversion: Conversion, kept: KeptList, focusMain: () => void): Notices {
  const words = useWorkspaceMessages();
  const language = useLanguage();
  const { isPro } = useSession();
  const [notice, notify] = useState<NoticeContent | null>(null);
  return {
    notice,
    notify,
    dropWaiting() {
      const title = words.waiting.dropped(conversion.read().waiting.length);
      const undo = conversion.dropWaiting();
      const run = () => {
        undo();
        focusMain();
      };
      notify({ title, tone: 'plain', action: { label: words.list.undoClear, run } });
      focusMain();
    },
    removePhoto(id) {
      const { photos } = conversion.read();
      const name = photos.find((photo) => photo.id === id)?.file.name ?? '';
      const putBack = conversion.remove(id);
      const run = () => {
        putBack();
        requestAnimationFrame(() => document.getElementById(`remove-${id}`)?.focus());
      };
      const action = { label: words.list.undoClear, run };
      notify({ title: words.announce.removed(name), tone: 'plain', isSpoken: true, action });
    },
    onRestored() {
      if (!kept.cameBack()) return;
      const action = { label: words.keeping.forget, run: () => kept.want(false) };
      notify({ title: words.keeping.back, tone: 'plain', action });
    },
    onFinished(isAsAsked) {
      if (!isAsAsked || isPro || !canOfferPro()) return;
      const { title, text, go } = words.offer;
      notify({ title, text, tone: 'good', link: { label: go, href: pathOf('pricing', language) } });
    },
  };
}
