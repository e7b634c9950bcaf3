import { lendUrl, type NamedBlob } from './save.ts';

/** Tells a photo of the table from a file of the desktop. */
export const draggedType = 'application/x-stillpix-photo';

/**
 * Lets a drag of a photo end on the desktop as a file: Chromium writes what this type names, other
 * browsers leave it alone.
 */
export function offerFile(transfer: DataTransfer, { name, blob }: NamedBlob): void {
  // A colon would end the name.
  const safe = name.replaceAll(':', '_');
  transfer.setData('DownloadURL', `${blob.type}:${safe}:${lendUrl(blob)}`);
}
