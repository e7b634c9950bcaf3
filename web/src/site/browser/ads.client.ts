import type { AdConfig } from '@stillpix/contract';
import { isFlagOn } from '@stillpix/contract/flags';
import { call } from '../../api/call.ts';
import { readToken } from '../../api/request.ts';
import { languageOfPath } from '../pages/language.ts';
import { numberOfBrowser } from './browser-number.ts';
import { siteVersion } from './site-version.ts';

// The boot script loads this on pages to read, for visitors who have agreed to advertisements.

/** The publisher, where everything allows advertisements: configuration, flag, and no Pro. */
async function findPublisher(): Promise<AdConfig | null> {
  const { flags, ads } = await call('flags');
  const flag = flags.find(({ key }) => key === 'ads_optimized');
  if (ads === null || flag === undefined) return null;
  const isPro = readToken() !== null && (await call('verifyPro')).isPro;
  const visitor = {
    browser: numberOfBrowser(),
    plan: isPro ? ('pro' as const) : ('free' as const),
    language: languageOfPath(location.pathname),
    version: siteVersion,
  };
  return !isPro && isFlagOn(flag, visitor) ? ads : null;
}

async function showAds(): Promise<void> {
  const ads = await findPublisher();
  const places = [...document.querySelectorAll<HTMLElement>('[data-ad-network]')];
  const booked = places.flatMap((place) => {
    const slot = Object.entries(ads?.slots ?? {}).find(([name]) => name === place.dataset.ad)?.[1];
    return slot === undefined ? [] : [{ place, slot }];
  });
  if (ads === null || booked.length === 0) return;
  // Until the publisher's script has come, and where it is blocked, our own words stand there.
  await loadScript(
    `https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=${ads.publisherId}`,
  );
  const queue: unknown[] = ((globalThis as { adsbygoogle?: unknown[] }).adsbygoogle ??= []);
  for (const { place, slot } of booked) {
    const advertisement = document.createElement('ins');
    advertisement.className = 'adsbygoogle';
    advertisement.style.display = 'block';
    advertisement.style.width = '100%';
    advertisement.dataset.adClient = ads.publisherId;
    advertisement.dataset.adSlot = slot;
    place.querySelector('[data-ad-own]')?.replaceWith(advertisement);
    queue.push({});
  }
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.crossOrigin = 'anonymous';
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('The advertisements are blocked')));
    document.head.append(script);
  });
}

showAds().catch(() => {
  // Our own words stay where they are.
});
