import packageReference from 'virtual:package-reference';

interface BenchmarkRow {
  what: string;
  who: string;
  milliseconds: number | null;
  ratio: number | null;
}

interface Benchmarks {
  date: string;
  machine: { processor: string; cores: number; browser: string; node: string };
  sample: string;
  rows: readonly BenchmarkRow[];
}

const measured = import.meta.glob<Benchmarks>('/../docs/benchmarks.json', {
  import: 'default',
  eager: true,
});

/** What makes a browser fetch a file of the package. */
const fetchedFor: Record<string, string> = {
  'index.js': 'every page that imports the package',
  'shared.js': 'every page that imports the package',
  'worker.js': 'the first photo',
  'wasm/hevc.wasm': 'HEIC',
  'wasm/jpeg.wasm': 'JPG as the result',
  'wasm/png.wasm': 'PNG as the result',
  'wasm/raster.wasm': 'results that are no JPG',
  'wasm/resample.wasm': 'other sizes',
  'wasm/webp_enc_simd.wasm': 'WebP as the result',
  'wasm/webp_dec.wasm': 'WebP that the browser does not decode exactly',
  'wasm/avif_dec.wasm': 'AVIF',
  'wasm/jpeg-decoder.wasm': 'JPG as the source',
  'wasm/mozjpeg_dec.wasm': 'rare kinds of JPG',
  'worker/brotli_dec_wasm.js': 'JPEG XL with packed metadata',
  'wasm/brotli_dec_wasm_bg.wasm': 'JPEG XL with packed metadata',
  'wasm/libheif.wasm': 'rare kinds of HEIC and AVIF',
  'worker/module.js': 'rare kinds of HEIC and AVIF',
  'worker/libheif-decoder.js': 'rare kinds of HEIC and AVIF',
  'worker/decode-samples.js': '`decode`',
  'worker/encode-samples.js': '`encodeJpeg`',
  'worker/file-metadata.js': '`metadata`',
  'worker/thumbnail.js': '`thumbnail`',
  'transform-file.js': 'the parts for Uppy, FilePond and Dropzone',
};

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

function writeTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function reasonFor(file: string): string {
  const known = fetchedFor[file];
  if (known !== undefined) return known;
  const [, format] = /^worker\/(avif|bmp|gif|jpeg|jxl|png|webp)-/.exec(file) ?? [];
  if (format) return format === 'jxl' ? 'JPEG XL' : format.toUpperCase();
  return file.startsWith('widgets/') ? 'its import' : 'what needs it';
}

function writeSizes(): string {
  const sizes = packageReference.sizes.filter(({ file }) => !file.startsWith('compat/'));
  const known = sizes.map(({ file, bytes, gzip }) => {
    return [`\`${file}\``, kilobytes(gzip), kilobytes(bytes), reasonFor(file)];
  });
  const always = ['index.js', 'shared.js', 'worker.js', 'wasm/hevc.wasm', 'wasm/jpeg.wasm'];
  const sum = sizes
    .filter(({ file }) => always.includes(file))
    .reduce((all, { gzip }) => all + gzip, 0);
  const heads = ['file', 'gzip', 'as it is', 'fetched for'];
  return `From HEIC to JPG a browser fetches ${kilobytes(sum)} in all.\n\n${writeTable(heads, known)}`;
}

function writeBenchmark(): string {
  const [benchmarks] = Object.values(measured);
  if (!benchmarks) throw new Error('docs/benchmarks.json was not found');
  const { date, machine, sample, rows } = benchmarks;
  const cells = rows.flatMap(({ what, who, milliseconds, ratio }) => {
    if (milliseconds === null) return [];
    const factor = ratio === null ? '' : ratio.toFixed(1);
    return [[what, who, `${Math.round(milliseconds)} ms`, factor]];
  });
  const where = `Measured on ${date}: ${sample}; ${machine.processor}, ${machine.cores} cores, ${machine.browser}, Node ${machine.node}.`;
  return `${where}\n\n${writeTable(['what', 'who', 'time', 'times ours'], cells)}`;
}

const parts: Record<string, () => string> = {
  sizes: writeSizes,
  benchmark: writeBenchmark,
  reference: () => packageReference.reference,
};

/** Puts what the build has measured and read in the place of lines like `::sizes`. */
export function fillDeveloperParts(markdown: string): string {
  return markdown.replaceAll(/^::(sizes|benchmark|reference)$/gm, (_, part: string) =>
    parts[part]!(),
  );
}
