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

/** The reason for which a browser fetches a file of the package. */
const fetchedFor: Record<string, string> = {
  'index.js': 'every page that imports the package',
  'shared.js': 'every page that imports the package',
  'worker.js': 'the first photo',
  'wasm/hevc.wasm': 'HEIC',
  'wasm/jpeg.wasm': 'JPG as the result',
  'wasm/png.wasm': 'PNG',
  'wasm/raster.wasm': 'everything but HEIC and JPG that becomes a JPG',
  'wasm/resample.wasm': 'other sizes',
  'wasm/tone.wasm': 'HDR without an ordinary picture',
  'wasm/lzw.wasm': 'GIF, and TIFF in LZW',
  'wasm/webp-modes.wasm': 'WebP',
  'wasm/vp8.wasm': 'WebP as the result',
  'wasm/vp8l.wasm': 'WebP as the result, without loss',
  'wasm/webp_enc_simd.wasm': 'WebP as the result, without loss',
  'worker/webp-encode.js': 'WebP as the result, without loss',
  'wasm/webp_dec.wasm': 'WebP',
  'wasm/avif_dec.wasm': 'AVIF',
  'wasm/jpeg-decoder.wasm': 'JPG',
  'wasm/mozjpeg_dec.wasm': 'rare kinds of JPG',
  'worker/jxl-packaged-decoder.js': 'JPEG XL, where no browser decodes it',
  'wasm/jxl_dec.wasm': 'JPEG XL, where no browser decodes it',
  'worker/brotli_dec_wasm.js': 'JPEG XL',
  'wasm/brotli_dec_wasm_bg.wasm': 'JPEG XL',
  'wasm/libheif.wasm': 'rare kinds of HEIC and AVIF',
  'worker/whole.js': 'everything but HEIC and JPG that becomes a JPG',
  'limit.js': 'sizes in bytes',
  'prepare-workers.js': '`prepare`',
  'draw-svg.js': 'SVG',
  'worker/encode-in-limit.js': 'sizes in bytes',
  'worker/movie.js': 'videos in photos',
  'worker/clean-movie.js': 'videos in photos',
  'worker/embedded-video.js': 'videos in photos',
  'worker/decode.js': 'rare kinds of HEIC and AVIF',
  'worker/module.js': 'rare kinds of HEIC and AVIF',
  'worker/libheif-decoder.js': 'rare kinds of HEIC and AVIF',
  'worker/decode-samples.js': '`decode`',
  'worker/encode-samples.js': '`encodeJpeg`',
  'worker/file-metadata.js': '`metadata`',
  'worker/thumbnail.js': '`thumbnail`',
  'transform-file.js': 'the parts for Uppy, FilePond and Dropzone',
};

const heicToJpeg = ['index.js', 'shared.js', 'worker.js', 'wasm/hevc.wasm', 'wasm/jpeg.wasm'];

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

function writeTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

const formatNames: Record<string, string> = {
  jpeg: 'JPG',
  jxl: 'JPEG XL',
  raw: 'RAW files of cameras',
  webp: 'WebP',
};

function reasonFor(file: string): string {
  const known = fetchedFor[file];
  if (known !== undefined) return known;
  const [, format] =
    /^worker\/(avif|bmp|gif|ico|jpeg|jxl|png|raw|svg|tiff|webp)[-.]/.exec(file) ?? [];
  if (format) return formatNames[format] ?? format.toUpperCase();
  const [, widget] = /^widgets\/([\w-]+)\.js$/.exec(file) ?? [];
  return widget ? `\`stillpix/${widget}\`` : 'what several of these share';
}

/** One row for each reason, with all files fetched for it, the largest last. */
function writeSizes(): string {
  const sizes = packageReference.sizes.filter(({ file }) => !file.startsWith('compat/'));
  const byReason = Map.groupBy(sizes, ({ file }) => reasonFor(file));
  const rows = [...byReason]
    .map(([reason, files]) => ({
      reason,
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      gzip: files.reduce((sum, { gzip }) => sum + gzip, 0),
    }))
    .toSorted((a, b) => a.gzip - b.gzip)
    .map(({ reason, files, bytes, gzip }) => {
      return [reason, `${files}`, kilobytes(gzip), kilobytes(bytes)];
    });
  const sum = sizes
    .filter(({ file }) => heicToJpeg.includes(file))
    .reduce((all, { gzip }) => all + gzip, 0);
  const table = writeTable(['fetched for', 'files', 'gzip', 'as it is'], rows);
  return `From HEIC to JPG a browser fetches ${kilobytes(sum)} in all.\n\n${table}`;
}

const timeOf = (milliseconds: number): string =>
  milliseconds < 1000
    ? `${Math.round(milliseconds)}\u00a0ms`
    : `${(milliseconds / 1000).toFixed(1)}\u00a0s`;

function writeBenchmark(): string {
  const [benchmarks] = Object.values(measured);
  if (!benchmarks) throw new Error('docs/benchmarks.json was not found');
  const { date, machine, sample, rows } = benchmarks;
  const cells = rows.flatMap(({ what, who, milliseconds, ratio }) => {
    if (milliseconds === null) return [];
    const factor = ratio === null ? '' : ratio.toFixed(1);
    return [[what, who, timeOf(milliseconds), factor]];
  });
  const where = `Measured on ${date}: ${sample}; ${machine.processor}, ${machine.cores} cores, ${machine.browser}, Node ${machine.node}.`;
  return `${where}\n\n${writeTable(['what', 'who', 'time', 'times ours'], cells)}`;
}

const parts: Record<string, () => string> = {
  sizes: writeSizes,
  benchmark: writeBenchmark,
  reference: () => packageReference.reference,
};

/** Replaces lines like `::sizes` by what the build has measured and read. */
export function fillDeveloperParts(markdown: string): string {
  return markdown.replaceAll(/^::(sizes|benchmark|reference)$/gm, (_, part: string) =>
    parts[part]!(),
  );
}
