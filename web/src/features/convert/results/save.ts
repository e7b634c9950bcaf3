export interface NamedBlob {
  name: string;
  blob: Blob;
}

/** Time for a slow save dialog to read the URL, in milliseconds. */
const urlLife = 60_000;

/** An object URL for a picture that leaves the page, valid as long as that may take. */
export function lendUrl(blob: Blob): string {
  const url = URL.createObjectURL(blob);
  setTimeout(() => URL.revokeObjectURL(url), urlLife);
  return url;
}

export function download({ name, blob }: NamedBlob): void {
  const link = document.createElement('a');
  link.href = lendUrl(blob);
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}

/**
 * Browsers drop downloads that come too close together. Chromium asks once, then takes them all.
 */
const between = 250;

export async function downloadAll(files: readonly NamedBlob[]): Promise<void> {
  for (const [index, file] of files.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, between));
    download(file);
  }
}
