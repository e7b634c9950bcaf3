import { expect, test } from 'vitest';
import { describeDevice } from './device.ts';

const gecko = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
const android =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';

test.each([
  [gecko, 'Firefox, Linux'],
  [chrome, 'Chrome, Windows'],
  [`${chrome} Edg/156.0.0.0`, 'Edge, Windows'],
  [chrome.replace('Chrome/', 'HeadlessChrome/'), 'Chrome, Windows'],
  [iphone, 'Safari, iPhone'],
  [android, 'Chrome, Android'],
  ['curl/8.0', ''],
  ['<script>alert(1)</script>', ''],
  ['', ''],
])('%s is shown as %s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device);
});
