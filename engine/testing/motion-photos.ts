/** Photos with a video in the same file. */
import sharp from 'sharp';
import { addJpegMetadata } from '../src/formats/jpeg/metadata.ts';
import { joinBytes } from '../src/bytes/join.ts';
import { bytesOf, uint } from './heif-writer.ts';
import { fixture } from './pictures.ts';

const text = (words: string): Uint8Array => new TextEncoder().encode(words);

/** A picture with nothing behind it. */
export async function bareJpeg(): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await sharp(await fixture('grid.png'))
      .jpeg()
      .toBuffer(),
  );
}

/** XMP in the words of phones. */
export function packet(attributes: string, inner = ''): Uint8Array {
  return text(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" xmlns:Container="http://ns.google.com/photos/1.0/container/" xmlns:Item="http://ns.google.com/photos/1.0/container/item/" ${attributes}>${inner}</rdf:Description></rdf:RDF></x:xmpmeta>`,
  );
}

function u32Little(value: number): number[] {
  return uint(value, 4).toReversed();
}

/** Samsung's trailer: a block for the video, then a directory that counts backwards. */
export function samsungTrailer(video: Uint8Array): Uint8Array {
  const name = text('MotionPhoto_Data');
  const block = bytesOf([0, 0, 0x30, 0x0a], u32Little(name.length), name, video);
  const entry = bytesOf([0, 0, 0x30, 0x0a], u32Little(block.length), u32Little(block.length));
  const directory = bytesOf('SEFH', u32Little(107), u32Little(1), entry);
  return bytesOf(block, directory, u32Little(directory.length), 'SEFT');
}

const item = (attributes: string) =>
  `<rdf:li rdf:parseType="Resource"><Container:Item ${attributes}/></rdf:li>`;

/** Motion photos as they come, each with this movie. */
export function motionPhotos(
  movie: Uint8Array,
): Record<string, () => Promise<Uint8Array<ArrayBuffer>>> {
  return {
    'of Google': async () => {
      const directory = `<Container:Directory><rdf:Seq>${item('Item:Semantic="Primary" Item:Mime="image/jpeg" Item:Length="0"')}${item(`Item:Semantic="MotionPhoto" Item:Mime="video/mp4" Item:Length="${movie.length}"`)}</rdf:Seq></Container:Directory>`;
      const xmp = packet(
        'GCamera:MotionPhoto="1" GCamera:MotionPhotoPresentationTimestampUs="1500000"',
        directory,
      );
      return joinBytes([await addJpegMetadata(await bareJpeg(), { xmp }, undefined), movie]);
    },
    'of Google before 2020': async () => {
      const xmp = packet(
        `GCamera:MicroVideo="1" GCamera:MicroVideoOffset="${movie.length}" GCamera:MicroVideoPresentationTimestampUs="1500000"`,
      );
      return joinBytes([await addJpegMetadata(await bareJpeg(), { xmp }, undefined), movie]);
    },
    'of Samsung': async () => joinBytes([await bareJpeg(), samsungTrailer(movie)]),
    'that say nothing of it': async () => joinBytes([await bareJpeg(), movie]),
  };
}
