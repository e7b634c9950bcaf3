// Fits texts outside Exif and XMP, such as PNG's text chunks, to the format of the result.
import type { OutputFormat } from '../options.ts';
import { maxForeignText, type MetadataBlocks, type TextEntry } from './blocks.ts';
import { readIptc } from './photoshop.ts';
import { textPlaces } from './text-places.ts';
import { addXmpDescription, exifNamespace, readXmpProperty } from './xmp.ts';

const namespaces = {
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  exif: exifNamespace,
} as const;

type Shape = 'text' | 'Alt' | 'Seq' | 'Bag';

type Property = readonly [prefix: keyof typeof namespaces, name: string, shape: Shape];

const title: Property = ['dc', 'title', 'Alt'];
const creator: Property = ['dc', 'creator', 'Seq'];
const description: Property = ['dc', 'description', 'Alt'];
const rights: Property = ['dc', 'rights', 'Alt'];
const userComment: Property = ['exif', 'UserComment', 'Alt'];

/** XMP properties for PNG's keywords (section 11.3.3.1). */
const byKeyword: ReadonlyMap<string, Property> = new Map([
  ['Title', title],
  ['Author', creator],
  ['Description', description],
  ['Copyright', rights],
  ['Software', ['xmp', 'CreatorTool', 'text']],
]);

/** XMP properties for the datasets of IPTC-IIM's record 2, as the IPTC Photo Metadata Standard maps them. */
const byDataset: ReadonlyMap<number, Property> = new Map([
  [5, title],
  [25, ['dc', 'subject', 'Bag']],
  [40, ['photoshop', 'Instructions', 'text']],
  [80, creator],
  [85, ['photoshop', 'AuthorsPosition', 'text']],
  [90, ['photoshop', 'City', 'text']],
  [95, ['photoshop', 'State', 'text']],
  [101, ['photoshop', 'Country', 'text']],
  [103, ['photoshop', 'TransmissionReference', 'text']],
  [105, ['photoshop', 'Headline', 'text']],
  [110, ['photoshop', 'Credit', 'text']],
  [115, ['photoshop', 'Source', 'text']],
  [116, rights],
  [120, description],
  [122, ['photoshop', 'CaptionWriter', 'text']],
]);

/** A keyword that describes the source file, such as ImageMagick's `date:create`. */
const ofThatFile = /^[\w-]+:/;

/** Characters that XML 1.0 does not allow, and those beyond the basic plane's surrogates. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/g;

function escapeXml(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
  return text.replace(forbidden, '').replace(/[&<>"]/g, (character) => `&${names[character]!};`);
}

function element([prefix, name, shape]: Property, values: readonly string[]): string {
  const language = shape === 'Alt' ? ' xml:lang="x-default"' : '';
  const items = values.map((value) => `<rdf:li${language}>${escapeXml(value)}</rdf:li>`).join('');
  const content =
    shape === 'text' ? escapeXml(values.join('; ')) : `<rdf:${shape}>${items}</rdf:${shape}>`;
  return `<${prefix}:${name}>${content}</${prefix}:${name}>`;
}

/** Whether neither the packet nor its extension has the property. */
function isMissing({ xmp, extendedXmp }: MetadataBlocks, [prefix, name]: Property): boolean {
  return [xmp, extendedXmp?.packet].every(
    (packet) => !packet || readXmpProperty(packet, namespaces[prefix], name) === null,
  );
}

/** The packet with those properties that it lacks; `null` when it takes no addition. */
function addProperties(
  blocks: MetadataBlocks,
  found: ReadonlyMap<Property, string[]>,
): Uint8Array | null | undefined {
  const missing = [...found].filter(([property]) => isMissing(blocks, property));
  if (missing.length === 0) return blocks.xmp;
  const declared = [...new Set(missing.map(([[prefix]]) => prefix))]
    .map((prefix) => ` xmlns:${prefix}="${namespaces[prefix]}"`)
    .join('');
  const elements = missing.map(([property, values]) => {
    // Such a property holds one text per language.
    return element(property, property[2] === 'Alt' ? values.slice(0, 1) : values);
  });
  return addXmpDescription(
    blocks.xmp,
    `<rdf:Description rdf:about=""${declared}>${elements.join('')}</rdf:Description>`,
  );
}

/** The entry as a comment, which has no keyword of its own. */
export const asComment = ({ keyword, text }: TextEntry): string =>
  keyword === 'Comment' ? text : `${keyword}: ${text}`;

/**
 * Fits the blocks to a format. One without keywords gets a text as the XMP property for its keyword. Without
 * such a property, the text becomes a comment, or part of `exif:UserComment` in XMP if the format has no comments
 * either. IPTC becomes XMP where the format has no place for it.
 */
export function fitTexts(blocks: MetadataBlocks, format: OutputFormat): MetadataBlocks {
  const { texts = [], photoshop, ...others } = blocks;
  const found = new Map<Property, string[]>();
  const add = (property: Property, value: string): void => {
    const values = found.get(property);
    if (values) values.push(value);
    else found.set(property, [value]);
  };
  const places = textPlaces[format];
  const isForeign = !places.keywords;
  const keepsRest = places.keywords || places.comments;
  const wanted = isForeign
    ? texts.filter(
        ({ keyword, text }) => !ofThatFile.test(keyword) && text.length <= maxForeignText,
      )
    : texts;
  const rest: TextEntry[] = [];
  for (const entry of wanted) {
    const property = isForeign ? byKeyword.get(entry.keyword) : undefined;
    if (property) add(property, entry.text);
    else rest.push(entry);
  }
  if (!keepsRest && rest.length > 0) add(userComment, rest.map(asComment).join('\n'));
  const iptc = !places.photoshop && photoshop ? readIptc(photoshop) : [];
  for (const { dataset, text } of iptc) {
    const property = byDataset.get(dataset);
    if (property) add(property, text);
  }
  const xmp = addProperties(blocks, found) ?? blocks.xmp;
  return {
    ...others,
    ...(xmp && { xmp }),
    ...(photoshop && places.photoshop && { photoshop }),
    ...(rest.length > 0 && keepsRest && { texts: rest }),
  };
}
