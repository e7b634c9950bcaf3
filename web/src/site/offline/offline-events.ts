/**
 * Dispatched on `window` when files were converted: such visitors come back, and benefit from
 * offline use.
 */
export const convertedEvent = 'stillpix:converted';

/**
 * Dispatched on `window` when everything kept was removed: this page then keeps nothing more by
 * itself.
 */
export const removedEvent = 'stillpix:offline-removed';
