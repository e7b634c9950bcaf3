import { bindExports, type Bound, type Signatures } from '../src/wasm/bind.ts';
import { compiledModule } from './wasm.ts';

/** Opaque RGBA with sRGB's curve and primaries. */
export interface RgbaPicture {
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}

/** The functions of assembly/ssimulacra2 and their parameters; a test compares them with the sources. */
export const ssimulacra2Signatures = {
  heapBase: [],
  filtersAddress: [],
  spread: ['rgba', 'count', 'table', 'r', 'g', 'b'],
  halve: ['source', 'width', 'height', 'target'],
  scratchBytes: ['width'],
  compare: ['first', 'second', 'planeBytes', 'width', 'height', 'scratch', 'sums'],
} as const satisfies Signatures;

const scales = 6;

/** For each channel (X, Y, B - Y), scale and norm (1, 4): of structure, ringing and blur. SSIMULACRA 2.1. */
const weights = [
  0, 0.0007376606707406586, 0, 0, 0.0007793481682867309, 0, 0, 0.0004371155730107379, 0,
  1.1041726426657346, 0.00066284834129271, 0.00015231632783718752, 0, 0.0016406437456599754, 0,
  1.8422455520539298, 11.441172603757666, 0, 0.0007989109436015163, 0.000176816438078653, 0,
  1.8787594979546387, 10.94906990605142, 0, 0.0007289346991508072, 0.9677937080626833, 0,
  0.00014003424285435884, 0.9981766977854967, 0.00031949755934435053, 0.0004550992113792063, 0, 0,
  0.0013648766163243398, 0, 0, 0, 0, 0, 7.466890328078848, 0, 17.445833984131262,
  0.0006235601634041466, 0, 0, 6.683678146179332, 0.00037724407979611296, 1.027889937768264,
  225.20515300849274, 0, 0, 19.213238186143016, 0.0011401524586618361, 0.001237755635509985,
  176.39317598450694, 0, 0, 24.43300999870476, 0.28520802612117757, 0.0004485436923833408, 0, 0, 0,
  34.77906344483772, 44.835625328877896, 0, 0, 0, 0, 0, 0, 0, 0, 0.0008680556573291698, 0, 0, 0, 0,
  0, 0.0005313191874358747, 0, 0.00016533814161379112, 0, 0, 0, 0, 0, 0.0004179171803251336,
  0.0017290828234722833, 0, 0.0020827005846636437, 0, 0, 8.826982764996862, 23.19243343998926, 0,
  95.1080498811086, 0.9863978034400682, 0.9834382792465353, 0.0012286405048278493,
  171.2667255897307, 0.9807858872435379, 0, 0, 0, 0.0005130064588990679, 0, 0.00010854057858411537,
];

/**
 * The reference's Gaussian (sigma 1.5, radius 5) as three cosines that are summed up recursively, as the
 * module stores them. Charalampidis, "Recursive Implementation of the Gaussian Filter Using Truncated
 * Cosine Functions", 2016: weight 1, variance sigma^2, and the best fit for the rest.
 */
function gaussianFilters(): Float32Array<ArrayBuffer> {
  const sigma = 1.5;
  const radius = 5;
  const omega = [1, 3, 5].map((k) => (k * Math.PI) / (2 * radius));
  const p = omega.map((w, i) => (i === 1 ? -1 : 1) / Math.tan(w / 2));
  const r = omega.map((w, i) => ((i === 1 ? -1 : 1) * p[i]! ** 2) / Math.sin(w));
  const [p1, p3, p5] = p as [number, number, number];
  const [r1, r3, r5] = r as [number, number, number];
  const rho = omega.map((w) => Math.exp(-0.5 * sigma ** 2 * w ** 2) / radius);
  const d13 = p1 * r3 - r1 * p3;
  const zeta1 = (p3 * r5 - r3 * p5) / d13;
  const zeta3 = (p5 * r1 - r5 * p1) / d13;
  const beta = solve3(
    [
      [p1, p3, p5],
      [r1, r3, r5],
      [zeta1, zeta3, 1],
    ],
    [1, radius ** 2 - sigma ** 2, zeta1 * rho[0]! + zeta3 * rho[1]! + rho[2]!],
  );
  const filters = omega.map((w, i) => {
    const input = -beta[i]! * Math.cos(w * (radius + 1));
    const previous = 2 * Math.cos(w);
    // What an input adds to the output of its own step and of the three after it.
    const echo = [1, previous, previous ** 2 - 1, previous ** 3 - 2 * previous];
    const inputs = [0, 1, 2, 3].map((step) =>
      [0, 1, 2, 3].map((out) => (out < step ? 0 : input * echo[out - step]!)),
    );
    const last = [...echo.slice(1), previous ** 4 - 3 * previous ** 2 + 1];
    const beforeLast = echo.map((each) => -each);
    const splat = (value: number): number[] => [value, value, value, value];
    return [...inputs, last, beforeLast, splat(input), splat(previous)];
  });
  return Float32Array.from(filters.flat(2));
}

