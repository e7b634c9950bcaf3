import { addXmpDescription, googleCamera, googleContainer } from '../metadata/xmp.ts';
import { lengthAttribute, type OpenHead } from './open-head.ts';
import { hdrgmNamespace, hdrgmVersion } from './hdrgm.ts';

/** An item after a JPEG's end-of-image marker. Listed in file order. */
export interface TrailingItem {
  semantic: 'GainMap' | 'MotionPhoto';
  mime: string;
}

/** What a motion photo says about its video. */
export interface MotionPhoto {
  /** Time of the still in the video, in microseconds; -1 if unknown. */
  presentationTime: number;
}

/** A placeholder for a length, wide enough for any. */
function openLength(index: number): string {
  return lengthAttribute(String(index).padStart(10, '0'));
}

function listItem(attributes: string): string {
  return `<rdf:li rdf:parseType="Resource"><Container:Item ${attributes}/></rdf:li>`;
}

/**
 * Adds a directory of the items after a JPEG to its packet (Google's photo container, Ultra HDR 1.1
 * and Motion Photo 1.0). Lengths are placeholders: see `closeHead`. `null` when the packet accepts
 * no addition.
 */
export function addDirectory(
  packet: Uint8Array | undefined,
  items: readonly TrailingItem[],
  motion: MotionPhoto | null,
): Uint8Array<ArrayBuffer> | null {
  const hasMap = items.some(({ semantic }) => semantic === 'GainMap');
  const video = motion
    ? ` GCamera:MotionPhoto="1" GCamera:MotionPhotoVersion="1"` +
      ` GCamera:MotionPhotoPresentationTimestampUs="${motion.presentationTime}"`
    : '';
  const list = [
    listItem('Item:Semantic="Primary" Item:Mime="image/jpeg"'),
    ...items.map(({ semantic, mime }, index) =>
      listItem(`Item:Semantic="${semantic}" Item:Mime="${mime}" ${openLength(index)}`),
    ),
  ].join('');
  return addXmpDescription(
    packet,
    `<rdf:Description rdf:about="" xmlns:Container="${googleContainer}" xmlns:Item="${googleContainer}item/"` +
      (hasMap ? ` xmlns:hdrgm="${hdrgmNamespace}" hdrgm:Version="${hdrgmVersion}"` : '') +
      (motion ? ` xmlns:GCamera="${googleCamera}"${video}` : '') +
      `><Container:Directory><rdf:Seq>${list}</rdf:Seq></Container:Directory></rdf:Description>`,
  );
}

/** Finds the placeholders for the items' lengths in a file's first bytes. */
export function findLengths(head: Uint8Array, count: number): OpenHead['lengths'] {
  const text = new TextDecoder('latin1').decode(head);
  return Array.from({ length: count }, (_, index) => {
    const open = openLength(index);
    return { at: text.lastIndexOf(open), room: open.length };
  });
}
