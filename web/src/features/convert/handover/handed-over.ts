import { brand } from '@stillpix/contract/brand';

/** In the tab's own storage: the name of the folder that the page before has filled. */
export const keptKey = `${brand.slug}_table`;

/** Whether the page before this one in the tab has left its table. */
export function hasHandedOver(): boolean {
  try {
    return sessionStorage.getItem(keptKey) !== null;
  } catch {
    // Without storage nothing is handed over.
    return false;
  }
}