type Row = readonly [number, number, number];

function determinant([[a, b, c], [d, e, f], [g, h, i]]: readonly [Row, Row, Row]): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

/** Cramer's rule. */
function solve3(rows: readonly [Row, Row, Row], right: Row): Row {
  const whole = determinant(rows);
  const column = (at: number): number => {
    const replaced = rows.map((row, i) => row.with(at, right[i]!)) as unknown as [Row, Row, Row];
    return determinant(replaced) / whole;
  };
  return [column(0), column(1), column(2)];
}

function linearTable(): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: 256 }, (_, code) => {
    const value = code / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
}

function scoreOf(weighted: number): number {
  const scaled = weighted * 0.9562382616834844;
  const error =
    2.326765642916932 * scaled -
    0.020884521182843837 * scaled ** 2 +
    6.248496625763138e-5 * scaled ** 3;
  return error > 0 ? 100 - 10 * error ** 0.6276336467831387 : 100;
}

/**
 * The weighted sum of a picture's mean errors, 18 for each scale. As in the reference, small pictures, which
 * have fewer scales, take their weights from the front.
 */
function weigh(errors: number[][]): number {
  let weighted = 0;
  let next = 0;
  for (const channel of [0, 1, 2]) {
    for (const scale of errors) {
      for (const norm of [0, 1]) {
        for (const map of [0, 1, 2]) {
          const mean = scale[channel * 6 + map * 2 + norm]!;
          weighted += weights[next++]! * (norm === 0 ? mean : mean ** 0.25);
        }
      }
    }
  }
  return weighted;
}

/** Compares pictures by SSIMULACRA 2.1. Its memory grows with the pictures and is kept. */
export class Ssimulacra2 {
  readonly #module: Bound<typeof ssimulacra2Signatures>;

  static async create(): Promise<Ssimulacra2> {
    const instance = await WebAssembly.instantiate(await compiledModule('ssimulacra2'));
    return new Ssimulacra2(instance.exports);
  }

  private constructor(exports: WebAssembly.Exports) {
    this.#module = bindExports(exports, ssimulacra2Signatures);
    const filters = gaussianFilters();
    const start = this.#module.filtersAddress({});
    new Float32Array(this.#module.memory.buffer, start, filters.length).set(filters);
  }

  /**
   * How alike two pictures of the same size look: 100 for the same, 90 where no difference is to be seen
   * by flipping between them, 70 for high, 50 for medium and 30 for low quality. Sides of 8 pixels or more.
   */
  score(original: RgbaPicture, distorted: RgbaPicture): number {
    const { width, height } = original;
    if (distorted.width !== width || distorted.height !== height) {
      throw new Error('SSIMULACRA 2 compares pictures of one size');
    }
    const functions = this.#module;
    const planeBytes = width * height * 4 + 64;
    const sums = functions.heapBase({});
    const table = sums + 256;
    const scratch = table + 1024;
    const first = scratch + functions.scratchBytes({ width });
    const second = first + 3 * planeBytes;
    const rgba = second + 3 * planeBytes;
    this.#reserve(rgba + width * height * 4);
    new Float32Array(this.#module.memory.buffer, table, 256).set(linearTable());
    for (const [planes, { data }] of [
      [first, original],
      [second, distorted],
    ] as const) {
      new Uint8Array(this.#module.memory.buffer).set(data, rgba);
      const [g, b] = [planes + planeBytes, planes + 2 * planeBytes];
      functions.spread({ rgba, count: width * height, table, r: planes, g, b });
    }

    const errors: number[][] = [];
    let [w, h] = [width, height];
    for (let scale = 0; scale < scales; scale++) {
      functions.compare({ first, second, planeBytes, width: w, height: h, scratch, sums });
      const pixels = w * h;
      errors.push(
        Array.from(new Float64Array(this.#module.memory.buffer, sums, 18), (sum) => sum / pixels),
      );
      if (w < 8 || h < 8) break;
      for (let plane = 0; plane < 6; plane++) {
        const at = first + plane * planeBytes;
        functions.halve({ source: at, width: w, height: h, target: at });
      }
      [w, h] = [Math.ceil(w / 2), Math.ceil(h / 2)];
    }
    return scoreOf(weigh(errors));
  }

  #reserve(end: number): void {
    const memory = this.#module.memory;
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65_536));
  }
}
