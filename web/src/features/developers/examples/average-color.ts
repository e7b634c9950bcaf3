import { decode } from '@stillpix/engine';

export async function averageColor(photo: File) {
  const { data, width, height } = await decode(photo, {
    color: 'srgb',
    resize: { width: 64, height: 64, mode: 'fill' },
  });
  const sums = [0, 0, 0];
  data.forEach((sample, at) => {
    if (at % 4 < 3) sums[at % 4]! += sample;
  });
  const color = sums.map((sum) => Math.round(sum / (width * height)));
  return { text: `rgb(${color.join(', ')})` };
}
