import { randomUuid } from '../../../site/browser/random-uuid.ts';
import { afterDrawing } from '../after-drawing.ts';
import { parallelFiles } from '../conversion/batch.ts';
import { askLimits, freeMaxFiles, offlineMaxFiles } from '../conversion/batch-limits.ts';
import { type Conversion, createConversion } from '../conversion/conversion.ts';
import { countConverted } from '../conversion/batches/count-converted.ts';
import { createConvertingAhead } from '../conversion/ahead/converting-ahead.ts';
import { convertFile, inspectFile, loadPool, readMovie, releasePool } from '../engine.ts';
import { recodeInBrowser } from '../video-recoding.ts';
import { recallSettings, keepSettings } from '../options/settings.ts';
import { createThumbnails, type Thumbnails } from '../photos/thumbnails.ts';
import type { ToolKind } from '../tools.ts';

/** A conversion, and the thumbnails of its photos, which give way to it. */
export interface BrowserConversion extends Conversion {
  thumbnails: Thumbnails;
}

/** A conversion with the browser's and our server's services. */
export function createBrowserConversion(tool: ToolKind): BrowserConversion {
  const now = () => performance.now();
  const ahead = createConvertingAhead(convertFile, now, afterDrawing);
  const thumbnails = createThumbnails(loadPool);
  const conversion = createConversion(tool, recallSettings(tool), {
    convert: ahead.convert,
    ahead,
    inspect: inspectFile,
    readMovie,
    recodeVideo: recodeInBrowser,
    askLimits,
    newBatchKey: randomUuid,
    freeMaxFiles,
    offlineMaxFiles,
    countConverted,
    rememberOptions: (options) => keepSettings(tool, options),
    pauseThumbnails: thumbnails.pause,
    releaseEngine() {
      thumbnails.dispose();
      releasePool();
    },
    parallel: parallelFiles(navigator.hardwareConcurrency),
    now,
  });
  return { ...conversion, thumbnails };
}
