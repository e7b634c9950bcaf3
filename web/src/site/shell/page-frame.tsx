import { frameMessages } from '../../i18n/frame-messages.ts';
import { useLanguage } from '../../i18n/messages.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { LanguageOffer } from './language-offer.tsx';
import { usePageData } from '../pages/page-data.ts';
import styles from './page-frame.module.css';
import { isInteractive, isPageId, pageOf } from '../pages/pages.ts';
import { Ribbon } from './ribbon.tsx';

/** Offers belong next to the tools, not above an article or a payment. */
function useShowsRibbon(): boolean {
  const id = usePageData()?.id ?? '';
  return isPageId(id) && isInteractive(id) && pageOf(id).template !== 'feature';
}

export function PageTop() {
  const { skip } = frameMessages[useLanguage()];
  return (
    <>
      <a href="#content" className={styles.skip}>
        {skip}
      </a>
      {useShowsRibbon() && <Ribbon />}
      <Header />
    </>
  );
}

export function PageEnd() {
  return (
    <>
      <Footer />
      <LanguageOffer />
    </>
  );
}
