/** On `window`, when files were converted: who converts comes back, and wants it to work offline. */
export const convertedEvent = 'stillpix:converted';

/** On `window`, when what is kept was removed: this page keeps nothing more by itself. */
export const removedEvent = 'stillpix:offline-removed';
