import { lendUrl, type NamedBlob } from './save.ts';

/** Distinguishes a photo of the list from a file of the desktop. */
export const draggedType = 'application/x-stillpix-photo';

/**
 * Lets a photo be dragged to the desktop as a file. Chromium downloads what this type names; other
 * browsers ignore it.
 */
export function offerFile(transfer: DataTransfer, { name, blob }: NamedBlob): void {
  // A colon would end the name.
  const safe = name.replaceAll(':', '_');
  transfer.setData('DownloadURL', `${blob.type}:${safe}:${lendUrl(blob)}`);
}
