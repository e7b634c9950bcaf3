const offeredKey = 'stillpix_offered_pro';

/** Pro is mentioned once per session, after a successful batch. */
export function canOfferPro(): boolean {
  try {
    if (sessionStorage.getItem(offeredKey) !== null) return false;
    sessionStorage.setItem(offeredKey, 'true');
    return true;
  } catch {
    // Without storage the offer is not shown, because it would come again after every batch.
    return false;
  }
}
