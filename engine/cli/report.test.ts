import { expect, it } from 'vitest';
import { Report } from './report.ts';
import { readArguments, readSettings } from './settings.ts';

it('says one line a photo, whatever its name does to a terminal', () => {
  const written: string[] = [];
  const screen = { write: (text: string) => written.push(text) };
  const report = new Report(readSettings(readArguments(['a'])), screen, screen);
  report.add({ source: 'new\nline.heic', target: 'b.jpg', status: 'would-convert' });
  report.add({
    ...{ source: '\u001B[2J\u009B.heic', target: null, status: 'failed' },
    ...{ code: 'empty-file', message: 'Nothing in it' },
  });
  expect(written).toEqual([
    'new\\nline.heic -> b.jpg\n',
    '\\x1b[2J\\x9b.heic: Nothing in it [empty-file]\n',
  ]);
});
