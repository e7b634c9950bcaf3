import { createHash } from 'node:crypto';
import { beginWording, beginWordings } from '@stillpix/contract/begin-wordings';
import { expect, test } from 'vitest';
import { billing as de } from './de/billing.ts';
import { billing as en } from './en/billing.ts';
import { billing as es } from './es/billing.ts';
import { billing as pt } from './pt/billing.ts';

test.each(Object.entries({ en, es, pt, de }))(
  'the words that ask to begin at once are those of their version (%s)',
  (language, { purchase }) => {
    const hash = createHash('sha256').update(purchase.begin).digest('hex');
    expect(beginWordings[beginWording]).toHaveProperty(language, hash);
  },
);
