/** HEIC files whose pictures are named by what they are, put together from the coded items of others. */
import { readHeif, withPrimary } from '../src/heif/file.ts';
import { propertiesOf } from './gain-map-files.ts';
import { auxC, box, writeHeif, type ItemToWrite } from './heif-writer.ts';
import { fixture } from './pictures.ts';

/** Apple's, of 2018. */
const portraitMatteUrn = 'urn:com:apple:photo:2018:aux:portraiteffectsmatte';
export const depthUrn = 'urn:mpeg:hevc:2015:auxid:2';

interface NamedPictures {
  /** The picture by itself: a file of one coded item. */
  main: Uint8Array;
  right?: Uint8Array;
  /** The type of the group of the two pictures. Default `ster`. */
  group?: string;
  /** Auxiliaries of the main picture by URN, each a file of one coded item. */
  auxiliaries?: Record<string, Uint8Array>;
}

/** Numbers of items from which those of each file go on. */
const step = 100;

function readOne(file: Uint8Array, id: number): ItemToWrite {
  const heif = readHeif(file)!;
  const item = heif.items.get(heif.primaryId!)!;
  return { id, type: item.type, data: item.data(), properties: propertiesOf(item) };
}

export function writeNamedPictures({
  main,
  right,
  group = 'ster',
  auxiliaries = {},
}: NamedPictures): Uint8Array<ArrayBuffer> {
  const items = [readOne(main, 1), ...(right ? [readOne(right, step)] : [])];
  const references: { type: string; from: number; to: number[] }[] = [];
  for (const [index, [urn, file]] of Object.entries(auxiliaries).entries()) {
    const item = readOne(file, 2 * step + index);
    const fullRange = { box: box('colr', 'nclx', [0, 2, 0, 2, 0, 2, 0x80]) };
    const properties = [...(item.properties ?? []), fullRange, { box: auxC(urn) }];
    items.push({ ...item, hidden: true, properties });
    references.push({ type: 'auxl', from: item.id, to: [1] });
  }
  const groups = right ? [{ type: group, id: 500, entities: [1, step] }] : [];
  return new Uint8Array(writeHeif({ primary: 1, items, references, groups }));
}

/** A photo of two eyes, with a depth map and a matte half their size. */
export async function spatialPhoto(): Promise<Uint8Array<ArrayBuffer>> {
  return writeNamedPictures({
    main: await fixture('phone-p3.heic'),
    right: await fixture('rotated.heic'),
    auxiliaries: { [depthUrn]: await grayPicture(), [portraitMatteUrn]: await grayPicture() },
  });
}

/** The map of a fixture as a picture of its own. */
export async function grayPicture(): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(withPrimary(await fixture('gain-map.heic'), 80));
}
