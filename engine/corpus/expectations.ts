/** What the suite asks of a file, by the folder it lies in. */
export interface Expectation {
  /** A refusal that names the unsupported feature is as good as the right picture. */
  refusalAllowed: boolean;
  /** The file is damaged: an error is what is asked. */
  damaged: boolean;
  /** Even a picture that a lenient native tool also gives is not right: only an error is. */
  errorOnly: boolean;
  /** Only the size is compared: fonts and edges are the drawer's own. */
  isDrawing?: boolean;
  /** An answer must come within so many milliseconds. */
  limitMs: number;
}

/** Valid cropped pictures that other decoders refuse; here a refusal counts as a failure. */
const mustConvert = new Set(['conformance/C013.heic', 'conformance/MIAF007.heic']);

/** The one file among the damaged ones that is only misnamed. */
const misnamed = 'broken/jpeg-named-heic.heic';

export const folders = [
  'phone',
  'matrix',
  'derived',
  'conformance',
  'broken',
  'png',
  'webp',
  'jpeg',
  'tiff',
  'raw',
  'icon',
] as const;

export type Folder = (typeof folders)[number];

/** `name` is the file's path below the corpus, with forward slashes. */
export function expectationOf(name: string): Expectation {
  const [folder = '', file = ''] = name.split('/');
  if (folder === 'broken') {
    return { refusalAllowed: false, damaged: name !== misnamed, errorOnly: false, limitMs: 2_000 };
  }
  // PngSuite's names of corrupt files begin with x.
  if (folder === 'png') {
    const damaged = file.startsWith('x');
    return { refusalAllowed: false, damaged, errorOnly: damaged, limitMs: 5_000 };
  }
  // Of these there is not much more than their metadata.
  if (folder === 'raw') {
    const damaged = /^(?:exiftool-|truncated)/.test(file);
    return { refusalAllowed: false, damaged, errorOnly: false, limitMs: 5_000 };
  }
  // Mutants of a test suite; some are still pictures.
  if (folder === 'tiff') {
    const damaged = /^m\d+-/.test(file);
    return { refusalAllowed: false, damaged, errorOnly: false, limitMs: damaged ? 2_000 : 10_000 };
  }
  if (file.endsWith('.svg'))
    return {
      refusalAllowed: false,
      damaged: false,
      errorOnly: false,
      limitMs: 5_000,
      isDrawing: true,
    };
  const refusalAllowed =
    (folder === 'matrix' || folder === 'conformance') && !mustConvert.has(name);
  const limitMs = folder === 'phone' ? 60_000 : 20_000;
  return { refusalAllowed, damaged: false, errorOnly: false, limitMs };
}
