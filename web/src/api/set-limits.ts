/** As many as the list holds, unless the operator of the static edition allows fewer. */
export const defaultMaxFiles = 100;

/**
 * Maximum files per batch in the static edition, from an attribute written into its pages when it
 * is deployed.
 */
export function readMaxFiles(): number {
  if (typeof document === 'undefined') return defaultMaxFiles;
  return Number(document.documentElement.dataset.photos ?? defaultMaxFiles);
}
