/** Pictures with gain maps, put together from the coded items of others. */
import { readHeif, type HeifItem } from '../src/heif/file.ts';
import { appleGainMapUrn } from '../src/gain-map/apple.ts';
import { writeIsoMetadata } from '../src/gain-map/iso.ts';
import { plainMetadata, type GainMapMetadata } from '../src/gain-map/metadata.ts';
import { auxC, box, bytesOf, ispe, writeHeif, type ItemToWrite } from './heif-writer.ts';

/** Stops that the maps made here add at most, where nothing else is asked for. */
const stops = 2;

/** Numbers of which no two are alike. */
export const unusualMetadata: GainMapMetadata = {
  ...plainMetadata(stops),
  min: [-0.25, -0.25, -0.25],
  max: [1.75, 1.75, 1.75],
  gamma: [0.8, 0.8, 0.8],
  baseOffset: [0.015625, 0.015625, 0.015625],
  alternateOffset: [0.03125, 0.03125, 0.03125],
};

/** What a file says of its map: Apple's words, a tone-mapped item, or whatever a test wants wrong. */
export interface MapToWrite {
  kind: 'apple' | 'tone-mapped';
  /** Linear. */
  headroom?: number | undefined;
  /** The body of the `tmap` item. */
  toneMap?: Uint8Array;
  /** The entities of the `altr` group; the picture is 1, the tone-mapped one 90. */
  alternatives?: number[];
  /** Of the map as its box states it. */
  size?: { width: number; height: number };
}

const mapId = 80;
const xmpId = 81;
const toneMapId = 90;

/** The properties that an item needs to be decoded, as they are written. */
export function propertiesOf(item: HeifItem): NonNullable<ItemToWrite['properties']> {
  return item.properties.flatMap(({ property }) => {
    if (property.kind === 'size') return [{ box: ispe(property.width, property.height) }];
    if (property.kind === 'rotation') return [{ box: box('irot', [property.quarterTurns]) }];
    if (property.kind === 'hevc-configuration')
      return [{ box: box('hvcC', property.bytes), essential: true }];
    return [];
  });
}

function isTurn({ box: bytes }: { box: Uint8Array }): boolean {
  return new TextDecoder().decode(bytes.subarray(4, 8)) === 'irot';
}

function applePacket(headroom: number): Uint8Array {
  return new TextEncoder().encode(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/"><HDRGainMap:HDRGainMapVersion>131072</HDRGainMap:HDRGainMapVersion><HDRGainMap:HDRGainMapHeadroom>${headroom}</HDRGainMap:HDRGainMapHeadroom></rdf:Description></rdf:RDF></x:xmpmeta>`,
  );
}

/**
 * A HEIC file of one picture with another file's picture as its gain map, turned alike.
 *
 * @param picture A grid, or one coded item.
 * @param map One coded item.
 */
export function withGainMap(
  picture: Uint8Array,
  map: Uint8Array,
  { kind, headroom = 2 ** stops, toneMap, alternatives = [toneMapId, 1], size }: MapToWrite,
): Uint8Array<ArrayBuffer> {
  const file = readHeif(picture)!;
  const mapFile = readHeif(map)!;
  const mapItem = mapFile.items.get(mapFile.primaryId!)!;
  const turn = propertiesOf(file.items.get(file.primaryId!)!).filter(isTurn);
  const items: ItemToWrite[] = [...file.items.values()].map((item) => ({
    id: item.id,
    type: item.type,
    hidden: item.hidden,
    data: item.data(),
    properties: propertiesOf(item),
  }));
  const own = propertiesOf(mapItem).filter((property) => !isTurn(property));
  const mapProperties = own.map((property, index) =>
    size && index === 0 ? { box: ispe(size.width, size.height) } : property,
  );
  const fullRange = box('colr', 'nclx', [0, 2, 0, 2, 0, 2, 0x80]);
  items.push({
    id: mapId,
    type: 'hvc1',
    hidden: true,
    data: mapItem.data(),
    properties: [
      ...mapProperties,
      ...turn,
      { box: fullRange },
      ...(kind === 'apple' ? [{ box: auxC(appleGainMapUrn) }] : []),
    ],
  });
  const tiles = file.references.from('dimg', file.primaryId!);
  const references = [
    ...(tiles.length > 0 ? [{ type: 'dimg', from: file.primaryId!, to: [...tiles] }] : []),
  ];
  if (kind === 'apple') {
    items.push({
      id: xmpId,
      type: 'mime',
      contentType: 'application/rdf+xml',
      data: applePacket(headroom),
    });
    references.push({ type: 'auxl', from: mapId, to: [file.primaryId!] });
    references.push({ type: 'cdsc', from: xmpId, to: [mapId] });
  } else {
    const body = toneMap ?? bytesOf([0], writeIsoMetadata(unusualMetadata));
    items.push({ id: toneMapId, type: 'tmap', data: body, properties: [{ box: ispe(1, 1) }] });
    references.push({ type: 'dimg', from: toneMapId, to: [file.primaryId!, mapId] });
  }
  const groups = [{ type: 'altr', id: 99, entities: alternatives }];
  const written = writeHeif({
    primary: file.primaryId!,
    items,
    references,
    ...(kind === 'tone-mapped' && { groups }),
  });
  return new Uint8Array(written);
}
