/** On `window`, when files were converted: who converts comes back, and wants it to work offline. */
export const convertedEvent = 'stillpix:converted';
