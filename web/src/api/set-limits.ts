/** As many as the table holds, unless whoever put the static edition up allows fewer. */
export const defaultMaxFiles = 100;

/** Files of a batch in the static edition: an attribute of its pages, written when it is put up. */
export function readMaxFiles(): number {
  if (typeof document === 'undefined') return defaultMaxFiles;
  return Number(document.documentElement.dataset.photos ?? defaultMaxFiles);
}
