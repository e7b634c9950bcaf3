import type { ConvertResult } from '@stillpix/engine';
import type { RecodeVideo } from './conversion/batches/video-recoding.ts';
import type { Photo } from './conversion/photos.ts';
import { loadPool } from './engine.ts';

type Owner = Pick<Photo, 'file' | 'movie'>;

const loadRecoder = () => import('@stillpix/engine/recode-video');

/** By file, because every rendering of a photo asks this. */
const known = new WeakMap<File, Promise<boolean>>();

/** Any HEVC decoder supports this: Main profile, level 3.1. */
const plainHevc = { codec: 'hvc1.1.6.L93.B0', codedWidth: 1280, codedHeight: 720 };

/** The video that came with the photo. */
async function takeVideo({ file, movie }: Owner): Promise<Blob | null> {
  if (movie) return movie;
  // The engine returns a video only together with its picture, so the picture is made tiny.
  const resize = { width: 16, height: 16, mode: 'fit' } as const;
  const pool = await loadPool();
  const { video }: ConvertResult = await pool.convert(file, { video: 'beside', resize });
  return video;
}

async function findOut(photo: Owner): Promise<boolean> {
  try {
    // Most browsers without HEVC stop here, so nothing more is loaded for them.
    if (typeof VideoDecoder === 'undefined' || typeof VideoEncoder === 'undefined') return false;
    if (!(await VideoDecoder.isConfigSupported(plainHevc)).supported) return false;
    const video = await takeVideo(photo);
    return video !== null && (await (await loadRecoder()).canRecodeVideo(video));
  } catch {
    return false;
  }
}

/** Whether this browser can recode the photo's HEVC to H.264. */
export function canRecode(photo: Owner): Promise<boolean> {
  const owner = photo.movie ?? photo.file;
  const asked = known.get(owner) ?? findOut(photo);
  known.set(owner, asked);
  return asked;
}

export const recodeInBrowser: RecodeVideo = async (photo, job) => {
  const video = await takeVideo(photo);
  if (video === null) throw new Error('the photo has no video');
  const recoded = await (await loadRecoder()).recodeVideo(video, job);
  const { name, lastModified } = photo.movie ?? photo.file;
  return new File([recoded], name, { type: video.type, lastModified });
};
