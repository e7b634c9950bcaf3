import { brand } from '@stillpix/contract/brand';

/** In session storage: the name of the folder that the previous page has filled. */
export const keptKey = `${brand.slug}_table`;

/** Whether the previous page in this tab has left its list. */
export function hasHandedOver(): boolean {
  try {
    return sessionStorage.getItem(keptKey) !== null;
  } catch {
    // Without storage nothing is handed over.
    return false;
  }
}
