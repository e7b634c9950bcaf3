import { describe, expect, test, vi } from 'vitest';
import { setUpConversion, settle } from '../controlled-conversion.ts';
import type { ConversionParts } from '../conversion.ts';

/** Records the names of wanted photos, and how often work is paused. */
function setUpAhead(tool?: 'resize-crop', parts: Partial<ConversionParts> = {}) {
  let wanted: string[] = [];
  const rest = vi.fn<() => void>();
  const want: ConversionParts['ahead']['want'] = (wishes) => {
    wanted = wishes.map(({ file }) => file.name);
  };
  const ahead = { want, rest, spentOn: () => 700 };
  const list = setUpConversion({ ahead, now: () => 1000, ...parts }, tool);
  return { ...list, rest, wanted: () => wanted };
}

describe('what is converted ahead', () => {
  test('is what may be converted at once, as it is in the list', async () => {
    const { add, conversion, wanted, idOf } = setUpAhead();
    await add('1', '2', '3', '4', '5', '6');
    expect(wanted()).toEqual(['1', '2', '3', '4', '5']);
    conversion.crop([idOf('2')], { x: 0, y: 0, width: 0.5, height: 0.5 });
    expect(wanted()).toEqual(['1', '3', '4', '5']);
    conversion.clear();
    expect(wanted()).toEqual([]);
  });

  test('is nothing that was converted before', async () => {
    const { add, conversion, wanted, finishAll } = setUpAhead();
    await add('1');
    void conversion.start();
    await finishAll();
    await add('2');
    conversion.setOptions({ ...conversion.read().options, output: 'png' });
    expect(wanted()).toEqual(['2']);
  });

  test('is nothing where sizes are still to be chosen', async () => {
    const { add, wanted } = setUpAhead('resize-crop');
    await add('1');
    expect(wanted()).toEqual([]);
  });

  test('is nothing while movies may belong to the photos', async () => {
    let join = () => {};
    const { add, wanted, statuses } = setUpAhead(undefined, {
      readMovie: () => new Promise((resolve) => (join = () => resolve(null))),
    });
    const added = add('1.heic', '1.mov');
    await settle();
    expect(statuses()).toEqual(['pending']);
    expect(wanted()).toEqual([]);
    join();
    await added;
    await vi.waitFor(() => expect(wanted()).toEqual(['1.heic']));
  });

  test('counts in how long a conversion took', async () => {
    const { add, conversion, finishAll } = setUpAhead();
    await add('1');
    void conversion.start();
    await finishAll();
    expect(conversion.read().run).toMatchObject({ startedAt: 300, endedAt: 1000 });
  });

  test.each(['cancel', 'dispose'] as const)('rests after %s', async (end) => {
    const { add, conversion, rest } = setUpAhead();
    await add('1');
    void conversion.start();
    await settle();
    conversion[end]();
    expect(rest).toHaveBeenCalledOnce();
  });
});
