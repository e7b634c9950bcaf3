import { inputExtensions } from '@stillpix/engine/facts';
import { beforeAll, expect, test, vi } from 'vitest';
import { describeError, diagnostics, log, logCapacity, withoutPersonalData } from './log-buffer.ts';

beforeAll(() => {
  vi.stubGlobal('location', { pathname: '/heic-to-jpg' });
  vi.stubGlobal('innerWidth', 360);
  vi.stubGlobal('innerHeight', 800);
});

test('file names and addresses of local data never enter the log', () => {
  const text = withoutPersonalData(
    'cannot read Anna-passport.HEIC from blob:https://x/1-2 or data:image/png;base64,AAAA',
  );
  expect(text).toBe('cannot read [file] from [data] or [data]');
});

test.each([...Object.values(inputExtensions).flat(), 'mov', 'mp4', 'zip'])(
  'the name of a .%s file does not enter the log',
  (extension) => {
    expect(withoutPersonalData(`no Anna.${extension} there`)).toBe('no [file] there');
  },
);

test('the newest hundred entries are kept', () => {
  for (let number = 1; number <= logCapacity + 5; number += 1) log('info', `entry ${number} end`);
  const text = diagnostics();
  expect(text).not.toContain('entry 5 end');
  expect(text).toContain('entry 6 end');
  expect(text).toContain(`entry ${logCapacity + 5} end`);
  expect(text).toContain('page /heic-to-jpg');
});

test('something that is not an error is described too', () => {
  expect(describeError('plain words')).toBe('plain words');
  expect(describeError(new TypeError('no such thing'))).toContain('TypeError: no such thing');
});
