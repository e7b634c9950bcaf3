import { expect, test } from 'vitest';
import streams from '../../../testing/hevc/fixtures/streams.json' with { type: 'json' };
import { emptyConfiguration, fromByteStream } from '../../../testing/hevc/streams.ts';
import { runPipeline } from '../../convert/pipeline.ts';
import { splitNalUnits } from '../../hevc/nal-units.ts';
import { writeSingleItem } from '../../tiles/single-item.ts';

test('a file that neither decoder takes is told with the words of both', async () => {
  const { stream } = streams.find(({ name }) => name.includes(' 34x258 '))!;
  const data = fromByteStream(Buffer.from(stream, 'base64'));
  const slice = [...splitNalUnits(data, 4)].find((unit) => unit[0]! >> 1 < 32)!;
  // After the two header bytes, slice_type 1: a picture that depends on others.
  slice[2] = (slice[2]! & 0b11100011) | 0b00010000;
  const size = { width: 34, height: 258 };
  const tile = { codec: 'hevc', configuration: emptyConfiguration, data, gray: false } as const;
  const file = new Blob([writeSingleItem({ ...tile, ...size }, data) as Uint8Array<ArrayBuffer>]);
  await expect(runPipeline(file, 'inter.heic', {})).rejects.toMatchObject({
    message: expect.stringMatching(/libheif: .+; Stillpix's decoder: .*hevc-inter-slice/),
  });
});
