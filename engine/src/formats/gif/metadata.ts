import { decodeText } from '../../bytes/decode-text.ts';
import { findMark, joinBytes, startsWith } from '../../bytes/join.ts';
import { sliceOf } from '../../bytes/reader.ts';
import { orNull } from '../../errors.ts';
import type { MetadataBlocks, TextEntry } from '../../metadata/blocks.ts';
import { readGifBlocks, readSubBlocks } from './header.ts';

/** Labels of extensions (GIF89a sections 24 and 26). */
const labels = { comment: 0xfe, application: 0xff } as const;

/** The length of the application's name, and the name. */
const xmpMark = '\x0bXMP DataXMP';

/** The most that all comments of a file may take, as texts of a PNG. */
const maxCommentBytes = 4 * 1024 * 1024;

/**
 * Length of what follows a packet: 1, then 255 down to 0, then 0. So a reader that takes bytes of the
 * packet for lengths of sub-blocks ends there, wherever it is led.
 */
const landingZone = 258;

/**
 * The packet, which is not divided into sub-blocks (XMP specification part 3, 1.1.2). Some writers let
 * something else follow it than they should; then it ends where it says so.
 */
function readXmp(block: Uint8Array): Uint8Array | null {
  const end = block.length - landingZone;
  if (block[end] === 1 && block[end + 1] === 255) return block.subarray(xmpMark.length, end);
  const wrapper = findMark(block, '<?xpacket end=', xmpMark.length);
  const wrapperEnd = wrapper < 0 ? -1 : findMark(block, '?>', wrapper);
  return wrapperEnd < 0 ? null : block.subarray(xmpMark.length, wrapperEnd + 2);
}

function readComment(block: Uint8Array): string {
  return decodeText(joinBytes(readSubBlocks(sliceOf(block)))).replace(/\0+$/, '');
}

/**
 * Reads XMP and comments, up to damage. Writers of animations repeat a comment with each frame, which
 * counts once.
 */
export function readGifMetadata(bytes: Uint8Array): MetadataBlocks {
  const metadata: MetadataBlocks = {};
  const comments = new Set<string>();
  let room = maxCommentBytes;
  orNull(() => {
    for (const { label, start, end } of readGifBlocks(bytes)) {
      const block = bytes.subarray(start, end);
      if (label === labels.application && startsWith(block, xmpMark)) {
        const xmp = readXmp(block);
        if (xmp) metadata.xmp ??= xmp;
      }
      if (label !== labels.comment) continue;
      room -= block.length;
      if (room < 0) continue;
      const comment = readComment(block);
      if (comment.trim() !== '') comments.add(comment);
    }
  });
  const texts = Array.from(comments, (text): TextEntry => ({ keyword: 'Comment', text }));
  return { ...metadata, ...(texts.length > 0 && { texts }) };
}
