import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { convert, inspect } from '../../index.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>';
const refused = { code: 'unsupported-format', feature: 'gzip' };

function packed(text: string | Buffer, name: string): File {
  return new File([new Uint8Array(gzipSync(text))], name);
}

/** Text that gzip leaves as long as three quarters of it. */
function noise(length: number): string {
  const bytes = Uint8Array.from({ length: 60_000 }, () => Math.random() * 256);
  const part = Buffer.from(bytes).toString('base64');
  return Array.from({ length: Math.ceil(length / part.length) }, () => part).join('');
}

describe('a drawing that is compressed with gzip', () => {
  test.each(['a.svgz', 'a.svg'])('is inspected as %s', async (name) => {
    expect(await inspect(packed(svg, name))).toMatchObject({
      format: 'svg',
      width: 40,
      height: 30,
      nameMatches: true,
    });
  });

  test('may be larger than what is read of other drawings to inspect them', async () => {
    const file = packed(`${svg}<!--${noise(3_000_000)}-->`, 'a.svgz');
    expect(file.size).toBeGreaterThan(1024 * 1024);
    expect(await inspect(file)).toMatchObject({ format: 'svg', width: 40, height: 30 });
  });

  test('is refused as other drawings are where there is no page', async () => {
    const told = { code: 'unsupported-feature', feature: 'svg' };
    await expect(convert(packed(svg, 'a.svgz'))).rejects.toMatchObject(told);
  });

  test('is refused as gzip, for the user to unpack it, when its text is endless', async () => {
    const bomb = packed(Buffer.concat([Buffer.from(svg), Buffer.alloc(40e6)]), 'a.svgz');
    expect(bomb.size).toBeLessThan(100e3);
    await expect(inspect(bomb)).rejects.toMatchObject(refused);
  });

  test('is damaged when its end is missing, or its checksum is wrong', async () => {
    const whole = new Uint8Array(gzipSync(`${svg}<!--${noise(100_000)}-->`));
    const wrong = whole.slice();
    wrong[whole.length - 8]! ^= 1;
    for (const bytes of [whole.slice(0, -20), wrong]) {
      await expect(inspect(new File([bytes], 'a.svgz'))).rejects.toMatchObject({
        code: 'corrupt-file',
      });
    }
  });
});

describe('gzip', () => {
  test.each(['A text.', '', '<html><body></body></html>'])(
    'around %j is no picture',
    async (text) => {
      await expect(inspect(packed(text, 'a.svgz'))).rejects.toMatchObject(refused);
    },
  );

  test.each([3, 10, 12, 18])('that ends after %d bytes is no picture', async (length) => {
    const cut = gzipSync(svg).subarray(0, length);
    await expect(inspect(new File([new Uint8Array(cut)], 'a.svg'))).rejects.toMatchObject(refused);
  });
});
