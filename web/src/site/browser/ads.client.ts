import type { AdConfig } from '@stillpix/contract';
import { isFlagOn } from '@stillpix/contract/flags';
import { call } from '../../api/call.ts';
import { readToken } from '../../api/request.ts';
import { languageOfPath } from '../pages/language.ts';
import { numberOfBrowser } from './browser-number.ts';
import { siteVersion } from './site-version.ts';

// Loaded by the boot script on reading pages with a publisher's slot, unless the visitor has
// refused or has Pro.

const root = document.documentElement;

/** The publisher, if configuration, flag and the lack of Pro all allow advertisements. */
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

/**
 * Slots that are closed, or hidden at this width, load nothing: nobody pays for what nobody sees.
 */
const isShown = (place: Element) => place.getClientRects().length > 0;

async function fillPlaces({ publisherId, slots }: AdConfig): Promise<void> {
  const places = [...document.querySelectorAll<HTMLElement>('[data-ad-network]')].filter(isShown);
  if (places.length === 0) return;
  await loadScript(
    `https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=${publisherId}`,
  );
  const queue: unknown[] = ((globalThis as { adsbygoogle?: unknown[] }).adsbygoogle ??= []);
  for (const place of places) {
    const slot = Object.entries(slots).find(([name]) => name === place.dataset.ad)?.[1];
    const room = place.querySelector('[data-ad-room]');
    if (slot === undefined || room === null) continue;
    const advertisement = document.createElement('ins');
    advertisement.className = 'adsbygoogle';
    advertisement.style.display = 'block';
    advertisement.style.width = '100%';
    advertisement.dataset.adClient = publisherId;
    advertisement.dataset.adSlot = slot;
    room.replaceChildren(advertisement);
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

/**
 * Removes the slots for the session, so that the next page is laid out without them from the start.
 */
function giveUp(): void {
  root.dataset.adSupply = 'none';
  try {
    sessionStorage.setItem('stillpix_ads_supply', 'none');
  } catch {
    // Storage is off: each page finds this out again.
  }
}

/** Resolves when the visitor has agreed, which may be much later. */
function consent(): Promise<void> {
  return new Promise((resolve) => {
    if (root.dataset.adChoice === 'yes') return resolve();
    return addEventListener('stillpix:ads-agreed', () => resolve(), { once: true });
  });
}

async function showAds(): Promise<void> {
  const ads = await findPublisher();
  if (ads === null) return giveUp();
  await consent();
  await fillPlaces(ads);
}

showAds().catch(giveUp);
