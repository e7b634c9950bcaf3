import { EngineError } from '../errors.ts';
import type { Planes } from '../planes/planes.ts';
import { sampleFormatOf, type SampleFormat, isHdrTransfer } from '../planes/sample-format.ts';
import type { CodedTile } from './coded-tile.ts';
import type { StripShape } from './strip-shape.ts';

/** The format of a strip's samples. Throws `unsupported-feature` when they turn out to be HDR. */
export function requireSampleFormat({ nclx }: StripShape, planes: Planes): SampleFormat {
  const { color } = planes;
  const transfer = nclx?.transfer ?? color?.transfer ?? 2;
  if (isHdrTransfer(transfer)) {
    throw new EngineError('unsupported-feature', 'the picture needs tone mapping', {
      feature: 'hdr-transfer',
    });
  }
  return sampleFormatOf(nclx, planes);
}

/**
 * Containers sometimes describe their content wrongly. A plan based on that cannot be carried out.
 */
export function requireAsPlanned(task: StripShape, tile: CodedTile, planes: Planes): void {
  const deep = Math.max(planes.bitDepth, planes.chromaBitDepth) > 8;
  if (planes.chroma !== task.chroma || deep !== task.bitDepth > 8) {
    throw new EngineError('unsupported-feature', 'the samples are not as the container says', {
      feature: 'misdescribed-samples',
    });
  }
  if (planes.width < tile.width || planes.height < tile.height) {
    throw new EngineError(
      'corrupt-file',
      `a tile is ${planes.width}x${planes.height}, not ${tile.width}x${tile.height}`,
    );
  }
}
