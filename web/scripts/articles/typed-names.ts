import { maxFiles } from '@stillpix/contract/limits';
import { prices } from '@stillpix/contract/plans';
import type { Language } from '../../src/site/pages/language.ts';
import { quotableMessages } from '../../src/i18n/quotable-messages.ts';
import { qualityPresets, qualityRange, startQuality } from '../../src/site/pages/presets.ts';

/** Words that stand on other screens too, or mean something of their own: only a reader can tell. */
const shared = new Set([
  'ui.actions.cancel',
  'ui.actions.pro',
  'ui.actions.settings',
  'ui.actions.share',
  'ui.advanced.targetUnit',
  'ui.cropEditor.ratios.free',
  'ui.details.camera',
  'ui.details.place',
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

/** Names that take a value, and the values that content shows. */
const called: readonly (readonly [path: string, values: readonly string[]])[] = [
  ['ui.actions.downloadAll', Array.from({ length: maxFiles.pro - 1 }, (_, at) => String(at + 2))],
  ['ui.dropZone.title', ['HEIC', 'WEBP', 'WebP', 'PNG', 'JPG', 'iPhone']],
];

function listNames(value: unknown, path: string, found: Map<string, string>): Map<string, string> {
  if (typeof value === 'string') {
    if (shared.has(path)) return found;
    // A choice is quoted whole or by what stands before its colon: “Keep all”.
    for (const name of [value, /^([^:]{4,}):/.exec(value)?.[1] ?? value])
      if (!found.has(name)) found.set(name, path);
  } else if (typeof value === 'function') {
    for (const argument of called.find(([known]) => known === path)?.[1] ?? []) {
      const name = (value as (argument: string | number) => string)(
        /^\d+$/.test(argument) ? Number(argument) : argument,
      );
      if (!found.has(name)) found.set(name, `${path}(${argument})`);
    }
  } else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) listNames(item, `${path}.${key}`, found);
  return found;
}

/** Menus of systems that happen to read like ours: the line says whose menu it is. */
const foreign =
  /Windows|Paint|Finder|macOS|Mac\b|iPhone|iOS|Android|Samsung|Google|Apple|Shortcuts|Atajos|Atalhos|Kurzbefehle|WhatsApp|Gmail|Mail\b|XnConvert|Photos\b|Fotos\b|Chrome|Network|Fototeca|\.exe|button/i;

function listPrices(): RegExp {
  const amounts = Object.values(prices)
    .flatMap(({ monthly, annual }) => [
      monthly.cents,
      monthly.firstCents,
      Math.round(annual.cents / 12),
    ])
    .map((cents) => (cents / 100).toFixed(2).replace('.', '[.,]'));
  return new RegExp(`(?<![\\d.,])(?:${amounts.join('|')})(?!\\d)`);
}

/** Numbers of ours by the words around them, each with what to write instead. */
function listFigures(language: Language): (readonly [pattern: RegExp, instead: string])[] {
  const { free, pro } = maxFiles;
  const { min, max } = qualityRange;
  const words = {
    en: {
      free: `five|${free}`,
      pro: `twenty|${pro}`,
      batch: 'at a time|at once|files per batch|files in a batch|free rounds',
      start: 'default',
      below: 'below',
      slider: 'slider',
      to: 'to',
    },
    es: {
      free: `cinco|${free}`,
      pro: `veinte|${pro}`,
      batch: 'por tanda|a la vez|por vez|con Pro',
      start: 'predeterminad[oa]|los convertidores usan|de fábrica',
      below: 'debajo de',
      slider: 'deslizante|control de calidad',
      to: 'a',
    },
    pt: {
      free: `cinco|${free}`,
      pro: `vinte|${pro}`,
      batch: 'por vez|por rodada|de uma vez|no grátis',
      start: 'padrão|[Cc]omeça em|deixe',
      below: '[Aa]baixo de',
      slider: 'deslizante|controle',
      to: 'a',
    },
    de: {
      free: `[Ff]ünf|${free}`,
      pro: `[Zz]wanzig|${pro}`,
      batch: 'auf einmal|kostenlos|gehen kostenlos|frei,',
      start: 'Startwert|Voreinstellung|das sind',
      below: 'unter',
      slider: 'Regler',
      to: 'bis',
    },
  }[language];
  const start = [...new Set(Object.values(startQuality))].join('|');
  const presets = Object.entries(qualityPresets);
  const { presets: names } = quotableMessages[language].ui.quality;
  return [
    [
      new RegExp(`(?<![\\d.,])(?:${words.free})(?:[ \\p{L}]{0,22}) (?:${words.batch})`, 'u'),
      'write the limit as {{limit.free}}',
    ],
    [
      new RegExp(`(?<![\\d.,])(?:${words.pro})(?:[ \\p{L}]{0,22}) (?:${words.batch})`, 'u'),
      'write the limit as {{limit.pro}}',
    ],
    [
      new RegExp(
        `\\| (?:1|${free + 1}) (?:to|a|bis) (?:${free}|${pro})\\b|\\| (?:bis|hasta|até) ${pro} \\|`,
      ),
      'write the limits as {{limit.free}} and {{limit.pro}}',
    ],
    [
      new RegExp(`(?:${words.start})[^.|;:]{0,12}(?<![\\d.,])(?:${start})(?![\\d.,]\\d|\\d)`, 'u'),
      'write the quality as {{quality.default}} or {{quality.compress}}',
    ],
    [
      new RegExp(`(?:${words.below}) ${min}(?!\\d)(?! ?kB)`, 'u'),
      'write the lowest quality as {{quality.min}}',
    ],
    [
      new RegExp(`(?:${words.slider})[^.|]{0,24}(?<!\\d)${min} ${words.to} ${max}(?!\\d)`, 'u'),
      'write the range as {{quality.min}} and {{quality.max}}',
    ],
    ...presets.map(
      ([preset, number]) =>
        [
          new RegExp(
            `${names[preset as keyof typeof qualityPresets]}[*“”_]*[ (,]{1,3}(?:das sind |which is )?${number}(?!\\d)`,
            'u',
          ),
          `write {{ui.quality.presets.${preset}}} and {{quality.${preset}}}`,
        ] as const,
    ),
    [
      /\{\{ui\.quality\.presets\.\w+\}\}[^|{}.]{0,14}(?<!\d)(?:70|85|95)(?!\d)/,
      'write the preset’s number as {{quality.…}}',
    ],
    [
      /\{\{ui\.resize\.presetNames\.\w+\}\}[^|{}.]{0,12}\d{3,4} × \d{3,4}/,
      'write the size as {{size.…}}',
    ],
  ];
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
  const figures = listFigures(language);
  let fenced = false;
  return source.split('\n').flatMap((line, index) => {
    if (line.startsWith('```')) fenced = !fenced;
    if (fenced) return [];
    const plain = line.replaceAll(/\{\{[^}]*\}\}/g, '');
    const found = new Set<string>();
    for (const [name, path] of own)
      if (new RegExp(`(?<!\\p{Letter})${name}(?!\\p{Letter})`, 'u').test(plain)) found.add(path);
    // What stands on a screen of ours is described by our words, quoted or not.
    if (line.trimStart().startsWith('!['))
      for (const [name, path] of names)
        if (/\p{L} \p{L}/u.test(name) && plain.includes(name)) found.add(path);
    if (!foreign.test(plain))
      for (const [, text = ''] of plain.matchAll(quoted)) {
        const path = names.get(text);
        if (path !== undefined) found.add(path);
      }
    const told = [...found].map((path) => `write {{${path}}} instead of the words`);
    if (price.test(plain)) told.push('write the price as a reference, such as {{price.month}}');
    for (const [pattern, instead] of figures) if (pattern.test(line)) told.push(instead);
    return told.map((what) => `${file}:${index + 1}: ${what}`);
  });
}
