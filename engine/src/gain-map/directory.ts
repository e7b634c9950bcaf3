import { addXmpDescription, googleCamera, googleContainer } from '../metadata/xmp.ts';
import { lengthAttribute, type OpenHead } from './open-head.ts';
import { hdrgmNamespace, hdrgmVersion } from './hdrgm.ts';

/** What hangs on to a JPEG behind its own end, in this order. */
export interface TrailingItem {
  semantic: 'GainMap' | 'MotionPhoto';
  mime: string;
}

/** What a motion photo says about its video. */
export interface MotionPhoto {
  /** Microseconds into the video at which the still was taken; -1 when that is not known. */
  presentationTime: number;
}

/** A length that is not known yet, with room for every one that can be. */
function openLength(index: number): string {
  return lengthAttribute(String(index).padStart(10, '0'));
}

function listItem(attributes: string): string {
  return `<rdf:li rdf:parseType="Resource"><Container:Item ${attributes}/></rdf:li>`;
}

/**
 * The packet of a JPEG with a directory of what is behind it (Google's photo container, Ultra HDR 1.1
 * and Motion Photo 1.0). The lengths are left open, see `closeHead`. `null` when the packet takes no
 * addition.
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

/** Where in a file's first bytes the length of each item is left open. */
export function findLengths(head: Uint8Array, count: number): OpenHead['lengths'] {
  const text = new TextDecoder('latin1').decode(head);
  return Array.from({ length: count }, (_, index) => {
    const open = openLength(index);
    return { at: text.lastIndexOf(open), room: open.length };
  });
}
