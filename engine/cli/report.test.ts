import { expect, test } from 'vitest';
import { Report } from './report.ts';
import { readArguments, readSettings } from './settings.ts';

test('says one line a photo, whatever its name does to a terminal', () => {
  const written: string[] = [];
  const screen = { write: (text: string) => written.push(text) };
  const report = new Report(readSettings(readArguments(['a'])), screen, screen);
  report.add({ source: 'new\nline.heic', target: 'b.jpg', status: 'would-convert' });
  report.add({
    source: '\u001B[2J\u009B.heic',
    target: null,
    status: 'failed',
    code: 'empty-file',
    message: 'Nothing in it',
  });
  expect(written).toEqual([
    'new\\nline.heic -> b.jpg\n',
    '\\x1b[2J\\x9b.heic: Nothing in it [empty-file]\n',
  ]);
});

test('names the files beside a result that were there already', () => {
  const written: string[] = [];
  const screen = { write: (text: string) => written.push(text) };
  const report = new Report(readSettings(readArguments(['a'])), screen, screen);
  report.add({
    source: 'a.heic',
    target: 'a.jpg',
    status: 'converted',
    sourceBytes: 0,
    bytes: 1000,
    width: 1,
    height: 1,
    notes: [],
    milliseconds: 1,
    others: ['a-2.jpg'],
    othersSkipped: ['a-3.jpg', 'a.mov'],
  });
  expect(written[0]).toMatch(
    /^a\.heic -> a\.jpg .*; skipped, as there already: a-3\.jpg, a\.mov\n$/,
  );
});
