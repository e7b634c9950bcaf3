import { brand } from '@stillpix/contract/brand';

/** The operator's address, which the server has written into the page's head. */
export function supportAddress(): string {
  const said = document.querySelector<HTMLMetaElement>('meta[name="support-address"]')?.content;
  return said ?? brand.support;
}
