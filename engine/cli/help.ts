import { engineVersion } from '../src/codecs.ts';
import { optionList, type OptionName, type OptionWords } from './options.ts';

const usage = 'stillpix [options] <photos and folders...>';

const about =
  'Converts HEIC, AVIF, WebP, PNG, JPG, JPEG XL, GIF, BMP, TIFF and ICO,\nand the JPGs inside raw files, to JPG, PNG or WebP on all cores.';

const examples: readonly [command: string, does: string][] = [
  ['stillpix *.heic', 'a JPG beside each photo'],
  ['stillpix -r photos -o jpgs --resize 1920x', 'a folder with all that is in it, smaller'],
  ['stillpix - < in.heic > out.jpg', 'from standard input to standard output'],
];

function synopsis(name: OptionName, { short, value }: OptionWords): string {
  const long = `--${name}${value === undefined ? '' : ` ${value}`}`;
  return short === undefined ? `    ${long}` : `-${short}, ${long}`;
}

const firstColumn = 24;

function rows(options: readonly [OptionName, OptionWords][]): string {
  return options
    .map(([name, words]) => {
      const head = `  ${synopsis(name, words)}`;
      return `${head.padEnd(firstColumn + 2)} ${words.help}`;
    })
    .join('\n');
}

/** What fits on a screen; with `all`, every option. */
export function writeHelp(all: boolean): string {
  const shown = optionList.filter(([, { rare }]) => all || !rare);
  return `Usage: ${usage}\n\n${rows(shown)}\n`;
}

export function writeVersion(): string {
  return `${engineVersion}\n`;
}

/** In roff a leading dot or quote is a command, and a hyphen is not a minus. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1');

/** The day on which the manual last said something new. */
const manualDate = '2026-11-23';

/** The manual page, section 1, in roff. */
export function writeManual(): string {
  const options = optionList.map(([name, words]) => {
    const { help, choices } = words;
    const list = choices ? ` One of ${choices.join(', ')}.` : '';
    const sentence = `${help.charAt(0).toUpperCase()}${help.slice(1)}.${list}`;
    return `.TP\n.B ${roff(synopsis(name, words).trim())}\n${roff(sentence)}`;
  });
  const cases = examples.map(([command, does]) => `.TP\n.B ${roff(command)}\n${roff(does)}`);
  return [
    `.TH STILLPIX 1 "${manualDate}" "Stillpix ${engineVersion}"`,
    '.SH NAME\nstillpix \\- convert photos',
    `.SH SYNOPSIS\n.B ${roff(usage)}`,
    `.SH DESCRIPTION\n${roff(about)}`,
    roff(
      'Results lie beside the photos unless --output names a place.\nWhat is there already is skipped,\nso a run that was stopped goes on where it was.\nFiles appear under their names only when they are whole.',
    ),
    `.SH OPTIONS\n${options.join('\n')}`,
    '.SH EXIT STATUS',
    '.TP\n0\nEverything was converted, or was there already.',
    '.TP\n1\nSome photos failed; they are listed at the end.',
    '.TP\n2\nThe command was not understood.',
    '.TP\n130\nStopped by Ctrl\\-C.',
    `.SH EXAMPLES\n${cases.join('\n')}`,
    '',
  ].join('\n');
}
