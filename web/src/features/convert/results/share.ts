import type { NamedBlob } from './save.ts';

function toFiles(results: readonly NamedBlob[]): File[] {
  return results.map(({ name, blob }) => new File([blob], name, { type: blob.type }));
}

/** Whether this device has a share sheet that accepts these files. */
export function canShare(results: readonly NamedBlob[]): boolean {
  // Empty files suffice, because only their types matter.
  const samples = results.map(({ name, blob }) => new File([], name, { type: blob.type }));
  return navigator.canShare?.({ files: samples }) ?? false;
}

/** False if the visitor closed the sheet. Rejects if it cannot be opened. */
export async function share(results: readonly NamedBlob[]): Promise<boolean> {
  try {
    await navigator.share({ files: toFiles(results) });
    return true;
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return false;
    throw thrown;
  }
}

/** Whether a picture can be copied to the clipboard. */
export function canCopy(): boolean {
  return typeof ClipboardItem !== 'undefined' && navigator.clipboard?.write !== undefined;
}

/** Copies a picture to the clipboard. Browsers accept only PNG there. */
export async function copy(blob: Blob): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': toPng(blob) })]);
}

async function toPng(blob: Blob): Promise<Blob> {
  if (blob.type === 'image/png') return blob;
  const { loadPool } = await import('../engine.ts');
  const pool = await loadPool();
  return (await pool.convert(blob, { format: 'png' })).blob;
}
