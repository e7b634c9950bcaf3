import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { languages } from '../pages/language.ts';

const pages = join(import.meta.dirname, '../../../content/pages');

/** Claims that only an operator can make, and would have to configure. */
const boasts =
  /\b(?:award|trusted by|millions of|thousands of (?:users|people|customers)|founded in|premios?|galardón|millones de|fundad[ao] en|prêmios?|milhões de|fundad[ao] em|ausgezeichnet|preisgekrönt|Millionen (?:Nutzer|Menschen|Kunden)|gegründet|(?:answer|reply|respond|Antwort|antworten|respuesta|respondemos|resposta)\b[^.|]{0,40}\b(?:hours?|days?|Stunden|Tagen?|horas?|días?|dias?))\b/i;

// The page for language models says that we publish none.
const denials = new Set(['ai.md']);

test.each(languages)(
  'no page in %s speaks of people, awards, answer times or history that nobody configured',
  (language) => {
    const said = readdirSync(join(pages, language))
      .filter((name) => !denials.has(name))
      .flatMap((name) =>
        readFileSync(join(pages, language, name), 'utf8')
          .split('\n')
          .filter((line) => boasts.test(line))
          .map((line) => `${name}: ${line.slice(0, 120)}`),
      );
    expect(said).toEqual([]);
  },
);
