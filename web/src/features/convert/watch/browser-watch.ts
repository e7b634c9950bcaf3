import { maxFiles } from '@stillpix/contract';
import { randomUuid } from '../../../site/browser/random-uuid.ts';
import { askLimits } from '../conversion/batch-limits.ts';
import { countConverted } from '../conversion/batches/count-converted.ts';
import { isMovie } from '../conversion/adding/live-movies.ts';
import { upright } from '../geometry/turn.ts';
import { convertFile, inspectFile } from '../engine.ts';
import { findRefusal } from '../accept.ts';
import { writeInto } from '../results/folder.ts';
import { nameAll } from '../results/results.ts';
import {
  allowedQuality,
  type ConverterOptions,
  type ToolKind,
  toConvertOptions,
} from '../tools.ts';
import { createWatch, type WatchState } from './watch.ts';

/** Milliseconds between two scans of the folder: fast enough, with little work for the disk. */
const pause = 2000;

export interface WatchOrder {
  tool: ToolKind;
  from: FileSystemDirectoryHandle;
  into: FileSystemDirectoryHandle;
  takesPresent: boolean;
  /** Read when a photo comes. */
  readOptions: () => ConverterOptions;
  isEntitled: () => boolean;
}

async function listPhotos(folder: FileSystemDirectoryHandle): Promise<File[]> {
  const files: File[] = [];
  for await (const [name, handle] of folder.entries()) {
    // Programs first write a temporary file with such a name.
    if (name.startsWith('.') || handle.kind !== 'file') continue;
    const file = await handle.getFile().catch(() => null);
    // A live photo's movie stays where it is, and an empty file is still being written.
    if (file === null || isMovie(file)) continue;
    const refusal = findRefusal(file);
    if (refusal === null || refusal === 'too-large') files.push(file);
  }
  return files;
}

/** Scans one of the visitor's folders until the signal aborts. */
export async function watchFolder(
  order: WatchOrder,
  onChange: (state: WatchState) => void,
  signal: AbortSignal,
): Promise<void> {
  const { tool, from, into } = order;
  const look = createWatch(
    {
      list: () => listPhotos(from),
      async convert(file, number) {
        const asked = order.readOptions();
        const options = { ...asked, quality: allowedQuality(tool, asked.quality, true) };
        const header = await inspectFile(file, false, signal);
        const dimensions = header && { width: header.width, height: header.height };
        const engineOptions = toConvertOptions(tool, options, {
          dimensions,
          turn: upright,
          crop: null,
          movie: null,
          recoded: null,
        });
        const converted = await convertFile(file, engineOptions, { signal });
        const files = nameAll(converted, options, {
          originalName: file.name,
          number,
          count: number,
          takenAt: header?.metadata.takenAt ?? null,
          lastModified: file.lastModified,
        });
        const { notes, width, height, missing } = converted;
        return { files, notes, width, height, ...(missing !== undefined && { missing }) };
      },
      save: (results) => writeInto(into, results),
      ask: (fileCount, conversionKey) => askLimits({ action: 'convert', fileCount, conversionKey }),
      newBatchKey: randomUuid,
      countConverted,
      isEntitled: order.isEntitled,
      maxFiles: maxFiles.pro,
      onChange,
    },
    order.takesPresent,
  );
  while (!signal.aborted) {
    await look(signal);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
