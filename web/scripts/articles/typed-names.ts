import { prices } from '@stillpix/contract/limits';
import type { Language } from '../../src/site/pages/language.ts';
import { quotableMessages } from '../../src/i18n/quotable-messages.ts';

/** Words that stand on other screens too, or mean something of their own: only a reader can tell. */
const shared = new Set([
  'ui.actions.cancel',
  'ui.actions.pro',
  'ui.actions.settings',
  'ui.actions.share',
  'ui.advanced.targetUnit',
  'ui.cropEditor.ratios.free',
  'ui.details.camera',
  'ui.details.size',
  'ui.details.title',
  'ui.freeLimit.close',
  'ui.list.download',
  'ui.naming.choices.taken',
  'ui.quality.adjust',
  'ui.resize.pixels',
  'ui.resize.presetNames.instagram',
]);

/** What stands in quotation marks, in bold or in italics. */
const quoted =
  /(?:\*\*|[“„«"]|(?<![\p{Letter}_])_)([^*“”„«»"_{}\n]{2,60})(?:\*\*|[”“»"]|_(?![\p{Letter}_]))/gu;

/** Names of the converter's that nothing else has, so that they need no quotation marks. */
const ownNames = [
  'advanced.title',
  'advanced.metadata',
  'advanced.target',
  'actions.start',
  'comparison.actual',
  'quality.presets.balanced',
];

function listNames(value: unknown, path: string, found: Map<string, string>): Map<string, string> {
  if (typeof value === 'string') {
    if (!found.has(value) && !shared.has(path)) found.set(value, path);
  } else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) listNames(item, `${path}.${key}`, found);
  return found;
}

/** Menus of systems that happen to read like ours: the line says whose menu it is. */
const foreign =
  /Windows|Paint|Finder|macOS|Mac\b|iPhone|iOS|Android|Samsung|Google|Apple|Shortcuts|Atajos|Atalhos|Kurzbefehle|WhatsApp|Gmail|Mail\b|XnConvert|Photos\b|Fotos\b|Chrome|Network|Fototeca|\.exe|button/i;

function listPrices(): RegExp {
  const { monthly, annual } = prices;
  const amounts = [monthly.cents, monthly.firstCents, Math.round(annual.cents / 12)].map((cents) =>
    (cents / 100).toFixed(2).replace('.', '[.,]'),
  );
  return new RegExp(`(?<![\\d.,])(?:${amounts.join('|')})(?!\\d)`);
}

/**
 * Our names, prices and presets that were typed instead of referred to, as `file:line: …`. `source` is
 * the file as it stands, with its references.
 */
export function findTypedNames(source: string, file: string, language: Language): string[] {
  const { ui } = quotableMessages[language];
  const names = listNames(ui, 'ui', new Map());
  const own = ownNames.flatMap((path) => {
    const name = [...names].find(([, known]) => known === `ui.${path}`)?.[0];
    return name === undefined ? [] : [[name, `ui.${path}`] as const];
  });
  const price = listPrices();
  let fenced = false;
  return source.split('\n').flatMap((line, index) => {
    if (line.startsWith('```')) fenced = !fenced;
    if (fenced) return [];
    const plain = line.replaceAll(/\{\{[^}]*\}\}/g, '');
    const found = new Set<string>();
    for (const [name, path] of own)
      if (new RegExp(`(?<!\\p{Letter})${name}(?!\\p{Letter})`, 'u').test(plain)) found.add(path);
    if (!foreign.test(plain))
      for (const [, text = ''] of plain.matchAll(quoted)) {
        const path = names.get(text);
        if (path !== undefined) found.add(path);
      }
    const told = [...found].map((path) => `write {{${path}}} instead of the words`);
    if (price.test(plain)) told.push('write the price as a reference, such as {{price.month}}');
    return told.map((what) => `${file}:${index + 1}: ${what}`);
  });
}
