import { Uint8ArrayReader, Uint8ArrayWriter } from '@zip.js/zip.js/lib/zip-core-custom.js';
import { ZipReader } from '@zip.js/zip.js/lib/zip-core-reader.js';

/** The files in a ZIP by their names, in its order. */
export async function readZip(bytes: Uint8Array): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  for (const entry of await new ZipReader(new Uint8ArrayReader(bytes)).getEntries()) {
    if (!entry.directory) files[entry.filename] = await entry.getData(new Uint8ArrayWriter());
  }
  return files;
}
