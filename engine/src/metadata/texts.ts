// Words that a file has outside Exif and XMP, in the terms of the format that they go into.
import type { OutputFormat } from '../options.ts';
import type { MetadataBlocks, TextEntry } from './blocks.ts';
import { readIptc } from './photoshop.ts';
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

/** PNG's keywords (section 11.3.3.1), as XMP has them. */
const byKeyword: ReadonlyMap<string, Property> = new Map([
  ['Title', title],
  ['Author', creator],
  ['Description', description],
  ['Copyright', rights],
  ['Software', ['xmp', 'CreatorTool', 'text']],
]);

/** IPTC-IIM's datasets of record 2, by the IPTC Photo Metadata Standard's table of the two. */
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

/** A program's own notes of the file that it wrote, such as ImageMagick's `date:create`. */
const ofThatFile = /^[\w-]+:/;

/** Longer texts are not for people, but what a program wants to find again, in PNGs alone. */
const maxForeignText = 16_384;

/** Fewer than XML allows: XMP is of version 1.0. */
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

/** What stands in the packet, or its extension, already counts for more. */
function isMissing({ xmp, extendedXmp }: MetadataBlocks, [prefix, name]: Property): boolean {
  return [xmp, extendedXmp?.packet].every(
    (packet) => !packet || readXmpProperty(packet, namespaces[prefix], name) === null,
  );
}

/** The packet with what it lacks of these; `null` when there is no place for it. */
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
    // A title is one text in one language.
    return element(property, property[2] === 'Alt' ? values.slice(0, 1) : values);
  });
  return addXmpDescription(
    blocks.xmp,
    `<rdf:Description rdf:about=""${declared}>${elements.join('')}</rdf:Description>`,
  );
}

/** One text of several, each behind its keyword; a comment is what it says. */
export const asComment = ({ keyword, text }: TextEntry): string =>
  keyword === 'Comment' ? text : `${keyword}: ${text}`;

/**
 * The blocks as a format can hold them. PNG keeps texts with their keywords. For JPEG and WebP, those that XMP has a
 * property for become XMP; the others become comments of a JPEG, or the user's comment in a WebP's XMP. IPTC, which
 * JPEG alone has a place for, becomes XMP elsewhere.
 */
export function fitTexts(blocks: MetadataBlocks, format: OutputFormat): MetadataBlocks {
  const { texts = [], photoshop, ...others } = blocks;
  const found = new Map<Property, string[]>();
  const add = (property: Property, value: string): void => {
    const values = found.get(property);
    if (values) values.push(value);
    else found.set(property, [value]);
  };
  const isForeign = format !== 'png';
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
  if (format === 'webp' && rest.length > 0) add(userComment, rest.map(asComment).join('\n'));
  const iptc = format !== 'jpeg' && photoshop ? readIptc(photoshop) : [];
  for (const { dataset, text } of iptc) {
    const property = byDataset.get(dataset);
    if (property) add(property, text);
  }
  const xmp = addProperties(blocks, found) ?? blocks.xmp;
  return {
    ...others,
    ...(xmp && { xmp }),
    ...(photoshop && format === 'jpeg' && { photoshop }),
    ...(rest.length > 0 && format !== 'webp' && { texts: rest }),
  };
}
