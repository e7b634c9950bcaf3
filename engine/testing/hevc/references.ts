// Other HEVC decoders, where they are installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function hashOf(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex');
}

export function isInstalled(program: string, option = '--version'): boolean {
  return spawnSync(program, [option]).error === undefined;
}

/** Runs `work` with a folder that is gone afterwards. */
export function withFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'hevc-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The decoder of HM, the reference software, which decides where it is installed. It must be built with
 * HIGH_BITDEPTH: else it counts residual samples modulo 2^16.
 */
export const referenceSoftware = 'TAppDecoder';

/** The first frame of a byte stream as each decoder gives it; without those that give none. */
export function decodeByOthers(stream: Uint8Array): Map<string, Uint8Array> {
  return withFolder((folder) => {
    const input = join(folder, 'in.hevc');
    const output = join(folder, 'out.yuv');
    writeFileSync(input, stream);
    const commands: Record<string, string[]> = {
      ffmpeg: [
        ...['-v', 'fatal', '-y', '-threads', '1', '-f', 'hevc', '-i', input],
        ...['-frames:v', '1', '-f', 'rawvideo', output],
      ],
      'libde265-dec265': ['-q', '-f', '1', '-o', output, input],
      [referenceSoftware]: ['-b', input, '-o', output, '-d', '0'],
    };
    const frames = new Map<string, Uint8Array>();
    for (const [program, args] of Object.entries(commands)) {
      rmSync(output, { force: true });
      const { status } = spawnSync(program, args, { timeout: 60_000, stdio: 'ignore' });
      if (status !== 0) continue;
      try {
        const frame = readFileSync(output);
        if (frame.length > 0) frames.set(program, frame);
      } catch {
        // It wrote nothing.
      }
    }
    return frames;
  });
}
