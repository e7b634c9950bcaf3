import { brand } from '@stillpix/contract/brand';

/** The operator's address: the server has written it into the page's head. */
export function supportAddress(): string {
  const said = document.querySelector<HTMLMetaElement>('meta[name="support-address"]')?.content;
  return said ?? brand.support;
}
