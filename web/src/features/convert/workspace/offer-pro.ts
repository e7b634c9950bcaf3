const offeredKey = 'stillpix_offered_pro';

/** Pro is mentioned when a batch has just gone well: once a session. */
export function canOfferPro(): boolean {
  try {
    if (sessionStorage.getItem(offeredKey) !== null) return false;
    sessionStorage.setItem(offeredKey, 'true');
    return true;
  } catch {
    // Nothing can be remembered, so nothing is said: it would come again with every batch.
    return false;
  }
}
